"""A drawing as SVG: one file that looks right in light and dark, in a browser, an editor and a notebook."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape, quoteattr

from coset.show.drawing import SQUARE, Cell, Drawing
from coset.show.palette import INKS, MARKS, ink_on, look

MARGIN = 0.35
Attributes = Callable[[Cell], Mapping[str, str]]
FONT = "font-family:system-ui,'DejaVu Sans',sans-serif"


def svg(
    drawing: Drawing, scale: float = 36, page: bool = False, link: Attributes | None = None, still: bool = False
) -> str:
    """The drawing as an SVG document, `scale` pixels to a cell; on a page that grows with the size of the text.

    On a page (`page=True`) the colours come from the page's own style sheet, `style(None)`, and the cells form a grid
    that a keyboard and a screen reader can walk; `still` makes it one image instead. `link` gives the attributes of a
    cell's link, such as {"href": "/nim?board=4x4"}, or nothing for a cell that leads nowhere.

    >>> svg(Drawing("nothing")).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    left, top, right, bottom = drawing.box()
    x, y = left - MARGIN, top - MARGIN
    wide, high = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    size = (f"{_n(side * scale / 16)}rem" if page else _n(side * scale) for side in (wide, high))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(x)} {_n(y)} {_n(wide)} {_n(high)}" '
        f'width="{next(size)}" height="{next(size)}" role="{"grid" if page and not still else "img"}" '
        f"aria-label={quoteattr(drawing.title)}>",
    ]
    if not page:
        parts += [f"<title>{escape(drawing.title)}</title>", f"<style>{style(drawing)}</style>"]
        parts.append(f'<rect class="ground" x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}"/>')
    for line in drawing.lines:
        points = " ".join(f"{_n(px)},{_n(py)}" for px, py in line.points)
        parts.append(f'<polyline class="l-{line.ink}" points="{points}" stroke-width="{_n(line.width)}"/>')
    if page and not still:
        parts += _rows(drawing, link)
    else:
        parts += [_cell(cell, still) for cell in drawing.cells]
    parts += [_outline(cell, f'class="m-{cell.mark}" fill="none"') for cell in drawing.cells if cell.mark]
    for text in drawing.texts:
        hidden = ' aria-hidden="true"' if page else ""
        parts.append(
            f'<text class="i-{text.ink}" x="{_n(text.at[0])}" y="{_n(text.at[1])}" font-size="{_n(text.size)}" '
            f'text-anchor="{text.anchor}" dy=".35em"{hidden}>{escape(text.text)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _rows(drawing: Drawing, link: Attributes | None) -> list[str]:
    rows: defaultdict[float, list[Cell]] = defaultdict(list)
    for cell in drawing.cells:
        rows[round(cell.at[1], 2)].append(cell)
    parts = []
    for y in sorted(rows):
        parts += [
            '<g role="row">',
            *(_gridcell(cell, link) for cell in sorted(rows[y], key=lambda c: c.at[0])),
            "</g>",
        ]
    return parts


def _cell(cell: Cell, still: bool = False) -> str:
    hint = "" if still else f"<title>{escape(_note(cell))}</title>"
    return f"<g data-cell={quoteattr(cell.name)}>{_face(cell)}{hint}</g>"


def _gridcell(cell: Cell, link: Attributes | None) -> str:
    start = f'<g data-cell={quoteattr(cell.name)} role="gridcell"'
    attributes = link(cell) if link is not None else {}
    label = f"aria-label={quoteattr(_note(cell))}"
    if not attributes:
        return f'{start} tabindex="-1" {label}>{_face(cell)}</g>'
    words = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    return f"{start}><a {words} {label}>{_face(cell)}</a></g>"


def _note(cell: Cell) -> str:
    return cell.note or " ".join(word for word in (cell.name, cell.fill, cell.label) if word)


def _face(cell: Cell) -> str:
    """The outline of the cell and its label."""
    x, y = cell.at
    label = ""
    if cell.label:
        size = min(0.5, 1.25 * _room(cell) / max(len(cell.label), 1))
        place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="middle" dy=".35em"'
        label = f'<text class="t-{cell.fill}" {place}>{escape(cell.label)}</text>'
    return _outline(cell, f'class="f-{cell.fill}"') + label


def _outline(cell: Cell, look_of: str) -> str:
    x, y = cell.at
    if cell.corners == SQUARE:
        return f'<rect {look_of} x="{_n(x - 0.48)}" y="{_n(y - 0.48)}" width=".96" height=".96" rx=".08"/>'
    points = " ".join(f"{_n(x + 0.97 * px)},{_n(y + 0.97 * py)}" for px, py in cell.corners)
    return f'<polygon {look_of} points="{points}"/>'


def _room(cell: Cell) -> float:
    """How wide the cell is at its middle."""
    return min(max(px for px, _ in cell.corners) - min(px for px, _ in cell.corners), 1.4)


def style(drawing: Drawing | None) -> str:
    """The style sheet for the roles of a drawing, or for all roles."""
    from coset.show.palette import FILLS

    fills = sorted(FILLS) if drawing is None else sorted({cell.fill for cell in drawing.cells})
    rules = [f"text{{{FONT}}} polyline{{fill:none;stroke-linejoin:round;stroke-linecap:round}}"]
    dark = []
    for fill in fills:
        shown = look(fill)
        rules.append(
            f".f-{fill}{{fill:{shown.light};stroke:#00000022;stroke-width:.03}}.t-{fill}{{fill:{ink_on(shown.light)}}}"
        )
        dark.append(f".f-{fill}{{fill:{shown.dark}}}.t-{fill}{{fill:{ink_on(shown.dark)}}}")
    for mark, shown in MARKS.items():
        rules.append(f".m-{mark}{{stroke:{shown.light};stroke-width:.11}}")
        dark.append(f".m-{mark}{{stroke:{shown.dark}}}")
    for ink, shown in INKS.items():
        rules.append(f".i-{ink}{{fill:{shown.light}}}.l-{ink}{{stroke:{shown.light}}}")
        dark.append(f".i-{ink}{{fill:{shown.dark}}}.l-{ink}{{stroke:{shown.dark}}}")
    if drawing is not None:
        rules.append(".ground{fill:#ffffff}")
        dark.append(".ground{fill:#1b1e23}")
    return "".join(rules) + "@media(prefers-color-scheme:dark){" + "".join(dark) + "}"


def _n(number: float) -> str:
    """A number without needless digits.

    >>> _n(0.5), _n(12.0), _n(-0.0001)
    ('0.5', '12', '0')
    """
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
