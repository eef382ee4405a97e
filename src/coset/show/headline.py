"""A headline: the question that a family began with, and its answer, as `coset tour` and the start page show it."""

from dataclasses import dataclass

from coset.show.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Headline:
    """One question, answered: `seed` is the figure that the question came with, `command` asks it again."""

    question: str
    answer: str
    seed: str
    command: str
    drawing: Drawing
