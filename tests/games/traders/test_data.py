"""Card Game Traders' data file, and its options."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from fairdeal.errors import BadData, BadOption, BadSeats
from fairdeal.games.traders import GAME, abilities, data
from fairdeal.laws import fuzz


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
    assert fuzz(setting, 4).games == 4


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


NO_LAST_SLOT = copy.deepcopy(dict(GAME.own_data))
for _table in NO_LAST_SLOT["abilities"]:
    _table["slots"] = [slot for slot in _table["slots"] if slot < 7]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "The data file lacks kinds, abilities."),
        (changed("extra", value=1), "The data file has the unknown key extra; known are kinds, abilities."),
        (changed("kinds", value=[]), "The data file needs 7 tables [[kinds]]."),
        (changed("kinds", value=7), "The data file needs 7 tables [[kinds]]."),
        (changed("abilities", value=[1] * 12), "The data file needs 12 tables [[abilities]]."),
        (changed("kinds", 0, "number", value=2), "The kinds stand in the order 1 to 7 (§1); 1 is missing."),
        (changed("kinds", 1, "name", value=""), "Kind 2 needs a name of at most 40 letters."),
        (changed("kinds", 1, "name", value="x" * 41), "Kind 2 needs a name of at most 40 letters."),
        (changed("kinds", 1, "name", value="a\nb"), "Kind 2 needs a name of at most 40 letters."),
        (changed("kinds", 1, "name", value=3), "Kind 2 needs a name of at most 40 letters."),
        (
            changed("kinds", 2, "quantity", value=1),
            "Kind 3 has a quantity from 2 to 20, its Meta card included (§1), not 1.",
        ),
        (
            changed("kinds", 2, "quantity", value=True),
            "Kind 3 has a quantity from 2 to 20, its Meta card included (§1), not True.",
        ),
        (changed("kinds", 2, "quantity", value=11), "All quantities make 63 cards (§1), not 64."),
        (
            changed("kinds", 2, "hue", value=1),
            "Kind 3 has the unknown key hue; known are number, name, quantity, source.",
        ),
        (
            changed("abilities", 0, "card", value="V2"),
            "The ability cards stand in the order V1 V2 V3 D1 R1 W1 M1 L1 X1 X2 A1 A2 (§2); V1 is missing.",
        ),
        (
            changed("abilities", 3, "family", value="Value"),
            "Ability card D1 is of the family Discount (§2), not 'Value'.",
        ),
        (
            changed("abilities", 3, "in_play", value=1),
            "Ability card D1 has the unknown key in_play; known are card, family, slots, source.",
        ),
        (
            changed("abilities", 4, "slots", value=[]),
            "Ability card R1 needs slots: a list of whole numbers from 1 to 7 (§2).",
        ),
        (
            changed("abilities", 4, "slots", value="1-7"),
            "Ability card R1 needs slots: a list of whole numbers from 1 to 7 (§2).",
        ),
        (
            changed("abilities", 4, "slots", value=[0, 1]),
            "Ability card R1 needs slots: a list of whole numbers from 1 to 7 (§2).",
        ),
        (
            changed("abilities", 4, "slots", value=[2, 2]),
            "Ability card R1 lists its slots in ascending order, each once (§2).",
        ),
        (
            changed("abilities", 11, "slots", value=[6, 7]),
            "Ability card A2 lies in slots 2 to 6 only: an arrow needs a neighbour on both sides (§13).",
        ),
        (
            changed("abilities", 1, "at_end", value=10),
            "Ability card V2 needs at_end: a whole number from -9 to 9 (§2).",
        ),
        (
            changed("abilities", 1, "in_play", value=1.5),
            "Ability card V2 needs in_play: a whole number from -9 to 9 (§2).",
        ),
        (NO_LAST_SLOT, "With these slots some order of drawing leaves a slot without an ability (§4)."),
    ],
)
def test_a_wrong_data_file_is_refused_in_one_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        GAME.setting(2, data=document)
    assert str(refusal.value) == sentence


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
