"""CASTER's data file."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine import chance
from fairdeal.engine.kernel import DEALER, blank, copy
from fairdeal.engine.plain import plain
from fairdeal.errors import BadData
from fairdeal.games.caster import GAME, about, rules, words, worlds
from fairdeal.games.caster.subject import census
from fairdeal.laws.subject import changed
from fairdeal.play.sitting import Sitting
from tests.games.caster.tricks import card_texts
from tests.games.varied import play_to_the_end


def with_value(way: str, value: Any) -> dict[str, Any]:
    """The game's own document with one thing changed."""
    return changed(GAME.own_data, {way: value})


def test_a_users_own_ring_is_played() -> None:
    document = changed(GAME.own_data, {f"colours.{place}.trump": trump for place, trump in enumerate("YEGRB")})
    s = GAME.setting(4, data=document).new_state()
    assert s.box.trump.tolist() == [2, 3, 4, 0, 1]


def test_a_users_own_names_are_spoken() -> None:
    document = with_value("colours.2.name", "orange")
    assert GAME.setting(4, data=document).catalogue().labels["suit.Y"] == "orange"


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "In the data file: the keys colours, seats are missing."),
        (
            with_value("colours.0.letter", "B"),
            'In table 1 of [[colours]] (letter B): letter must be "R", '
            "since the tables stand in the order R, B, Y, E, G.",
        ),
        (
            with_value("colours.0.trump", "R"),
            "In table 1 of [[colours]] (letter R): a colour cannot be its own trump (§2).",
        ),
        (
            with_value("colours.0.trump", "Q"),
            'In table 1 of [[colours]] (letter R): trump must be one of "B", "E", "G", "R", "Y", not "Q".',
        ),
        (with_value("colours.0.trump", "Y"), "Each colour is the trump of exactly one other (§2)."),
        (
            with_value("colours.3.name", ""),
            'In table 4 of [[colours]] (letter E): name must be a text of 1 to 20 letters, not "".',
        ),
        (
            with_value("seats.0.count", 4),
            "In table 1 of [[seats]] (count 4): count must be 3, since the tables stand in the order 3, 4, 5.",
        ),
        (
            with_value("seats.1.highest", 10),
            "In table 2 of [[seats]] (count 4): 15 tricks need 60 cards (§3), but a highest value of 10 makes only 55.",
        ),
        (
            with_value("seats.2.tricks", 14),
            "In table 3 of [[seats]] (count 5): 14 tricks need 70 cards, and with five seats none may be left over "
            "(§3); a highest value of 14 makes 75.",
        ),
        (
            with_value("seats.1.highest", 15),
            "In table 2 of [[seats]] (count 4): highest must be a whole number from 0 to 14, not 15.",
        ),
        (
            with_value("seats.1.tricks", 16),
            "In table 2 of [[seats]] (count 4): tricks must be a whole number from 3 to 15, not 16.",
        ),
        (
            with_value("seats.1.tricks", 2),
            "In table 2 of [[seats]] (count 4): tricks must be a whole number from 3 to 15, not 2.",
        ),
        (
            with_value("seats.2.limit", True),
            "In table 3 of [[seats]] (count 5): limit must be a whole number from 0 to 15, not true.",
        ),
        (
            with_value("seats.2.burst", 10),
            "In table 3 of [[seats]] (count 5): burst must be a whole number from -9 to 9, not 10.",
        ),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(4, data=document)
    assert str(refusal.value) == sentence


def test_older_files_without_tricks_and_burst_are_played_as_before() -> None:
    kept = ("count", "highest", "limit", "source")
    older = [{key: seats[key] for key in kept} for seats in GAME.own_data["seats"]]
    document = {**GAME.own_data, "seats": older}
    assert GAME.setting(4, data=document).new_state().tobytes() == GAME.setting(4).new_state().tobytes()


@st.composite
def numbers(draw: st.DrawFn) -> tuple[int, dict[str, int]]:
    """Seats, and numbers for them within all ranges."""
    seats = draw(st.integers(3, 5))
    tricks = draw(st.integers(3, 15))
    fewest = -(-seats * tricks // 5) - 1  # §3 cards for all hands; with five seats none is left over
    highest = draw(st.integers(fewest, 14)) if seats < 5 else fewest
    chosen = {
        "highest": highest,
        "tricks": tricks,
        "limit": draw(st.integers(0, 15)),
        "burst": draw(st.integers(-9, 9)),
    }
    return seats, {f"seats.{seats - 3}.{key}": number for key, number in chosen.items()}


@given(numbers=numbers(), passing=st.booleans(), seed=st.integers(0, 2**16))
def test_games_within_the_ranges_end_and_lose_no_card(
    numbers: tuple[int, dict[str, int]], passing: bool, seed: int
) -> None:
    seats, changes = numbers
    s = play_to_the_end(GAME, seats, {"rounds": 1, "passing": passing}, changes, census, seed)
    tricks = changes[f"seats.{seats - 3}.tricks"]
    assert sum(rules.tricks_taken(s, seat) for seat in range(seats)) == tricks
    for seat in range(seats):
        taken = rules.tricks_taken(s, seat)
        if taken > changes[f"seats.{seats - 3}.limit"]:
            assert s.latest[seat] == taken * changes[f"seats.{seats - 3}.burst"]
        else:
            assert s.latest[seat] == rules.sum_of(s.scored[seat])


def test_openings_and_texts_follow_the_numbers() -> None:
    changes = {"seats.0.highest": 1, "seats.0.tricks": 3, "seats.0.limit": 2, "seats.0.burst": -2}
    setting = GAME.setting(3, {"passing": True}, changed(GAME.own_data, changes))
    catalogue = setting.catalogue()
    pictures = setting.opening()
    assert "every trick is then worth -2 points" in catalogue.value(pictures[-1].caption)
    for picture in pictures:
        for scene in picture.scenes:
            for panel in scene.panels:
                assert all(counter.value >= 0 for counter in panel.counters if counter.id.endswith("held"))
    names = [piece.id for piece in pictures[1].scenes[-1].zone("trick").pieces]
    assert len(set(names)) == len(names) == 3


# --- cards that nobody got (§4) --------------------------------------------------------------------------------------

ASIDE = {"seats.1.highest": 7, "seats.1.tricks": 5}


def with_cards_aside() -> Sitting:
    """Four seats with five cards each of forty, one trick later."""
    sitting, rng = Sitting(GAME.setting(4, {"rounds": 1}, changed(GAME.own_data, ASIDE))), chance.numbered("aside", 0)
    for _ in range(6):
        sitting.random_step(rng)
    return sitting


def test_4_hands_are_dealt_and_the_rest_lies_aside() -> None:
    setting = GAME.setting(4, {"rounds": 1}, changed(GAME.own_data, ASIDE))
    sitting, rng = Sitting(setting), chance.numbered("aside", 0)
    sitting.deal(rng)
    before = plain(sitting.view(0))
    sitting.deal(rng)
    after = sitting.view(0)
    assert len(sitting.events[1].action.split(" ")) == 1 + 40
    assert after.held[:4].tolist() == [5] * 4
    story = words.story(before, plain(after), DEALER, 0)
    assert [setting.catalogue().render(line) for line in story] == [
        "Round 1 of 1: the cards are dealt, 5 each.",
    ]


def test_9_hints_count_no_card_aside_as_held() -> None:
    sitting = with_cards_aside()
    seat = sitting.actors[0]
    v = plain(sitting.view(seat))
    catalogue = sitting.setting.catalogue(seat)
    found = {catalogue.render(reason) for action in sitting.legal(seat) for reason in words.reasons(v, seat, action)}
    assert any("the others hold at most" in reason for reason in found)
    [card, *_] = sitting.legal(seat)
    told = [catalogue.render(line) for line in about.about(v, seat, words.CARDS_OF.texts[card])]
    assert any(line.startswith("In other hands, or dealt to nobody: ") for line in told)
    told = [catalogue.render(line) for line in about.about(v, seat, "ring.R")]
    assert told[-1].endswith("in other hands, or dealt to nobody.")


def test_4_a_single_card_aside_is_counted_when_all_others_lack_something() -> None:
    document = changed(GAME.own_data, {"seats.1.highest": 4, "seats.1.tricks": 6})
    rng = chance.numbered("aside", 2)
    lacking: list[int] = []
    while len(lacking) < 3:  # a deal in which each of the others holds nothing of some colour
        sitting = Sitting(GAME.setting(4, {"rounds": 1}, document))
        sitting.deal(rng)
        sitting.deal(rng)
        empty = [sum(1 << colour for colour in range(5) if not hand[colour]) for hand in sitting.state.hand[1:4]]
        lacking = [colours for colours in empty if colours]
    v, plan, world = sitting.view(0), blank(worlds.PLAN)[0], blank(GAME.rules.STATE)[0]
    v.lacks[1:4] = lacking
    worlds.plan(v, 0, plan)
    aside = set()
    for _ in range(60):
        copy(v, world)
        worlds.resample(world, 0, plan, rng)
        held = {card for seat in range(4) for card in card_texts(world.hand[seat])}
        assert len(held) == 24
        aside |= {card for card in words.CARDS_OF.texts if int(card[1:]) <= 4 and card not in held}
    assert len(aside) > 1


def test_4_a_seat_imagines_every_card_aside_too() -> None:
    sitting = with_cards_aside()
    v, rng = sitting.view(0), chance.numbered("aside", 1)
    plan, world = blank(worlds.PLAN)[0], blank(GAME.rules.STATE)[0]
    somewhere: set[str] = set()
    for lacks in (0, 1, 3):  # an open hand, and hands of which each lacks something
        v.lacks[1:4] = lacks
        worlds.plan(v, 0, plan)
        for _ in range(40):
            copy(v, world)
            worlds.resample(world, 0, plan, rng)
            held = [card_texts(world.hand[seat]) for seat in range(4)]
            assert [len(cards) for cards in held] == v.held[:4].tolist()
            somewhere |= {card for cards in held for card in cards}
    played = {card for seat in range(4) for card in card_texts(v.played[seat])}
    assert len(somewhere | played) > 35
