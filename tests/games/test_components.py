"""What lies in the boxes of the games, to be printed."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.engine.chance import numbered


def counts(game: Game, seats: int) -> dict[str, int]:
    assert game.components is not None
    found: dict[str, int] = {}
    for component in game.components(game.setting(seats)):
        found[component.face] = found.get(component.face, 0) + component.count
    return found


def test_3_caster_has_fifteen_cards_of_each_colour_and_the_ring() -> None:
    found = counts(games.find("caster"), 5)
    assert sum(count for face, count in found.items() if not face.startswith("suit.")) == 75
    assert set(found.values()) == {1}
    assert sum(face.startswith("suit.") for face in found) == 5


def test_2_cryptruck_has_six_numbers_of_five_colours_and_two_whites() -> None:
    found = counts(games.find("cryptruck"), 4)
    assert sum(not face.startswith("suit.") for face in found) == 32
    assert {face for face in found if face.startswith("W")} == {"W2", "W3"}


def test_1_traders_has_as_many_of_each_kind_as_are_printed_on_it() -> None:
    found = counts(games.find("traders"), 3)
    assert [found[str(kind)] for kind in range(1, 8)] == [12, 11, 10, 9, 8, 7, 6]


def test_2_an_ability_card_of_traders_has_a_half_on_each_side() -> None:
    game = games.find("traders")
    assert game.components is not None
    halves = [(one.face, one.back) for one in game.components(game.setting(2)) if one.back != "back"]
    assert len(halves) == 12
    assert all(front[:-1] == back[:-1] and front[-1] + back[-1] == "ab" for front, back in halves)


def test_5_the_battle_is_printed_with_the_deck_it_is_played_with() -> None:
    game = games.find("battle")
    assert game.components is not None
    starter = game.components(game.setting(2, {"deck": "starter"}))
    assert len(starter) == 20
    assert starter != game.components(game.setting(2, {"deck": "random"}, rng=numbered("press", 1)))


@pytest.mark.parametrize("seats", [1, 6])
def test_1_every_seat_of_the_coast_has_its_own_cards(seats: int) -> None:
    found = counts(games.find("coast"), seats)
    assert sum(count for face, count in found.items() if face.startswith("tile.")) == 18 * seats
    assert sum(count for face, count in found.items() if face.startswith("agenda.")) == 6


def test_a_users_own_numbers_are_on_the_printed_cards() -> None:
    game = games.find("coast")
    assert game.components is not None
    document = {**game.own_data, "cards": [{**card, "rows": ["F .", ". .", ". ."]} for card in game.own_data["cards"]]}
    faces = {one.face for one in game.components(game.setting(1, data=document)) if one.width == 80}
    assert faces == {"tile.FG----------"}
