"""A bot of one's own: the commands of the guide do what it says, with real processes."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal import cli, games
from fairdeal.authoring import bot_check
from fairdeal.authoring.new_bot import LANGUAGES, write_bot
from fairdeal.bots import finding, imagining
from fairdeal.bots.named import read_named
from fairdeal.client import Client
from fairdeal.errors import FairdealError
from tests.server.serverproc import ServerProcess

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "your-own-bot.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(GUIDE.read_text("utf-8")) if found == kind]


def commands() -> list[list[str]]:
    """Give the arguments of all commands of the guide."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert all(line.startswith("fairdeal ") for line in lines)
    return [shlex.split(line)[1:] for line in lines]


Said = Callable[..., str]


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """Run a command in an empty folder, and give what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def run(*arguments: str, code: int = 0) -> str:
        assert cli.run(arguments) == code, capsys.readouterr()
        return capsys.readouterr().out

    return run


def test_the_guide_holds(said: Said, tmp_path: Path) -> None:
    (tmp_path / "mybots.py").write_text(blocks("python")[0], "utf-8")
    served = joined = 0
    for arguments in commands():
        match arguments:
            case ["serve", *flags]:
                running = ServerProcess(tmp_path, flags=tuple(flags)).start()
                served += 1
            case ["join", link, *more]:
                joined += 1
                table = asyncio.run(open_table(running.address))
                here = link.replace("http://127.0.0.1:8123", running.address).replace("TABLE", table)
                told = said("join", here, *more)
                assert told.startswith("cmd:python3 greta/bot.py has seat 1 at a table of 3x3 CCG Battle.")
                assert "The game is over." in told
            case ["bot", "new", name, *_]:
                assert f"{name}/README.md" in said(*arguments)
                steps = re.findall(r"^(\d)\. ", (tmp_path / name / "README.md").read_text("utf-8"), re.MULTILINE)
                assert steps == ["1", "2", "3"]
            case ["bot", "check", bot, *_]:
                told = said(*arguments)
                assert "3x3 CCG Battle: " in told
                assert f"{bot} keeps to the protocol and can sit anywhere." in told
            case _:
                assert "The lead of" in said(*arguments, "--jobs", "1")
    assert (served, joined) == (1, 1)
    assert running.stop() == 0
    assert running.failures() == ""


async def open_table(address: str) -> str:
    client = Client(address)
    await client.name("Host")
    return await client.open("battle", seats=2, bots={1: "Greedy"})


# --- what a check finds ----------------------------------------------------------------------------------------------

ANSWERS = 'import json, sys\nfor line in sys.stdin:\n    if "prompt" in line: print({}, flush=True)'
GOOD = 'json.dumps({"action": json.loads(line)["legal"][0]})'


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (ANSWERS.format('json.dumps({"action": "fly"})'), r"3x3 CCG Battle: The bot .* chose 'fly' in seat 1: .*"),
        (ANSWERS.format('"what?"'), r"3x3 CCG Battle: The bot .* answered 'what\?', not .*"),
        ("raise ValueError(7)", r"3x3 CCG Battle: The bot .* \(exit code 1\): ValueError: 7"),
        (f"{ANSWERS.format(GOOD)}\nimport time; time.sleep(60)", r"It did not leave when its input ended, .*"),
        (
            ANSWERS.format('"{}"').replace('"prompt"', '"unknown"'),
            r"3x3 CCG Battle: The bot .* answered '\{\}', not .*",
        ),
    ],
)
def test_a_check_says_what_is_wrong(said: Said, source: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(source, "utf-8")
    bot = f"cmd:{sys.executable} bot.py"
    *found, last = said("bot", "check", bot, "battle", code=1).splitlines()
    assert any(re.fullmatch(sentence, line) for line in found), found
    assert last == f"{bot} cannot sit everywhere yet."


def test_a_bot_that_is_too_slow_for_a_served_table_is_told_so() -> None:
    tryout = bot_check.Tryout(games.find("caster"), [0.002, 7.0])
    assert not tryout.is_good
    assert [finding.key for finding in tryout.findings()] == ["bot_check.good", "bot_check.slow"]


def test_a_check_times_a_bot_and_not_the_compiling_of_what_it_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first check of a good bot on a new machine says that it is too slow."""
    order: list[str] = []

    def noted(what: str, does: Callable[..., None]) -> Callable[..., None]:
        def do(*given: object) -> None:
            order.append(what)
            does(*given)

        return do

    monkeypatch.setattr(imagining, "exercise", noted("asked", imagining.exercise))
    monkeypatch.setattr(finding, "begin", noted("begun", finding.begin))
    bot_check.check_bot("random", [games.find("battle")], lambda *done: None)
    assert order == ["asked", "begun", "begun"]


def test_a_bot_is_written_once_and_under_a_name_that_can_be_served(tmp_path: Path) -> None:
    for language, command in LANGUAGES.items():
        assert shutil.which(command.split()[0])
        assert write_bot(f"in_{language}", language, tmp_path) == f"cmd:{command.format(name=f'in_{language}')}"
        readme = (tmp_path / f"in_{language}" / "README.md").read_text("utf-8")
        [served] = re.findall(r'--bot "([^"]*)"', readme)
        assert read_named([served])
    for name, language, sentence in (
        ("in_python", "python", "is there already"),
        ("In Python", "python", "small letters"),
        ("other", "cobol", "python or javascript"),
    ):
        with pytest.raises(FairdealError, match=sentence):
            write_bot(name, language, tmp_path)
    assert not (tmp_path / "other").exists()
