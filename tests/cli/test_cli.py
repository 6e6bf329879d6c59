"""The command line: what it prints, its exit codes, and one sentence for whatever a user can do wrong."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fairdeal import __version__, cli, games
from fairdeal.bots import warm
from fairdeal.cli import run, upkeep
from fairdeal.lab.simulate import play_game
from fairdeal.play import records

SHORT = ["--option", "rounds=1"]


def fairdeal(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fairdeal", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=300, check=False)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must be refused: exit code 2, nothing on stdout, one line on stderr."""
    capsys.readouterr()
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "Traceback" not in shown.err
    return shown.err.rstrip("\n")


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    """Two games of CASTER, the second with legal actions and gifts."""
    caster = games.find("caster")
    first = play_game(caster.setting(3, {"rounds": 1}), "cli", 0)
    second = play_game(caster.setting(3, {"rounds": 1, "passing": True}), "cli", 1, keep_legal=True)
    path = tmp_path / "games.jsonl"
    path.write_text(records.line(first) + records.line(second), "utf-8")
    return path


# --- start -----------------------------------------------------------------------------------------------------------


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == __version__
    assert run(["--help"]) == 0
    assert "simulate" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["games", "rules", "simulate", "replay", "play", "hints", "print", "bench", "warm"])
def test_every_command_has_help_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"Examples:\n  fairdeal {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", ["play", "simulate", "serve", "duel", "ladder", "replay", "rules", "print", "games"]
)
def test_a_command_that_finds_games_says_how_to_name_a_folder(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert "With --from FOLDER" in capsys.readouterr().out


def test_help_loads_no_compiler() -> None:
    check = (
        "import sys, fairdeal.cli as c; c.run(['--help']); sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", check], capture_output=True, check=False).returncode == 0


def test_the_module_runs_as_a_program() -> None:
    done = fairdeal("games")
    assert done.returncode == 0
    assert "caster" in done.stdout
    done = fairdeal("simulate", "chess")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"There is no game 'chess'; there are {', '.join(games.NAMES)}.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dance"], 'Unknown command "dance".'),
        (["simulate"], "requires an argument."),
        (["simulate", "caster", "--wings"], "Unknown option: --wings."),
        (["data", "check", "mine.toml", "yours.toml"], "This command takes nothing like yours.toml."),
        (["simulate", "caster", "--seats", "many"], 'unable to convert "many" into int.'),
        (["simulate", "caster", "--games"], "--games"),
        (["rules"], "requires an argument."),
        (["rules", "caster", "1", "2"], "2"),
    ],
)
def test_a_malformed_command_line(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sentence in refused(capsys, *arguments)


# --- games and rules -------------------------------------------------------------------------------------------------


def test_games_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    shown = capsys.readouterr().out
    for game in games.all_games():
        assert game.name in shown
        assert all(option.name in shown for option in game.options if option.default is not None)


def test_rules_shows_a_book_or_a_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "caster"]) == 0
    assert "In one minute" in capsys.readouterr().out
    for section in ("8", "§8"):
        assert run(["rules", "caster", section]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("§8")
        assert "§9" not in shown
    assert run(["rules", "caster", "passing"]) == 0
    assert "gives three cards to the left" in capsys.readouterr().out
    assert "no section '77'" in refused(capsys, "rules", "caster", "77")
    assert "There is no game 'chess'" in refused(capsys, "rules", "chess")


# --- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_shows_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "caster", *SHORT, "--games", "3", "--seed", "x"]) == 0
    shown = capsys.readouterr()
    assert "CASTER: 3 seats, rounds=1, passing=false; random play, seed x." in shown.out
    assert "3 games in" in shown.out
    assert shown.err == ""


def test_simulate_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for threads in ("1", "2"):
        arguments = ["simulate", "caster", "--seats", "4", *SHORT, "--games", "4", "--json", "--threads", threads]
        assert run(arguments) == 0
        found.append(json.loads(capsys.readouterr().out))
    first, second = found
    assert (first["game"], first["seats"], first["games"]) == ("caster", 4, 4)
    assert first["options"] == {"rounds": 1, "passing": False}
    assert len(first["points"]) == len(first["wins"]) == 4
    assert (first["points"], first["wins"], first["actions"]) == (second["points"], second["wins"], second["actions"])
    assert first["games_per_second"] > 0


def test_a_single_game_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "caster", *SHORT, "--games", "1"]) == 0
    assert " - " in capsys.readouterr().out


@pytest.mark.parametrize("legal", [[], ["--legal"]])
def test_simulate_writes_records(legal: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.jsonl"
    arguments = ["simulate", "caster", *SHORT, "--games", "2", "--json"]
    assert run([*arguments, "--records", str(path), *legal]) == 0
    recorded = json.loads(capsys.readouterr().out)
    sittings = [sitting for _, sitting in records.read_records(path)]
    assert [sitting.keep_legal for sitting in sittings] == [bool(legal)] * 2
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["points"] == recorded["points"]
    assert run(["replay", str(path), "--check"]) == 0
    assert capsys.readouterr().out == f"{path}: 2 games and 94 events verified.\n"


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_own_data_is_read_and_recorded(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = games.find("caster")
    path, out = tmp_path / f"own{suffix}", tmp_path / "out.jsonl"
    own = (game.folder / "cards.toml").read_text("utf-8")
    path.write_text(own if suffix == ".toml" else json.dumps(game.own_data), "utf-8")
    assert run(["simulate", "caster", *SHORT, "--games", "1", "--data", str(path), "--records", str(out)]) == 0
    assert "own data" in capsys.readouterr().out
    assert json.loads(out.read_text("utf-8"))["data"] == game.own_data


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seats", "2"], "CASTER is played by 3 to 5 seats, not 2."),
        (["--seats", "-1"], "CASTER is played by 3 to 5 seats, not -1."),
        (["--games", "0"], "--games is at least 1, not 0."),
        (["--threads", "0"], "--threads is from 1 to 1024, not 0."),
        (["--option", "rounds"], "An option is written NAME=VALUE, and 'rounds' is not."),
        (["--option", "=3"], "An option is written NAME=VALUE, and '=3' is not."),
        (["--option", "wings=3"], "CASTER has no option 'wings'; it has rounds, passing."),
        (["--option", "rounds=ten"], "Option rounds of CASTER is a whole number from 1 to 9, not 'ten'."),
        (["--option", "rounds=" + "9" * 5000], "Option rounds of CASTER is a whole number from 1 to 9."),
        (["--option", "passing=yes"], "Option passing of CASTER is true or false, not 'yes'."),
        (["--option", "rounds=1", "--option", "rounds=2"], "Option rounds is given twice."),
        (["--legal"], "--legal says what to write into records, so it needs --records FILE."),
        (["--data", "none.toml"], "none.toml cannot be read: No such file or directory."),
        (["--data", "none.yaml"], "A data file is named .toml or .json, and none.yaml is not."),
        (["--records", "none/out.jsonl"], "none/out.jsonl cannot be written: No such file or directory."),
        (["--records", "."], ". cannot be written: it is a folder."),
    ],
)
def test_bad_input_to_simulate(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(capsys, "simulate", "caster", *arguments) == sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.toml", b"colours = [", "a.toml is not TOML: "),
        ("a.json", b"{", "a.json is not JSON: "),
        ("a.json", b"[]", "a.json holds list, not a table of names and values."),
        ("a.json", b'{"a": NaN}', "a.json is not JSON: NaN is no number of JSON."),
        ("a.json", b"\xff", "a.json is not UTF-8 text."),
        ("a.json", b"[" * 100_000, "a.json is nested too deeply."),
        ("a.toml", b"day = 2020-02-02", "a.toml holds a date or a time, which a record cannot."),
        ("a.toml", b"wings = 2", "In the data file: the keys colours, seats are missing."),
    ],
)
def test_a_bad_data_file(
    name: str,
    content: bytes,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(content)
    assert refused(capsys, "simulate", "caster", "--data", name, "--records", "out.jsonl").startswith(sentence)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_leaves_quietly_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old", "utf-8")
    command = [sys.executable, "-m", "fairdeal", "simulate", "caster", "--games", "1000000", "--records", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 120
        while len(list(tmp_path.iterdir())) == 1 and time.monotonic() < deadline:
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_lost_ctrl_c_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(
        "threading.Timer", lambda seconds, function: SimpleNamespace(start=lambda: heard.append("again"))
    )
    monkeypatch.setattr(sys, "__unraisablehook__", lambda lost: heard.append("told"))
    cli._insist_on_interrupt(cast(Any, SimpleNamespace(exc_type=KeyboardInterrupt)))
    cli._insist_on_interrupt(cast(Any, SimpleNamespace(exc_type=ValueError)))
    assert heard == ["again", "told"]


def test_a_reader_that_goes_away_is_no_error(record_file: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "fairdeal", "replay", str(record_file)]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


# --- replay ----------------------------------------------------------------------------------------------------------


def test_replay_tells_a_story_with_all_secrets(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(record_file), "--game-number", "2"]) == 0
    shown = capsys.readouterr().out
    gift = next(event.action for event in list(records.read_records(record_file))[1][1].events if event.seat == 1)
    assert shown.startswith("CASTER: 3 seats, rounds=1, passing=true.\n")
    assert f"[{gift}]" in shown
    assert "[deal " in shown
    assert "Seat 2 puts a card aside for Seat 3." in shown
    assert shown.endswith("(That was game 2 of 2; --game-number tells another.)\n")


def test_replay_through_the_eyes_of_a_seat(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(record_file), "--game-number", "2", "--eyes", "2"]) == 0
    shown = capsys.readouterr().out
    assert "You put" in shown
    assert "Seat 1 puts a card aside" in shown
    assert "[" not in shown


def test_replay_of_a_running_game(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(record_file.read_text("utf-8").splitlines()[0])
    del record["result"], record["events"][5:]
    record_file.write_text(json.dumps(record), "utf-8")
    assert run(["replay", str(record_file)]) == 0
    assert capsys.readouterr().out.endswith("The record ends here; the game is not over.\n")


def test_replay_checks(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(record_file), "--check"]) == 0
    assert capsys.readouterr().out == f"{record_file}: 2 games and 103 events verified.\n"


def test_replay_refuses(record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(record_file)
    assert refused(capsys, "replay", path, "--game-number", "3") == f"{path} holds 2 records, so there is no number 3."
    assert refused(capsys, "replay", path, "--game-number", "0") == "--game-number is at least 1, not 0."
    assert refused(capsys, "replay", path, "--eyes", "4") == "--eyes is from 1 to 3, not 4."
    none = str(tmp_path / "none.jsonl")
    assert refused(capsys, "replay", none) == f"{none} cannot be read: No such file or directory."
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n", "utf-8")
    assert refused(capsys, "replay", str(empty), "--check") == f"{empty} holds no record."
    record = json.loads(record_file.read_text("utf-8").splitlines()[0])
    record["events"][4]["seat"] = 9
    record_file.write_text(record_file.read_text("utf-8") + json.dumps(record), "utf-8")
    sentence = f"{path}, line 3, event 5: There is no seat 10; the seats are 1 to 3, which a record counts from 0."
    assert refused(capsys, "replay", path, "--check") == sentence


# --- play ------------------------------------------------------------------------------------------------------------


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("name", games.NAMES)
def test_a_scripted_game_is_recorded(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    type_in(monkeypatch, *["all", "a"] * 500)
    assert run(["play", name, "--against", "random", "--seed", "5", "--beat", "0", "--record", str(path)]) == 0
    [(_, sitting)] = records.read_records(path)
    assert sitting.is_over
    assert "> a\n" in capsys.readouterr().out


def test_a_game_that_is_left_is_recorded_too(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    done = fairdeal("play", "caster", "--seat", "3", "--seed", "5", "--record", str(path), stdin="a\nwhy play R14\n")
    assert done.returncode == 0
    assert "You are seat 3." in done.stdout
    assert "R14 is not in play with 4 seats (§3)." in done.stdout
    assert "You leave the table" in done.stdout
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    [(_, sitting)] = records.read_records(path)
    assert not sitting.is_over
    assert any(event.seat == 2 for event in sitting.events)


def test_hints_are_a_page_of_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hints", "battle", "--positions", "2", "--level", "easy"]) == 0
    shown = capsys.readouterr().out
    assert "Hints in 3x3 CCG Battle, 2 seats, as level easy sees it" in shown
    assert shown.count("Seat") >= 2
    assert "wins" in shown.casefold()


def test_bad_input_to_hints(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "hints", "caster", "--positions", "0") == "--positions is from 1 to 1000, not 0."
    assert refused(capsys, "hints", "caster", "--level", "random").startswith("The level random does not search")


@pytest.mark.parametrize("answer", ["1", "caster"])
def test_play_asks_for_the_game(
    answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, answer, "quit")
    assert run(["play"]) == 0
    shown = capsys.readouterr().out
    asked = shown.partition("Which game?")[0].splitlines()
    assert [line[:2] for line in asked if line[0] != " "] == [f"{number} " for number in range(1, len(games.NAMES) + 1)]
    assert all(any(f" {game.title} " in line for line in asked) for game in games.all_games())
    assert all(len(line) <= 80 for line in asked)
    assert "CASTER, 4 seats. You are seat 1." in shown


def test_play_without_an_answer_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for lines in ((), ("",), ("quit",)):
        type_in(monkeypatch, *lines)
        assert run(["play"]) == 0
    type_in(monkeypatch, "99")
    assert run(["play"]) == 2
    assert "There is no game '99'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess'"),
        (["caster", "--seat", "5"], "--seat is from 1 to 4, not 5."),
        (["caster", "--against", "grim"], "There is no bot 'grim': CASTER has the levels random, "),
        (["caster", "--beat", "-1"], "--beat is a number from 0 to 1000, not -1.0."),
        (["caster", "--beat", "nan"], "--beat is a number from 0 to 1000, not nan."),
        (["caster", "--record", "none/game.jsonl"], "none/game.jsonl cannot be written"),
    ],
)
def test_bad_input_to_play(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(capsys, "play", *arguments).startswith(sentence)


# --- the rest --------------------------------------------------------------------------------------------------------


def test_warm(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(warm, "warm", lambda mode, progress: warm.Warmth(("caster",), 0))
    assert run(["warm"]) == 0
    assert capsys.readouterr().out == "Compiled: caster.\n"
    monkeypatch.setattr(warm, "warm", lambda mode, progress: warm.Warmth((), 0))
    assert run(["warm", "--mode", "checked"]) == 0
    assert capsys.readouterr().out == ""
    assert refused(capsys, "warm", "--mode", "hot") == "--mode is compiled or checked, not 'hot'."


class Benches:
    """A folder of measurements that only says what it was asked."""

    def __init__(self) -> None:
        self.asked: Any = None

    def main(self, names: list[str], quick: bool, json: Path | None) -> int:
        self.asked = (names, quick, json)
        if json == Path("none/out.json"):
            raise FileNotFoundError(2, "No such file or directory")
        return 0


def test_bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(upkeep, "__file__", str(tmp_path / "src" / "fairdeal" / "cli" / "upkeep.py"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert refused(capsys, "bench").startswith("The folder bench is not here")
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "run.py").touch()
    benches = Benches()
    monkeypatch.setitem(sys.modules, "bench.run", benches)
    assert run(["bench", "caster", "--quick", "--json", "out.json"]) == 0
    assert benches.asked == (["caster"], True, Path("out.json"))
    assert "none/out.json cannot be written" in refused(capsys, "bench", "--json", "none/out.json")


def test_deck_check_judges_every_card_and_refuses_what_makes_no_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "box.csv"
    path.write_text("name,TL,T,TR,L,R,BL,B,BR,other\nDragon,2/3,,,,,,,,\n", "utf-8")
    assert run(["deck", "check", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == "card 1, Dragon: two numbers in the top left corner (§4)\n"
    assert shown.err == "A deck is exactly 20 cards (§5), and 0 here can be used.\n"
    assert run(["deck", "check", str(path), "--game", "caster"]) == 2
    assert capsys.readouterr().err == "CASTER is not played with cards of your own.\n"


# --- languages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", ["--language en-XA rules caster 8", "rules caster 8 --language=en-xa"])
def test_games_speak_the_language_that_is_chosen(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments.split()) == 0
    assert "§8 [" in " ".join(capsys.readouterr().out.split())


def test_the_environment_chooses_a_language_for_refusals_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAIRDEAL_LANGUAGE", "en_XA.UTF-8")
    assert refused(capsys, "rules", "snap").startswith("[Ţĥééŕéé îîš ñöö ĝååɱé 'snap'; ")


def test_a_language_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "--language", "tlh", "games") == "There is no language 'tlh'; there are en, ja."
