"""The two passes of the seed, straight from the definitions; and the chance under limited sight, by trying everything.

First the orders that work without hold, then the queues from which one of them can be placed.
"""

from coset.families.hold.orders import orders_of
from coset.families.hold.rules import WIDTH, Position
from coset.stacking.drops import Rules, clear_rows, drops
from coset.stacking.drops import rules as drop_rules
from coset.stacking.queues import queues


def start(position: Position) -> tuple[int, int]:
    """The field as bits, and how many lines must clear."""
    rows = position.standing[::-1]
    return sum(1 << (y * WIDTH + x) for y, row in enumerate(rows) for x in range(WIDTH) if row[x] != "_"), len(rows)


def moves(field: int, height: int, piece: str, rules: Rules) -> set[tuple[int, int]]:
    """The fields and heights that a piece can lead to."""
    found = set()
    for drop in drops(field, WIDTH, piece, rules):
        if not drop.cells >> height * WIDTH:
            after, lines = clear_rows(field | drop.cells, WIDTH)
            found.add((after, height - lines))
    return found


class _Player:
    """Remembers which orders work from which fields."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.after: dict[tuple[int, int, str], set[tuple[int, int]]] = {}
        self.known: dict[tuple[int, int, str], bool] = {}

    def works(self, field: int, height: int, order: str) -> bool:
        """Whether the pieces, in this order and without hold, clear the field."""
        if not order:
            return height == 0
        if (field, height, order) not in self.known:
            if (field, height, order[0]) not in self.after:
                self.after[field, height, order[0]] = moves(field, height, order[0], self.rules)
            then = self.after[field, height, order[0]]
            self.known[field, height, order] = any(self.works(*after, order[1:]) for after in then)
        return self.known[field, height, order]


def working(position: Position) -> set[str]:
    """All queues that work."""
    player = _Player(drop_rules(position.kicks, position.drop))
    field, height = start(position)
    all_queues = list(queues(position.pattern, position.seen))
    orders = {
        queue: orders_of(queue, position.pieces) if position.hold else {queue[: position.pieces]}
        for queue in all_queues
    }
    works = {order for order in set().union(*orders.values()) if player.works(field, height, order)}
    return {queue for queue in all_queues if orders[queue] & works}


def answer(position: Position) -> tuple[int, int]:
    """How many queues work, and how many there are."""
    return len(working(position)), queues(position.pattern, position.seen).total


def best(position: Position, see: int) -> int:
    """How many queues work if only `see` pieces after the current one are seen, under best play: every choice tried,
    every queue dealt."""
    rules = drop_rules(position.kicks, position.drop)
    every = list(queues(position.pattern, position.seen))

    def value(field: int, height: int, held: str, at: int, left: list[str], forced: bool) -> int:
        if height == 0:
            return len(left)
        shown = {queue[: at + see + 1] for queue in left}
        if len(shown) > 1:
            return sum(
                value(field, height, held, at, [q for q in left if q[: at + see + 1] == s], forced) for s in shown
            )
        (known,) = shown
        if at == len(known):
            return (
                max((value(*after, "", at, left, False) for after in moves(field, height, held, rules)), default=0)
                if held
                else 0
            )
        now = known[at]
        choices = [value(*after, held, at + 1, left, False) for after in moves(field, height, now, rules)]
        if position.hold and not forced:
            if held:
                choices += [value(*after, now, at + 1, left, False) for after in moves(field, height, held, rules)]
            else:
                choices.append(value(field, height, now, at + 1, left, True))
        return max(choices, default=0)

    field, height = start(position)
    return value(field, height, "", 0, every, False)
