"""A level of mines to be played: what is opened and flagged is in the address, so that undo is the back button."""

from coset.errors import BadInput
from coset.families.mines import rules
from coset.show.drawing import Cell
from coset.web import parts
from coset.web.ask import Ask
from coset.web.html import Html, Part, join, tag
from coset.web.mines_board import about, as_hex, cells_in, drawn, marks_of, names_of, opened_from, position_in, size_of
from coset.web.parts import Page
from coset.web.query import Query

FORGET = {"hint": None}


class Play:
    """What the address tells of a game."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.level = position_in(query)
        if self.level.mines is None:
            raise BadInput(
                "nobody knows the mines of this board", rules.format(self.level), "a level, such as lock:6x6"
            )
        self.mines = self.level.mines
        self.seen = self.level.revealed | cells_in(query, "open", self.level)
        self.flags = cells_in(query, "flags", self.level) & ~self.seen
        self.flagging = query.choice("mode", ("open", "flag")) == "flag"
        self.faults = self.seen & self.mines

    @property
    def solved(self) -> bool:
        """Whether every cell without a mine is open."""
        return self.level.all_cells & ~self.mines & ~self.seen == 0

    def to_open(self, cell: int) -> str:
        """The address once this cell is opened."""
        seen = self.seen | opened_from(self.level, cell)
        return self.query.to(open=as_hex(seen & ~self.level.revealed), flags=as_hex(self.flags & ~seen), **FORGET)

    def to_flag(self, cell: int) -> str:
        """The address once this cell is flagged, or no more."""
        return self.query.to(flags=as_hex(self.flags ^ 1 << cell), **FORGET)


def view(query: Query, ask: Ask) -> Page:
    """The board as it is opened so far, and what to do with it."""
    play = Play(query)
    words, mood = _state(play)
    marks: dict[str, str] = {}
    told: Part = None
    if query.choice("hint", ("", "1", "2")) and not play.solved and not play.faults:
        told, marks = _hint(play, ask)
    numbers = {name: cell for cell, name in enumerate(play.level.tiling.names)}

    def link(cell: Cell) -> dict[str, str]:
        number = numbers.get(cell.name)
        if number is None or play.seen >> number & 1 or play.faults or play.solved:
            return {}
        flagged = play.flags >> number & 1
        goes = play.to_flag(number) if play.flagging or flagged else play.to_open(number)
        return {"href": goes, "data-other": play.to_flag(number)}

    stepped_on = dict.fromkeys(names_of(play.level, play.faults), "bad")
    shown = play.mines if play.solved else play.faults
    picture = drawn(play.level, play.seen & ~play.faults, shown, play.flags & ~shown, {**marks, **stepped_on})
    board = parts.board(picture, link, scale=size_of(play.level))
    body = parts.sheet(
        "Find the mines", about(play.level), parts.answer(words, mood=mood), board, [_tools(play), told, _rest(play)]
    )
    return Page("Mines", body, words)


def _state(play: Play) -> tuple[str, str]:
    left = play.level.total - play.flags.bit_count()
    if play.faults:
        return f"There was a mine on {' '.join(names_of(play.level, play.faults))}.", "bad"
    if play.solved:
        return "Solved: every cell without a mine is open.", "good"
    shut = (play.level.all_cells & ~play.seen & ~play.flags).bit_count()
    return f"{parts.count(left, 'mine')} left in {parts.count(shut, 'cell')}.", ""


def _tools(play: Play) -> Html:
    query = play.query
    if play.faults:
        back = query.to(open=as_hex(play.seen & ~play.faults & ~play.level.revealed))
        return parts.bar(parts.link("Take it back", back, key="u", strong=True, id="undo"), _restart(play))
    if play.solved:
        return parts.bar(_restart(play))
    modes = [
        parts.link("Open", query.to(mode=None), key="o", current=not play.flagging, id="opening"),
        parts.link("Flag", query.to(mode="flag"), key="f", current=play.flagging, id="flagging"),
    ]
    hint = parts.link("Hint", query.to(hint=1), key="" if "hint" in query else "h", id="hint")
    return join(
        parts.bar(*modes, hint, _restart(play), label="What a press does"),
        parts.how("The other button of the mouse flags, too.", "A long tap flags, too."),
    )


def _restart(play: Play) -> Html:
    return parts.link("Start again", play.query.to(open=None, flags=None, mode=None, **FORGET), id="restart")


def _rest(play: Play) -> Html:
    text = rules.format(play.level)
    return parts.bar(
        parts.link(
            "See the solution", play.query.to("/mines", level=text, open=None, flags=None, mode=None, hint=None)
        ),
        parts.link("Change the level", play.query.to("/mines/draw", level=text, open=None, flags=None, mode=None)),
        parts.link("Another level", play.query.to("/mines/new", level=None, open=None, flags=None, mode=None)),
    )


def _hint(play: Play, ask: Ask) -> tuple[Part, dict[str, str]]:
    """The easiest next step: first where to look, then what follows and why, its cells lit."""
    from coset.families.mines.solve import hint

    query = play.query
    wrong = names_of(play.level, play.flags & ~play.mines)
    if wrong:
        return parts.alert(f"A flag is wrong: {' '.join(wrong)}."), dict.fromkeys(wrong, "bad")
    step = ask(hint, play.level, play.seen, play.flags)
    if step is None:
        return parts.panel("Hint", tag("p", "Nothing follows from what is seen: here one has to guess.")), {}
    if query.text("hint") == "1":
        more = parts.link("What follows?", query.to(hint=2), key="h", id="more")
        return parts.panel("Hint", tag("p", f"Look at {step.where}."), parts.bar(more)), {}
    return parts.panel("Hint", tag("p", f"{step.text}.")), marks_of(step)
