"""The terminal for `coset nim play`: with keys where there is a terminal, line by line where there is none."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from coset.cli.common import progress, shown
from coset.errors import BadInput
from coset.families.nim.picture import draw
from coset.families.nim.play import FULL, Game, choose, from_text, to_text
from coset.families.nim.rules import Move, cell_name, move_on, moves, parse_move
from coset.families.nim.shapes import shapes_of
from coset.files import read_text, write_whole

KEYS = (
    ("arrows: move", "space: turn", "tab: next piece", "enter: place"),
    ("u undo", "h hint", "s save", "g give up", "q quit", "? help"),
)
LINES = "a move such as b2c2b3c3, or: hint, undo, save FILE, resign, quit, help"
HELP = "You and the engine in turn put a piece on free cells. {rule} Pieces: {pieces}. They may be turned."
WELCOME = "The piece on the board is in your hand: move it, turn it, put it down."
HELP_KEYS = (
    "The piece in your hand is shown on the board, as x where it does not fit. Its letter (a capital) takes a piece."
)
HELP_LINES = "A move is the cells it covers: b2c2b3c3."


@dataclass
class Session:
    """A game at the terminal: what was said last, and where it is saved."""

    game: Game
    seconds: float
    save: str | None
    said: str = ""

    def tell(self, words: str) -> None:
        self.said = words

    def engine_moves(self) -> None:
        """Let the engine move if it is its turn."""
        if self.game.winner is not None or self.game.turn != "engine":
            return
        with progress("the engine thinks") as tell:
            choice = choose(self.game.position, self.game.level, self.seconds, tell)
        self.game = replace(self.game, moves=(*self.game.moves, choice.move))
        note = f" ({choice.words})" if choice.why == "guess" else ""
        self.tell(f"The engine plays {choice.move}{note}.")

    def place(self, move: Move) -> None:
        """My move, and the engine's answer."""
        self.game = replace(self.game, moves=(*self.game.moves, move))
        self.engine_moves()

    def undo(self) -> None:
        """Back to my turn before the last move of mine."""
        if self.game.resigned:
            self.game = replace(self.game, resigned=False)
            return self.tell("Not given up after all.")
        back = 2 if self.game.turn == "me" else 1
        mine = len(self.game.moves) - back
        if mine < 0 or (mine == 0 and self.game.first == "engine"):
            return self.tell("There is no move of yours to take back.")
        self.game = replace(self.game, moves=self.game.moves[:mine])
        return self.tell("Taken back.")

    def hint(self) -> Move | None:
        """The best move at full level, and what it is worth."""
        if self.game.winner is not None:
            self.tell("The game is over.")
            return None
        with progress("looking for a hint") as tell:
            choice = choose(self.game.position, FULL, self.seconds, tell)
        self.tell(f"Hint: {choice.move} ({choice.words}).")
        return choice.move

    def store(self, name: str) -> None:
        """Save the game."""
        write_whole(name, to_text(self.game) + "\n")
        self.tell(f"Saved; go on with: coset nim play --replay {name}")

    def ending(self) -> str:
        """Who has won, in words."""
        rule = "placed the last piece" if self.game.start.misere else "can't move"
        loser = "You" if self.game.winner == "engine" else "The engine"
        if self.game.resigned:
            return "You gave up: the engine wins."
        if not self.game.moves:
            return f"No piece fits on this board: {'you win' if self.game.winner == 'me' else 'the engine wins'}."
        return f"{loser} {rule}: {'you win!' if self.game.winner == 'me' else 'the engine wins.'}"

    def rule(self) -> str:
        """Who loses."""
        return "Who places the last piece LOSES." if self.game.start.misere else "Who can't move LOSES."

    def turn(self) -> str:
        """Whose turn it is, with the rule."""
        count = len(moves(self.game.position))
        return f"Your turn: {count:,} {'move is' if count == 1 else 'moves are'} possible. {self.rule()}"

    def help(self, more: str) -> str:
        """The rules in a few words."""
        return f"{HELP.format(rule=self.rule(), pieces=self.game.start.shapes)} {more}"


def play(session: Session) -> None:
    """Play until the game is over or left; Ctrl-C shows the game so far, so that it can be gone on with."""
    keys = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    try:
        session.engine_moves()
        if keys and os.name == "posix":
            by_keys(session)
        else:
            by_lines(session)
    except KeyboardInterrupt:
        print("The game so far, for --replay:\n" + to_text(session.game))
        raise


def start(game: Game, replay: str | None) -> Game:
    """The game to be played: a saved one as it was left, or the new one."""
    return from_text(read_text(replay)) if replay else game


def board(session: Session, hand: Move | None = None, fits: bool = True) -> str:
    """The board with the last move, and the piece in hand."""
    game = session.game
    marks = dict.fromkeys(hand.cells, "good" if fits else "bad") if hand else {}
    placed = [*game.moves, *([hand] if hand else [])]
    picture = draw(game.start, placed, marks, " ")
    labels = {cell_name(*cell): (hand.piece[0] if fits else "x") for cell in hand.cells} if hand else {}
    cells = tuple(replace(cell, label=labels.get(cell.name, cell.label)) for cell in picture.cells)
    return shown(replace(picture, cells=cells))


def by_lines(session: Session) -> None:
    """Read a line, answer it, show the board."""
    print(session.help(HELP_LINES))
    while True:
        if session.said:
            print(session.said)
        print(board(session))
        if session.game.winner is not None:
            print(session.ending())
            return
        session.said = ""
        print(session.turn())
        print(f"Your move ({LINES}):", flush=True)
        line = sys.stdin.readline()
        if not line:
            print("The input has ended; the game so far, for --replay:\n" + to_text(session.game))
            return
        try:
            if not _command(session, line.strip()):
                return
        except BadInput as wrong:
            session.tell(str(wrong))


def _command(session: Session, line: str) -> bool:
    """Do what a line says; False to leave."""
    word, _, rest = line.partition(" ")
    word = word.lower()
    if word in ("quit", "q", "exit"):
        return False
    if word in ("help", "?", "h"):
        session.tell(session.help(HELP_LINES))
    elif word == "hint":
        session.hint()
    elif word in ("undo", "u"):
        session.undo()
    elif word in ("resign", "give"):
        session.game = replace(session.game, resigned=True)
    elif word == "save":
        session.store(rest.strip() or session.save or "game.txt")
    elif line:
        session.place(parse_move(session.game.position, line))
    return True


@dataclass
class Hand:
    """The piece in hand: which way it lies, and where its corner is."""

    way: int = 0
    row: int = 0
    column: int = 0


def by_keys(session: Session) -> None:
    """Point with the arrow keys."""
    hand = Hand(row=session.game.start.height // 2 - 1, column=session.game.start.width // 2 - 1)
    _hold(session, hand, 0)
    session.tell(f"{session.said} {WELCOME}".strip())
    with _raw() as keys:
        while session.game.winner is None:
            move, fits = _in_hand(session, hand)
            _screen(board(session, move, fits), session.said, session.turn(), KEYS)
            session.said = ""
            key = next(keys)
            if key in ("q", "\x03", "\x04", ""):
                break
            try:
                _press(session, hand, key)
            except BadInput as wrong:
                session.tell(str(wrong))
    sys.stdout.write("\x1b[H\x1b[J")
    print(board(session))
    print(
        f"{session.said} {session.ending()}".strip()
        if session.game.winner
        else "The game so far, for --replay:\n" + to_text(session.game)
    )


def _press(session: Session, hand: Hand, key: str) -> None:
    """Do what a key means."""
    steps = {"\x1b[A": (-1, 0), "\x1b[B": (1, 0), "\x1b[D": (0, -1), "\x1b[C": (0, 1)}
    names = [shape.name for shape in shapes_of(session.game.start.shapes)]
    if key in steps:
        hand.row, hand.column = hand.row + steps[key][0], hand.column + steps[key][1]
        _hold(session, hand, 0)
    elif key in ("\t", "\x1b[Z"):
        different = [way for way, name in enumerate(names) if names.index(name) == way]
        at = different.index(names.index(names[hand.way]))
        _hold(session, hand, different[(at + (1 if key == "\t" else -1)) % len(different)] - hand.way)
    elif key == " ":
        same = [way for way, name in enumerate(names) if name == names[hand.way]]
        _hold(session, hand, same[(same.index(hand.way) + 1) % len(same)] - hand.way)
    elif key in ("\r", "\n"):
        move, _ = _in_hand(session, hand)
        session.place(move_on(session.game.position, list(move.cells), str(move)))
    elif key == "h":
        move_hint = session.hint()
        if move_hint:
            _take(session, hand, move_hint)
    elif key == "u":
        session.undo()
    elif key == "g":
        session.game = replace(session.game, resigned=True)
    elif key == "s":
        session.store(session.save or "game.txt")
    elif key == "?":
        session.tell(session.help(HELP_KEYS))
    elif key.upper() in names:
        _hold(session, hand, names.index(key.upper()) - hand.way)
    elif key != "\x1b":
        session.tell("This key has no use here; ? tells more.")


def _hold(session: Session, hand: Hand, turn: int) -> None:
    """Take another way of lying, and keep the piece on the board."""
    ways = shapes_of(session.game.start.shapes)
    hand.way = (hand.way + turn) % len(ways)
    wide, high = (max(cell[axis] for cell in ways[hand.way].cells) for axis in (0, 1))
    hand.row = max(0, min(hand.row, session.game.start.height - 1 - high))
    hand.column = max(0, min(hand.column, session.game.start.width - 1 - wide))


def _take(session: Session, hand: Hand, move: Move) -> None:
    """Put the hand where a move is."""
    hand.row, hand.column = min(row for row, _ in move.cells), min(column for _, column in move.cells)
    cells = frozenset((column - hand.column, row - hand.row) for row, column in move.cells)
    hand.way = [shape.cells for shape in shapes_of(session.game.start.shapes)].index(cells)


def _in_hand(session: Session, hand: Hand) -> tuple[Move, bool]:
    """The move that the hand points at, and whether it fits."""
    position = session.game.position
    shape = shapes_of(position.shapes)[hand.way]
    spots = sorted((hand.row + y, hand.column + x) for x, y in shape.cells)
    inside = tuple((row, column) for row, column in spots if row < position.height and column < position.width)
    fits = len(inside) == len(spots) and all(position.free >> (r * position.width + c) & 1 for r, c in inside)
    return Move(shape.name, inside), fits


def _screen(picture: str, said: str, turn: str, keys: tuple[tuple[str, ...], ...]) -> None:
    """Show a screen anew, as wide as the terminal, without leaving the lines of the old one."""
    wide = max(20, shutil.get_terminal_size().columns - 1)
    short = [line for row in keys for line in textwrap.wrap("   ".join(key.replace(" ", "\0") for key in row), wide)]
    lines = [picture, *textwrap.wrap(said, wide), *textwrap.wrap(turn, wide), "", *short]
    text = "\n".join(lines).replace("\0", " ")
    sys.stdout.write("\x1b[H" + "".join(f"{line}\x1b[K\r\n" for line in text.splitlines()) + "\x1b[J")
    sys.stdout.flush()


@contextmanager
def _raw() -> Iterator[Iterator[str]]:
    """Keys as they are pressed, from a terminal that is put back as it was."""
    import termios
    import tty

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    sys.stdout.write("\x1b[?1049h\x1b[?25l")
    try:
        tty.setcbreak(file)
        yield _keys(lambda: os.read(file, 32).decode(errors="replace"))
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()


def _keys(read: Callable[[], str]) -> Iterator[str]:
    """Single keys out of what is read; an arrow is three signs. '' is the end."""
    while True:
        text = read()
        if not text:
            yield ""
        while text:
            long = 3 if text.startswith(("\x1b[", "\x1bO")) else 1
            key, text = text[:long], text[long:]
            yield "\x1b[" + key[2] if len(key) == 3 else key
