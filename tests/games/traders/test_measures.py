"""What a report counts of Card Game Traders."""

from __future__ import annotations

from collections import Counter

from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.games.traders import GAME
from fairdeal.games.traders.abilities import HALF_NAMES
from fairdeal.play.sitting import Sitting
from fairdeal.play.tracks import measures_of, offers_of, play_again, track_batch


def test_19_21_buys_and_passes_are_counted_and_who_triggered_the_end() -> None:
    setting = GAME.setting(3)
    played = [(deal, 0) for deal in range(1 if DEFAULT_MODE == "interpreted" else 4)]
    measures = track_batch(setting, "trade", played).counted["measures"]
    assert measures_of(GAME) == ("bought", "passed", "ended")
    for number, each in enumerate(played):
        sitting = play_again(setting, "trade", each)
        done = Counter((event.seat, event.action.split()[0]) for event in sitting.events)
        for seat in range(3):
            assert measures[number, 0, seat] == done[seat, "buy"]
            assert measures[number, 1, seat] == done[seat, "pass"]
        assert measures[number, 2, :3].tolist() == [int(seat == who_closed(sitting)) for seat in range(3)]


def who_closed(sitting: Sitting) -> int | None:
    again = Sitting(sitting.setting)
    for event in sitting.events:
        again.redo(event)
        if again.state.closing:
            return event.seat
    return None


def test_5_the_kinds_of_each_packet_are_counted_as_dealt() -> None:
    setting = GAME.setting(3)
    held = track_batch(setting, "trade", [(0, 0)]).counted["held"][0]
    again = Sitting(setting)
    for event in play_again(setting, "trade", (0, 0)).events[:3]:
        again.redo(event)
    assert held[:7, :3].T.tolist() == again.state.packet[:3].tolist()


def test_13_19_abilities_are_counted_by_slot_and_buys_by_kind() -> None:
    setting, again, taken = GAME.setting(3), Sitting(GAME.setting(3)), Counter[tuple[str, int]]()
    counted = track_batch(setting, "trade", [(0, 0)]).counted["taken"][0]
    for event in play_again(setting, "trade", (0, 0)).events:
        verb, *rest = event.action.split()
        if event.seat is not None and verb in ("buy", "play") and is_choice(again, event.seat):
            half = HALF_NAMES[again.state.ability[int(rest[0]) - 1]]
            taken[f"card {rest[0]}" if verb == "buy" else f"{half} in {rest[0]}", event.seat] += 1
        again.redo(event)
    offers = offers_of(GAME)
    assert offers is not None
    found = {(text, seat): int(counted[number, seat]) for number, text in enumerate(offers.texts) for seat in range(3)}
    assert {key: count for key, count in found.items() if count} == dict(taken)
    assert taken


def is_choice(sitting: Sitting, seat: int) -> bool:
    """Tell whether there is something else to take."""
    verbs = [text.split() for text in sitting.legal_texts(seat)]
    return len({tuple(text) if text[0] in ("buy", "play") else () for text in verbs}) > 1


def test_2_what_is_taken_has_a_name_with_the_halves_of_our_box() -> None:
    offers = offers_of(GAME)
    assert offers is not None
    render = GAME.setting(2).catalogue().render
    named = {text: render(offers.name(number)) for number, text in enumerate(offers.texts)}
    assert (named["V1a in 3"], named["V3b in 1"]) == ("Demand (V1a) in slot 3", "Fading (V3b) in slot 1")
    assert named["D1a in 2"] == "Two bargains (D1a) in slot 2"
