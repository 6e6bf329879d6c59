"""A player's half of the fair deal, without a server: documents go in, promises and nonces come out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from fairdeal.play.fairness import Receipt, nonce_commitment, secret_commitment, terms_hash
from fairdeal.play.pins import MOST_EVIDENCE, Kept, Pins

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "fair_deal.json").read_text("utf-8"))["cases"]
FIRST = VECTORS[0]
TABLE = FIRST["terms"]["table"]
NONCE = bytes.fromhex(FIRST["seats"][0]["nonce"])
PROMISE = FIRST["seats"][0]["commitment"]
NOW = "2026-11-16T12:00:00Z"
OTHER = "ab" * 32
PERSON, BOT = {"seat": 0, "who": "person"}, {"seat": 1, "who": "bot"}

Json = Any


def document(phase: str, *chairs: Json, **more: Json) -> Json:
    """A table of the first vector: a person and a bot."""
    head = {"game": "caster", "options": FIRST["terms"]["options"], "commitment": FIRST["commitment"]}
    return {**head, "phase": phase, "chairs": list(chairs or (PERSON, BOT)), **more}


def called(promise: str = PROMISE, **more: Json) -> Json:
    return document("called", {**PERSON, "commitment": promise}, BOT, **more)


def playing(nonce: str = NONCE.hex()) -> Json:
    return document("playing", {**PERSON, "commitment": PROMISE, "nonce": nonce}, BOT)


def seated() -> Pins:
    """Somebody who has promised the nonce of the vector."""
    pins = Pins(Kept(TABLE))
    pins.greet(FIRST["terms"], document("waiting"), 0)
    assert due(pins, document("waiting")) == {"type": "commit", "start": 1, "commitment": PROMISE}
    return pins


def due(pins: Pins, table: Json, you: int | None = 0, nonce: bytes = NONCE) -> Json:
    return pins.due(table, you, lambda: nonce, NOW)


def seen(pins: Pins, table: Json, you: int | None = 0) -> list[str]:
    pins.see(table, you)
    return pins.evidence


# --- the way of a start ----------------------------------------------------------------------------------------------


def test_promise_call_receipt_and_code_are_those_of_the_vector() -> None:
    pins = seated()
    assert seen(pins, called()) == []
    assert due(pins, called()) == {"type": "reveal", "start": 1, "nonce": NONCE.hex()}
    receipt = pins.receipt
    assert receipt is not None
    assert receipt.call == FIRST["call"]
    assert (receipt.seat, receipt.start, receipt.nonce, receipt.time) == (0, 1, NONCE.hex(), NOW)
    assert receipt.terms == FIRST["terms"]
    assert pins.code == FIRST["code"]
    assert seen(pins, playing()) == []


def test_whoever_is_given_a_nonce_to_send_has_the_receipt_in_what_is_kept() -> None:
    """`due` is sent after `kept` is on the disk; so all must be in it by then."""
    pins = seated()
    pins.see(called(), 0)
    assert pins.kept.receipt is None
    due(pins, called())
    kept = msgspec.json.decode(msgspec.json.encode(pins.kept), type=Kept)
    assert kept.starts[1].opened
    assert isinstance(kept.receipt, Receipt)
    again = Pins(kept)
    assert due(again, called()) == {"type": "reveal", "start": 1, "nonce": NONCE.hex()}
    assert seen(again, called(OTHER)) != []
    assert due(again, called()) is None


def test_the_same_nonce_for_the_same_seat_and_another_for_another() -> None:
    pins = seated()
    waiting = document("waiting", {"seat": 0}, {"seat": 1, "who": "person"})
    pins.see(waiting, 1)
    first = due(pins, waiting, 1, bytes(32))
    assert first == due(pins, waiting, 1, bytes([1]) * 32)
    assert first["commitment"] != PROMISE
    assert due(pins, document("waiting"))["commitment"] == PROMISE
    assert pins.kept.starts[1].nonces == {0: NONCE.hex(), 1: bytes(32).hex()}


def test_nothing_is_due_without_a_seat_or_twice() -> None:
    pins = seated()
    assert due(pins, document("waiting"), None) is None
    assert due(pins, document("waiting", {**PERSON, "commitment": PROMISE}, BOT)) is None
    pins.see(playing(), None)
    assert due(pins, playing()) is None


def test_a_client_that_has_forgotten_its_nonce_opens_none() -> None:
    pins = Pins(Kept(TABLE))
    pins.greet(FIRST["terms"], called(), 0)
    assert due(pins, called()) is None
    assert (pins.receipt, pins.evidence) == (None, [])


# --- after a void ----------------------------------------------------------------------------------------------------

SECRET = bytes.fromhex(FIRST["secret"])
AGAIN = secret_commitment(terms_hash(FIRST["terms"]), 2, SECRET).hex()


def after_void(*silent: int, secret: str = FIRST["secret"], start: int = 1) -> Json:
    voids = [{"start": start, "silent": list(silent), "secret": secret}]
    return document("waiting", start=2, voids=voids, commitment=AGAIN)


def test_a_void_asks_for_consent_and_a_new_nonce() -> None:
    pins = seated()
    pins.see(called(), 0)
    due(pins, called())
    assert seen(pins, after_void(1)) == []
    assert pins.needs_consent(after_void(1))
    assert due(pins, after_void(1)) is None
    pins.agree(2)
    assert not pins.needs_consent(after_void(1))
    message = due(pins, after_void(1), nonce=bytes(32))
    own = nonce_commitment(terms_hash(FIRST["terms"]), bytes.fromhex(AGAIN), 2, 0, bytes(32)).hex()
    assert message == {"type": "commit", "start": 2, "commitment": own}


def test_a_nonce_that_nobody_confirmed_may_have_been_lost() -> None:
    pins = seated()
    pins.see(called(), 0)
    due(pins, called())
    assert seen(pins, after_void(0)) == []
    assert pins.lost == [1]
    assert pins.needs_consent(after_void(0))


def test_whoever_did_not_open_was_truly_silent() -> None:
    pins = seated()
    pins.see(called(), 0)
    assert seen(pins, after_void(0)) == []


def test_a_seat_that_was_left_before_the_call_is_no_earlier_start() -> None:
    """Its promise stands in no call, so the record knows nothing of it."""
    pins = seated()
    pins.see(after_void(1), None)
    pins.agree(2)
    own = due(pins, after_void(1), nonce=bytes(32))["commitment"]
    later = {**called(own), **{key: after_void(1)[key] for key in ("start", "voids", "commitment")}}
    assert seen(pins, later) == []
    assert due(pins, later)["nonce"] == bytes(32).hex()
    assert pins.receipt is not None
    assert pins.receipt.earlier == ()


# --- contradictions --------------------------------------------------------------------------------------------------

CONTRADICTIONS: list[tuple[list[Json], str]] = [
    ([document("waiting", commitment=OTHER)], "now it promises"),
    ([called(), document("waiting")], "though it was not void"),
    ([called(OTHER)], f"promised {PROMISE} for start 1"),
    ([document("called", {**PERSON, "who": "bot"}, BOT)], "its promise is that of a bot"),
    ([document("called", PERSON, BOT)], "seat 1 has promised nothing"),
    ([document("called", {**PERSON, "commitment": PROMISE}, {"seat": 1})], "seat 2 has promised nothing"),
    ([playing()], "before seat 1 had opened"),
    ([document("waiting", options={"rounds": True})], "the server shows true"),
    ([document("waiting", options={"wind": 1})], "The terms say wind null"),
    ([document("later")], "cannot be read"),
    ([document("waiting", start=0)], "cannot be read"),
    ([after_void(1, secret=OTHER)], "is not what the server had promised"),
    ([after_void(1, secret="")], "does not tell its secret"),
    ([after_void(1, start=2)], "these void starts: [2]"),
    ([after_void(1), after_void(1, 0)], "otherwise than before"),
    ([after_void(1), document("waiting")], "goes back to start 1"),
    ([document("void")], "closes after 3"),
]


@pytest.mark.parametrize(("tables", "reason"), CONTRADICTIONS, ids=[reason for _, reason in CONTRADICTIONS])
def test_contradictions_are_noted_and_nothing_is_due_any_more(tables: list[Json], reason: str) -> None:
    pins = seated()
    for table in tables:
        assert not pins.evidence
        pins.see(table, 0)
    (sentence,) = pins.evidence
    assert reason in sentence
    assert due(pins, called()) is None
    assert due(pins, document("waiting")) is None


def test_a_game_that_began_with_another_nonce() -> None:
    pins = seated()
    pins.see(called(), 0)
    due(pins, called())
    assert "nonce of seat 1 is not" in seen(pins, playing(OTHER))[0]


def test_whoever_opened_and_was_confirmed_was_not_silent() -> None:
    pins = seated()
    pins.see(called(), 0)
    due(pins, called())
    pins.confirm(1)
    assert "False silence" in seen(pins, after_void(0))[0]


@pytest.mark.parametrize("you", [1, -1, 2, True, "0"])
def test_a_seat_does_not_change_at_the_call_and_is_one_of_the_table(you: Json) -> None:
    pins = seated()
    pins.see(called(), 0)
    assert len(seen(pins, called(), you)) == 1


@pytest.mark.parametrize(
    "terms",
    [
        None,
        "terms",
        {},
        {**FIRST["terms"], "more": 1},
        {**FIRST["terms"], "table": "other"},
        {**FIRST["terms"], "seats": 0.5},
        {**FIRST["terms"], "data": "\ud800"},
        {**FIRST["terms"], "options": None},
        {**FIRST["terms"], "options": {**FIRST["terms"]["options"], "rounds": {"hidden": OTHER}}},
    ],
)
def test_terms_that_cannot_be_agreed_to(terms: Json) -> None:
    pins = Pins(Kept(TABLE))
    pins.greet(terms, document("waiting"), 0)
    assert len(pins.evidence) == 1
    assert due(pins, document("waiting")) is None


def test_a_liar_fills_no_disk() -> None:
    pins = seated()
    for number in range(2 * MOST_EVIDENCE):
        pins.see(document("waiting", commitment=f"{number:064x}"), 0)
        pins.see(document("waiting", commitment=f"{number:064x}"), 0)
    assert len(set(pins.evidence)) == len(pins.evidence) == MOST_EVIDENCE


# --- whatever a server says ------------------------------------------------------------------------------------------

HEXES = st.sampled_from([FIRST["commitment"], AGAIN, PROMISE, NONCE.hex(), FIRST["secret"], OTHER, ""])
CHAIRS = st.fixed_dictionaries(
    {"who": st.sampled_from(["person", "bot", "nobody"])}, optional={"commitment": HEXES, "nonce": HEXES}
)
VOIDS = st.fixed_dictionaries({"start": st.integers(1, 3), "silent": st.just([0]), "secret": HEXES})
PUPPET = {"seat": 1, "who": "person", "commitment": OTHER}
ANYTHING = st.builds(
    document,
    st.sampled_from(["waiting", "called", "playing", "over", "void"]),
    CHAIRS,
    CHAIRS,
    commitment=HEXES,
    start=st.integers(1, 2),
    voids=st.lists(VOIDS, max_size=2),
)
CALLS = st.builds(
    document, st.just("called"), st.just({**PERSON, "commitment": PROMISE}), st.sampled_from([BOT, PUPPET])
)
TABLES = st.one_of(CALLS, CALLS, CALLS, st.just(document("waiting")), st.just(after_void(1)), ANYTHING)
SEATED = st.sampled_from([0] * 20 + [1, None, -1, 2, True, "0"])


@settings(max_examples=300)
@given(st.lists(st.tuples(TABLES, SEATED, st.booleans()), max_size=12))
def test_whatever_a_server_says_it_gets_one_nonce_for_one_call_of_a_start(said: list[tuple[Json, Json, bool]]) -> None:
    """Whatever comes, in whatever order, with restarts in between: nothing fails, and no nonce is given away twice."""
    kept, given_away = seated().kept, set()
    for number, (table, you, is_agreed) in enumerate(said):
        pins = Pins(msgspec.json.decode(msgspec.json.encode(kept), type=Kept))
        kept = pins.kept
        if is_agreed:
            pins.agree(2)
        pins.see(table, you)
        message = due(pins, table, you, bytes([number + 1]) * 32)
        assert message is None or not pins.evidence
        if message is not None and message["type"] == "reveal":
            given_away.add((message["start"], kept.starts[message["start"]].call, message["nonce"]))
    starts = [start for start, _, _ in given_away]
    assert len(set(starts)) == len(starts)
    assert len({nonce for _, _, nonce in given_away}) == len(starts)


def test_the_law_above_reaches_a_nonce() -> None:
    """A law about nonces that none of its examples gives away would hold of anything."""

    def gives_away(said: tuple[Json, Json]) -> bool:
        pins = seated()
        pins.see(*said)
        return due(pins, *said) is not None and pins.receipt is not None

    find(st.tuples(TABLES, SEATED), gives_away, settings=settings(max_examples=5000))


# --- a copied deal ---------------------------------------------------------------------------------------------------

COPY = {**FIRST["terms"], "table": "copy1", "copied_from": TABLE}


def copied(**changes: Json) -> Json:
    seats = [{"commitment": PROMISE}, {"bot": True}]
    its = {"start": 1, "commitment": FIRST["commitment"], "seats": seats, **changes}
    return document("waiting", copied_from=TABLE, copied=its, commitment="")


def test_a_copied_deal_has_the_call_of_its_table_and_no_nonce() -> None:
    pins = Pins(Kept("copy1"))
    pins.greet(COPY, copied(), 0)
    assert due(pins, copied()) is None
    assert pins.receipt is not None
    assert (pins.receipt.call, pins.receipt.nonce, pins.receipt.table) == (FIRST["call"], None, "copy1")
    assert pins.code == FIRST["code"]
    assert pins.evidence == []


@pytest.mark.parametrize(
    "changes",
    [
        {"start": 2},
        {"commitment": OTHER},
        {"seats": [{"commitment": OTHER}, {"bot": True}]},
        {"seats": [{"commitment": PROMISE}]},
        {"seats": [{"commitment": PROMISE}, {}]},
        {"seats": [{"commitment": PROMISE}, {"commitment": PROMISE, "bot": True}]},
    ],
)
def test_a_copied_deal_stays_what_it_was(changes: Json) -> None:
    pins = Pins(Kept("copy1"))
    pins.greet(COPY, copied(), 0)
    assert len(seen(pins, copied(**changes))) == 1
