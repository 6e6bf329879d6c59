"""Cryptruck as it is drawn."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.contract.game import new_view
from fairdeal.contract.scene import Counter, Lit, Scene, Zone, rendered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.games.cryptruck import GAME, rules
from tests.contract import test_scene as laws
from tests.games.cryptruck.deals import PLAYERS, act, acts, cards, dealt, holding, lead, legal, play_trick, setting

LAWS = [law for name, law in vars(laws).items() if name[:5] == "test_" and "game" in inspect.signature(law).parameters]
HANDS = ["Y5 G1 B4", "Y1 G2 B2", "Y2 G3 R1"]


def drawn(s: Any, seat: int) -> Scene:
    return GAME.scene(new_view(GAME, s, seat), seat)


def ids(zone: Zone) -> list[str]:
    return [piece.id for piece in zone.pieces]


def lights(zone: Zone) -> list[tuple[Lit, ...]]:
    return [piece.lit for piece in zone.pieces]


def notes(found: Scene, of: int, listener: int = 0) -> list[str]:
    return list(rendered(found.panels[of].notes, setting().catalogue(listener, PLAYERS)))


def values(counters: tuple[Counter, ...]) -> list[int]:
    return [counter.value for counter in counters]


# --- the laws --------------------------------------------------------------------------------------------------------


@pytest.mark.no_cover
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_laws_of_scenes_hold(law: Callable[..., None]) -> None:
    """With other numbers of seats they are tried for all games together."""
    law(GAME, GAME.best_seats)


# --- in the middle ---------------------------------------------------------------------------------------------------


def test_7_the_trumps_of_the_round_are_always_in_sight() -> None:
    s = holding(["Y5 B1", "Y1 B2", "Y2 B3"], turned="G0")
    found = drawn(s, 0)
    assert [piece.text for piece in found.zone("trumps").pieces] == ["Y", "B", "R", "P", "G", "W"]
    assert lights(found.zone("trumps"))[3:] == [(), (Lit.TRUMP,), (Lit.TRUMP,)]
    assert ids(found.zone("turned")) == ["G0"]
    assert [letter for letter, _ in found.suits] == ["Y", "B", "R", "P", "G", "W"]
    lead(s, "Y5")
    assert lights(drawn(s, 0).zone("trumps"))[0] == (Lit.LEADS,)


def test_7_with_white_turned_up_white_alone_is_lit() -> None:
    s = holding(["Y5 B1", "Y1 B2"], turned="W2")
    assert lights(drawn(s, 0).zone("trumps")) == [(), (), (), (), (), (Lit.TRUMP,)]


def test_4_only_the_colours_in_use_are_drawn() -> None:
    assert [piece.text for piece in drawn(dealt(2), 0).zone("trumps").pieces] == ["Y", "B", "W"]
    before = drawn(setting(2).new_state(), 0)
    assert before.zone("trumps").pieces == ()
    assert before.zone("turned").pieces == ()


def test_8_the_revealed_card_lies_for_sale_with_the_answers_so_far() -> None:
    s = holding(HANDS)
    assert drawn(s, 1).zone("revealed").pieces == ()
    act(s, 0, "reveal Y5")
    [card] = drawn(s, 1).zone("revealed").pieces
    assert (card.id, card.seat, card.came_from) == ("Y5", 0, "seat0.hand.2")
    assert drawn(s, 1).zone("revealed").note == ""
    act(s, 1, "want")
    catalogue = setting().catalogue(1, PLAYERS)
    assert rendered(drawn(s, 1).zone("revealed").note, catalogue) == "you want it"
    act(s, 2, "decline")
    assert rendered(drawn(s, 0).zone("revealed").note, setting().catalogue(0, PLAYERS)) == "Bob wants it"
    notes = [rendered(panel.notes, catalogue) for panel in drawn(s, 0).panels]
    assert notes == [["first player"], ["buyer"], ["declines"]]


def test_9_while_all_decline_nobody_wants_it() -> None:
    s = holding(HANDS)
    act(s, 0, "reveal Y5")
    act(s, 1, "decline")
    assert rendered(drawn(s, 2).zone("revealed").note, setting().catalogue(2, PLAYERS)) == "nobody yet"


def test_11_the_trick_lies_in_the_order_of_play_with_the_winning_card_lit() -> None:
    s = holding(HANDS)
    lead(s, "Y5")
    act(s, 1, "play Y1")
    trick = drawn(s, 2).zone("trick")
    assert ids(trick) == ["Y5", "Y1"]
    assert lights(trick) == [(Lit.LEADS, Lit.WINNING), ()]
    assert [piece.seat for piece in trick.pieces] == [0, 1]
    assert [piece.came_from for piece in trick.pieces] == ["seat0.hand.2", "seat1.hand.2"]


def test_10_a_bought_card_came_from_the_first_player() -> None:
    s = holding(HANDS)
    acts(s, "reveal Y5", "want", "decline", "give G2")
    [led] = drawn(s, 2).zone("trick").pieces
    assert (led.id, led.seat, led.came_from) == ("Y5", 1, "seat0.hand.2")
    [gift] = [piece for piece in drawn(s, 0).zone("seat0.hand").pieces if piece.id == "G2"]
    assert gift.came_from == "seat1.hand.2"
    assert [piece.came_from for piece in drawn(s, 0).zone("seat0.hand").pieces if piece is not gift].count("") == 2


# --- what a seat has -------------------------------------------------------------------------------------------------


def test_only_the_own_hand_has_faces() -> None:
    s = holding(HANDS)
    assert ids(drawn(s, 1).zone("seat1.hand")) == ["Y1", "B2", "G2"]
    assert ids(drawn(s, 1).zone("seat0.hand")) == ["seat0.hand.0", "seat0.hand.1", "seat0.hand.2"]
    found = drawn(s, SPECTATOR)
    assert [piece.id for piece in found.pieces() if piece.face] == ["G0"]
    assert not found.buttons
    assert not found.paths


def test_15_won_blocks_lie_before_their_seat_with_their_number_and_colours() -> None:
    s = holding(HANDS)
    assert play_trick(s, "B4 B2 R1") == 0
    found = drawn(s, 2)
    blocks = found.zone("seat0.blocks")
    assert ids(blocks) == ["B4"]
    assert blocks.pieces[0].came_from == "seat0.hand.2"
    assert lights(blocks) == [(Lit.SCORING,)]
    assert values(blocks.counters) == [1, 1]
    assert values(found.panels[0].counters) == [1, 1, 2]
    assert values(found.panels[1].counters) == [5, 5, 2]


def test_15_too_many_blocks_are_a_warning() -> None:
    s = holding(HANDS)
    s.blocks[:2] = [cards("Y3 B4 R5"), cards("Y3 B4 R5 W3")]
    few, many, _ = (panel.counters[1] for panel in drawn(s, 0).panels)
    assert (few.value, few.lit) == (9, ())
    assert (many.value, many.lit) == (4, (Lit.WARNING,))


def test_before_the_first_deal_nobody_has_points() -> None:
    found = drawn(setting(3).new_state(), 0)
    assert [values(panel.counters) for panel in found.panels] == [[0, 0, 0]] * 3
    assert [panel.lit for panel in found.panels] == [()] * 3
    assert notes(found, 0) == []


def test_the_last_round_stays_in_sight_until_the_next_is_dealt() -> None:
    s = holding(["Y5", "Y4", "B0"])
    assert play_trick(s, "Y5 Y4 B0") == 0
    assert s.phase == rules.OVER
    assert values(drawn(s, 0).panels[0].counters) == [2, 2, 0]
    assert drawn(s, 0).zone("revealed").pieces == ()


# --- panels ----------------------------------------------------------------------------------------------------------


def test_9_the_first_player_and_the_buyer_stand_out() -> None:
    s = holding(HANDS)
    assert drawn(s, 1).panels[0].lit == (Lit.TURN, Lit.LEADS)
    assert notes(drawn(s, 1), 0) == ["first player"]
    acts(s, "reveal Y5", "want")
    assert [panel.lit for panel in drawn(s, 1).panels] == [(), (Lit.LEADS,), (Lit.TURN,)]
    assert notes(drawn(s, 1), 1) == ["buyer so far"]
    act(s, 2, "decline")
    assert drawn(s, 0).panels[1].lit == (Lit.TURN, Lit.LEADS)
    assert notes(drawn(s, 0), 1) == ["buyer"]


def test_12_a_shown_void_is_noted() -> None:
    s = holding(HANDS)
    lead(s, "B4")
    acts(s, "play B2", "play R1")
    assert notes(drawn(s, 0), 2) == ["lacks blue"]


def test_10_a_gift_is_noted_for_its_giver_and_its_receiver_alone() -> None:
    s = holding(HANDS)
    acts(s, "reveal Y5", "want", "decline", "give G2")
    assert notes(drawn(s, 1), 0, 1) == ["first player", "has your G2"]
    assert notes(drawn(s, 0), 1) == ["buyer", "gave you G2"]
    assert notes(drawn(s, 2), 0, 2) == ["first player"]
    assert notes(drawn(s, 2), 1, 2) == ["buyer"]
    assert notes(drawn(s, SPECTATOR), 1, SPECTATOR) == ["buyer"]
    acts(s, "play Y2", "play G2")
    assert notes(drawn(s, 1), 0, 1) == ["first player", "lacks yellow"]
    assert notes(drawn(s, 0), 1) == []


def test_10_a_gift_that_may_have_been_given_on_is_noted_so() -> None:
    s = holding(["Y5 G1 B4", "Y1 G2 B2", "Y2 R3 R1"])
    acts(s, "reveal Y5", "want", "decline", "give G2", "play Y2", "play B4")
    s.first = s.turn = 2
    acts(s, "reveal R3", "want", "decline", "give G1")
    assert notes(drawn(s, 1), 0, 1) == ["buyer", "lacks yellow", "may have your G2"]
    assert notes(drawn(s, 1), 2, 1) == ["first player", "may have your G2"]


# --- what can be done ------------------------------------------------------------------------------------------------


def test_9_everybody_but_the_first_player_has_both_buttons_while_answers_are_given() -> None:
    s = holding(HANDS)
    assert drawn(s, 1).buttons == ()
    act(s, 0, "reveal Y5")
    assert [button.id for button in drawn(s, 1).buttons] == ["want", "decline"]
    assert [button.id for button in drawn(s, 2).buttons] == ["want", "decline"]
    assert drawn(s, 0).buttons == ()
    assert [(path.action, path.picks) for path in drawn(s, 1).paths] == [("want", ("want",)), ("decline", ("decline",))]
    assert drawn(s, 2).paths == ()


def test_every_other_action_is_a_pick_of_its_card() -> None:
    s = holding(HANDS)
    assert (drawn(s, 0).paths[0].action, drawn(s, 0).paths[0].picks) == ("reveal Y5", ("Y5",))
    acts(s, "reveal Y5", "want", "decline")
    assert [path.picks for path in drawn(s, 1).paths] == [("Y1",), ("B2",), ("G2",)]
    act(s, 1, "give B2")
    assert [path.action for path in drawn(s, 2).paths] == legal(s, 2) == ["play Y2"]


def test_a_scene_is_plain_json_for_one_listener() -> None:
    plain = rendered(drawn(holding(HANDS), 0), setting().catalogue(0, PLAYERS))
    assert plain["prompt"] == "Reveal a card: you lead it, unless somebody buys it."
    assert plain["zones"][0]["pieces"][0] == {
        "id": "trumps.Y",
        "text": "Y",
        "name": "yellow, Datcoin",
        "suit": "Y",
        "role": "chip",
    }
    own = next(zone for zone in plain["zones"] if zone["id"] == "seat0.hand")
    assert [piece["name"] for piece in own["pieces"]] == ["yellow 5, a block", "blue 4, a block", "green 1"]
