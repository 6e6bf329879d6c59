"""What a game of few words has by itself: an opening, and something to say of every piece."""

from __future__ import annotations

import pytest

from fairdeal.engine.chance import numbered
from fairdeal.kit.kinds import Suits
from fairdeal.language.messages import Message
from fairdeal.play.sitting import Sitting
from oh_hell import GAME
from oh_hell.words import CARDS_OF

SETTING = GAME.setting(seats=3)


@pytest.fixture
def sitting() -> Sitting:
    """Oh Hell, dealt."""
    found = Sitting(SETTING)
    for number in range(2):
        found.deal(numbered("author", number))
    return found


def told(sitting: Sitting, piece: str, seat: int = 0) -> list[str]:
    assert GAME.about is not None
    messages: tuple[Message, ...] = GAME.about(sitting.view(seat), seat, piece)
    return [SETTING.catalogue(seat).render(message) for message in messages]


def test_the_opening_is_the_table_as_it_is_dealt_with_the_summary() -> None:
    (picture,) = SETTING.opening()
    assert picture.caption == GAME.summary
    (scene,) = picture.scenes
    assert "seat0.hand" in [zone.id for zone in scene.zones]
    assert all(piece.face for piece in scene.zone("seat0.hand").pieces)
    assert not scene.prompt
    assert [panel.seat for panel in scene.panels] == [0]


def test_an_opening_shows_no_hand_but_ones_own() -> None:
    (picture,) = SETTING.opening()
    assert {zone.seat for zone in picture.scenes[0].zones} == {None, 0}


def test_of_a_card_in_the_own_hand_is_told_what_it_is_and_whether_it_may_be_played(sitting: Sitting) -> None:
    actor = sitting.actors[0]
    card = GAME.scene(sitting.view(actor), actor).zone(f"seat{actor}.hand").pieces[0]
    title, place, why_not = told(sitting, card.id, actor)
    assert title == SETTING.catalogue(actor).value(card.name)
    assert place == f"Place: Hand (Seat {actor + 1})."
    assert why_not.endswith("(§3).")
    waiting = (actor + 1) % 3
    card = GAME.scene(sitting.view(waiting), waiting).zone(f"seat{waiting}.hand").pieces[0]
    assert len(told(sitting, card.id, waiting)) == 2


def test_of_a_card_of_somebody_else_only_its_place_is_told(sitting: Sitting) -> None:
    assert told(sitting, "seat1.hand.0") == ["A card face down", "Place: Hand (Seat 2)."]


def test_of_a_counter_all_numbers_of_its_seat_are_told(sitting: Sitting) -> None:
    title, line = told(sitting, "seat1.points")
    assert title == "points"
    assert line.startswith("Seat 2: 0 points")


def test_of_what_is_not_there_nothing_is_told(sitting: Sitting) -> None:
    assert told(sitting, "seat9.hand.0") == []


def test_a_suit_that_an_action_is_about_is_written_by_its_letter_and_called_by_its_name() -> None:
    suits = Suits(CARDS_OF)
    called = [SETTING.catalogue().value(suits.name(number)) for number in range(suits.size)]
    assert dict(zip(suits.texts, called, strict=True)) == {"C": "clubs", "D": "diamonds", "S": "spades", "H": "hearts"}
