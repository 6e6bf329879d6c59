"""The table in a terminal speaks the language that is chosen: whole games in the pseudo-language leave no English."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.cli import run
from fairdeal.contract.game import Game, Setting
from fairdeal.engine.chance import numbered
from fairdeal.language.languages import PSEUDO
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.blocks import BREAK, CLOSING, OPENING
from fairdeal.terminal.console import show_markdown
from fairdeal.terminal.keyboard import Happening
from fairdeal.terminal.opponents import Opponents
from fairdeal.terminal.play import TerminalTable
from fairdeal.terminal.teaching import Taught
from fairdeal.terminal.typed import COMMANDS
from tests.terminal.keys import Script, Wall
from tests.terminal.scenes import FIRST, terminal
from tests.terminal.test_live import begun
from tests.terminal.test_opponents import Waiting

CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
WORD = re.compile(r"[^\W\d_]{2,}")  # one letter alone may be the name of a colour or of a place
ENGLISH = re.compile("[A-Za-z]+")
WIDE = re.compile("[぀-ヿ一-鿿]")
LABEL = re.compile(r"(?<!\w)[a-z]{1,2}\)|\w+…")  # of a list, and a name that was cut


def names_of(setting: Setting) -> set[str]:
    """All that is called the same in every language: the game, its actions, what its data names, and commands."""
    game = setting.game
    texts = [game.words.text(action) for action in range(game.rules.ACTIONS)]
    labels = setting.catalogue().labels.values()
    data = texts_in(setting.document)
    texts += [f"{text[0].upper()}{text[1:]}" for text in texts]  # a hint begins with one
    return {word for text in (game.title, *texts, *labels, *data, *COMMANDS) for word in WORD.findall(text)}


def texts_in(document: Any) -> Iterator[str]:
    """List the texts of a data file."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict | list):
        for part in document.values() if isinstance(document, dict) else document:
            yield from texts_in(part)


def english_in(shown: str, setting: Setting, *typed: str) -> set[str]:
    """List the words in plain letters that are no names."""
    known = names_of(setting) | {word for line in typed for word in WORD.findall(line)}
    text = LABEL.sub(" ", CODE.sub(" ", shown))
    return {word for word in WORD.findall(text) if ENGLISH.fullmatch(word)} - known


ANSWERED = ("help", "goal", "why", "why a", "try", "try a", "turn", "turn 45", "show", "show 1", "show 9", "all")
MORE = ("log", "rules 1", "rules §99", "z", "999", "zzz", "?", "undo", "hint", "")


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_a_whole_game_leaves_no_plain_english_on_the_screen(game: Game, tmp_path: Path) -> None:
    setting = game.setting(None, {"rounds": 1} if any(option.name == "rounds" for option in game.options) else {})
    sitting = Sitting(setting)
    lines = ["", "skip", *ANSWERED, *MORE, *FIRST, "undo", *ANSWERED, *["all", "b", "a"] * 200]
    waiting: Iterator[str] = iter(lines)
    console, out = terminal()
    person = TerminalTable(
        sitting,
        0,
        numbered("language", 0),
        console,
        lambda: next(waiting, None),
        0,
        Wall(),
        language=PSEUDO,
        taught=Taught(tmp_path / "taught.json"),
    )
    assert person.run()
    assert english_in(out.getvalue(), setting, *ANSWERED, *MORE) == set()


def test_a_live_table_leaves_no_plain_english_either() -> None:
    """The clock, what may follow, who is too late, and the end of a game that others end."""
    sitting, wall = begun(time_limit=5), Wall()
    console, out = terminal()
    keyboard = Script(wall, "h", "\t", "\x15?\r", 1.0, "\r", "pl", 60.0, Happening.DISTURBED, "\r")
    table = TerminalTable(sitting, 0, numbered("live", 0), console, lambda: None, 1, wall, keyboard, language=PSEUDO)
    assert table.run()
    shown = out.getvalue()
    assert "ļééƒţ" in shown, "so much time is left"
    assert english_in(shown, sitting.setting, "pl") == set()


def test_bots_that_are_compiled_and_games_to_choose_from_are_told_of_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Player, "is_awaited", True)
    setting = games.find("caster").setting(3, {"rounds": 1})
    bots = Opponents(setting.game, "easy", "cold", Waiting())
    lines = iter(["hint", "a", "hint"])
    console, out = terminal()
    TerminalTable(
        Sitting(setting), 0, numbered("cold", 0), console, lambda: next(lines, None), 0, bots=bots, language=PSEUDO
    ).run()
    assert english_in(out.getvalue(), setting) == set()
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert run(["play", "--language", PSEUDO]) == 0
    titles = {word for game in games.all_games() for word in WORD.findall(game.title)}
    names = {word for word in titles if ENGLISH.fullmatch(word)} | {"quit"}
    assert {word for word in WORD.findall(capsys.readouterr().out) if ENGLISH.fullmatch(word)} == names


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_wide_letters_fit_into_80_columns_and_no_line_begins_with_a_stop(game: Game, tmp_path: Path) -> None:
    sitting = Sitting(game.setting())
    waiting = iter(["", "skip", *ANSWERED, "hint", "log", "?", *["all", "a"] * 15])
    console, out = terminal()
    taught = Taught(tmp_path / "taught.json")
    rng = numbered("wide", 0)
    TerminalTable(sitting, 0, rng, console, lambda: next(waiting, None), 0, Wall(), language="ja", taught=taught).run()
    lines = CODE.sub("", out.getvalue()).splitlines()
    assert sum(bool(WIDE.search(line)) for line in lines) > 100
    assert [line for line in lines if cell_len(line) > console.width] == []
    assert [line for line in lines if line.lstrip()[:1] in tuple("。、）」")] == []


@pytest.mark.parametrize("name", games.NAMES)
def test_no_line_of_a_japanese_rulebook_begins_with_a_stop(name: str) -> None:
    console = Console(width=61, file=io.StringIO(), highlight=False)
    show_markdown(console, games.find(name).rulebook("ja"))
    lines = [line.strip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    assert max(map(cell_len, lines)) in (60, 61)
    assert not [line for line in lines if line.startswith(tuple(CLOSING)) or line.endswith(tuple(OPENING))]
    assert not [line for line in lines if BREAK in line]
