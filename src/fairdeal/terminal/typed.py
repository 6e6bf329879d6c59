"""What a person types: the commands, and the action that a line means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairdeal.errors import Unreadable
from fairdeal.language.messages import either, say

COMMANDS = ("why", "hint", "try", "about", "turn", "show", "goal", "rules", "undo", "all", "log", "?", "help", "quit")
LONG_ANSWERS = ("hint", "show", "goal", "?", "rules", "all", "log", "help")
MOST_MEANT = 6  # actions that are named to whoever may have meant any of them


def is_command(line: str, texts: Sequence[str]) -> bool:
    if line in texts:
        return False  # an action of the game goes before a command of the same name
    return verb_of(line).casefold() in (*COMMANDS, "")


def find_action(text: str, texts: Sequence[str], legal: Sequence[int], letters: Sequence[str]) -> int | None:
    """Find the action that is meant: by its letter in the list, its text, or its text without the verb.

    Whoever may have meant several is asked. A word of an action, such as one of two cards, is not enough.

    >>> texts = ["play R7", "play B3", "pass"]
    >>> find_action("r7", texts, [0, 2], "ab"), find_action("b", texts, [0, 2], "ab")
    (0, 2)
    """
    letter = text.casefold().removesuffix(")")
    listed = [legal[letters.index(letter)]] if letter in letters else []
    found = list(dict.fromkeys([*listed, *_written(text, texts, legal)]))
    if len(found) == 1:
        return found[0]
    found = found or [action for action in legal if text.casefold() in arguments_of(texts[action]).split(" ")]
    if found:
        meant = [texts[action] for action in found[:MOST_MEANT]]
        key = "terminal.meant" if len(found) <= MOST_MEANT else "terminal.meant_more"
        raise Unreadable(say(key, text=text, actions=either(meant)))
    return _illegal(text, texts, legal)


def _written(text: str, texts: Sequence[str], among: Iterable[int]) -> list[int]:
    """List the actions that are written so: letter for letter, or in other capitals, or without the verb."""
    for form, meant in ((str, text), (str.casefold, text.casefold()), (arguments_of, text.casefold())):
        if found := [action for action in among if form(texts[action]) == meant]:
            return found
    return []


def _illegal(text: str, texts: Sequence[str], legal: Sequence[int]) -> int | None:
    """Find an action that cannot be done now, so that the game says why: rather one like those that can."""
    verbs = {verb_of(texts[action]) for action in legal}
    likely = [action for action, known in enumerate(texts) if verb_of(known) in verbs]
    found = _written(text, texts, likely) or _written(text, texts, range(len(texts)))
    return found[0] if len(found) == 1 else None


def check_letter(text: str, legal: Sequence[int], letters: Sequence[str]) -> None:
    """Refuse a single letter that is not in the list."""
    if len(text) != 1 or not text.isalpha():
        return
    if letters:
        key = "terminal.no_letter" if len(letters) > 1 else "terminal.only_letter"
        raise Unreadable(say(key, text=text, first=letters[0], last=letters[-1]))
    raise Unreadable(say("terminal.no_letters", command="all") if legal else say("terminal.no_list"))


def verb_of(text: str) -> str:
    return text.partition(" ")[0]


def arguments_of(text: str) -> str:
    """Give an action's text without its verb, in small letters."""
    return text.partition(" ")[2].casefold()
