"""Words that the command line and the page share."""


def count(number: int, one: str, many: str = "") -> str:
    """A number and its noun.

    >>> count(1, "way"), count(12000, "way")
    ('1 way', '12,000 ways')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
