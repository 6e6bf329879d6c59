"""Which form of a word goes with a number: CLDR's categories, by the rules that babel has for each language."""

from __future__ import annotations

import functools
from collections.abc import Callable

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
    from babel.core import Locale
    from babel.plural import to_python

    rule = Locale.parse(language.partition("-")[0]).plural_form
    return functools.lru_cache(MOST_REMEMBERED)(to_python(rule))
