"""`fairdeal check`: fair games pass, every way to cheat is named, and it says what is not proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal.cli import run
from tests.table.fair import (
    ALL_BOTS,
    ALL_PEOPLE,
    CASES,
    CASTER,
    CHEATS,
    COPIED,
    OWN_DECK,
    RANDOM_DECK,
    STARTED_LATE,
    TIME,
    Case,
    Cheat,
    Record,
    person,
    played,
    receipt_of,
)


def write(path: Path, *documents: Any) -> Path:
    path.write_text("".join(json.dumps(document) + "\n" for document in documents), "utf-8")
    return path


class Checker:
    """Runs the command on records and perhaps a receipt."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def run(self, *given: Record, receipt: Any = None) -> tuple[int, str, str]:
        arguments = ["check", str(write(self.folder / "game.jsonl", *given))]
        if receipt is not None:
            arguments += ["--receipt", str(write(self.folder / "receipt.json", receipt))]
        self.capsys.readouterr()
        code = run(arguments)
        shown = self.capsys.readouterr()
        return code, shown.out, shown.err

    def passes(self, *given: Record, receipt: Any = None) -> str:
        code, out, err = self.run(*given, receipt=receipt)
        assert (code, err) == (0, "")
        return out

    def refuses(self, *given: Record, receipt: Any = None) -> str:
        """Exit code 2, nothing on stdout, one sentence on stderr."""
        code, out, err = self.run(*given, receipt=receipt)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert err.endswith(".\n")
        return err


@pytest.fixture
def checker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(tmp_path, capsys)


def dealer_events(record: Record) -> int:
    return sum(event["seat"] is None for event in record["events"])


# --- fair games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_fair_game_passes_with_and_without_a_receipt(checker: Checker, case: Case) -> None:
    record = played(case)
    without = checker.passes(record)
    deals = dealer_events(record) + (case.game == "battle" and record["options"]["deck"] == "random")
    assert f"Proved: the {deals} deals of this game" in without
    assert "own word is trusted" in without
    within = checker.passes(record, receipt=receipt_of(case, person(case)))
    assert f"Proved by the receipt of seat {person(case)} ({TIME})" in within
    assert "own word is trusted" not in within


def test_what_a_fair_game_proves_and_what_not(checker: Checker) -> None:
    lines = checker.passes(played(ALL_PEOPLE)).splitlines()
    assert lines[0].endswith("game.jsonl, line 1: CASTER, table abc123, 4 seats.")
    assert lines[1:] == [
        "Proved: the 4 deals of this game follow from the server's secret and the 4 nonces, card by card.",
        "Proved: the server's secret and 4 people's nonces are what the commitments in the record promised.",
        "No start was voided: nobody had another deal thrown away before this one.",
        "This record's own word is trusted for the commitments: without a receipt nobody can tell that they were made "
        "before the deal.",
        "Not proved: the operator of the server could see the cards while the game ran; this check cannot tell.",
    ]


def test_a_receipt_proves_that_nobody_chose_the_cards(checker: Checker) -> None:
    assert "nobody, the server included, chose the cards" in checker.passes(played(CASTER), receipt=receipt_of(CASTER))


def test_a_random_deck_is_said_to_be_proved_too(checker: Checker) -> None:
    assert "the options that chance made (deal 0) included," in checker.passes(played(RANDOM_DECK))


def test_a_deck_of_ones_own_was_chosen(checker: Checker) -> None:
    assert "No chance made the option cards: whoever opened the table chose it." in checker.passes(played(OWN_DECK))


def test_voided_starts_are_counted(checker: Checker) -> None:
    out = checker.passes(played(STARTED_LATE))
    assert "2 starts were voided before this one because a seat did not open its nonce" in out
    assert "the one person's nonce are" in out
    assert "the 4 bots' nonces follow from that secret." in out


def test_a_copied_deal_is_told(checker: Checker) -> None:
    out = checker.passes(played(COPIED), receipt=receipt_of(COPIED))
    assert "This deal is copied from table abc123: whoever played there could know it" in out
    assert "it gave no nonce of its own" in out
    assert "chose the cards" not in out


def test_a_table_of_bots_alone_proves_little(checker: Checker) -> None:
    out = checker.passes(played(ALL_BOTS))
    assert "Proved: the server's secret is what the commitments" in out
    assert "Not proved: no person's nonce is in this deal" in out


def test_a_game_that_is_not_over_is_checked_so_far(checker: Checker) -> None:
    record = played(CASTER)
    record["events"] = record["events"][:5]
    del record["result"]
    assert "The game is not over: only the deals so far are checked." in checker.passes(record)


def test_all_records_of_a_file_are_checked_and_the_receipt_is_for_one(checker: Checker) -> None:
    out = checker.passes(played(CASTER), played(COPIED), receipt=receipt_of(COPIED))
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
    assert "holds no record of that table" in checker.refuses(record, receipt=receipt_of(CASTER))


# --- cheats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.label)
def test_a_cheat_is_refused_with_its_sentence(checker: Checker, cheat: Cheat) -> None:
    record, receipt = played(cheat.case), receipt_of(cheat.case, person(cheat.case))
    cheat.change(record, receipt)
    assert cheat.says in checker.refuses(record, receipt=receipt if cheat.with_receipt else None)


def test_a_cheat_is_named_by_its_line(checker: Checker) -> None:
    record = played(CASTER)
    record["fair"]["commitment"] = "00" * 32
    assert "game.jsonl, line 2: The commitment of the server is 0000" in checker.refuses(played(CASTER), record)


def test_the_sentence_says_what_was_expected(checker: Checker) -> None:
    cheat = CHEATS[0]
    record = played(cheat.case)
    words = record["events"][2]["action"].split(" ")
    cheat.change(record, {})
    expected = f'word 16 of "pile 1 {words[2]} '
    sentence = checker.refuses(record)
    assert expected in sentence
    assert sentence.endswith(f"is {words[16]!r}, and {words[15]!r} was expected.\n")


def test_a_bot_has_no_commitment_and_a_person_one(checker: Checker) -> None:
    record = played(CASTER)
    record["fair"]["seats"][1]["commitment"] = "00" * 32
    assert "Seat 1 is a bot's, and a bot commits to nothing." in checker.refuses(record)
    record = played(CASTER)
    del record["fair"]["seats"][0]["commitment"]
    assert "Seat 0 has a nonce without a commitment, and is no bot." in checker.refuses(record)


def test_a_receipt_is_of_a_seat_at_the_table(checker: Checker) -> None:
    receipt = {**receipt_of(CASTER), "seat": 3}
    assert "The receipt is of seat 3, which is not at the table." in checker.refuses(played(CASTER), receipt=receipt)


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
    record = played(CASTER)
    record["fair"]["secret"] = "secret"
    assert "line 1: The record's part 'fair' cannot be read: " in checker.refuses(record)


def test_a_record_that_does_not_replay_is_refused(checker: Checker) -> None:
    record = played(CASTER)
    record["events"].pop(2)
    assert "line 1, event 3: " in checker.refuses(record)


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--help"]) == 0
    assert "fairdeal check game.jsonl --receipt receipt.json" in capsys.readouterr().out
