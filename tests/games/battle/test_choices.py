"""3x3 CCG Battle in words for whoever does not look: attackers, what each takes, and what that leaves."""

from __future__ import annotations

from typing import Any

from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine.plain import plain
from fairdeal.games.battle import GAME, rules, words
from tests.games.battle.grids import card, laid, own, setting

DECK = own(card("Fox", [5], R=4, B=6), card("Owl", [7], L=3), card("Elk", TL=1), card("Bee", T=3, TR=8))


def told(s: Any, seat: int = 0) -> list[tuple[str, list[tuple[str, str]]]]:
    """The groups, and in each the actions with their sentences."""
    v = plain(new_view(GAME, s, seat))
    render = setting(**DECK).catalogue(seat).render
    return [
        (render(group.title), [(words.text(choice.action), render(choice.text)) for choice in group.choices])
        for group in GAME.choices(v, seat, list_legal(rules, s, seat))
    ]


def test_7_attacks_stand_under_their_attacker_the_most_valuable_first() -> None:
    found = told(laid("1 2 . 4 . . . . .", **DECK))
    assert [title for title, _ in found] == [
        "With Fox in cell 1 (row 1, column 1): 2 attacks, the best for 11 points",
        "With Bee in cell 4 (row 2, column 1): 1 attack, for 10 points",
    ]
    assert found[0][1] == [
        (
            "attack 1 B",
            "Take Bee below it, in cell 4 (row 2, column 1): 11 points, 6 over 3; "
            "of what lies there, the next seat can take nothing.",
        ),
        (
            "attack 1 R",
            "Take Owl to the right, in cell 2 (row 1, column 2): 10 points, 4 over 3; "
            "of what lies there, the next seat takes Fox (15 points) at best.",
        ),
    ]


def test_8_a_side_without_a_number_is_said_to_have_none() -> None:
    assert told(laid("2 1 . . . . . . .", **DECK)) == []
    (title, [(action, text)]) = told(laid(". 1 3 . . . . . .", **DECK))[0]
    assert title == "With Fox in cell 2 (row 1, column 2): 1 attack, for 1 point"
    assert (action, text.split(";")[0]) == (
        "attack 2 R",
        "Take Elk to the right, in cell 3 (row 1, column 3): 1 point, 4 over no number",
    )


def test_nobody_else_has_anything_to_choose() -> None:
    assert told(laid("1 2 . 4 . . . . .", **DECK), seat=1) == []
