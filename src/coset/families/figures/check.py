"""Whether a filling is right, and if not, what is wrong with it."""

from dataclasses import dataclass
from typing import Any

from coset.errors import BadInput
from coset.families.figures.rules import Figure, as_figure, different, format, line_sum, whole, wrong_lines

Filling = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a filling is right, and what is wrong with it."""

    figure: str
    right: bool
    faults: tuple[str, ...]
    wrong_lines: tuple[int, ...]

    def json(self) -> dict[str, Any]:
        """The values as `--json` prints them; lines are numbered from 0."""
        return {"right": self.right, "faults": list(self.faults), "wrong_lines": list(self.wrong_lines)}


def filling_of(figure: Figure, text: str) -> Filling:
    """A filling from text: one number a cell, with blanks, commas, dots or slashes between.

    >>> from coset.families.figures.rules import parse
    >>> filling_of(parse("square:3"), "2 7 6 / 9 5 1 / 4 3 8")
    (2, 7, 6, 9, 5, 1, 4, 3, 8)
    """
    words = text.translate(dict.fromkeys(map(ord, ",./;|[]"), " ")).split()
    if len(words) != figure.cells:
        raise BadInput(f"the figure has {figure.cells} cells, not {len(words)}", text, "one number a cell, in order")
    return tuple(whole(word, f"number {i}") for i, word in enumerate(words, 1))


def check(figure: Figure | str, filling: Filling | list[int] | str) -> Check:
    """Whether a filling is right; if not, what is wrong with it.

    >>> check("square:3", "2 7 6 9 5 1 4 8 3").faults
    ('line 4 (cells 1, 4, 7) has the sum 20, not 15', 'line 5 (cells 2, 5, 8) has the sum 10, not 15', ...
    """
    figure = as_figure(figure)
    values = filling_of(figure, filling) if isinstance(filling, str) else tuple(filling)
    if len(values) != figure.cells:
        raise BadInput(f"the figure has {figure.cells} cells, not {len(values)}", list(values), "one number a cell")
    wrong = wrong_lines(figure, values)
    faults = [
        f"cell {c} holds {v}, which is none of the figure's numbers"
        for c, v in enumerate(values)
        if v not in figure.numbers
    ]
    faults += [f"cell {c} holds {values[c]}, but {v} is given there" for c, v in figure.given if values[c] != v]
    faults += [
        f"cells {a} and {b} both hold {values[a]}" for a, b in sorted(different(figure)) if values[a] == values[b]
    ]
    faults += [
        f"cell {a} holds {values[a]}, not less than {values[b]} in cell {b}"
        for a, b in figure.less_than
        if values[a] >= values[b]
    ]
    for i in wrong:
        due = figure.targets[i] if figure.targets is not None else line_sum(figure, 0, values)
        names, got = ", ".join(map(str, figure.lines[i])), line_sum(figure, i, values)
        faults.append(f"line {i} (cells {names}) has the sum {got}, not {due}")
    return Check(format(figure), not faults, tuple(faults), tuple(wrong))
