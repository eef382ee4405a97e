"""What each role looks like: a colour on light ground, one on dark ground, and a sign where there is no colour.

Roles that are not listed look like `other`. Shades `p0` to `p10` go from certainly not to certainly.
"""

from typing import NamedTuple


class Look(NamedTuple):
    """Colours as '#rrggbb', for light and for dark ground, and a sign of one character."""

    light: str
    dark: str
    sign: str


def _shade(tenth: int) -> Look:
    """From a calm green over sand to a warm red."""
    low, middle, high = (150, 205, 150), (240, 225, 170), (225, 110, 95)
    first, second, part = (low, middle, tenth / 5) if tenth <= 5 else (middle, high, (tenth - 5) / 5)
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    dim = "#" + "".join(f"{round(0.62 * c):02x}" for c in (red, green, blue))
    return Look(f"#{red:02x}{green:02x}{blue:02x}", dim, ":")


FILLS: dict[str, Look] = {
    "free": Look("#f4f1ea", "#2b2f36", "."),
    "wall": Look("#6b7280", "#5b6370", "#"),
    "none": Look("#ffffff", "#1b1e23", " "),
    "other": Look("#d6d3cb", "#474d57", "?"),
    "hidden": Look("#c9ccd1", "#4b525d", "#"),
    "safe": Look("#f4f1ea", "#2b2f36", "."),
    "secret": Look("#e4ded2", "#3a3f48", "?"),
    "mine": Look("#d9534f", "#c44a46", "*"),
    "flag": Look("#e8a33d", "#c98a2d", "!"),
    "given": Look("#dfe7f5", "#33415c", "="),
    "value": Look("#f4f1ea", "#2b2f36", "."),
    "forced": Look("#e3f1e3", "#2f4a38", "."),
    "new": Look("#ffe8a3", "#6b5a1e", "+"),
    "I": Look("#4cc3d9", "#2f9fb5", "I"),
    "O": Look("#f0cf4e", "#c9a92f", "O"),
    "T": Look("#b07cc6", "#9a63b3", "T"),
    "S": Look("#7bc67b", "#57a457", "S"),
    "Z": Look("#e57373", "#c95a5a", "Z"),
    "J": Look("#6f8fdc", "#5876c4", "J"),
    "L": Look("#efa04b", "#cf8432", "L"),
    "D": Look("#8fb8b0", "#6d968e", "D"),
    "X": Look("#8a8f98", "#6d737d", "X"),
    "RED": Look("#e57373", "#b84c4c", "r"),
    "ORANGE": Look("#efa04b", "#bd762b", "o"),
    "YELLOW": Look("#f0dc6e", "#b09a2e", "y"),
    "GREEN": Look("#7bc67b", "#4c934c", "g"),
    "BLUE": Look("#6f9fdc", "#456fae", "b"),
    "INDIGO": Look("#7f7fd5", "#5c5cb5", "i"),
    "VIOLET": Look("#b07cc6", "#85539c", "v"),
    "PINK": Look("#f0a3c0", "#b5688a", "p"),
    "GREY": Look("#b5b8bd", "#767b84", "e"),
    **{f"p{tenth}": _shade(tenth) for tenth in range(11)},
}

MARKS: dict[str, Look] = {
    "lit": Look("#d97706", "#fbbf24", "o"),
    "from": Look("#2563eb", "#7aa7ff", "-"),
    "good": Look("#15803d", "#4ade80", "+"),
    "bad": Look("#b91c1c", "#f87171", "x"),
}

INKS: dict[str, Look] = {
    "ink": Look("#1f2430", "#e8e6e1", ""),
    "faint": Look("#5f6673", "#a3a9b5", ""),
    "line": Look("#b9b4a7", "#59616e", ""),
    **MARKS,
}


def look(role: str) -> Look:
    """The look of a cell's fill."""
    return FILLS.get(role, FILLS["other"])


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on this colour.

    >>> ink_on("#f4f1ea"), ink_on("#1b1e23")
    ('#14171c', '#ffffff')
    """
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#14171c" if (light + 0.05) / 0.058 > 1.05 / (light + 0.05) else "#ffffff"
