"""What a seat can do, in words: its legal actions in groups, each with a sentence on what it does.

For whoever plays by ear, and reads a list instead of a picture. All of it is said of a view, so it tells a seat nothing
that it cannot know. A game that says nothing of its own has a group for each verb, with the facts that hints give.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fairdeal.contract.rules import State
from fairdeal.contract.words import Words
from fairdeal.language.messages import Message, joined, say


class Deed(Struct, frozen=True, gc=False):
    """A legal action, and what it does as far as its seat can know."""

    action: int
    text: Message


class Group(Struct, frozen=True, gc=False):
    """Legal actions that have something in common."""

    title: Message
    choices: tuple[Deed, ...]


def by_verb(words: Words, v: State, seat: int, legal: Sequence[int]) -> list[Group]:
    """Give a group for each verb, in the order of the actions, and the facts about each action."""
    verbs: dict[str, list[Deed]] = {}
    for action in legal:
        verb = words.text(action).partition(" ")[0]
        verbs.setdefault(verb, []).append(Deed(action, with_facts(words, v, seat, action)))
    return [Group(say(f"choice.{verb}"), tuple(found)) for verb, found in verbs.items()]


def with_facts(words: Words, v: State, seat: int, action: int) -> Message:
    """Name an action, and say what it does."""
    facts = joined("choices.apart", words.reasons(v, seat, action))
    return say("choices.choice", action=words.named(v, seat, action), facts=facts)
