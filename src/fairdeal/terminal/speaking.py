"""How a terminal speaks to the person before it: the catalogue of a table, and what can be typed.

The own seat is called You. Commands are the same in every language; what they are for is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text as Ink

from fairdeal.contract.game import Setting
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Catalogue, say
from fairdeal.language.voice import HOUSE
from fairdeal.terminal.blocks import GAP, Block, folded, ink, padded, width_of, wrapped
from fairdeal.terminal.typed import COMMANDS

SIGNS = (
    (">", "turn"),
    ("!", "warning"),
    ("+", "scoring"),
    ("=", "good"),
    ("[R7]", "choice"),
    ("?", "unknown"),
    ("…", "cut"),
)
"""What stands on a screen, and the key that says what it means."""
KEYS = {"?": "now"}
"""The keys of commands that cannot be keys."""
FORMS = ("letter", "action", *COMMANDS, "tab", "enter")


def own_catalogue(setting: Setting, seat: int, language: str = DEFAULT) -> Catalogue:
    """Make the catalogue that speaks to the person on a seat."""
    return setting.catalogue(seat, {seat: HOUSE.said(say("you"), language)}, language)


def help_lines(catalogue: Catalogue, width: int) -> Block:
    """Say all that can be typed, and what the signs on a screen mean."""
    stands = folded(catalogue.render(say("terminal.help.stands")), width)
    return [*typing_lines(catalogue, width, FORMS), *stands, ink(), *wrapped(list(_signs(catalogue)), width)]


def typing_lines(catalogue: Catalogue, width: int, forms: Sequence[str]) -> Block:
    """Say what can be typed, and what for."""
    named = [(form, KEYS.get(form, form)) for form in forms]
    return rows(
        [
            (
                catalogue.render(say(f"terminal.form.{key}", command=form)),
                catalogue.render(say(f"terminal.help.{key}", command=form, **{"try": "try"})),
            )
            for form, key in named
        ],
        width,
    )


def rows(pairs: Iterable[tuple[str, str]], width: int) -> Block:
    """Lay out what is to be explained at the left, and beside it what is said of it."""
    heads = [(ink(head), text) for head, text in pairs]
    left = width_of([head for head, _ in heads]) + GAP
    lines: Block = []
    for head, text in heads:
        first, *others = folded(text, max(1, width - left))
        lines += [padded(head, left) + first, *(ink(" " * left) + line for line in others)]
    return lines


def _signs(catalogue: Catalogue) -> Iterator[Ink]:
    for sign, key in SIGNS:
        meaning = catalogue.render(say(f"usual.sign.{key}", command="show"))
        yield ink(f"{sign} {meaning}   ")
