"""The fair deal: exact bytes, numbers of deals, and the documents."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal import games
from fairdeal.engine import chance
from fairdeal.errors import BadOption, BadRecord
from fairdeal.play import fairness_1
from fairdeal.play.fairness import (
    Deal,
    FairPart,
    Receipt,
    block,
    call_hash,
    canonical,
    code_of,
    hidden_hash,
    nonce_commitment,
    packed,
    read_part,
    secret_commitment,
    secret_of,
    terms_hash,
    terms_of,
    version_of,
)
from tests.play.fair import (
    ALL_BOTS,
    CASES,
    CASTER,
    COPIED,
    FIRST_CASES,
    HIDDEN_DECK,
    OLD_COPY,
    OLD_PEOPLE,
    RANDOM_DECK,
    STARTED_LATE,
    TABLE,
    Case,
    own_deck,
    part_for,
    played,
    receipt_of,
    receipts_of,
    terms_for,
)

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "fair-deal.md"
VECTORS = json.loads((ROOT / "tests" / "vectors" / "fair_deal.json").read_text("utf-8"))
SECRET, NONCE, OTHER = (bytes(range(start, start + 32)) for start in (0, 32, 64))


# --- exact bytes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["cases"], ids=lambda vector: vector["about"])
def test_the_numbers_of_a_deal_never_change(vector: dict[str, Any]) -> None:
    terms, start, secret = terms_hash(vector["terms"]), vector["start"], bytes.fromhex(vector["secret"])
    assert terms.hex() == vector["terms_hash"]
    promise = secret_commitment(terms, start, secret)
    assert promise.hex() == vector["commitment"]
    for seat, its in enumerate(vector["seats"]):
        if "nonce" in its:
            nonce = bytes.fromhex(its["nonce"])
            assert nonce_commitment(terms, promise, start, seat, nonce).hex() == its["commitment"]
    part = FairPart(
        terms=vector["terms"], secret=vector["secret"], start=start,
        seats=read_part({**played(CASTER)["fair"], "seats": vector["seats"]}).seats,
    )  # fmt: skip
    assert part.commitment == promise
    assert (part.call.hex(), code_of(part.call)) == (vector["call"], vector["code"])
    check_draws(part.deal, vector)


def check_draws(deal: Deal, vector: dict[str, Any]) -> None:
    for its in vector["blocks"]:
        assert block(deal.secret, deal.call, deal.nonces, its["k"], its["b"]).hex() == its["block"]
    for its in vector["below"]:
        assert deal.drawn(its["k"], functools.partial(below, its["n"])) == its["number"]
    for its in vector["shuffles"]:
        assert deal.drawn(its["k"], shuffled) == its["of_1_to_20"]


def below(n: int, rng: chance.Rng) -> int:
    return int(chance.below(rng, n))


def shuffled(rng: chance.Rng) -> list[int]:
    cards = np.arange(1, 21)
    chance.shuffle(rng, cards, 20)
    return [int(card) for card in cards]


@pytest.mark.parametrize("vector", VECTORS["hidden"], ids=["deck"])
def test_the_hash_of_a_hidden_option_never_changes(vector: dict[str, Any]) -> None:
    assert canonical(vector["value"]).decode() == vector["canonical"]
    assert hidden_hash(bytes.fromhex(vector["salt"]), vector["value"]).hex() == vector["hash"]


@pytest.mark.parametrize("vector", VECTORS["tables"], ids=["void"])
def test_a_table_with_a_void_never_changes(vector: dict[str, Any]) -> None:
    part = read_part(vector["fair"])
    assert json.loads(json.dumps(part.document())) == vector["fair"]
    assert terms_hash(part.terms).hex() == vector["terms_hash"]
    first, last = vector["starts"]
    assert (part.commitment.hex(), part.call.hex(), code_of(part.call)) == (
        last["commitment"],
        last["call"],
        last["code"],
    )
    (void,) = part.voids
    assert list(void.silent) == first["silent"]
    promise = secret_commitment(terms_hash(part.terms), 1, bytes.fromhex(void.secret))
    assert promise.hex() == first["commitment"]
    assert call_hash(terms_hash(part.terms), promise, 1, [its.promise for its in void.seats]).hex() == first["call"]
    for receipt in vector["receipts"]:
        assert (receipt["call"], receipt["earlier"][0]["commitment"]) == (last["call"], first["commitment"])


GAMES = (CASTER, STARTED_LATE, RANDOM_DECK, COPIED, HIDDEN_DECK, ALL_BOTS)


@pytest.mark.parametrize(
    ("vector", "case"), list(zip(VECTORS["games"], GAMES, strict=True)), ids=lambda it: str(it)[:40]
)
def test_a_whole_game_never_changes(vector: dict[str, Any], case: Case) -> None:
    assert played(case) == vector["record"]
    assert receipts_of(case) == vector["receipts"]


@pytest.mark.parametrize("vector", VECTORS["games"], ids=lambda vector: vector["about"])
def test_the_draws_of_a_game_are_the_numbers_of_its_deals_in_order(vector: dict[str, Any]) -> None:
    deal = read_part(vector["record"]["fair"]).deal
    for k, draws in enumerate(vector["record"]["fair"]["draws"]):
        blocks = b"".join(block(deal.secret, deal.call, deal.nonces, k, b) for b in range(len(draws) // 8 + 2))
        numbers = (int.from_bytes(blocks[place : place + 4], "big") for place in range(0, len(blocks), 4))
        for n, drawn in draws:
            product = next(number * n for number in numbers if number * n % 2**32 >= 2**32 % n)
            assert product >> 32 == drawn


def test_the_worked_example_of_the_page_is_right() -> None:
    vector = VECTORS["cases"][0]
    example = dict(re.findall(r"^([A-Za-z0-9][A-Za-z0-9 ]*?) += (.+)$", PAGE.read_text("utf-8"), re.MULTILINE))
    terms, promise = bytes.fromhex(vector["terms_hash"]), bytes.fromhex(vector["commitment"])
    assert example == {
        "terms": vector["canonical"],
        "T": vector["terms_hash"],
        "secret": vector["secret"],
        "C": vector["commitment"],
        "nonce 0": vector["seats"][0]["nonce"],
        "c 0": vector["seats"][0]["commitment"],
        "A": vector["call"],
        "code": vector["code"],
        "block 0 of deal 0": vector["blocks"][0]["block"],
        "block 1 of deal 0": vector["blocks"][1]["block"],
        "block 0 of deal 1": vector["blocks"][2]["block"],
        "shuffle of 1 to 20": " ".join(map(str, vector["shuffles"][0]["of_1_to_20"])),
    }
    own = bytes.fromhex(vector["seats"][0]["commitment"])
    message = packed("fairdeal/2 call", terms, promise, 1, own, b"bot").hex()
    assert "".join(re.findall(r"^([0-9a-f]{8,}) ", PAGE.read_text("utf-8"), re.MULTILINE)) == message


def test_every_part_of_a_block_counts() -> None:
    blocks = [
        block(SECRET, OTHER, [NONCE, SECRET], 0, 0),
        block(NONCE, OTHER, [NONCE, SECRET], 0, 0),
        block(SECRET, SECRET, [NONCE, SECRET], 0, 0),
        block(SECRET, OTHER, [SECRET, NONCE], 0, 0),
        block(SECRET, OTHER, [NONCE], 0, 0),
        block(SECRET, OTHER, [NONCE, SECRET], 1, 0),
        block(SECRET, OTHER, [NONCE, SECRET], 0, 1),
        *(secret_of(SECRET, start) for start in (1, 2)),
    ]
    assert len(set(blocks)) == len(blocks)


def test_every_part_of_a_promise_counts() -> None:
    promises = [
        secret_commitment(SECRET, 1, NONCE),
        secret_commitment(OTHER, 1, NONCE),
        secret_commitment(SECRET, 2, NONCE),
        secret_commitment(SECRET, 1, OTHER),
        nonce_commitment(SECRET, SECRET, 1, 0, NONCE),
        nonce_commitment(OTHER, SECRET, 1, 0, NONCE),
        nonce_commitment(SECRET, OTHER, 1, 0, NONCE),
        nonce_commitment(SECRET, SECRET, 2, 0, NONCE),
        nonce_commitment(SECRET, SECRET, 1, 1, NONCE),
        nonce_commitment(SECRET, SECRET, 1, 0, OTHER),
        call_hash(SECRET, SECRET, 1, [NONCE, None]),
        call_hash(SECRET, SECRET, 1, [None, NONCE]),
        call_hash(SECRET, SECRET, 1, [NONCE]),
    ]
    assert len(set(promises)) == len(promises)


@pytest.mark.parametrize("key", ["table", "game", "rules_version", "seats", "options", "data"])
def test_every_part_of_the_terms_counts(key: str) -> None:
    terms = terms_for(CASTER)
    assert terms_hash({**terms, key: "other"}) != terms_hash(terms)


def test_a_copied_deal_has_the_terms_of_the_table_where_it_was_dealt() -> None:
    original = Case("battle", 3, {"deck": "random", "match": 3})
    assert terms_hash(terms_for(COPIED)) == terms_hash(terms_for(original))
    assert terms_for(COPIED)["table"] == "copy_2"


@pytest.mark.parametrize("value", [0.5, 1e3, 2**53, -(2**53), [1, {"a": 2.5}]])
def test_terms_have_whole_numbers_that_every_language_reads(value: Any) -> None:
    with pytest.raises(BadOption, match="whole numbers up to"):
        canonical(value)
    with pytest.raises(BadOption, match="whole numbers up to"):
        terms_of(TABLE, games.find("caster"), 3, {}, {"value": value}, {})


@pytest.mark.parametrize("size", [0, 31, 33])
def test_secrets_nonces_and_hashes_have_32_bytes(size: int) -> None:
    calls: tuple[Callable[[], bytes], ...] = (
        lambda: secret_commitment(SECRET, 1, bytes(size)),
        lambda: nonce_commitment(SECRET, SECRET, 1, 0, bytes(size)),
        lambda: call_hash(SECRET, SECRET, 1, [bytes(size)]),
        lambda: block(bytes(size), SECRET, [NONCE], 0, 0),
        lambda: block(SECRET, SECRET, [bytes(size)], 0, 0),
        lambda: hidden_hash(bytes(size), 1),
    )
    for call in calls:
        with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
            call()


# --- numbers of deals ------------------------------------------------------------------------------------------------


DEALS = [Deal(SECRET, OTHER, (NONCE,)), fairness_1.Deal(TABLE, SECRET, (NONCE, NONCE))]


@pytest.mark.parametrize("deal", DEALS, ids=["version2", "version1"])
def test_a_random_deck_is_deal_0_and_the_first_event_deal_1(deal: Deal | fairness_1.Deal) -> None:
    battle = games.find("battle")
    setting, first = deal.settled(battle, 2)
    assert first == 1
    again = deal.drawn(0, lambda rng: battle.setting(2, rng=rng))
    assert setting.options["cards"] == again.options["cards"]
    assert setting.options["cards"] != Deal(SECRET, NONCE, (NONCE,)).settled(battle, 2)[0].options["cards"]


@pytest.mark.parametrize("deal", DEALS, ids=["version2", "version1"])
@pytest.mark.parametrize("deck", ["starter", own_deck()], ids=["starter", "own"])
def test_cards_that_need_no_chance_use_no_deal(deal: Deal | fairness_1.Deal, deck: Any) -> None:
    assert deal.settled(games.find("battle"), 2, {"deck": deck})[1] == 0


@pytest.mark.parametrize("deal", DEALS, ids=["version2", "version1"])
@pytest.mark.parametrize("name", [name for name in games.NAMES if name != "battle"])
def test_other_games_begin_with_deal_0(deal: Deal | fairness_1.Deal, name: str) -> None:
    setting, first = deal.settled(games.find(name))
    assert first == 0
    assert setting == games.find(name).setting()


# --- documents -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_part_is_read_as_it_was_written(case: Case) -> None:
    part = read_part(json.loads(json.dumps(part_for(case).document())))
    assert part == part_for(case)
    assert (len(part.voids), version_of(part.document())) == (len(case.voids), 2)


def test_a_part_has_the_keys_of_the_page() -> None:
    fair = played(HIDDEN_DECK)["fair"]
    assert list(fair) == ["version", "terms", "secret", "start", "seats", "voids", "hidden", "draws"]
    assert [list(seat) for seat in fair["seats"]] == [["commitment", "nonce"], ["bot"], *[["commitment", "nonce"]] * 2]
    assert list(fair["voids"][0]) == ["secret", "seats"]
    assert list(fair["hidden"]["deck"]) == ["salt", "value"]
    kept = receipt_of(HIDDEN_DECK)
    assert list(kept) == [
        "format", "terms", "seat", "start", "commitment", "seats", "call", "nonce", "earlier", "evidence", "time",
    ]  # fmt: skip
    assert list(kept["earlier"][0]) == ["start", "seat", "commitment", "nonce", "opened"]
    keys = set(re.findall(r'"([a-z_]+)":', PAGE.read_text("utf-8")))
    assert {*fair, *kept, *fair["voids"][0], *fair["hidden"]["deck"], *kept["earlier"][0], "bot"} <= keys


def test_a_receipt_is_written_as_it_is_kept() -> None:
    kept = receipt_of(CASTER)
    assert Receipt(**{key: value for key, value in kept.items() if key != "format"}).table == TABLE
    assert (kept["format"], kept["seats"][1], version_of(kept)) == ("fairdeal-receipt/2", {"bot": True}, 2)
    assert version_of(receipt_of(OLD_PEOPLE)) == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("terms", None),
        ("secret", "00"),
        ("secret", "g" * 64),
        ("secret", "A" * 64),
        ("secret", "0" * 64 + "\n"),
        ("start", 0),
        ("start", True),
        ("start", 1 << 32),
        ("seats", [{"nonce": "0"}]),
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


def test_terms_lack_nothing() -> None:
    fair = played(CASTER)["fair"]
    del fair["terms"]["data"]
    with pytest.raises(BadRecord, match="lacks data in its terms"):
        read_part(fair)


@pytest.mark.parametrize("value", [None, [], "fair", 3])
def test_a_part_is_an_object(value: Any) -> None:
    for read in (read_part, fairness_1.read_part):
        with pytest.raises(BadRecord, match="Expected `object`"):
            read(value)


# --- version 1 -------------------------------------------------------------------------------------------------------


def test_the_numbers_of_version_1_never_change() -> None:
    assert fairness_1.commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    bot = fairness_1.bot_nonce(SECRET, "abc123", 1, 1)
    assert bot.hex() == "ec96ce628836bc0bbf71d91f9b65376ffc063856ed72371da754653af78c1eb2"
    found = fairness_1.seed(SECRET, [NONCE, bot], "abc123", 0)
    assert found.hex() == "eba6124d70f7768b0d2a3323ecae34c8d45099c975620e79935b44b23e5cf68b"
    assert fairness_1.Deal("abc123", SECRET, (NONCE, bot)).generator(0).astype("<u8").tobytes() == found


@pytest.mark.parametrize("case", FIRST_CASES, ids=lambda case: case.label)
def test_a_part_of_version_1_is_read_as_it_was_written(case: Case) -> None:
    fair = played(case)["fair"]
    part = fairness_1.read_part(fair)
    assert json.loads(json.dumps(part.document())) == fair
    assert (part.voided, version_of(fair)) == (len(case.voids), 1)


def test_a_part_of_version_1_has_its_keys() -> None:
    fair = played(OLD_COPY)["fair"]
    assert list(fair) == ["table", "secret", "commitment", "start", "voided", "copied_from", "seats"]
    assert (fair["table"], fair["copied_from"]) == ("copy_2", TABLE)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_secrets_and_nonces_of_version_1_have_32_bytes(size: int) -> None:
    for call in (
        lambda: fairness_1.commitment(bytes(size)),
        lambda: fairness_1.bot_nonce(bytes(size), "t", 0, 1),
        lambda: fairness_1.seed(bytes(size), [NONCE], "t", 0),
        lambda: fairness_1.seed(SECRET, [NONCE, bytes(size)], "t", 0),
    ):
        with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
            call()


@pytest.mark.parametrize("table", ["", "t" * 65, "tisch-ä"])
def test_a_table_of_version_1_has_a_short_id_of_ascii_characters(table: str) -> None:
    with pytest.raises(ValueError, match=r"characters|ascii"):
        fairness_1.seed(SECRET, [NONCE], table, 0)
