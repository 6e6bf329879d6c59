"""The one-file checker: the same verdicts as `fairdeal check`, without a line of the project."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal import chance, games
from tests.table.fair import (
    CASES,
    CASTER,
    CHEATS,
    COPIED,
    CRYPTRUCK,
    RANDOM_DECK,
    Case,
    Cheat,
    Record,
    person,
    played,
    receipt_of,
)

TOOL = Path(__file__).parents[1] / "tools" / "check_deal.py"


def load() -> Any:
    """Load the file as a module, to compare its parts."""
    spec = importlib.util.spec_from_file_location("check_deal", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(folder: Path, *given: Any, receipt: Any = None) -> tuple[int, str, str]:
    record_file, receipt_file = folder / "game.jsonl", folder / "receipt.json"
    record_file.write_text("".join(json.dumps(record) + "\n" for record in given), "utf-8")
    receipt_file.write_text(json.dumps(receipt), "utf-8")
    return run(str(record_file), *(["--receipt", str(receipt_file)] if receipt is not None else []))


def run(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-I", str(TOOL), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def passes(folder: Path, *given: Record, receipt: Any = None) -> str:
    code, out, err = check(folder, *given, receipt=receipt)
    assert (code, err) == (0, "")
    return out


def refuses(folder: Path, *given: Any, receipt: Any = None) -> str:
    code, out, err = check(folder, *given, receipt=receipt)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err


# --- the same verdicts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_a_fair_game_passes_with_and_without_a_receipt(tmp_path: Path, case: Case) -> None:
    record = played(case)
    deals = sum(event["seat"] is None for event in record["events"]) + (record["options"].get("deck") == "random")
    without = passes(tmp_path, record)
    assert f"Proved: all {deals} deals follow" in without
    assert "own word is trusted" in without
    within = passes(tmp_path, record, receipt=receipt_of(case, person(case)))
    assert "Proved by your receipt" in within
    assert "own word is trusted" not in within
    assert ("copied from table" in within) == (case == COPIED)


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.label)
def test_a_cheat_is_refused_with_its_sentence(tmp_path: Path, cheat: Cheat) -> None:
    record, receipt = played(cheat.case), receipt_of(cheat.case, person(cheat.case))
    cheat.change(record, receipt)
    assert cheat.says in refuses(tmp_path, record, receipt=receipt if cheat.with_receipt else None)


def test_a_record_without_a_commitment_has_nothing_to_check(tmp_path: Path) -> None:
    record = played(CASTER)
    del record["fair"]
    code, out, err = check(tmp_path, record)
    assert (code, err) == (1, "")
    assert "Nothing to check" in out


def test_several_records_and_the_receipt_of_one(tmp_path: Path) -> None:
    out = passes(tmp_path, played(CASTER), played(COPIED), receipt=receipt_of(COPIED))
    assert out.count("own word is trusted") == 1
    assert out.count("Proved by your receipt") == 1


def test_a_deal_that_no_rule_asks_for_is_refused(tmp_path: Path) -> None:
    """Else a server could take the deal it likes best of many."""
    record = played(CASTER)
    record["events"].insert(1, record["events"][0])
    assert "Deal 1, event 2: the dealer may not 'start' here." in refuses(tmp_path, record)


def test_chance_that_no_option_asks_for_is_refused(tmp_path: Path) -> None:
    record = played(CRYPTRUCK)
    record["options"]["colours"] = "first"
    assert "Deal 1, event 2: the colours are not drawn" in refuses(tmp_path, record)
    record = played(RANDOM_DECK)
    record["events"] += record["events"][:2]
    assert ": the match has no further game." in refuses(tmp_path, record)


def test_a_receipt_is_of_a_seat_at_the_table(tmp_path: Path) -> None:
    for seat in (-1, 3):
        assert "is not at the table" in refuses(tmp_path, played(CASTER), receipt={**receipt_of(CASTER), "seat": seat})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other/1"}, "Game 1 is no record."),
        ({"game": "chess"}, "This program does not know the game 'chess'"),
        ({"fair": {}}, "This is no proper record or receipt: "),
        ({"fair": []}, "This is no proper record or receipt: "),
        ({"events": [{}]}, "This is no proper record or receipt: "),
        ({"events": [{"seat": None, "action": ""}]}, "the dealer may not '' here."),
    ],
)
def test_a_record_that_is_none_is_refused_in_one_sentence(tmp_path: Path, change: Record, sentence: str) -> None:
    assert sentence in refuses(tmp_path, {**played(CASTER), **change})


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
    assert names == {"__future__", "argparse", "hashlib", "hmac", "json", "sys"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Call) and "__import__" in ast.dump(node.func)]


def test_its_generator_is_ours() -> None:
    seed = bytes(range(100, 132))
    ours, theirs = chance.seeded(seed), load().Chance(seed)
    assert [int(chance.word(ours)) for _ in range(100)] == [theirs.word() for _ in range(100)]
    for n in (1, 2, 3, 7, 56, 1000, (1 << 32) // 3 + 1, 1 << 31):  # of the last but one, a word in three is no good
        assert [chance.below(ours, n) for _ in range(50)] == [theirs.below(n) for _ in range(50)]
    cards = np.arange(56, dtype=np.int16)
    chance.shuffle(ours, cards, 56)
    assert cards.tolist() == theirs.shuffled(range(56))
    for count in range(6):
        chosen = chance.some_of(ours, 0b11111, count)
        assert [n for n in range(5) if chosen >> n & 1] == theirs.some_of(range(5), count)


def test_its_copies_of_the_cards_are_those_of_the_game() -> None:
    tool, data = load(), games.find("battle").own_data
    assert [tool.starter_card(text) for text in tool.STARTER.split(";")] == data["starter"]
    assert [{"other": (), **template} for template in data["templates"]] == tool.TEMPLATES
