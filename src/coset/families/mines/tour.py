"""The question that the family began with."""

from coset.families.mines.picture import draw
from coset.families.mines.solve import rate, solve
from coset.show.headline import Headline

BOARD = "lock:6x6:.*...*.*****?*.*..**..?..?.?....?***"


def headline() -> Headline:
    """How hard a combination lock is, and why its hardest step is true."""
    rating, solution = rate(BOARD), solve(BOARD, explain=True)
    hardest = max(solution.steps, key=lambda step: step.size)
    rounds = ", ".join(map(str, rating.steps))
    return Headline(
        "Does this combination lock follow by logic alone, and how hard is it?",
        f"Yes, in {len(rating.steps)} steps of {rounds} rounds: score {rating.smooth:.2f}. The hardest step, lit here, "
        f"takes {hardest.size} inequalities that are not on the board.",
        "three locks of this size whose scores are 25.5, 31.67 and 33.33",
        f"coset mines rate '{BOARD}'",
        draw(solution.position, step=hardest),
    )
