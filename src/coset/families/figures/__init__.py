"""Figures: numbers in lines.

from coset import figures
figures.count("hexagon:3")        how many fillings, and up to symmetry
figures.solve("hexagon:3")        the fillings
figures.plan("hexagon:3")         in which order they are searched for, and how long that takes
figures.levels("hexagon:3")       how many partial fillings each level tries and keeps
figures.trace("hexagon:3")        the first moves of that search
figures.find("hexagon:5")         one filling of a figure too big to search
figures.check("square:3", "2 7 6 9 5 1 4 3 8")
figures.show("hexagon:3", filling)
"""

from coset.families import verbs

_ROOMS = {
    "parse": "rules",
    "format": "rules",
    "Figure": "rules",
    "count": "solve",
    "solve": "solve",
    "check": "check",
    "plan": "forecast",
    "levels": "levels",
    "trace": "levels",
    "find": "find",
    "explain": "explain",
    "show": "picture",
}
__all__ = list(_ROOMS)
__getattr__ = verbs(__name__, _ROOMS)
