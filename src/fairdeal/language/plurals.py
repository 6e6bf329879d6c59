"""Which form of a word goes with a number: CLDR's categories, by the rules that babel has for each language."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.plural import PluralRule

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
MOST_REMEMBERED = 2**12  # numbers


@functools.cache
def category_in(language: str) -> Callable[[int], str]:
    """Give the function that names the category of a number in a language.

    >>> count = category_in("en")
    >>> count(1), count(0), count(21)
    ('one', 'other', 'other')
    >>> [category_in("pl")(number) for number in (1, 2, 5, 22)]
    ['one', 'few', 'many', 'few']
    """
    # Imported here since nobody should wait for it who says nothing.
    from babel.plural import to_python

    return functools.lru_cache(MOST_REMEMBERED)(to_python(_rule(language)))


def categories_in(language: str) -> tuple[str, ...]:
    """List the categories that a language tells apart, `other` among them.

    >>> categories_in("en"), categories_in("ja")
    (('one', 'other'), ('other',))
    """
    told_apart = {*_rule(language).tags, "other"}
    return tuple(category for category in CATEGORIES if category in told_apart)


def _rule(language: str) -> PluralRule:
    from babel.core import Locale

    return Locale.parse(language.partition("-")[0]).plural_form
