"""A game of nim against the engine: the whole game is in the address, so that undo is a link to a shorter one."""

import re
from collections.abc import Mapping

from coset.cells.symmetry import Cells
from coset.errors import BadInput, TooBig
from coset.families.nim import rules
from coset.families.nim.rules import Move, Position, cell_name
from coset.families.nim.shapes import shapes_of
from coset.show.drawing import SQUARE, Drawing
from coset.show.drawing import Cell as DrawnCell
from coset.show.svg import svg
from coset.web import nim_board, parts
from coset.web.ask import Ask
from coset.web.html import Html, Part, address, tag
from coset.web.parts import Go, Page
from coset.web.query import Query

WORDS = ("1: careless", "2: easy", "3: middling", "4: hard", "5: never errs")
LEVELS = {str(level): words for level, words in enumerate(WORDS, 1)}
WHY = {"": "", "winning": "", "defence": "", "guess": " at a guess, for it could not solve the board", "slip": ""}
THINKING = 5.0
LISTED = 60
BEGINNERS = {"me": "I do", "engine": "the engine"}
ON_DEMAND = (("who", "Who is winning?", "w"), ("hint", "Hint", "h"), ("wins", "Winning moves", "m"))
FORGET: Mapping[str, None] = {name: None for name, _, _ in ON_DEMAND}
"""What is shown on demand holds for one position only."""


class Game:
    """A game as the address tells it: the first board, the moves, and who began."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.start = nim_board.position_in(query)
        self.level = query.number("level", 5, 1, 5)
        self.mine_first = query.choice("first", ("me", "engine")) == "me"
        self.moves: list[Move] = []
        self.now = self.start
        for number, word in enumerate([word for word in query.text("moves").split(".") if word], 1):
            try:
                move = rules.parse_move(self.now, word)
            except BadInput as error:
                raise BadInput(f"move {number} can't be made: {error.what}", word, error.right) from None
            self.moves.append(move)
            self.now = rules.after(self.now, move)

    @property
    def mine(self) -> bool:
        """Whether it is the visitor's turn."""
        return (len(self.moves) % 2 == 0) == self.mine_first

    @property
    def over(self) -> bool:
        """Whether no piece fits any more."""
        return next(rules.placements(self.now), None) is None

    def with_moves(self, moves: list[Move], why: str | None = None) -> str:
        """The address of the game with these moves made."""
        text = ".".join("".join(nim_board.names_of(move)) for move in moves)
        return self.query.to(moves=text, why=why, **FORGET)


def view(query: Query, ask: Ask) -> Page | Go:
    """The game at the visitor's move, or its end."""
    from coset.families import nim as library

    game = Game(query)
    still = parts.board(_picture(game, {}), scale=nim_board.scale_of(game.start))
    ask.meanwhile = parts.sheet(TITLE, nim_board.about(game.start), None, still, None)
    if not game.over and not game.mine:
        chosen = ask(library.choose, game.now, game.level, THINKING)
        return Go(game.with_moves([*game.moves, chosen.move], why=chosen.why))
    words, mood = _state(game)
    piece, turn, ways = _held(query, game)
    marks: dict[str, str] = {}
    told: list[Part] = []
    if not game.over:
        told, marks = _on_demand(game, ask)
    links = None if game.over else _links(game, ways[turn], _turned(query, piece, turn, ways))
    drawn = parts.board(_picture(game, marks), links, scale=nim_board.scale_of(game.start))
    said = [
        _palette(query, game, piece, turn) if not game.over else None,
        _buttons(query, game),
        *told,
        _again(query, game),
        _record(game),
    ]
    stage = [drawn, None if game.over else HOW]
    body = parts.sheet(TITLE, nim_board.about(game.start), parts.answer(words, mood=mood), stage, said)
    return Page("A game of nim", body, words)


TITLE = "Place pieces"
HOW = parts.how(
    "Point where the piece goes, and press. The other button turns it, or R.",
    "Tap to see how the piece lies, tap it again to place it. A long tap turns it.",
)


def _state(game: Game) -> tuple[str, str]:
    if game.over:
        won = game.mine == game.start.misere
        reason = "no piece fits any more, and who placed the last one " + ("loses" if game.start.misere else "wins")
        return ("You win: " if won else "The engine wins: ") + reason + ".", "good" if won else "bad"
    if not game.moves:
        return "Your move.", ""
    why = WHY[game.query.choice("why", list(WHY))]
    return f"The engine placed {' '.join(nim_board.names_of(game.moves[-1]))}{why}. Your move.", ""


def _picture(game: Game, marks: Mapping[str, str]) -> Drawing:
    """The first board with the pieces placed since in their colours, the last one outlined."""
    last = dict.fromkeys(nim_board.names_of(game.moves[-1]), "from") if game.moves else {}
    return nim_board.drawn(game.start, game.moves, {**last, **marks})


def _ways(position: Position) -> dict[str, list[Cells]]:
    """The ways each piece may lie."""
    ways: dict[str, list[Cells]] = {}
    for shape in shapes_of(position.shapes):
        ways.setdefault(shape.name, []).append(shape.cells)
    return ways


def _held(query: Query, game: Game) -> tuple[str, int, list[Cells]]:
    """The piece in hand, the one asked for or else the first that fits, and how it lies of all the ways it may."""
    ways = _ways(game.start)
    fits = next((piece for piece, _ in rules.placements(game.now)), next(iter(ways)))
    piece = query.text("piece", usual=fits, longest=100)
    if piece not in ways:
        raise BadInput("there is no such piece in this game", piece, ", ".join(ways))
    return piece, query.number("turn", 0, 0, 99) % len(ways[piece]), ways[piece]


def _turned(query: Query, piece: str, turn: int, ways: list[Cells]) -> str | None:
    """The address with the piece turned; nothing for one that is the same however it lies."""
    return query.to(piece=piece, turn=(turn + 1) % len(ways)) if len(ways) > 1 else None


def _links(game: Game, way: Cells, turned: str | None) -> parts.Leads:
    """For each cell the move that puts the piece there; near an edge it is moved so that it still covers the cell.

    The other button of the mouse turns the piece.
    """
    position = game.now
    middle = (sum(x for x, _ in way) / len(way), sum(y for _, y in way) / len(way))
    anchors = sorted(way, key=lambda at: ((at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2, at[::-1]))
    numbers = nim_board.cells_by_name(position)

    def link(cell: DrawnCell) -> dict[str, str]:
        row, column = divmod(numbers[cell.name], position.width)
        for x, y in anchors:
            cells = sorted((row - y + down, column - x + right) for right, down in way)
            if all(
                0 <= r < position.height and 0 <= c < position.width and position.free >> (r * position.width + c) & 1
                for r, c in cells
            ):
                move = Move("", tuple(cells))
                covers = " ".join(cell_name(*at) for at in cells)
                found = {"href": game.with_moves([*game.moves, move]), "data-covers": covers}
                return found | ({"data-other": turned} if turned else {})
        return {}

    return link


def _palette(query: Query, game: Game, piece: str, turn: int) -> Html:
    """The pieces, and how the one in hand lies; pressing that turns it."""
    fitting = {name for name, _ in rules.placements(game.now)}
    links = []
    every = _ways(game.start)
    turned = _turned(query, piece, turn, every[piece])
    for name, ways in every.items():
        way = ways[turn] if name == piece else ways[0]
        cells = tuple(DrawnCell(f"{x}.{y}", (x, y), nim_board.fill_of(name), corners=SQUARE) for x, y in sorted(way))
        shown = Html(svg(Drawing(f"piece {name}", cells), scale=16, page=True, still=True))
        goes = query.to(piece=name, turn=None) if name in fitting else None
        goes = turned or goes if name == piece else goes
        links.append(parts.link(shown, goes, current=name == piece, id=f"piece-{re.sub('[^A-Za-z0-9]', '_', name)}"))
    links.append(parts.link("Turn", turned, key="r", id="turn"))
    return tag("div", parts.bar(*links, label="The piece to place"), class_="pieces")


def _buttons(query: Query, game: Game) -> Html:
    own = len(game.moves) - (1 if game.over and not game.mine else 2)
    undo = game.with_moves(game.moves[:own]) if own >= 0 else None
    asks = []
    if not game.over:
        for name, words, key in ON_DEMAND:
            on = query.yes(name)
            asks.append(
                parts.link(
                    words,
                    address(query.path, **{**query.values, name: None if on else "1"}),
                    key=key,
                    current=on,
                    id=name,
                )
            )
    return parts.bar(parts.link("Undo", undo, key="u", id="undo"), *asks, label="Help")


def _on_demand(game: Game, ask: Ask) -> tuple[list[Part], dict[str, str]]:
    """Who is winning, a hint, the winning moves: what was asked for, and what to outline on the board."""
    from coset.families import nim as library

    query = game.query
    told: list[Part] = []
    marks: dict[str, str] = {}
    if not any(query.yes(name) for name in ("who", "hint", "wins")):
        return told, marks
    try:
        nim_board.check_size(game.now)
    except TooBig as refusal:
        return [parts.alert(str(refusal))], marks
    answer = ask(library.solve, game.now)
    if query.yes("who"):
        told.append(tag("p", "You can win from here." if answer.outcome == "N" else "The engine is winning."))
    if query.yes("hint"):
        best = ask(library.choose, game.now, 5, THINKING)
        marks = dict.fromkeys(nim_board.names_of(best.move), "lit")
        told.append(tag("p", f"Place {best.move.piece} on {' '.join(nim_board.names_of(best.move))}: {best.words}."))
    if query.yes("wins"):
        links = [
            parts.link("".join(nim_board.names_of(move)), game.with_moves([*game.moves, move]))
            for move in answer.winning[:LISTED]
        ]
        words = f"{answer.winning_count:,} of {parts.count(answer.moves, 'move')} win" + ("." if not links else ":")
        told.append(parts.panel("Winning moves", tag("p", words), parts.bar(*links)))
    return told, marks


def _again(query: Query, game: Game) -> Html:
    text = rules.format(game.start)
    form = parts.form(
        "/nim/play",
        parts.choose("Level", "level", LEVELS, str(game.level)),
        parts.choose("Who begins", "first", BEGINNERS, "me" if game.mine_first else "engine"),
        button="New game",
        keep={"board": text},
    )
    return parts.panel("Another game", form, parts.bar(parts.link("Another board", query.to("/nim", board=text))))


def _record(game: Game) -> Html | None:
    if not game.moves:
        return None
    lines = []
    for number, move in enumerate(game.moves):
        who = "you" if (number % 2 == 0) == game.mine_first else "engine"
        lines.append([str(number + 1), who, str(move)])
    return parts.fold("Moves", parts.table(["", "who", "move"], lines), id="record")
