"""The fair deal: exact bytes, numbers of deals, and the documents."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal import games
from fairdeal.chance import shuffle, word
from fairdeal.errors import BadRecord
from fairdeal.table.fairness import (
    BOT_LABEL,
    BadReceipt,
    Deal,
    Receipt,
    bot_nonce,
    commitment,
    fair_part,
    generator,
    read_part,
    read_receipt,
    seed,
)
from tests.table.fair import CASES, CASTER, COPIED, TABLE, new_deal, own_deck, person, played, receipt_of

PAGE = Path(__file__).parents[2] / "docs" / "fair-deal.md"
SECRET, NONCE = bytes(range(32)), bytes(range(32, 64))

# --- exact bytes -----------------------------------------------------------------------------------------------------


def test_commitments_bots_nonces_and_seeds_never_change() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    bot = bot_nonce(SECRET, "abc123", 1, 1)
    assert bot.hex() == "ec96ce628836bc0bbf71d91f9b65376ffc063856ed72371da754653af78c1eb2"
    found = seed(SECRET, [NONCE, bot], "abc123", 0)
    assert found.hex() == "eba6124d70f7768b0d2a3323ecae34c8d45099c975620e79935b44b23e5cf68b"
    assert Deal("abc123", SECRET, (NONCE, bot)).generator(0).astype("<u8").tobytes() == found


def test_the_worked_example_of_the_page_is_right() -> None:
    example = dict(re.findall(r"^([a-z0-9 ]+[a-z0-9]) += ([0-9a-f ]+)$", PAGE.read_text("utf-8"), re.MULTILINE))
    bot = bot_nonce(SECRET, "abc123", 1, 1)
    rng, cards = generator(SECRET, (NONCE, bot), "abc123", 0), np.arange(1, 21)
    first = f"{int(word(rng.copy())):016x}"
    shuffle(rng, cards, 20)
    assert example == {
        "secret": SECRET.hex(),
        "commitment of secret": commitment(SECRET),
        "nonce 0": NONCE.hex(),
        "commitment of seat 0": commitment(NONCE),
        "message for nonce 1": (BOT_LABEL + b"\x06abc123" + b"\x01" + b"\x00\x00\x00\x01").hex(),
        "nonce 1": bot.hex(),
        "seed of deal 0": seed(SECRET, (NONCE, bot), "abc123", 0).hex(),
        "seed of deal 1": seed(SECRET, (NONCE, bot), "abc123", 1).hex(),
        "first word of deal 0": first,
        "shuffle of 1 to 20": " ".join(map(str, cards)),
    }


def test_every_part_of_a_seed_counts() -> None:
    seeds = [
        seed(SECRET, [NONCE, SECRET], "abc123", 0),
        seed(NONCE, [NONCE, SECRET], "abc123", 0),
        seed(SECRET, [SECRET, NONCE], "abc123", 0),
        seed(SECRET, [NONCE], "abc123", 0),
        seed(SECRET, [NONCE, SECRET], "abc12", 0),
        seed(SECRET, [NONCE, SECRET], "abc123", 1),
        *(bot_nonce(SECRET, table, seat, start) for table in ("a", "ab") for seat in (0, 1) for start in (1, 2)),
    ]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_secrets_and_nonces_have_32_bytes(size: int) -> None:
    for call in (
        lambda: commitment(bytes(size)),
        lambda: bot_nonce(bytes(size), "t", 0, 1),
        lambda: seed(bytes(size), [NONCE], "t", 0),
        lambda: seed(SECRET, [NONCE, bytes(size)], "t", 0),
    ):
        with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
            call()


@pytest.mark.parametrize("table", ["", "t" * 65, "tisch-ä"])
def test_a_table_has_a_short_id_of_ascii_characters(table: str) -> None:
    with pytest.raises(ValueError, match=r"characters|ascii"):
        seed(SECRET, [NONCE], table, 0)


# --- numbers of deals ------------------------------------------------------------------------------------------------


def test_a_random_deck_is_deal_0_and_the_first_event_deal_1() -> None:
    deal, battle = Deal(TABLE, SECRET, (NONCE, NONCE)), games.find("battle")
    setting, first = deal.settled(battle, 2)
    assert first == 1
    assert setting.options["cards"] == battle.setting(2, rng=deal.generator(0)).options["cards"]
    assert setting.options["cards"] != Deal(TABLE, NONCE, (NONCE, NONCE)).settled(battle, 2)[0].options["cards"]


@pytest.mark.parametrize("deck", ["starter", own_deck()], ids=["starter", "own"])
def test_cards_that_need_no_chance_use_no_deal(deck: Any) -> None:
    assert Deal(TABLE, SECRET, (NONCE, NONCE)).settled(games.find("battle"), 2, {"deck": deck})[1] == 0


@pytest.mark.parametrize("name", [name for name in games.NAMES if name != "battle"])
def test_other_games_begin_with_deal_0(name: str) -> None:
    setting, first = Deal(TABLE, SECRET, (NONCE, NONCE)).settled(games.find(name))
    assert first == 0
    assert setting == games.find(name).setting()


# --- documents -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_part_is_read_as_it_was_written(case: Any) -> None:
    deal = new_deal(case)
    part = read_part(json.loads(json.dumps(fair_part(deal, case.bots, case.start, case.copied_to).document())))
    assert part == fair_part(deal, case.bots, case.start, case.copied_to)
    assert part.deal == deal
    assert part.voided == case.start - 1


def test_a_part_has_the_keys_of_the_page() -> None:
    fair = played(CASTER)["fair"]
    assert list(fair) == ["table", "secret", "commitment", "start", "voided", "copied_from", "seats"]
    assert [list(seat) for seat in fair["seats"]] == [
        ["nonce", "commitment"],
        ["nonce", "bot"],
        ["nonce", "commitment"],
    ]
    assert (played(COPIED)["fair"]["table"], played(COPIED)["fair"]["copied_from"]) == ("copy_2", TABLE)


def test_a_receipt_is_read_as_it_was_written() -> None:
    kept = receipt_of(CASTER, person(CASTER))
    receipt = read_receipt(json.dumps(kept).encode())
    assert isinstance(receipt, Receipt)
    assert json.loads(receipt.encode()) == kept
    assert list(kept)[:2] == ["format", "table"]
    assert kept["seats"][1] == {"bot": True}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table", ""),
        ("table", "a b"),
        ("table", "abc\n"),
        ("secret", "00"),
        ("secret", "g" * 64),
        ("secret", "A" * 64),
        ("start", -1),
        ("start", True),
        ("voided", 1 << 32),
        ("seats", [{}]),
        ("seats", None),
    ],
)
def test_a_part_that_cannot_be_read_is_refused(key: str, value: Any) -> None:
    fair = {**played(CASTER)["fair"], key: value}
    with pytest.raises(BadRecord, match=rf"part 'fair' cannot be read: .*{key}"):
        read_part(fair)
    del fair[key]
    with pytest.raises(BadRecord, match=f"missing required field `{key}`"):
        read_part(fair)


@pytest.mark.parametrize("value", [None, [], "fair", 3])
def test_a_part_is_an_object(value: Any) -> None:
    with pytest.raises(BadRecord, match="Expected `object`"):
        read_part(value)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"\xff", b"[]", b"{}", b'{"format": "fairdeal-record/1"}', b'{"table": "\xff"}', b"[" * 100000],
    ids=range(8),
)
def test_a_receipt_that_cannot_be_read_is_refused(text: bytes) -> None:
    with pytest.raises(BadReceipt, match=r"^The receipt cannot be read: .*\.$"):
        read_receipt(text)
