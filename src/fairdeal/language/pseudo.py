"""A language that no one speaks, made of English: accented, bracketed and a third longer.

Whoever reads a screen in it sees at once what was not taken from a catalogue, and what has no room for longer words.
Gaps, § and whatever else is no word stay as they are.
"""

from __future__ import annotations

import functools
import re
import string

from fairdeal.language.messages import Template

LONGER = 0.35
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ",
)
WORD = re.compile(r"[A-Za-z]+")
# Of Markdown: what begins a line and is no text, what ends a table's cell, and what stays inside a line.
OPENING = re.compile(r"\s*(?:#+ +|[-*] +|> +|\d+\. +|\*\*§\d+\*\* +)*")
CELL = re.compile(r"(\s*\|\s*)")
STAYS = re.compile(r"(`[^`]*`|\]\([^)]*\)|https?://\S+|&\w+;)")
FENCE = "```"
BROKEN = re.compile("`[^`]*`")  # code that may go on in the next line
HELD = "\0"


def template(given: Template) -> Template:
    """Give a template in the pseudo-language; one without a letter of its own is the same in every language.

    >>> template("{seat} plays {card} (§7)."), template("{a}, {b}"), template("{{}} open")
    ('[{seat} þþļååýš {card} (§7).]', '{a}, {b}', '[{{}} ööþéñ]')
    """
    if not isinstance(given, str):
        return {name: template(variant) for name, variant in given.items()}
    parts = string.Formatter().parse(given)
    text = "".join(_escaped(accented(words)) + _gap(name, conversion) for words, name, _, conversion in parts)
    return f"[{text}]" if text != given else given


def _gap(name: str | None, conversion: str | None) -> str:
    return "" if name is None else f"{{{name}!{conversion}}}" if conversion else f"{{{name}}}"


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def accented(text: str) -> str:
    """Accent all words of a text, and make each longer.

    >>> accented("Lead any card."), accented("3x5 (§7)")
    ('Ļééåð ååñý çååŕð.', '3ẋ5 (§7)')
    """
    return WORD.sub(lambda match: _word(match[0]), text)


@functools.lru_cache(2**12)
def _word(word: str) -> str:
    """Accent a word and double some of its letters, vowels first: the same word is always the same."""
    order = sorted(range(len(word)), key=lambda place: (word[place] not in "aeiouAEIOU", place))
    doubled = set(order[: round(LONGER * len(word))])
    letters = (letter + letter.lower() * (place in doubled) for place, letter in enumerate(word))
    return "".join(letters).translate(_ACCENTS)


def markdown(text: str) -> str:
    """Give a rulebook in the pseudo-language, line by line; code and the targets of links stay.

    >>> print(markdown("# Snap\\n\\n**§1** Lay `play R7` (§2).\\n\\n| card |\\n|---|\\n"))
    # [Šñååþ]
    <BLANKLINE>
    **§1** [Ļååý `play R7` (§2).]
    <BLANKLINE>
    | [çååŕð] |
    |---|
    <BLANKLINE>
    """
    blocks = text.split(FENCE)  # every second one is code
    return FENCE.join(block if place % 2 else _prose(block) for place, block in enumerate(blocks))


def _prose(text: str) -> str:
    whole = BROKEN.sub(lambda match: match[0].replace("\n", HELD), text)
    return "\n".join(map(_line, whole.split("\n"))).replace(HELD, "\n")


def _line(line: str) -> str:
    if line.startswith("|"):
        return "".join(_bracketed(part) for part in CELL.split(line))
    opening = OPENING.match(line)
    assert opening is not None
    return opening[0] + _bracketed(line[opening.end() :])


def _bracketed(text: str) -> str:
    said = "".join(part if STAYS.fullmatch(part) else accented(part) for part in STAYS.split(text))
    return f"[{said}]" if said != text else text
