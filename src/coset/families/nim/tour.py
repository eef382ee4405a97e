"""The headline question: who wins on 5x6."""

from coset.families.nim.picture import draw
from coset.families.nim.rules import parse
from coset.families.nim.solve import solve
from coset.show.headline import Headline


def headline() -> Headline:
    """5x6, all tetrominoes, last to place loses."""
    solution = solve("5x6")
    return Headline(
        question="Who wins the placement game of tetrominoes on 5x6, where the last to place loses?",
        answer=f"The first player, by {solution.winning_count} of {solution.moves} first moves; one of them is shown.",
        came_with="a program that works on the full set of this board for over 300 s (coset nim ois 5x6)",
        command="coset nim solve 5x6",
        drawing=draw(parse("5x6"), solution.winning[:1]),
    )
