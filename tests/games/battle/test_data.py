"""The templates, the random decks they make, and the starter deck."""

from __future__ import annotations

import copy
import functools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdeal.engine import chance
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import BadData, BadOption
from fairdeal.games.battle import GAME, data, deck, rules
from fairdeal.games.battle.subject import census
from tests.games.varied import play_to_the_end

DECKS = 12 if DEFAULT_MODE == "interpreted" else 150

POINTS = [8, 4, 4, 5, 17, 21, 12, 2, 6, 9, 18, 12, 20, 23, 13, 8, 10, 15, 20, 15]
WEIGHTS = {
    "Spellcaster": 2,
    "Tavern": 3,
    "Four winds": 3,
    "Pocket beast": 2,
    "Duel monster": 2,
    "Galaxy": 3,
    "Star crew": 2,
    "Clan war": 3,
    "Event": 2,
    "Racer": 2,
}


def test_the_starter_deck_is_worth_242_points() -> None:
    cards = data.starter(GAME.own_data)
    assert [deck.worth(card) for card in cards] == POINTS
    assert sum(POINTS) == 242
    assert Counter(card["name"] for card in cards) == dict.fromkeys(WEIGHTS, 2)
    assert cards[6] == {"name": "Pocket beast", "edges": {"B": 2}, "other": [10], "ignored": ["120", "102", "21"]}


def within(numbers: dict[str, int], **ranges: tuple[int, int]) -> bool:
    """Whether exactly these places have numbers, each in its range."""
    return set(numbers) == set(ranges) and all(low <= numbers[place] <= high for place, (low, high) in ranges.items())


def fits(card: Any) -> bool:
    """Whether a card fits its template as the page of the game describes it."""
    e, o = dict(card["edges"]), card["other"]
    match card["name"]:
        case "Spellcaster":
            collector = e.pop("BL", 1)
            return within(e, TR=(0, 7)) and 1 <= collector <= 10 and len(o) <= 2 and all(1 <= n <= 4 for n in o)
        case "Tavern":
            c = e["TL"]
            ranges = {"TL": (0, 10), "BL": (max(0, c - 1), min(10, c + 1)), "BR": (max(1, c - 1), min(10, c + 2))}
            return within(e, **ranges) and len(o) <= 1 and all(1 <= n <= 5 for n in o)
        case "Four winds":
            tens = list(e.values()).count(10)
            return within(e, T=(1, 10), R=(1, 10), B=(1, 10), L=(1, 10)) and tens <= 1 and not o
        case "Pocket beast":
            stage, collector = e.pop("TL", 0), e.pop("BR", 1)
            return within(e, B=(0, 4)) and 0 <= stage <= 2 and 1 <= collector <= 10 and o in ([], [10])
        case "Duel monster":
            return within(e, TR=(1, 10)) and len(o) <= 1 and all(1 <= n <= 3 for n in o)
        case "Galaxy":
            good = within(e, TR=(0, 7), L=(0, 8), BL=(1, 8), BR=(1, 9))
            return good and len(o) <= 1 and all(1 <= n <= 3 for n in o)
        case "Star crew":
            return within(e, TL=(0, 5), BL=(3, 9), B=(3, 9), BR=(3, 9)) and not o
        case "Clan war":
            good = 0 <= e.pop("BR", 0) <= 4 and within(e, L=(0, 6), R=(1, 6), BL=(2, 10))
            return good and len(o) <= 1 and all(1 <= n <= 3 for n in o)
        case "Event":
            [(place, number)] = e.items()
            good = place in ("TL", "TR", "T", "BL") and 0 <= number <= 10
            return good and 1 <= len(o) <= 3 and all(1 <= n <= 6 for n in o)
        case "Racer":
            return within(e, T=(1, 10), TL=(0, 5), R=(2, 8)) and len(o) == 1 and 1 <= o[0] <= 10
    return False


@functools.cache
def random_cards(decks: int) -> list[Any]:
    return [
        card for number in range(decks) for card in data.random_cards(GAME.own_data, chance.numbered("deck", number))
    ]


def test_every_random_card_fits_a_template() -> None:
    for card in random_cards(DECKS):
        assert fits(card), card
        assert all(int(text.removeprefix("/")) > 10 for text in card["ignored"]), card


def test_templates_come_by_their_weights() -> None:
    names = Counter(card["name"] for card in random_cards(DECKS))
    expected = [20 * DECKS * weight / sum(WEIGHTS.values()) for weight in WEIGHTS.values()]
    assert stats.chisquare([names[name] for name in WEIGHTS], expected).pvalue > 1e-4


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="plain Python makes too few cards in a moment")
def test_what_is_half_or_one_in_five_is() -> None:
    cards = random_cards(DECKS)

    def share(name: str, question: Any) -> tuple[int, int]:
        of_name = [card for card in cards if card["name"] == name]
        return sum(map(question, of_name)), len(of_name)

    for (found, among), wanted in (
        (share("Four winds", lambda card: 10 in card["edges"].values()), 0.2),
        (share("Tavern", lambda card: bool(card["other"])), 0.5),
        (share("Pocket beast", lambda card: "TL" in card["edges"]), 0.5),
        (share("Galaxy", lambda card: bool(card["other"])), 0.6),
        (share("Clan war", lambda card: "BR" in card["edges"]), 0.7),
        (share("Clan war", lambda card: bool(card["other"])), 0.3),
        (share("Event", lambda card: "T" in card["edges"]), 0.25),
        (share("Spellcaster", lambda card: "BL" in card["edges"]), 0.04),
        (share("Spellcaster", lambda card: len(card["other"]) == 2), 1 / 3),
    ):
        assert stats.binomtest(found, among, wanted).pvalue > 1e-4


def test_the_same_generator_makes_the_same_deck() -> None:
    decks = [data.random_cards(GAME.own_data, chance.numbered("same", number)) for number in (0, 0, 1)]
    assert decks[0] == decks[1] != decks[2]
    assert len(decks[0]) == 20


def test_what_does_not_count_is_printed_and_greyed() -> None:
    for card in random_cards(DECKS):
        match card["name"]:
            case "Spellcaster":
                assert card["ignored"][-1] == "/250"
                assert len(card["ignored"]) == (1 if "BL" in card["edges"] else 2)
            case "Pocket beast":
                assert card["ignored"][-1] == "/102"
                assert len(card["ignored"]) == 4 - ("BR" in card["edges"]) - len(card["other"])
            case "Duel monster":
                assert all(300 <= int(text) <= 3000 for text in card["ignored"])
                assert len(card["ignored"]) == 2
            case name:
                assert len(card["ignored"]) == (name == "Event")


# --- wrong files -----------------------------------------------------------------------------------------------------


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The game's own document with one thing changed."""
    document: dict[str, Any] = copy.deepcopy(dict(GAME.own_data))
    *way, last = path
    place: Any = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


TAVERN = ("templates", 1)
EDGE = (*TAVERN, "edges", 0)
AT_TAVERN = "table 2 of [[templates]] (name Tavern)"
FIRST_EDGE = f"row 1 of edges in {AT_TAVERN} (place TL)"
SECOND_EDGE = f"row 2 of edges in {AT_TAVERN} (place BL)"


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "In the data file: the keys templates, starter are missing."),
        (changed("starter", value=[]), "In the data file: starter must be a list of 9 to 20 tables, not []."),
        (
            changed("starter", value=GAME.own_data["starter"][:19]),
            "The starter deck has 19 cards, and 20 are played (§5).",
        ),
        (
            changed("starter", 2, "edges", value={"X": 1}),
            "The starter deck cannot be used: card 3, Tavern: its edges are places with whole numbers from 0 to 10 "
            "(§2).",
        ),
        (changed("templates", value=7), "In the data file: templates must be a list of 1 to 12 tables, not 7."),
        (
            changed(*TAVERN, "name", value=""),
            'In table 2 of [[templates]]: name must be a text of 1 to 80 letters, not "".',
        ),
        (
            changed(*TAVERN, "colour", value=1),
            f"In {AT_TAVERN}: the key colour is unknown; known are name, weight, edges, one_edge, ten, other, ignored.",
        ),
        (changed(*TAVERN, "ten", value=True), f"In {AT_TAVERN}: ten must be a whole number from 0 to 100, not true."),
        (changed(*TAVERN, "one_edge", value=1), f"In {AT_TAVERN}: one_edge must be true or false, not 1."),
        (changed(*TAVERN, "edges", value=[]), f"In {AT_TAVERN}: edges must be a list of 1 to 8 tables, not []."),
        (changed(*TAVERN, "other", value=[1]), f"In {AT_TAVERN}: other must be a list of 0 to 3 tables, not [1]."),
        (
            changed(*EDGE, "place", value="X"),
            f"In row 1 of edges in {AT_TAVERN} (place X): place must be one of "
            '"B", "BL", "BR", "L", "R", "T", "TL", "TR", not "X".',
        ),
        (
            changed(*TAVERN, "edges", 1, "place", value="TL"),
            f"In row 2 of edges in {AT_TAVERN} (place TL): another edge is printed on this place (§1).",
        ),
        (
            changed(*EDGE, "within", value=3),
            f"In {FIRST_EDGE}: within must be a list of 2, each a whole number from 0 to 9999, not 3.",
        ),
        (changed(*EDGE, "low", value=11), f"In {FIRST_EDGE}: low goes from 11 to 10, which is backwards."),
        (changed(*EDGE, "low", value=-1), f"In {FIRST_EDGE}: low must be a whole number from 0 to 9999, not -1."),
        (changed(*EDGE, "within", value=[11, 12]), f"In {FIRST_EDGE}: there is no number to print."),
        (changed(*EDGE, "within", value=[5, 4]), f"In {FIRST_EDGE}: within goes from 5 to 4, which is backwards."),
        (
            changed(*TAVERN, "edges", 1, "plus", value="BR"),
            f"In {SECOND_EDGE}: it is added to a place that no edge before it always fills.",
        ),
        (
            changed(*EDGE, "chance", value=50),
            f"In {SECOND_EDGE}: it is added to a place that no edge before it always fills.",
        ),
        (changed(*TAVERN, "edges", 1, "within", value=[12, 13]), f"In {SECOND_EDGE}: there is no number to print."),
        (
            changed("templates", 4, "edges", 0, "high", value=11),
            "In table 5 of [[templates]] (name Duel monster): it would make cards without a number from 0 to 10 on a "
            "side or corner (§4).",
        ),
        (
            changed("templates", 8, "edges", 0, "chance", value=50),
            "In table 9 of [[templates]] (name Event): it would make cards without a number from 0 to 10 on a "
            "side or corner (§4).",
        ),
        (
            changed("templates", 8, "ten", value=50),
            "In table 9 of [[templates]] (name Event): it has a ten, so all its edges must always be printed, and none "
            "above 10.",
        ),
        (
            changed(*TAVERN, "other", 0, "count", value=[2, 1]),
            f"In row 1 of other in {AT_TAVERN} (low 1): count goes from 2 to 1, which is backwards.",
        ),
        (
            changed(*TAVERN, "ignored", value=["/250"]),
            f"In {AT_TAVERN}: entry 1 of ignored must be a list of 1 to 100, each a text of 0 to 80 letters, "
            'not "/250".',
        ),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(2, data=document)
    assert str(refusal.value) == sentence


def test_a_users_own_templates_make_the_random_deck() -> None:
    document = changed(
        "templates", value=[{"name": "Dull", "weight": 1, "edges": [{"place": "L", "low": 4, "high": 4}]}]
    )
    setting = GAME.setting(2, data=document)
    assert setting.options["cards"] == [{"name": "Dull", "edges": {"L": 4}, "other": [], "ignored": []}] * 20
    assert setting.new_state().options.worth.tolist() == [4] * rules.CARDS


# --- decks of another size -------------------------------------------------------------------------------------------


def test_what_a_file_leaves_out_is_as_in_our_box() -> None:
    older = {key: value for key, value in GAME.own_data.items() if key != "numbers"}
    assert data.read(older).tobytes() == data.read(GAME.own_data).tobytes()


@given(
    cards=st.integers(9, 20),
    seats=st.integers(2, 4),
    deck=st.sampled_from(["random", "starter"]),
    open_list=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_a_deck_of_any_size_within_the_range_can_be_played(
    cards: int, seats: int, deck: str, open_list: bool, seed: int
) -> None:
    options = {"deck": deck, "open_list": open_list or deck == "starter", "match": 2}
    s = play_to_the_end(GAME, seats, options, {"numbers.cards": cards}, census, seed)
    assert (s.taken[cards:] == -1).all()
    assert (s.pile[cards:] == -1).all()


def test_5_of_a_long_starter_deck_the_first_cards_are_played() -> None:
    setting = GAME.setting(2, {"deck": "starter"}, changed("numbers", "cards", value=12))
    assert setting.options["cards"] == data.starter(GAME.own_data)[:12]
    with pytest.raises(BadOption, match=r"^Option cards: a deck is exactly 12 cards, not 20 \(§5\)\.$"):
        GAME.setting(2, {"cards": data.starter(GAME.own_data)}, changed("numbers", "cards", value=12))
