"""Boards of mines drawn by pressing cells: levels with their mines, and positions with the numbers that are seen."""

from dataclasses import replace

from coset.cells.bits import cells_of, mask_of
from coset.errors import BadInput, TooBig
from coset.families.mines import rules
from coset.families.mines.rules import COLOURS, Colour, Position
from coset.families.mines.tilings import SHAPES
from coset.show.drawing import Cell, Drawing
from coset.web import parts
from coset.web.ask import Ask
from coset.web.html import Html, Part, address, join, tag
from coset.web.mines_board import EXAMPLE, MOST_CELLS, cells_named, position_in, size_of, with_mines
from coset.web.parts import Go, Page
from coset.web.query import Query

PENS = {"mine": "mine", "safe": "safe", "secret": "safe, secret", "seen": "safe, seen"}
KINDS = {
    "lock": "squares with lines (combination lock)",
    "sweep": "squares (minesweeper)",
    "hexlock": "hexagons with lines",
    "hexes": "hexagons",
}


def view(query: Query, ask: Ask) -> Page | Go:
    """A board whose cells take what the pen writes."""
    if "size" in query:
        return Go(address("/mines/draw", level=_empty(query), pen=query.text("pen")))
    position = position_in(query)
    pens = _pens(position)
    pen = query.choice("pen", list(pens))
    stroke = cells_named(query.text("paint"), position)
    if stroke or "total" in query:
        total = query.number("total", position.total, 0, position.tiling.size)
        return Go(address("/mines/draw", level=rules.format(_painted(position, stroke, pen, total)), pen=pen))
    text = rules.format(position)

    def link(cell: Cell) -> dict[str, str]:
        if cell.name not in position.tiling.names:
            return {}
        return {"href": address("/mines/draw", level=text, pen=pen, paint=cell.name)}

    paint = address("/mines/draw", level=text, pen=pen) + "&paint="
    picture = _picture(position)
    board = parts.board(picture, link, scale=size_of(position), paint=paint)
    write = [
        parts.link(_pen(name, words), query.to(pen=name), current=name == pen, id=f"pen-{name}")
        for name, words in pens.items()
    ]
    pens_panel = parts.panel("Pen", parts.bar(*write, label="What a press writes"), _total(position, pen))
    said = [
        parts.bar(
            parts.link("What follows?", address("/mines", level=text), strong=True, id="solve"),
            parts.link("Play it", address("/mines/play", level=text)) if position.mines is not None else None,
        ),
        _new(),
    ]
    words = f"{parts.count(position.tiling.size, 'cell')}, {parts.count(position.total, 'mine')}"
    hint = parts.how("Press a cell, or drag over several.", "Press a cell.")
    about = ABOUT_LEVEL if position.mines is not None else ABOUT_SEEN
    return Page("Draw", parts.sheet("Draw a board", about, Html(""), [board, hint, pens_panel], said), words)


ABOUT_LEVEL = "Choose a pen, then press the cells it should write on. The numbers follow from the mines by themselves."
ABOUT_SEEN = "Choose a number, then press the cells that show it. The odds of the hidden cells follow from them."


def _pen(name: str, words: str) -> Part:
    """What a pen writes, a colour with a sample of it."""
    if name not in COLOURS:
        return words
    sample = Drawing(words, (Cell(name, (0, 0), name),))
    return [parts.picture(sample, scale=14), words]


def _pens(position: Position) -> dict[str, str]:
    if position.mines is None:
        return {"hidden": "hidden", **{str(number): str(number) for number in range(9)}}
    return PENS | {name: name.lower() for name in COLOURS} | {"plain": "no colour"}


def _painted(position: Position, stroke: list[int], pen: str, total: int) -> Position:
    """The board with these cells as the pen writes them."""
    cells = mask_of(stroke)
    if position.mines is None:
        signs = list(rules.signs_of(position))
        for cell in stroke:
            signs[cell] = "#" if pen == "hidden" else pen
        width, height = rules.size_of(position.tiling.name.partition(":")[2])
        return rules.seen(width, height, total, "".join(signs))
    mines, secret, revealed = position.mines, position.secret, position.revealed
    colours = position.colours
    if pen in PENS:
        mines, secret, revealed = mines & ~cells, secret & ~cells, revealed & ~cells
        mines |= cells if pen == "mine" else 0
        secret |= cells if pen == "secret" else 0
        revealed |= cells if pen == "seen" else 0
    else:
        kept = {colour.name: colour.cells & ~cells for colour in colours if not colour.dark}
        if pen != "plain":
            kept[pen] = kept.get(pen, 0) | cells
        light = [Colour(name, kept[name]) for name in COLOURS if kept.get(name)]
        dark = [replace(colour, cells=colour.cells & ~cells) for colour in colours if colour.dark]
        colours = (*light, *(colour for colour in dark if colour.cells))
    return rules.level(position.tiling, mines, secret, revealed, colours)


def _picture(position: Position) -> Drawing:
    """The board with all that is known; what is seen from the start is outlined."""
    from coset.families.mines.picture import draw

    if position.mines is None:
        return draw(position)
    drawing = draw(position, position.all_cells & ~position.mines, position.mines)
    seen = {position.tiling.names[cell] for cell in cells_of(position.revealed)}
    colours = {position.tiling.names[cell]: c.name for c in position.colours for cell in cells_of(c.cells)}
    cells = (
        replace(cell, fill=colours.get(cell.name, cell.fill), mark="from" if cell.name in seen else "")
        for cell in with_mines(drawing.cells)
    )
    return replace(drawing, cells=tuple(cells))


def _empty(query: Query) -> str:
    """The ID of an empty board of the wanted kind and size."""
    size, kind = query.text("size", longest=20), query.choice("kind", [*SHAPES, "seen"])
    width, height = rules.size_of(size.lower().replace("×", "x"))
    if width * height > MOST_CELLS:
        raise TooBig(f"this board has {width * height} cells", size, f"a page shows up to {MOST_CELLS}")
    if kind == "seen":
        mines = query.number("total", max(1, width * height // 5), 0, width * height)
        return f"mines:{width}x{height}:{mines}:{'_' * width * height}"
    if "total" in query:
        raise BadInput("the mines of a level are drawn, not counted", query.text("total"), "leave the number out")
    return f"mines:{kind}:{width}x{height}:{'.' * width * height}"


def _total(position: Position, pen: str) -> Html | None:
    if position.mines is not None:
        return None
    box = parts.number("Mines in all", "total", position.total, 0, position.tiling.size)
    return parts.form("/mines/draw", box, button="Set", keep={"level": rules.format(position), "pen": pen})


def _new() -> Html:
    levels = parts.form(
        "/mines/draw",
        parts.choose("Kind", "kind", KINDS, "lock"),
        parts.field("Size", "size", "6x6"),
        button="New level",
    )
    seen = parts.form(
        "/mines/draw",
        parts.field("Size", "size", "8x8"),
        parts.number("Mines", "total", 10, 0, MOST_CELLS),
        button="New position",
        keep={"kind": "seen"},
    )
    return join(
        parts.panel("An empty level", levels),
        parts.panel(
            "A position of minesweeper", seen, tag("p", "Draw the numbers you see; the odds follow.", class_="soft")
        ),
        parts.bar(parts.link("An example", address("/mines", level=EXAMPLE))),
    )
