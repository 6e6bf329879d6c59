"""Which languages there are, and which of them somebody gets who asks for some."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

DEFAULT = "en"
PSEUDO = "en-XA"  # as ICU and Android call it
UNFINISHED = "unfinished"
HERE = Path(__file__).parent


@functools.cache
def known() -> tuple[str, ...]:
    """List the languages that there are, the default first: the house has a catalogue in each."""
    found = {path.stem for path in HERE.glob("*.toml")} - {DEFAULT}
    return (DEFAULT, *sorted(found))


@functools.cache
def offered() -> tuple[str, ...]:
    """List the languages that somebody gets without naming them: all that are not marked as unfinished."""
    return tuple(code for code in known() if not is_unfinished(code))


def is_unfinished(code: str) -> bool:
    """Tell whether the house's catalogue of a language says that much is still missing: `unfinished = true`."""
    return tomllib.loads((HERE / f"{code}.toml").read_text("utf-8")).get(UNFINISHED) is True


def wished(text: str, among: Sequence[str] | None = None) -> str | None:
    """Give the language that a wish such as `de-AT` or `de_AT.UTF-8` comes closest to; None if there is none.

    >>> wished("en-GB"), wished("EN_us.UTF-8"), wished("en-xa"), wished("tlh")
    ('en', 'en', 'en-XA', None)
    """
    parts = text.partition(".")[0].strip().lower().replace("_", "-").split("-")
    by_tag = {code.lower(): code for code in (*(known() if among is None else among), PSEUDO)}
    tags = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((by_tag[tag] for tag in tags if tag in by_tag), None)


def negotiated(header: str) -> str:
    """Give the language for a header `Accept-Language`.

    >>> negotiated("tlh, en-XA;q=0.9, en;q=0.8"), negotiated("tlh"), negotiated("*;q=0.5, en-XA;q=0")
    ('en-XA', 'en', 'en')
    """
    return next(filter(None, (wished(wish, offered()) for wish in _in_order(header))), DEFAULT)


def _in_order(header: str) -> Iterator[str]:
    """List the wishes of a header, the greatest first, without those that nobody wants."""
    wishes = []
    for part in header[:1000].split(","):
        tag, _, rest = part.partition(";")
        wishes.append((_weight(rest), tag.strip()))
    yield from (tag for weight, tag in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0)


def _weight(text: str) -> float:
    name, _, value = text.strip().partition("=")
    try:
        return min(float(value), 1.0) if name == "q" else 1.0
    except ValueError:
        return 0.0
