"""The one-file checker: the same verdicts as `fairdeal check`, without a line of the project."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal import games
from fairdeal.contract.game import Setting
from fairdeal.engine import chance
from fairdeal.play import records
from fairdeal.play.fairness import code_of
from fairdeal.play.sitting import Sitting
from tests.checkers import TOOL, Checker, command, load_tool, tool, write
from tests.conformance.subjects import SUBJECTS
from tests.play.fair import (
    ALL_PEOPLE,
    CASES,
    CASTER,
    CHEATS,
    COPIED,
    CRYPTRUCK,
    FIRST_CASES,
    FIRST_CHEATS,
    HIDDEN_DECK,
    OWN_NUMBERS,
    RANDOM_DECK,
    STARTED_LATE,
    STARTER_DECK,
    TRADERS,
    Case,
    Change,
    Cheat,
    Record,
    alterations,
    altered,
    another_call,
    other_secret,
    other_terms,
    part_for,
    played,
    receipt_of,
    receipts_of,
)
from tests.play.fair import (
    Path as Place,
)


@pytest.fixture
def checker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(tool, tmp_path, capsys)


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(command, tmp_path, capsys)


# --- the same verdicts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [*CASES, *FIRST_CASES], ids=lambda case: case.label)
def test_a_fair_game_passes_with_and_without_receipts(checker: Checker, case: Case) -> None:
    record, code = played(case), 3 if case.voids and case.version == 2 else 0
    deals = sum(event["seat"] is None for event in record["events"]) + (record["options"].get("deck") == "random")
    without = checker.passes(record, code=code)
    assert f"Proved: all {deals} deals follow" in without
    assert "own word is trusted" in without
    assert ("Not proved by version 1" in without) == (case.version == 1)
    within = checker.passes(record, receipts=receipts_of(case), code=code)
    assert within.count("Proved by the receipt of seat") == len(case.people)
    assert "own word is trusted" not in within
    assert ("copied from table" in within) == bool(case.copied_to)


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.label)
def test_a_cheat_is_refused_with_its_sentence(checker: Checker, cheat: Cheat) -> None:
    record, receipts = cheat.make()
    assert cheat.says in checker.refuses(record, receipts=receipts)


@pytest.mark.parametrize("cheat", FIRST_CHEATS, ids=lambda cheat: cheat.label)
def test_a_cheat_of_version_1_is_refused_with_its_sentence(checker: Checker, cheat: Cheat) -> None:
    record, receipts = cheat.make()
    assert cheat.says in checker.refuses(record, receipts=receipts)


def test_draws_that_are_listed_are_proved_and_may_be_missing(checker: Checker) -> None:
    record, proved = played(RANDOM_DECK), "Proved: the draws that the record lists are those that the rules ask for."
    assert proved in checker.passes(record)
    del record["fair"]["draws"]
    assert proved not in checker.passes(record)


def test_the_code_is_told_last_and_voids_before(checker: Checker) -> None:
    out = checker.passes(played(HIDDEN_DECK), code=3)
    assert out.endswith(f"is {code_of(part_for(HIDDEN_DECK).call)}.\n")
    assert "the best of 3 deals. Who stayed silent: at start 1 seat 4; at start 2 seat 1, 4." in out


def test_a_record_without_a_commitment_has_nothing_to_check(checker: Checker) -> None:
    record = played(CASTER)
    del record["fair"]
    assert "Nothing to check" in checker.passes(record, code=1)
    assert "Nothing to check" in checker.passes(record, played(STARTED_LATE), code=1)


def test_several_records_and_the_receipt_of_one(checker: Checker) -> None:
    out = checker.passes(played(CASTER), played(COPIED), receipts=[receipt_of(COPIED)])
    assert out.count("own word is trusted") == 1
    assert out.count("Proved by the receipt") == 1


# --- everything altered, one at a time -------------------------------------------------------------------------------

NOT_BOUND = ("time", "evidence", "earlier", "opened")  # of a receipt: less of the rest proves less


def missed(project: Checker, checker: Checker, case: Case, part: str) -> list[Place]:
    """List the places whose alteration a program does not find wrong."""
    record, receipts = played(case), receipts_of(case)
    document = record["fair"] if part == "fair" else receipts[0]
    found = []
    for path, value in alterations(document):
        if path == ("draws",):  # older records list none
            continue
        if part == "receipt" and (
            path[0] == "time" or (path[-1] in NOT_BOUND or (path[0] == "earlier" and len(path) < 3))
        ):
            continue
        changed = altered(document, path, value)
        if part == "fair":
            given: dict[str, Any] = {"receipts": receipts}
            codes = [program.run({**record, "fair": changed}, **given)[0] for program in (project, checker)]
        else:
            codes = [program.run(record, receipts=[changed])[0] for program in (project, checker)]
        if codes != [2, 2]:
            found.append(path)
    return found


@pytest.mark.parametrize("case", [HIDDEN_DECK, OWN_NUMBERS, COPIED], ids=lambda case: case.label)
def test_whatever_is_altered_in_the_record_both_programs_notice_it(
    project: Checker, checker: Checker, case: Case
) -> None:
    assert missed(project, checker, case, "fair") == []


@pytest.mark.parametrize("case", [HIDDEN_DECK, STARTED_LATE, CASTER], ids=lambda case: case.label)
def test_whatever_is_altered_in_a_receipt_both_programs_notice_it(
    project: Checker, checker: Checker, case: Case
) -> None:
    assert missed(project, checker, case, "receipt") == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (another_call, "What seat 1 promised"),
        (other_terms, "The terms differ: option rounds"),
        (other_secret, "The commitment of the server"),
    ],
    ids=["call", "terms", "secret"],
)
def test_the_receipt_of_a_seat_that_was_shown_something_else_is_enough(
    project: Checker, checker: Checker, change: Change, says: str
) -> None:
    record, receipts = played(CASTER), receipts_of(CASTER)
    change(record, receipts)
    for program in (project, checker):
        assert says in program.refuses(record, receipts=receipts[-1:])
        program.passes(record, receipts=receipts[:1])


def test_a_seat_of_the_game_that_did_not_open_is_noticed(checker: Checker) -> None:
    record = played(CASTER)
    del record["fair"]["seats"][0]["nonce"]
    assert "did not open a nonce" in checker.refuses(record)


# --- deals that are missing, and deals too many ----------------------------------------------------------------------


def dealer_places(record: Record) -> list[int]:
    return [place for place, event in enumerate(record["events"]) if event["seat"] is None]


@pytest.mark.parametrize("case", [*CASES, *FIRST_CASES], ids=lambda case: case.label)
def test_every_deal_that_is_missing_is_noticed(checker: Checker, case: Case) -> None:
    for place in dealer_places(played(case)):
        record = played(case)
        record["events"].pop(place)
        checker.refuses(record)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_game_that_is_cut_before_a_deal_is_not_over_whatever_its_result(checker: Checker, case: Case) -> None:
    for place in dealer_places(played(case)):
        record = played(case)
        record["events"] = record["events"][:place]
        del record["fair"]["draws"]  # which are of the whole game
        record["result"] = {"scores": [1] * case.seats, "winners": [0]}
        sentence = checker.refuses(record)
        assert "The record has a result, but its game is not over. " in sentence
        del record["result"]
        out = checker.passes(record, code=3 if case.voids else 0)
        assert "The game is not over: only the deals so far are checked." in out


def test_a_missing_deal_is_named(checker: Checker) -> None:
    record = played(ALL_PEOPLE)
    place = dealer_places(record)[2]
    record["events"].pop(place)
    sentence = checker.refuses(record)
    assert f"Deal 2, event {place + 1} is missing: the dealer's 'deal' is due, and seat " in sentence


def test_a_deal_that_no_rule_asks_for_is_refused(checker: Checker) -> None:
    """Else a server could take the deal it likes best of many."""
    record = played(CASTER)
    record["events"].insert(1, record["events"][0])
    assert "Deal 1, event 2: the dealer may not 'start' here, 'deal' is due." in checker.refuses(record)
    record = played(TRADERS)
    place = next(n for n, event in enumerate(record["events"]) if event["action"].startswith("play "))
    record["events"].insert(place, {"seat": None, "action": "shuffle 1 2 3"})
    assert "the dealer may not 'shuffle' here" in checker.refuses(record)


def test_chance_that_no_option_asks_for_is_refused(checker: Checker) -> None:
    record = played(RANDOM_DECK)
    record["events"] += record["events"][:2]
    assert "there is no further game." in checker.refuses(record)
    record = played(CRYPTRUCK)
    for options in (record["options"], record["fair"]["terms"]["options"]):
        options["colours"] = "first"
    checker.refuses(record)


def test_a_finished_game_has_a_result(checker: Checker) -> None:
    record = played(STARTER_DECK)
    del record["result"]
    assert "The game is over, and the record has no result." in checker.refuses(record)


def test_what_a_seat_does_where_something_else_is_due_is_refused(checker: Checker) -> None:
    record = played(CASTER)
    record["events"][2]["action"] = "give R0"
    assert "Event 3: seat " in checker.refuses(record)
    record = played(RANDOM_DECK)
    record["events"][2]["action"] = "attack 1 TL"
    assert "'attack 1 TL' takes nothing" in checker.refuses(record)
    for verb, sentence in (("buy ", "in the Market"), ("play ", "it is the turn of")):
        record = played(TRADERS)
        event = next(event for event in record["events"] if event["action"].startswith(verb))
        event.update({"action": "buy 9"} if verb == "buy " else {"seat": (event["seat"] + 1) % 3})
        assert sentence in checker.refuses(record)


@pytest.mark.parametrize("name", games.NAMES)
def test_it_follows_every_game_as_the_rules_do(name: str) -> None:
    """Random games of many settings: it neither misses a deal nor asks for one too many."""
    module, subject = load_tool(), SUBJECTS[name]
    for number, play in enumerate(subject.plays * 4):
        record = records.document(played_at_random(subject.setting(play), number))
        course = follower(module)(record, None, 0)
        module.GAMES[name](record, course)
        assert course.place == len(record["events"])


def played_at_random(setting: Setting, number: int) -> Sitting:
    sitting, rng = Sitting(setting), chance.numbered("follow", number)
    while not sitting.is_over:
        sitting.random_step(rng)
    return sitting


def follower(module: Any) -> Any:
    """A course that believes the dealer's words and minds only when they come."""

    class Follower(module.Course):  # type: ignore[misc]
        def deal(self, verb: str, draw: object) -> list[str]:
            seat, words = self.next()
            assert (seat, words[0]) == (None, verb)
            self.place += 1
            return list(words[1:])

    return Follower


def test_of_a_game_it_does_not_know_it_proves_the_draws_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    module, record = load_tool(), played(CASTER)
    monkeypatch.setattr(module, "GAMES", {})
    lines, code = module.check_any(record, [])
    assert code == 0
    assert any("Proved: all draws that the record lists for 2 deals follow" in line for line in lines)
    assert any("Not proved: that the cards are what these numbers make of them." in line for line in lines)
    for draws in ([], [[[3, 3]]], [[[0, 0]], []]):
        with pytest.raises(module.Wrong):
            module.check_any({**record, "fair": {**record["fair"], "draws": draws}}, [])


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_receipt_is_of_a_seat_at_the_table(checker: Checker) -> None:
    for seat in (-1, 3, True):
        receipt = {**receipt_of(CASTER), "seat": seat}
        assert checker.refuses(played(CASTER), receipts=[receipt])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other/1"}, "Game 1 is no record."),
        ({"game": "chess"}, "The terms agree on game caster, and the record has chess."),
        ({"rules_version": 2}, "This program does not know version 2 of the rules."),
        ({"events": [{"seat": 3, "action": "play R1"}]}, "Event 1 has the seat 4."),
        ({"fair": {}}, "This is no proper record or receipt: "),
        ({"fair": []}, "This is no proper record or receipt: "),
        ({"events": [{}]}, "This is no proper record or receipt: "),
        ({"events": [{"seat": None, "action": ""}]}, "the dealer may not '' here"),
    ],
)
def test_a_record_that_is_none_is_refused_in_one_sentence(checker: Checker, change: Record, sentence: str) -> None:
    assert sentence in checker.refuses({**played(CASTER), **change})


def test_it_runs_as_a_program_of_its_own(tmp_path: Path) -> None:
    record = write(tmp_path / "game.jsonl", played(STARTED_LATE))
    receipt = write(tmp_path / "receipt.json", receipt_of(STARTED_LATE))
    code, out, err = run(str(record), "--receipt", str(receipt))
    assert (code, err) == (3, "")
    assert "Proved by the receipt of seat 1" in out


def run(*arguments: str) -> tuple[int, str, str]:
    arguments = (sys.executable, "-I", str(TOOL), *arguments)
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    code, out, err = run(str(tmp_path / "missing"))
    assert (code, out) == (2, "")
    assert err.endswith("missing cannot be read: No such file or directory.\n")
    for text, sentence in (("no JSON", "This is no proper record"), ("[]", "is no record"), ("", "There is no record")):
        (tmp_path / "game.jsonl").write_text(text, "utf-8")
        code, out, err = run(str(tmp_path / "game.jsonl"))
        assert (code, out) == (2, "")
        assert sentence in err


# --- a file of its own -----------------------------------------------------------------------------------------------


def test_it_imports_the_standard_library_only_and_runs_on_old_python() -> None:
    tree = ast.parse(TOOL.read_bytes(), feature_version=(3, 8))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names == {"__future__", "argparse", "functools", "hashlib", "hmac", "json", "sys"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Call) and "__import__" in ast.dump(node.func)]


def test_its_generators_are_ours() -> None:
    seed = bytes(range(100, 132))
    module = load_tool()
    deal = part_for(CASTER).deal
    ours = (chance.seeded(seed), deal.tape(5)._copy(512))
    theirs = (module.Generator(seed), module.Tape(deal.secret, deal.call, deal.nonces, 5))
    for own, its in zip(ours, theirs, strict=True):
        assert [int(chance.word(own)) >> 32 for _ in range(100)] == [its.number() for _ in range(100)]
        for n in (1, 2, 3, 7, 56, 1000, (1 << 32) // 3 + 1, 1 << 31):  # of the last but one, a word in three is no good
            assert [chance.below(own, n) for _ in range(50)] == [its.below(n) for _ in range(50)]
        cards = np.arange(56, dtype=np.int16)
        chance.shuffle(own, cards, 56)
        assert cards.tolist() == its.shuffled(range(56))
        for count in range(6):
            chosen = chance.some_of(own, 0b11111, count)
            assert [n for n in range(5) if chosen >> n & 1] == its.some_of(range(5), count)


def test_its_copies_of_the_cards_are_those_of_the_game() -> None:
    module, data = load_tool(), games.find("battle").own_data
    assert [module.starter_card(text) for text in module.STARTER.split(";")] == data["starter"]
    assert [{"other": (), **template} for template in data["templates"]] == module.TEMPLATES
    abilities = games.find("traders").own_data["abilities"]
    assert {its["card"]: "".join(map(str, its["slots"])) for its in abilities} == module.SLOTS


# --- the same numbers ------------------------------------------------------------------------------------------------

VECTORS = json.loads((TOOL.parents[1] / "tests" / "vectors" / "fair_deal.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["cases"], ids=lambda vector: vector["about"])
def test_its_numbers_are_those_of_the_vectors(vector: Record) -> None:
    module = load_tool()
    start = module.Start(vector["start"], module.terms_hash(vector["terms"]), vector)
    assert start.terms.hex() == vector["terms_hash"]
    assert (start.server.hex(), start.call.hex()) == (vector["commitment"], vector["call"])
    assert module.code_of(start.call) == vector["code"]
    start.check(len(vector["seats"]))
    nonces = [start.nonces[seat] for seat in start.people]
    for its in vector["blocks"]:
        assert module.block(start.secret, start.call, nonces, its["k"], its["b"]).hex() == its["block"]
    for its in vector["below"]:
        assert module.Tape(start.secret, start.call, nonces, its["k"]).below(its["n"]) == its["number"]
    for its in vector["shuffles"]:
        drawn = module.Tape(start.secret, start.call, nonces, its["k"]).shuffled(range(1, 21))
        assert drawn == its["of_1_to_20"]


@pytest.mark.parametrize("vector", VECTORS["games"], ids=lambda vector: vector["about"])
def test_it_proves_the_games_of_the_vectors(checker: Checker, vector: Record) -> None:
    voids = vector["record"]["fair"].get("voids")
    out = checker.passes(vector["record"], receipts=vector["receipts"], code=3 if voids else 0)
    assert out.count("Proved by the receipt") == len(vector["receipts"])
    assert "Proved: the draws that the record lists" in out


def test_its_hidden_hashes_are_those_of_the_vectors() -> None:
    module = load_tool()
    for vector in VECTORS["hidden"]:
        assert module.canonical(vector["value"]).decode() == vector["canonical"]
        assert module.hidden_hash(bytes.fromhex(vector["salt"]), vector["value"]).hex() == vector["hash"]


@pytest.mark.parametrize("vector", VECTORS["tables"], ids=["void"])
def test_its_starts_and_receipts_are_those_of_the_vectors(vector: Record) -> None:
    module = load_tool()
    record = {"seats": 3, "fair": vector["fair"]}
    starts = module.check_starts(record)
    for start, its in zip(starts, vector["starts"], strict=True):
        assert (start.number, start.server.hex(), start.call.hex()) == (its["start"], its["commitment"], its["call"])
        assert (module.code_of(start.call), start.silent) == (its["code"], its["silent"])
    for receipt in vector["receipts"]:
        module.check_itself(receipt)
        assert module.check_receipt(receipt, record, starts)
    module.compare_receipts(*vector["receipts"])
