"""HTML in plain functions: what isn't Html is escaped, so that text from outside can't become markup."""

from collections.abc import Iterable
from html import escape
from urllib.parse import quote, urlencode


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Part = str | int | None | Iterable["Part"]


def tag(name: str, /, *parts: Part, **attributes: str | int | bool | None) -> Html:
    """An element. An attribute that is None or False is left out; `class_` is class, `data_key` is data-key.

    >>> tag("p", "1 < 2", tag("b", "!"), class_="note", hidden=True)
    '<p class="note" hidden>1 &lt; 2<b>!</b></p>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = key.rstrip("_").replace("_", "-")
        words.append(attribute if value is True else f'{attribute}="{escape(str(value))}"')
    start = f"<{' '.join(words)}>"
    return Html(start if name in VOID else f"{start}{join(*parts)}</{name}>")


VOID = frozenset({"input", "link", "meta", "br", "hr"})


def join(*parts: Part) -> Html:
    """Parts one after the other; None is nothing.

    >>> join("a&b", None, [tag("br"), 7])
    'a&amp;b<br>7'
    """
    return Html("".join(_text(part) for part in parts))


def _text(part: Part) -> str:
    if part is None:
        return ""
    if isinstance(part, Html):
        return str(part)
    if isinstance(part, str | int):
        return escape(str(part))
    return join(*part)


def address(path: str, **values: str | int | None) -> str:
    """The address of a page with its question; what is None or empty is left out.

    >>> address("/nim", board="../#.", play=None, turn=1)
    '/nim?board=../%23.&turn=1'
    """
    kept = [(key, str(value)) for key, value in values.items() if value is not None and value != ""]
    return path + ("?" + urlencode(kept, quote_via=quote, safe="/:,*;!@?") if kept else "")
