"""Card Game Traders' data file, and its options."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fairdeal.engine.chance import numbered
from fairdeal.errors import BadData, BadOption, BadSeats, Unreadable
from fairdeal.games.traders import GAME, abilities, data, faces, names, rules
from fairdeal.games.traders.subject import census
from fairdeal.kit.faces import theme_of
from fairdeal.laws.walks import random_game
from fairdeal.play.batches import play_batch
from tests.games.varied import play_to_the_end


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The game's own document with one thing changed."""
    document: dict[str, Any] = copy.deepcopy(dict(GAME.own_data))
    *way, last = path
    place: Any = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


def own_cards() -> dict[str, Any]:
    """A box with other names, quantities, slots and Value numbers."""
    document = changed("kinds", 0, "name", value="Holo Dragon")
    for kind, quantity in zip(document["kinds"], (2, 20, 9, 9, 9, 9, 5), strict=True):
        kind["quantity"] = quantity
    document["abilities"][0].update(slots=[1, 7], in_play=3, at_end=-2)
    document["abilities"][4]["slots"] = [1, 2, 3, 4, 5, 6, 7]
    return document


def test_a_users_own_cards_are_played() -> None:
    setting = GAME.setting(4, data=own_cards())
    s = setting.new_state()
    assert s.box.quantity.tolist() == [2, 20, 9, 9, 9, 9, 5]
    assert s.box.bonus[:2].tolist() == [3, -2]
    assert s.box.slots[0] == 0b1000001
    assert sorted(s.deck.tolist()).count(1) == 19
    assert setting.catalogue().labels["kind.1"] == "Holo Dragon"
    assert play_batch(setting, "own", range(4))[2].min() > 0


def test_all_data_is_marked_by_its_source() -> None:
    tables = [*GAME.own_data["kinds"], *GAME.own_data["abilities"]]
    assert all("printed" in table["source"] or "reconstructed" in table["source"] for table in tables)


def test_4_every_order_of_drawing_fills_the_row() -> None:
    assert data.row_always_fills(data.own_slots())
    alone = list(data.own_slots())
    for card in range(abilities.ABILITY_CARDS):
        alone[card] &= ~(1 << 6)
    alone[8] |= 1 << 6  # only X1 may lie in the last slot, and X2 may come before it
    assert not data.row_always_fills(tuple(alone))


KIND_2 = "In table 2 of [[kinds]] (number 2)"
DISCOUNT = "In table 4 of [[abilities]] (card D1)"


def few_cards() -> dict[str, Any]:
    """One card too few for four packets of eight and the largest Market."""
    document = changed("numbers", "packet", value=8)
    for kind, quantity in zip(document["kinds"], (6, 6, 6, 7, 7, 7, 7), strict=True):
        kind["quantity"] = quantity
    return document


NO_LAST_SLOT = copy.deepcopy(dict(GAME.own_data))
for _table in NO_LAST_SLOT["abilities"]:
    _table["slots"] = [slot for slot in _table["slots"] if slot < 7]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "In the data file: the keys kinds, abilities are missing."),
        (
            changed("extra", value=1),
            "In the data file: the key extra is unknown; known are kinds, abilities, numbers.",
        ),
        (changed("kinds", value=[]), "In the data file: kinds must be a list of 7 tables, not []."),
        (changed("kinds", value=7), "In the data file: kinds must be a list of 7 tables, not 7."),
        (changed("numbers", value=7), "In the data file: numbers must be a table, not 7."),
        (
            changed("kinds", 0, "number", value=2),
            "In table 1 of [[kinds]] (number 2): number must be 1, since the tables stand in the order "
            "1, 2, 3, 4, 5, 6, 7.",
        ),
        (changed("kinds", 1, "name", value=""), f'{KIND_2}: name must be a text of 1 to 40 letters, not "".'),
        (changed("kinds", 1, "name", value=3), f"{KIND_2}: name must be a text of 1 to 40 letters, not 3."),
        (changed("kinds", 1, "quantity", value=1), f"{KIND_2}: quantity must be a whole number from 2 to 20, not 1."),
        (changed("kinds", 1, "quantity", value=21), f"{KIND_2}: quantity must be a whole number from 2 to 20, not 21."),
        (
            changed("kinds", 2, "quantity", value=11),
            "All quantities make 35 to 63 cards with packets of 5 (§1, §5), not 64.",
        ),
        (few_cards(), "All quantities make 47 to 63 cards with packets of 8 (§1, §5), not 46."),
        (
            changed("kinds", 1, "hue", value=1),
            f"{KIND_2}: the key hue is unknown; known are number, name, quantity, source.",
        ),
        (
            changed("abilities", 0, "card", value="V2"),
            'In table 1 of [[abilities]] (card V2): card must be "V1", since the tables stand in the order '
            "V1, V2, V3, D1, R1, W1, M1, L1, X1, X2, A1, A2.",
        ),
        (changed("abilities", 3, "family", value="Value"), f'{DISCOUNT}: family must be "Discount", not "Value".'),
        (
            changed("abilities", 3, "in_play", value=1),
            f"{DISCOUNT}: the key in_play is not for the family Discount (§2).",
        ),
        (changed("abilities", 3, "first", value=0), f"{DISCOUNT}: first must be a whole number from 1 to 9, not 0."),
        (
            changed("abilities", 3, "first_two", value=10),
            f"{DISCOUNT}: first_two must be a whole number from 1 to 9, not 10.",
        ),
        (
            changed("abilities", 3, "slots", value=[]),
            f"{DISCOUNT}: slots must be a list of 1 to 7, each a whole number from 1 to 7, not [].",
        ),
        (
            changed("abilities", 3, "slots", value=[0, 1]),
            f"{DISCOUNT}: entry 1 of slots must be a whole number from 1 to 7, not 0.",
        ),
        (
            changed("abilities", 3, "slots", value=[2, 2]),
            f"{DISCOUNT}: slots stand in ascending order, each once (§2).",
        ),
        (
            changed("abilities", 11, "slots", value=[6, 7]),
            "In table 12 of [[abilities]] (card A2): an arrow needs a neighbour on both sides, so it lies in slots "
            "2 to 6 only (§13).",
        ),
        (
            changed("abilities", 1, "at_end", value=10),
            "In table 2 of [[abilities]] (card V2): at_end must be a whole number from -9 to 9, not 10.",
        ),
        (
            changed("abilities", 1, "in_play", value=1.5),
            "In table 2 of [[abilities]] (card V2): in_play must be a whole number from -9 to 9, not 1.5.",
        ),
        (NO_LAST_SLOT, "With these slots some order of drawing leaves a slot without an ability (§4)."),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(2, data=document)
    assert str(refusal.value) == sentence


# --- numbers within their ranges -------------------------------------------------------------------------------------


def test_what_a_file_leaves_out_is_as_in_our_box() -> None:
    older = copy.deepcopy(dict(GAME.own_data))
    del older["numbers"]
    for ability in older["abilities"]:
        for key in ("in_play", "at_end", "first_two", "first"):
            ability.pop(key, None)
    assert data.read(older).tobytes() == data.read(GAME.own_data).tobytes()


@st.composite
def changes(draw: st.DrawFn) -> dict[str, int]:
    """Any numbers, quantities and bonuses that work together."""
    packet, lowest = draw(st.integers(3, 8)), draw(st.integers(1, 9))
    quantities = draw(st.lists(st.integers(2, 20), min_size=7, max_size=7))
    assume(7 + 4 * packet + 8 <= sum(quantities) <= 63)
    found = {"numbers.packet": packet, "numbers.lowest": lowest}
    found |= {f"kinds.{kind}.quantity": quantity for kind, quantity in enumerate(quantities)}
    found |= {f"abilities.{card}.{key}": draw(st.integers(-9, 9)) for card in range(3) for key in ("in_play", "at_end")}
    return found | {f"abilities.3.{key}": draw(st.integers(1, 9)) for key in ("first_two", "first")}


@given(changes=changes(), seats=st.integers(2, 4), market=st.integers(4, 8), seed=st.integers(0, 2**32))
def test_any_file_within_the_ranges_can_be_played(changes: dict[str, int], seats: int, market: int, seed: int) -> None:
    play_to_the_end(GAME, seats, {"market": market}, changes, census, seed)


def test_5_packets_of_another_size_are_drafted_until_two_cards_are_left() -> None:
    setting = GAME.setting(2, data=changed("numbers", "packet", value=7))
    texts = [step for step in random_game(setting, numbered("packets", 0)) if step.before.phase == rules.DRAFTING]
    assert len(texts) == 2 * 5
    last = next(
        step.after for step in random_game(setting, numbered("packets", 0)) if step.after.phase == rules.PLAYING
    )
    assert last.held[:2].tolist() == [6, 6]
    status = GAME.scene(texts[0].before, 0).status[0]
    assert setting.catalogue().value(status) == "Draft, choice 1 of 6"


def test_2_a_discount_of_another_size_is_taken_off_said_and_drawn() -> None:
    document = changed("abilities", 3, "first", value=7)
    setting = GAME.setting(2, {"abilities": "V1a,D1b,V2b,X1a,M1b,W1a,L1b"}, document)
    s = setting.new_state()
    s.acting, s.meta[0] = abilities.D1B, 9
    assert [rules.price(s, 0, bought) for bought in (0, 1)] == [2, 9]
    assert (
        setting.catalogue().render(names.ability_name(s, abilities.D1B)) == "Big bargain (the first buy costs 7 less)"
    )
    assert [component.back for component in faces.components(setting)][7 + 3] == "D1b.7"
    inks = theme_of("light")
    assert faces.draw("D1b.7", inks) != faces.draw("D1b.4", inks) == faces.draw("D1b", inks)
    with pytest.raises(Unreadable):
        faces.draw("D1b.-7", inks)


def test_8_19_no_value_and_no_price_is_below_the_lowest() -> None:
    s = GAME.setting(2, data=changed("numbers", "lowest", value=3)).new_state()
    s.acting = abilities.D1B
    assert abilities.value(s, 0, abilities.IN_PLAY) == 3
    assert rules.price(s, 0, 0) == 3


# --- options ---------------------------------------------------------------------------------------------------------

ROW = GAME.options[1]


@pytest.mark.parametrize("options", [{"market": 3}, {"market": 9}, {"market": "6"}, {"market": True}, {"size": 6}])
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        GAME.setting(2, options)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("V1a", "A row is seven ability halves with commas and no spaces between them (§2)."),
        ("V1a,D1b,V2b,X1a,M1b,W1a,L1c", "A row is seven ability halves with commas and no spaces between them (§2)."),
        ("V1a, D1b,V2b,X1a,M1b,W1a,L1b", "A row is seven ability halves with commas and no spaces between them (§2)."),
        (7, "A row is seven ability halves with commas and no spaces between them (§2)."),
        (None, "A row is seven ability halves with commas and no spaces between them (§2)."),
        ("V2b,D1b,V1a,X1a,M1b,W1a,L1b", "V2 may not lie in slot 1 (§2)."),
        ("V1a,D1b,V1b,X1a,M1b,W1a,L1b", "V1 lies twice in the row (§2)."),
        ("V1a,D1b,V2b,X1a,M1b,W1a,X2b", "The family Exchange lies twice in the row (§4)."),
    ],
)
def test_a_wrong_row_is_refused_and_the_reason_is_named(row: Any, reason: str) -> None:
    fault = data.Row("abilities").fault(row)
    assert fault is not None
    assert GAME.said(fault) == reason
    assert not ROW.check(row)
    with pytest.raises(BadOption) as refusal:
        GAME.setting(2, {"abilities": row})
    assert str(refusal.value) == (
        "Option abilities of Card Game Traders is random, or seven ability halves for slots 1 to 7, such as "
        "V1a,D1b,V2b,X1a,M1b,W1a,L1b, each in a slot of its card, no card twice and no family twice but Value, "
        f"not {row!r}."
    )


@pytest.mark.parametrize("row", ["random", "V1a,D1b,V2b,X1a,M1b,W1a,L1b", "V1a,V3b,V2b,A1a,M1b,W1a,L1b"])
def test_good_rows_are_taken(row: str) -> None:
    assert ROW.check(ROW.parse(row))
    assert GAME.setting(2, {"abilities": row}).options == {"market": 6, "abilities": row}


def test_two_to_four_play() -> None:
    assert [GAME.setting(seats).seats for seats in GAME.seat_counts] == [2, 3, 4]
    with pytest.raises(BadSeats):
        GAME.setting(5)
    assert GAME.setting().options == {"market": 6, "abilities": "random"}
