"""`fairdeal check`: fair games pass, every way to cheat is named, and it says what is not proved."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fairdeal.cli import run
from fairdeal.errors import BadReceipt, FairdealError
from fairdeal.language.languages import PSEUDO
from fairdeal.language.messages import Message
from fairdeal.language.voice import HOUSE
from fairdeal.play import check as checking
from fairdeal.play import records
from fairdeal.play.fairness import code_of
from tests.checkers import Checker, command, write
from tests.play.fair import (
    ALL_BOTS,
    ALL_PEOPLE,
    CASES,
    CASTER,
    CHEATS,
    COPIED,
    FIRST_CASES,
    FIRST_CHEATS,
    HIDDEN_DECK,
    OLD_COPY,
    OLD_LATE,
    OLD_PEOPLE,
    OTHER,
    OWN_DECK,
    RANDOM_DECK,
    STARTED_LATE,
    TIME,
    Case,
    Cheat,
    Record,
    part_for,
    played,
    receipt_of,
    receipts_of,
)


@pytest.fixture
def checker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(command, tmp_path, capsys)


def dealer_events(record: Record) -> int:
    return sum(event["seat"] is None for event in record["events"])


# --- fair games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_fair_game_passes_with_and_without_receipts(checker: Checker, case: Case) -> None:
    record, code = played(case), 3 if case.voids else 0
    without = checker.passes(record, code=code)
    deals = dealer_events(record) + (case.game == "battle" and record["options"]["deck"] == "random")
    assert f"Proved: the {deals} deals of this game" in without
    assert "own word is trusted" in without
    within = checker.passes(record, receipts=receipts_of(case), code=code)
    for seat in case.people:
        assert f"Proved by the receipt of seat {seat + 1} ({TIME})" in within
    assert "own word is trusted" not in within
    assert code_of(part_for(case).call) in within.splitlines()[-1]


@pytest.mark.parametrize("case", FIRST_CASES, ids=lambda case: case.label)
def test_a_game_of_version_1_passes_as_before_and_its_weakness_is_told(checker: Checker, case: Case) -> None:
    record = played(case)
    without = checker.passes(record)
    assert "own word is trusted" in without
    assert "Not proved by version 1, which this game was dealt by: that the server did not choose the cards." in without
    within = checker.passes(record, receipts=receipts_of(case))
    assert f"Proved by the receipt of seat {case.people[0] + 1} ({TIME})" in within
    assert "chose the cards." not in within


def test_what_a_fair_game_proves_and_what_not(checker: Checker) -> None:
    lines = checker.passes(played(ALL_PEOPLE)).splitlines()
    assert lines[0].endswith("game.jsonl, line 1: CASTER, table abc123, 4 seats.")
    assert lines[1:] == [
        "Proved: the 4 deals of this game follow from the server's secret and the 4 nonces, card by card.",
        "Proved: the 178 draws that the record lists are those that the rules ask for.",
        "Proved: the server's secret and 4 people's nonces are what the record's promises bind, for these terms and "
        "this call.",
        "No start was voided: nobody had another deal thrown away before this one.",
        "This record's own word is trusted for the commitments: without a receipt nobody can tell that they were made "
        "before the deal.",
        "Not proved: the operator of the server could see the cards while the game ran; this check cannot tell.",
        f"The code of this call is {code_of(part_for(ALL_PEOPLE).call)}. Who played saw these letters at the start; "
        "who saw others was shown another call.",
    ]


def test_what_a_game_of_version_1_proves(checker: Checker) -> None:
    lines = checker.passes(played(OLD_PEOPLE)).splitlines()
    assert lines[1:4] == [
        "Proved: the 4 deals of this game follow from the server's secret and the 4 nonces, card by card.",
        "Proved: the server's secret and 4 people's nonces are what the commitments in the record promised.",
        "No start was voided: nobody had another deal thrown away before this one.",
    ]
    late = checker.passes(played(OLD_LATE))
    assert "2 starts were voided before this one because a seat did not open its nonce" in late
    assert "the one person's nonce are" in late
    assert "the 4 bots' nonces follow from that secret." in late
    assert "it gave no nonce of its own" in checker.passes(played(OLD_COPY), receipts=[receipt_of(OLD_COPY)])


def test_a_record_that_lists_no_draws_is_checked_as_before(checker: Checker) -> None:
    record = played(ALL_PEOPLE)
    before = [line for line in checker.passes(record).splitlines() if "that the record lists" not in line]
    del record["fair"]["draws"]
    assert checker.passes(record).splitlines() == before


def test_a_receipt_proves_that_nobody_chose_the_cards(checker: Checker) -> None:
    out = checker.passes(played(CASTER), receipts=[receipt_of(CASTER)])
    assert "nobody, the server included, chose the cards" in out


def test_a_random_deck_is_said_to_be_proved_too(checker: Checker) -> None:
    assert "the options that chance made (deal 0) included," in checker.passes(played(RANDOM_DECK))


def test_a_deck_of_ones_own_was_chosen(checker: Checker) -> None:
    assert "No chance made the option cards: whoever opened the table chose it." in checker.passes(played(OWN_DECK))


def test_voided_starts_are_told_with_who_was_silent(checker: Checker) -> None:
    out = checker.passes(played(HIDDEN_DECK), code=3)
    assert (
        "Proved after 2 voided starts, so this could be the best of 3 deals: at start 1 seat 4 stayed silent; at start "
        "2 seats 1 and 4 stayed silent."
    ) in out
    assert "Proved after 2 voided starts" in checker.passes(played(STARTED_LATE), played(CASTER), code=3)


def test_a_receipt_of_a_voided_start_proves_nothing_of_the_next(checker: Checker) -> None:
    record, receipt = played(HIDDEN_DECK), receipt_of_void()
    out = checker.passes(record, receipts=[receipt], code=3)
    assert f"Of start 1, which was voided, the receipt of seat 4 ({TIME}) says the same" in out
    assert "own word is trusted" in out
    receipt["seats"][0]["commitment"] = OTHER
    assert "its own parts make" in checker.refuses(record, receipts=[receipt])


def receipt_of_void() -> Record:
    """What seat 3 wrote down at start 1, before it left."""
    kept, void = receipt_of(HIDDEN_DECK, 3), part_for(HIDDEN_DECK).voids[0]
    earlier = kept["earlier"][0]
    seats = [{"bot": True} if its.bot else {"commitment": its.commitment} for its in void.seats]
    start = checking.second.starts_of(part_for(HIDDEN_DECK))[0]
    kept.update(start=1, commitment=earlier["commitment"], nonce=earlier["nonce"], seats=seats, call=start.call.hex())
    return {**kept, "earlier": []}


def test_a_copied_deal_is_told(checker: Checker) -> None:
    out = checker.passes(played(COPIED), receipts=[receipt_of(COPIED)])
    assert "This deal is copied from table abc123: whoever played there could know it" in out
    assert "this seat gave no nonce of its own" in out
    assert "chose the cards" not in out


def test_a_table_of_bots_alone_proves_little(checker: Checker) -> None:
    out = checker.passes(played(ALL_BOTS))
    assert "Proved: the server's secret is what the record's promises bind" in out
    assert "Not proved: no person's nonce is in this deal" in out


@pytest.mark.parametrize("case", [CASTER, OLD_PEOPLE], ids=lambda case: case.label)
def test_a_game_that_is_not_over_is_checked_so_far(checker: Checker, case: Case) -> None:
    record = played(case)
    record["events"] = record["events"][:5]
    del record["result"]
    assert "The game is not over: only the deals so far are checked." in checker.passes(record)


def test_all_records_of_a_file_are_checked_and_a_receipt_is_for_one(checker: Checker) -> None:
    out = checker.passes(played(CASTER), played(COPIED), receipts=[receipt_of(COPIED)])
    assert "line 1: CASTER" in out
    assert "line 2: 3x3 CCG Battle" in out
    assert out.count("own word is trusted") == 1
    assert out.count("Proved by the receipt") == 1


def test_a_record_without_a_commitment_has_nothing_to_check(checker: Checker) -> None:
    record = played(CASTER)
    del record["fair"]
    code, out, err = checker.run(record)
    assert (code, err) == (1, "")
    assert "Nothing to check: this game was dealt without a commitment of anybody" in out
    assert "Proved" not in out
    assert checker.run(record, played(STARTED_LATE))[0] == 1
    assert "holds no record of that table" in checker.refuses(record, receipts=[receipt_of(CASTER)])


def test_the_checks_are_functions_too() -> None:
    text = json.dumps(played(HIDDEN_DECK))
    kept = [checking.read_receipt(json.dumps(receipt).encode()) for receipt in receipts_of(HIDDEN_DECK)]
    verdict = checking.check(records.read(text), checking.part_of(text), *kept)
    assert (verdict.has_proof, verdict.has_receipt, verdict.voids, verdict.exit_code) == (True, True, 2, 3)


# --- cheats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.label)
def test_a_cheat_is_refused_with_its_sentence(checker: Checker, cheat: Cheat) -> None:
    record, receipts = cheat.make()
    assert cheat.says in checker.refuses(record, receipts=receipts)


@pytest.mark.parametrize("cheat", FIRST_CHEATS, ids=lambda cheat: cheat.label)
def test_a_cheat_of_version_1_is_refused_with_its_sentence(checker: Checker, cheat: Cheat) -> None:
    record, receipts = cheat.make()
    assert cheat.says in checker.refuses(record, receipts=receipts)


def test_a_cheat_is_named_by_its_line(checker: Checker) -> None:
    record = played(CASTER)
    record["fair"]["seats"][0]["commitment"] = "00" * 32
    assert "game.jsonl, line 2: The commitment of seat 1 at start 1 is 0000" in checker.refuses(played(CASTER), record)


def test_the_sentence_says_what_was_expected(checker: Checker) -> None:
    cheat = CHEATS[0]
    words = played(cheat.case)["events"][2]["action"].split(" ")
    record, _ = cheat.make()
    sentence = checker.refuses(record)
    assert f'word 16 of "pile 1 {words[2]} ' in sentence
    assert sentence.endswith(f"is {words[16]!r}, and {words[15]!r} was expected.\n")


def test_a_bot_promises_nothing_and_a_person_something(checker: Checker) -> None:
    record = played(CASTER)
    record["fair"]["seats"][1]["commitment"] = "00" * 32
    assert "Seat 2 is a bot's at start 1, and a bot promises nothing." in checker.refuses(record)
    record = played(CASTER)
    del record["fair"]["seats"][0]["commitment"]
    assert "Seat 1 promised nothing at start 1, and is no bot." in checker.refuses(record)
    record = played(CASTER)
    del record["fair"]["seats"][0]["nonce"]
    assert "Seat 1 did not open a nonce, so nothing could be dealt." in checker.refuses(record)


def test_a_table_that_closed_cannot_have_played(checker: Checker) -> None:
    record = played(STARTED_LATE)
    record["fair"]["voids"].append(record["fair"]["voids"][0])
    record["fair"]["start"] = 4
    assert "A table closes after 3 voided starts" in checker.refuses(record)


def test_terms_that_cannot_be_hashed_are_refused(checker: Checker) -> None:
    for value in (0.5, 2**60, "\ud800"):
        record, receipt = played(CASTER), receipt_of(CASTER)
        record["fair"]["terms"]["options"]["rounds"] = value
        checker.refuses(record)
        receipt["terms"]["options"]["rounds"] = value
        assert "cannot be read" in checker.refuses(played(CASTER), receipts=[receipt])


# --- files -----------------------------------------------------------------------------------------------------------


def test_files_that_cannot_be_read_are_named(checker: Checker, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    good = write(tmp_path / "good.jsonl", played(CASTER))
    for arguments, sentence in (
        (["check", str(missing)], f"{missing} cannot be read: No such file or directory."),
        (["check", str(good), "--receipt", str(missing)], f"{missing} cannot be read: No such file or directory."),
        (["check", str(tmp_path)], f"{tmp_path} cannot be read: Is a directory."),
        (["check", str(write(tmp_path / "empty.jsonl"))], "empty.jsonl holds no record."),
        (["check", str(good), "--receipt", str(good)], "The receipt cannot be read: Invalid value 'fairdeal-record/1'"),
    ):
        checker.capsys.readouterr()
        assert run(arguments) == 2
        shown = checker.capsys.readouterr()
        assert shown.out == ""
        assert sentence in shown.err


def test_a_part_that_cannot_be_read_is_refused(checker: Checker) -> None:
    for case in (CASTER, OLD_PEOPLE):
        record = played(case)
        record["fair"]["secret"] = "secret"
        assert "line 1: The record's part 'fair' cannot be read: " in checker.refuses(record)
    record = played(CASTER)
    record["fair"]["start"] = "\ud800"
    assert "part 'fair' cannot be read: " in checker.refuses(record)
    for value in (1, 3, "2", None, True):
        record = played(CASTER)
        record["fair"]["version"] = value
        assert "part 'fair' cannot be read: " in checker.refuses(record)


def test_a_record_that_does_not_replay_is_refused(checker: Checker) -> None:
    record = played(CASTER)
    record["events"].pop(2)
    assert "line 1, event 3: " in checker.refuses(record)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"\xff", b"[]", b"{}", b'{"format": "fairdeal-record/1"}', b'{"table": "\xff"}', b"[" * 100000],
    ids=range(8),
)
def test_a_receipt_that_cannot_be_read_is_refused(text: bytes) -> None:
    with pytest.raises(BadReceipt, match=r"^The receipt cannot be read: .*\.$"):
        checking.read_receipt(text)


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--help"]) == 0
    assert "fairdeal check game.jsonl --receipt mine.json --receipt yours.json" in capsys.readouterr().out


# --- in another language ---------------------------------------------------------------------------------------------


@pytest.fixture
def pseudo_checker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(lambda arguments: run(["--language", PSEUDO, "check", *arguments]), tmp_path, capsys)


def guarded(what: object) -> object:
    """Set what fills a message in guillemets, however deep, but never a sentence: that has to be a message itself."""
    if isinstance(what, records.Brief):
        return guarded(what.error)
    if isinstance(what, FairdealError):
        assert isinstance(what.what, Message), f"{what.what!r} is in no catalogue"
        return guarded(what.what) if what.speaker is HOUSE else f"«{what.said(PSEUDO)}»"
    if isinstance(what, Message):
        return Message(what.key, {name: guarded(part) for name, part in what.arguments.items()})
    if isinstance(what, list | tuple):
        return [guarded(part) for part in what]
    return f"«{what}»" if isinstance(what, str) else what


def plain_words(what: object) -> str:
    """Give the letters of plain English in what is said in the pseudo-language, beside what fills its gaps."""
    said = guarded(what)
    assert isinstance(said, Message)
    return re.sub("[^A-Za-z]+", " ", re.sub("«[^»]*»", "", HOUSE.said(said, PSEUDO))).strip()


@pytest.mark.parametrize("case", [*CASES, *FIRST_CASES], ids=lambda case: case.label)
def test_no_plain_english_is_left_in_a_verdict(pseudo_checker: Checker, case: Case) -> None:
    text = json.dumps(played(case))
    kept = [checking.read_receipt(json.dumps(receipt).encode()) for receipt in receipts_of(case)]
    for receipts in ([], kept):
        verdict = checking.check(records.read(text), checking.part_of(text), *receipts)
        assert [plain_words(sentence) for sentence in verdict.sentences] == [""] * len(verdict.sentences)
    printed = pseudo_checker.passes(played(case), code=3 if case.voids and case.version == 2 else 0).splitlines()
    assert all(line.startswith("[") for line in printed[1:])


@pytest.mark.parametrize("cheat", [*CHEATS, *FIRST_CHEATS], ids=lambda cheat: cheat.label)
def test_no_plain_english_is_left_in_a_refusal(tmp_path: Path, cheat: Cheat) -> None:
    record, receipts = cheat.make()
    paths = [write(tmp_path / f"receipt{number}.json", receipt) for number, receipt in enumerate(receipts)]
    with pytest.raises(FairdealError) as caught:
        checking.check_file(write(tmp_path / "game.jsonl", record), *paths)
    assert plain_words(caught.value) == ""
