"""A game between two players, and the moves of the engine at five levels.

At level 5 the engine plays every winning move there is, and the best defence when it loses. At level n below 5 it
plays a random move in (5 - n) of 5 turns. While a board can't be solved in the time given, it takes, of up to 100
moves, the one after which the share of lost boards with so many cells in play is highest (`estimate.share_lost`), and
says that this is a guess.
"""

import random
import time
from dataclasses import dataclass, replace
from functools import reduce

from coset.errors import BadInput, Interrupted
from coset.families.nim import estimate
from coset.families.nim.lines import defence
from coset.families.nim.rules import Move, Position, after, format, moves, parse, parse_move
from coset.families.nim.solve import Progress, winners

LEVELS = range(1, 6)
FULL = 5
FIRST = ("me", "engine")


@dataclass(frozen=True, slots=True)
class Game:
    """The board at the start, the moves so far, who began, and the level of the engine."""

    start: Position
    moves: tuple[Move, ...] = ()
    first: str = "me"
    level: int = FULL
    resigned: bool = False

    @property
    def position(self) -> Position:
        """The board now."""
        return reduce(after, self.moves, self.start)

    @property
    def turn(self) -> str:
        """Whose move it is: me or engine."""
        return FIRST[(len(self.moves) + FIRST.index(self.first)) % 2]

    @property
    def winner(self) -> str | None:
        """Who has won, if the game is over."""
        if self.resigned:
            return "engine"
        if moves(self.position):
            return None
        other = FIRST[1 - FIRST.index(self.turn)]
        return self.turn if self.start.misere else other


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of the engine, and why: winning, defence, guess or slip (a random move of a lower level)."""

    move: Move
    why: str
    words: str


def check(game: Game) -> Game:
    """The game itself, or BadInput if its level or who begins makes no sense."""
    if game.level not in LEVELS:
        raise BadInput("there is no such level", game.level, "1 to 5")
    if game.first not in FIRST:
        raise BadInput("who moves first", game.first, "me or engine")
    return game


def choose(position: Position, level: int = FULL, seconds: float = 10.0, progress: Progress | None = None) -> Choice:
    """The move of the engine, with at most about so many seconds of thought. The same board gives the same move.

    >>> str(choose(parse("4x4")).move), choose(parse("4x4")).why
    ('O b2c2b3c3', 'winning')
    """
    every = moves(position)
    if not every:
        raise BadInput("no piece fits on this board, so there is no move", format(position))
    rng = random.Random(f"{format(position)}:{level}")
    if rng.random() < (FULL - level) / FULL:
        return Choice(
            rng.choice(every), "slip", f"a random move, as level {level} makes in {FULL - level} of {FULL} turns"
        )
    began = time.monotonic()
    try:
        found = winners(position, seconds, progress)
    except Interrupted:
        return _guess(position, every)
    if found:
        return Choice(found[0], "winning", f"{len(found)} of {len(every)} moves win")
    left = max(0.5, seconds - (time.monotonic() - began))
    best = defence(position, left, progress)
    if not best:
        return Choice(every[0], "defence", "every move loses; there was no time to compare them")
    words = f"every move loses; after this one {best[0].right} of {best[0].answers} answers win"
    if not best[0].answers:
        words = "every move loses; this one is the last of the game"
    return Choice(best[0].move, "defence", words)


def _guess(position: Position, every: list[Move]) -> Choice:
    """Of 100 moves drawn at random, the one after which boards with so many cells in play are most often lost."""
    some = random.Random(format(position)).sample(every, min(len(every), 100))
    boards = {move: estimate.share_lost(after(position, move)) for move in some}
    best = max(some, key=lambda move: boards[move])
    words = "not solved in the time given; a guess"
    if estimate.counted(position):
        words += f": about {round(100 * boards[best])} of 100 such boards are lost for the next player"
    return Choice(best, "guess", words)


def to_text(game: Game) -> str:
    """The game as a text that `from_text` reads back.

    >>> print(to_text(Game(parse("4x4"), (parse_move(parse("4x4"), "b2c2b3c3"),))))
    nim:4x4
    first me
    level 5
    O b2c2b3c3
    """
    lines = [format(game.start), f"first {game.first}", f"level {game.level}", *map(str, game.moves)]
    return "\n".join(lines + ["resigned"] * game.resigned)


def from_text(text: str) -> Game:
    """The game of a text; every move is checked.

    >>> from_text("nim:4x4\\nfirst engine\\nlevel 3\\nb2c2b3c3").turn
    'me'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise BadInput("this is no saved game", text, "its first line is a board such as nim:6x6")
    game = Game(parse(lines[0]))
    for number, line in enumerate(lines[1:], 2):
        word, _, rest = line.partition(" ")
        if game.resigned:
            raise BadInput(f"line {number} comes after the end of the game", line)
        if word == "first":
            game = check(replace(game, first=rest))
        elif word == "level":
            game = check(replace(game, level=int(rest) if rest.isdecimal() and len(rest) < 3 else 0))
        elif line == "resigned":
            game = replace(game, resigned=True)
        else:
            try:
                game = replace(game, moves=(*game.moves, parse_move(game.position, line)))
            except BadInput as wrong:
                raise BadInput(f"line {number} of the game: {wrong.what}", line, wrong.right) from None
    return game
