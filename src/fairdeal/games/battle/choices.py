"""3x3 CCG Battle for whoever reads and does not look: attacks by attacker, with what each takes and what it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairdeal.contract.choices import Deed, Group
from fairdeal.engine.plain import interpreted
from fairdeal.games.battle import words
from fairdeal.games.battle.deck import PLACE_NAMES
from fairdeal.games.battle.rules import NONE, WIDE
from fairdeal.language.messages import Label, Message, joined, say

rules = interpreted("fairdeal.games.battle.rules")


def group_choices(v: Any, seat: int, legal: Sequence[int]) -> list[Group]:
    """§7 The attackers, and of each what it can take; whatever brings the most stands first."""
    cells: dict[int, list[int]] = {}
    for action in sorted(legal, key=lambda action: -_worth(v, action)):
        cells.setdefault(int(rules.cell_of(action)), []).append(action)
    return [_group(v, seat, cell, actions) for cell, actions in cells.items()]


def _worth(v: Any, action: int) -> int:
    """§11 The points that an attack brings."""
    return int(v.options.worth[v.grid[words.target_of(action)]])


def _group(v: Any, seat: int, cell: int, actions: list[int]) -> Group:
    target = words.meeting(v, actions[0])[2]
    title = say(
        "choice.attacker",
        card=words.card_name(int(v.grid[cell])),
        place=_place(cell),
        count=len(actions),
        points=words.worth_of(v, target),
    )
    return Group(title, tuple(Deed(action, _text(v, seat, action)) for action in actions))


def _text(v: Any, seat: int, action: int) -> Message:
    _, number, target, against = words.meeting(v, action)
    return say(
        "choice.attack_none" if against == NONE else "choice.attack",
        other=words.card_name(target),
        direction=Label(f"direction.{PLACE_NAMES[rules.direction_of(action)]}"),
        place=_place(words.target_of(action)),
        points=words.worth_of(v, target),
        number=number,
        against=against,
        facts=joined("choices.apart", words.next_reasons(v, action)),
    )


def _place(cell: int) -> Message:
    """Rows and columns as people count them."""
    return say("choice.place", cell=cell + 1, row=cell // WIDE + 1, column=cell % WIDE + 1)
