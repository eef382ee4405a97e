"""A headline: the question that a family began with, and its answer, as `coset tour` and the start page show it."""

from dataclasses import dataclass

from coset.show.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Headline:
    """One question, answered: `came_with` is what was known of it when it was first asked, `command` asks it again."""

    question: str
    answer: str
    came_with: str
    command: str
    drawing: Drawing
