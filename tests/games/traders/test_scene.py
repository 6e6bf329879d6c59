"""Card Game Traders as it is drawn."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.contract.game import new_view
from fairdeal.contract.scene import Lit, Scene, Zone, rendered
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.games.traders import GAME, rules
from fairdeal.play.sitting import Sitting
from tests.contract import test_scene as laws
from tests.games.traders.tables import act, counts, dealt, drafted, legal, setting, table

LAWS = [law for name, law in vars(laws).items() if name[:5] == "test_" and "game" in inspect.signature(law).parameters]
PLAYERS = {0: "Ann", 1: "Bob", 2: "Cleo"}
PLAIN = ["V1b", "V2b", "V3b", "D1a", "V1b", "V2b", "V3b"]


def drawn(s: Any, seat: int = 0) -> Scene:
    return GAME.scene(new_view(GAME, s, seat), seat)


def ids(zone: Zone) -> list[str]:
    return [piece.id for piece in zone.pieces]


def lit(zone: Zone) -> list[str]:
    return [piece.id for piece in zone.pieces if piece.lit]


def picks(s: Any, seat: int = 0) -> dict[str, tuple[str, ...]]:
    found = drawn(s, seat)
    assert [path.action for path in found.paths] == legal(s, seat)
    return {path.action: path.picks for path in found.paths}


def buttons(s: Any, seat: int = 0) -> list[str]:
    return [button.id for button in drawn(s, seat).buttons]


def counters(found: Scene, zone: str = "market") -> dict[str, int]:
    return {counter.id.rpartition(".")[2]: counter.value for counter in found.zone(zone).counters}


def panel(found: Scene, seat: int) -> dict[str, int]:
    return {counter.id.partition(".")[2]: counter.value for counter in found.panels[seat].counters}


def said(thing: Any, listener: int = 0) -> Any:
    return rendered(thing, setting(3).catalogue(listener, PLAYERS))


def acting(half: str, hand: str = "2 5", market: str = "1 1 4", deck: str = "3 6 7", **more: Any) -> Any:
    """Card 2 has been played below an ability half."""
    row = list(PLAIN)
    row[1] = half
    s = table([hand, "1 7"], " ".join(row), "2 2 1 1 1 1 1", market, deck, **more)
    act(s, 0, "play 2")
    return s


# --- the laws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_laws_of_scenes_hold(law: Callable[..., None]) -> None:
    """With other numbers of seats they are tried for all games together."""
    law(GAME, GAME.best_seats)


# --- Meta and Market -------------------------------------------------------------------------------------------------


def test_3_a_pile_has_its_count_its_values_and_its_ability() -> None:
    s = table(["2", "1"], "V1a X2b D1a L1a M1b A2b V3b", "2 1 3 4 1 1 1")
    meta = drawn(s).zone("meta")
    assert ids(meta) == [f"meta.{kind}" for kind in range(1, 8)]
    assert [piece.text for piece in meta.pieces] == ["1x2", "2x1", "3x3", "4x4", "5x1", "6x1", "7x1"]
    assert [said(line) for line in meta.pieces[0].lines] == ["3/2", "Value +1"]
    assert [said(line) for line in meta.pieces[1].lines] == ["1", "Exchange"]
    assert said(meta.pieces[0].name) == (
        "card 1 (Card with the in-game code): 2 cards, worth 3, at the end 2; Demand (worth 1 more in play)"
    )


def test_4_before_the_row_is_laid_a_pile_has_no_ability() -> None:
    found = drawn(setting(3).new_state())
    assert found.zone("meta").pieces[6].lines == ("1",)
    assert said(found.zone("meta").pieces[6].name) == "card 7 (Artist): 1 card, worth 1, at the end 1; no ability yet"
    assert found.status == ()


def test_11_the_pile_of_the_card_just_played_is_lit() -> None:
    assert lit(drawn(acting("V1b")).zone("meta")) == ["meta.2"]


def test_19_what_can_be_paid_is_lit_with_its_price() -> None:
    s = acting("V1b", market="1 1 4")
    s.meta[0] = 9
    market = drawn(s).zone("market")
    assert ids(market) == ["market.1.0", "market.1.1", "market.4.0"]
    assert [piece.text for piece in market.pieces] == ["1:9", "1:9", "4:1"]
    assert lit(market) == ["market.4.0"]
    assert market.pieces[2].lit == (Lit.GOOD,)
    assert said(market.pieces[2].name) == "card 4 (Legend of Anime Dragon) for 1"
    assert counters(drawn(s)) == {"deck": 3, "power": 3}


def likes(zone: Zone) -> dict[str, str]:
    return {piece.id: piece.like for piece in zone.pieces if piece.like}


def test_1_copies_are_like_the_first_that_can_be_picked() -> None:
    s = acting("V1b", hand="2 5 5 5", market="1 1 4")
    assert likes(drawn(s).zone("market")) == {"market.1.1": "market.1.0"}
    assert likes(drawn(s).zone("seat0.hand")) == {
        "seat0.hand.5.1": "seat0.hand.5.0",
        "seat0.hand.5.2": "seat0.hand.5.0",
    }
    s.phase = rules.HOLDING
    s.market[0], s.holding[0], s.to_hold = 4, 2, 1
    assert likes(drawn(s).zone("market")) == {"market.1.3": "market.1.2"}
    assert picks(s)["hold 1"] == ("market.1.2",)


def test_17_removed_cards_are_counted_and_listed() -> None:
    s = table(["2", "1"], deck="3")
    assert said(drawn(s).zone("market").note) == "Each card with its price"
    s.removed[:] = counts("1 6 6")
    assert counters(drawn(s)) == {"deck": 1, "removed": 3}
    assert said(drawn(s).zone("market").note) == (
        "Each card with its price; out of the game: Card with the in-game code, 2 × Misprinted Rare"
    )


def test_20_the_end_is_a_warning() -> None:
    s = table(["2", "1"], market="3")
    assert drawn(s).zone("market").counters[0].lit == ()
    s.closing = 1
    assert drawn(s).zone("market").counters[0].lit == (Lit.WARNING,)
    assert said(drawn(s, 1).status, 1) == ["Turn of Ann", "The game ends before the next turn of Ann"]
    s.phase = rules.OVER
    assert drawn(s).status == ()


def test_16_only_the_drawing_seat_sees_what_is_drawn() -> None:
    s = acting("W1b")
    assert ids(drawn(s, 0).zone("drawn")) == ["drawn.3.0", "drawn.6.0"]
    assert ids(drawn(s, 1).zone("drawn")) == ["drawn.0", "drawn.1"]
    assert all(zone.id != "drawn" for zone in drawn(table(["1", "2"])).zones)


# --- hands and packets -----------------------------------------------------------------------------------------------


def test_6_a_packet_is_seen_by_its_seat_alone_and_a_sealed_choice_is_lit() -> None:
    s = dealt(3)
    assert ids(drawn(s, 0).zone("seat0.packet")) == [f"seat0.packet.1.{number}" for number in range(5)]
    assert ids(drawn(s, 0).zone("seat1.packet")) == [f"seat1.packet.{number}" for number in range(5)]
    assert picks(s, 0) == {"draft 1": ("seat0.packet.1.0",)}
    act(s, 0, "draft 1")
    assert lit(drawn(s, 0).zone("seat0.packet")) == ["seat0.packet.1.0"]
    assert said(drawn(s, 0).panels[0].notes) == ["first player", "has chosen"]
    assert said(drawn(s, 0).status) == ["Draft, choice 1 of 4"]
    assert panel(drawn(s, SPECTATOR), 1) == {"points": 0, "held": 0, "packet.size": 5}
    assert said([panel.counters[0].name for panel in drawn(s, 0).panels]) == ["points", "known points", "known points"]


def test_6_of_the_last_two_cards_one_is_kept() -> None:
    s = dealt(3)
    while s.phase != rules.KEEPING:
        for seat in range(3):
            act(s, seat, legal(s, seat)[0])
    assert picks(s, 0) == {"keep 1": ("seat0.packet.1.0",)}


def test_7_a_hand_shows_what_it_is_known_to_hold() -> None:
    s = table(["1 1 4", "1 7 7"])
    s.shown[1] = counts("7")
    assert ids(drawn(s, 0).zone("seat0.hand")) == ["seat0.hand.1.0", "seat0.hand.1.1", "seat0.hand.4.0"]
    other = drawn(s, 0).zone("seat1.hand")
    assert ids(other) == ["seat1.hand.7.0", "seat1.hand.1", "seat1.hand.2"]
    assert [piece.face for piece in other.pieces] == ["7.3", "", ""]
    assert panel(drawn(s, 0), 1) == {"points": 2, "held": 3}
    assert said([panel.counters[0].name for panel in drawn(s, 0).panels]) == ["points", "known points"]


def test_17_a_hand_that_was_looked_at_is_open_to_who_looked() -> None:
    s = table(["1 1 4", "1 7 7"])
    s.looked[0] = 1 << 1
    seen = drawn(s, 0).zone("seat1.hand")
    assert ids(seen) == ["seat1.hand.1.0", "seat1.hand.7.0", "seat1.hand.7.1"]
    assert [piece.came_from for piece in seen.pieces] == ["seat1.hand.0", "seat1.hand.1", "seat1.hand.2"]
    assert said(drawn(s, 1).panels[0].notes, 1) == ["first player", "knows your hand"]
    assert said(drawn(s, 0).panels[0].notes) == said(drawn(s, SPECTATOR).panels[0].notes) == ["first player"]


def test_12_who_is_to_play_reads_what_its_cards_do() -> None:
    s = table(["1 1 4", "1 7 7"])
    assert said(drawn(s, 0).zone("seat0.hand").note) == (
        "Card with the in-game code: Collectors, Legend of Anime Dragon: Collectors"
    )
    assert drawn(s, 0).zone("seat1.hand").note == drawn(s, 1).zone("seat1.hand").note == ""
    act(s, 0, "play 1")
    assert drawn(s, 0).zone("seat0.hand").note == ""


def test_only_the_own_hand_has_faces() -> None:
    s = drafted(3)
    assert ids(drawn(s, SPECTATOR).zone("seat0.hand")) == [f"seat0.hand.{slot}" for slot in range(4)]
    assert not drawn(s, SPECTATOR).paths
    assert not drawn(s, SPECTATOR).buttons


def test_23_points_are_counted_as_the_rules_count_them() -> None:
    sitting, rng = Sitting(GAME.setting(4)), numbered("points", 0)
    while not sitting.is_over:
        sitting.random_step(rng)
        for seat in (len(sitting.events) % 4, SPECTATOR):
            v = sitting.view(seat)
            points = [panel.counters[0].value for panel in GAME.scene(v, seat).panels]
            assert points == [rules.points_of(v, owner) for owner in range(4)]


# --- what can be done ------------------------------------------------------------------------------------------------


def test_11_a_card_of_the_hand_is_played_and_21_near_the_end_a_turn_passed() -> None:
    s = table(["1 1 4", "2"], closing=True)
    assert picks(s) == {"play 1": ("seat0.hand.1.0",), "play 4": ("seat0.hand.4.0",), "pass": ("pass",)}
    assert buttons(s) == ["pass"]
    assert drawn(s, 1).paths == ()
    assert [panel.lit for panel in drawn(s).panels] == [(Lit.TURN,), ()]
    assert said(drawn(s).status)[0] == "Your turn"


def test_13_an_arrow_is_pointed_at_a_neighbouring_pile() -> None:
    s = acting("A1a")
    assert picks(s) == {"copy left": ("meta.1",), "copy right": ("meta.3",)}
    assert said(drawn(s, 1).status, 1) == [
        "Ann played Card that's just too powerful. "
        "Copy a neighbour (copy the ability of the left or the right neighbour)"
    ]


def test_14_refresh_a_raises_a_market_card() -> None:
    assert picks(acting("R1a")) == {"raise 1": ("market.1.0",), "raise 4": ("market.4.0",)}


def test_14_held_cards_are_lit_and_the_next_of_their_kind_is_picked() -> None:
    s = acting("R1b", market="1 1 4 4 5 5", size=4)
    assert picks(s) == {"hold 1": ("market.1.0",), "hold 4": ("market.4.0",), "hold 5": ("market.5.0",)}
    act(s, 0, "hold 4")
    assert lit(drawn(s).zone("market")) == ["market.4.0"]
    assert picks(s)["hold 4"] == ("market.4.1",)


def test_16_a_drawn_card_is_raised_by_itself_and_stocked_by_a_button() -> None:
    s = acting("W1a")
    assert picks(s) == {"raise 3": ("drawn.3.0",), "stock 3": ("stock",)}
    assert buttons(s) == ["stock"]
    assert picks(acting("W1b")) == {"raise 3": ("drawn.3.0",), "raise 6": ("drawn.6.0",)}


def test_17_a_card_is_removed_from_where_it_lies() -> None:
    assert picks(acting("M1a")) == {"trash market 1": ("market.1.0",), "trash market 4": ("market.4.0",)}
    assert picks(acting("M1b")) == {"trash meta 1": ("meta.1",), "trash meta 2": ("meta.2",)}


def test_17_an_opponent_to_look_at_is_a_button() -> None:
    s = acting("L1b")
    assert picks(s) == {"look 1": ("look.1",)}
    assert said([button.name for button in drawn(s).buttons]) == ["Look at Bob"]


def test_18_a_swap_is_two_picks_in_the_order_of_its_text() -> None:
    assert picks(acting("X1a"))["swap meta 1 hand 5"] == ("meta.1", "seat0.hand.5.0")
    assert picks(acting("X1b"))["swap market 4 meta 2"] == ("market.4.0", "meta.2")
    assert picks(acting("X2a"))["swap market 1 hand 5"] == ("market.1.0", "seat0.hand.5.0")


def test_19_market_cards_are_bought_until_done() -> None:
    s = acting("V1b")
    assert picks(s) == {"buy 1": ("market.1.0",), "buy 4": ("market.4.0",), "done": ("done",)}
    assert buttons(s) == ["done"]
    assert said(drawn(s, 0).status) == ["You played Card that's just too powerful, now buying"]


# --- the catalogue ---------------------------------------------------------------------------------------------------


def test_a_scene_is_plain_json_for_one_listener() -> None:
    plain = said(drawn(table(["1 1 4", "2"])))
    assert plain["prompt"] == "Play a card."
    assert plain["paths"][0] == {"action": "play 1", "picks": ["seat0.hand.1.0"]}
    assert plain["suits"][6] == ["R", "Artist"]
