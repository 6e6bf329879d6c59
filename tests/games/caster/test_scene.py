"""CASTER as it is drawn."""

from __future__ import annotations

from typing import Any

from fairdeal.contract.game import new_view
from fairdeal.contract.scene import Lit, Scene, Zone, rendered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.games.caster import GAME
from tests.games.caster.tricks import act, dealt, holding, legal, play_trick, setting


def drawn(s: Any, seat: int) -> Scene:
    return GAME.scene(new_view(GAME, s, seat), seat)


def ids(zone: Zone) -> list[str]:
    return [piece.id for piece in zone.pieces]


def test_the_trick_lies_in_the_order_of_play_with_the_winning_card_lit() -> None:
    s = holding(["R5 E8", "R1 E7", "B3 E6"], first=0)
    act(s, 0, "play R5")
    act(s, 1, "play R1")
    trick = drawn(s, 2).zone("trick")
    assert ids(trick) == ["R5", "R1"]
    assert [piece.lit for piece in trick.pieces] == [(Lit.LEADS,), (Lit.WINNING,)]
    assert trick.pieces[1].came_from == "seat1.hand.1"
    assert [piece.seat for piece in trick.pieces] == [0, 1]


def test_the_ring_shows_each_colour_before_its_trump_and_lights_what_is_led() -> None:
    s = holding(["Y5 E8", "R1 E7", "B3 E6"])
    assert [piece.lit for piece in drawn(s, 0).zone("ring").pieces] == [()] * 5
    act(s, 0, "play Y5")
    ring = drawn(s, 0).zone("ring")
    assert [piece.text for piece in ring.pieces] == ["R", "B", "Y", "E", "G"]
    assert [piece.lit for piece in ring.pieces] == [(), (), (Lit.LEADS,), (Lit.TRUMP,), ()]


def test_only_the_own_hand_has_faces() -> None:
    s = holding(["R5 E8", "R1 E7", "B3 E6"])
    assert ids(drawn(s, 1).zone("seat1.hand")) == ["R1", "E7"]
    assert ids(drawn(s, 1).zone("seat0.hand")) == ["seat0.hand.0", "seat0.hand.1"]
    assert not any(piece.face for zone in drawn(s, SPECTATOR).zones for piece in zone.pieces)


def test_every_legal_action_is_a_pick_of_a_card_in_hand() -> None:
    s = dealt(4, passing=True)
    for _ in range(3):
        found = drawn(s, 2)
        assert [path.action for path in found.paths] == legal(s, 2)
        assert all(set(path.picks) <= set(ids(found.zone("seat2.hand"))) for path in found.paths)
        act(s, 2, legal(s, 2)[0])
    assert drawn(s, 2).paths == ()
    assert drawn(s, SPECTATOR).paths == ()
    assert len(drawn(s, 2).zone("seat2.gifts").pieces) == 3


def test_a_panel_tells_points_tricks_and_what_a_seat_lacks() -> None:
    s = holding(["R5 E8", "B1 E7", "B3 E6"])
    s.scored[0, :] = [1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8 | 1 << 3]
    assert play_trick(s, "R5 B1 B3") == 1
    first, second, _ = drawn(s, 0).panels
    assert [counter.value for counter in first.counters] == [6, 6, 1]
    assert first.counters[1].lit == (Lit.WARNING,)
    assert second.lit == (Lit.TURN, Lit.LEADS)
    [lack] = second.notes
    assert rendered(lack, setting().catalogue()) == "lacks red"


def test_a_scene_is_plain_json_for_one_listener() -> None:
    s = holding(["R5 E8", "R1 E7", "B3 E6"])
    plain = rendered(drawn(s, 0), setting().catalogue(0, {0: "Ann"}))
    assert plain["prompt"] == "Lead any card."
    assert plain["zones"][0]["pieces"][0] == {
        "id": "ring.R",
        "text": "R",
        "name": "blue beats red",
        "suit": "R",
        "role": "chip",
    }
    assert plain["paths"][0] == {"action": "play R5", "picks": ["R5"]}
    assert ["R", "red"] in plain["suits"]
