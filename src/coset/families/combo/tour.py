"""The question that the family began with."""

from coset.families.combo.picture import draw
from coset.families.combo.rules import parse
from coset.families.combo.solve import advise_position, solve
from coset.show.headline import Headline


def headline() -> Headline:
    """A well with three cells, hold and four previews, solved now; one position of it in the picture."""
    solution = solve(residual=3, preview=4, hold=True)
    asked = parse("combo:srs:random:X.../X..X:h=S:q=ZTLIJ")
    best = advise_position(solution.policy, asked).choices[0]
    return Headline(
        question="In a 4-wide well with 3 cells left, hold and 4 previews: which drop keeps the combo longest?",
        answer=(
            f"Here: {best.piece}, for {best.value:.2f} drops on average. All {solution.states:,} states were solved; "
            f"the best is worth {solution.best:.9f}, proved to within {solution.bounds[1] - solution.bounds[0]:.1g}."
        ),
        came_with="6 previews, which make 280 x 117,649 = 32,941,720 states: coset combo solve --preview 6 --hold",
        command="coset combo solve --residual 3 --preview 4 --hold",
        drawing=draw(asked, best),
    )
