"""Games by whatever people call them, the list of games with what options mean, and tables that fit 80 columns."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from fairdeal import games
from fairdeal.cli import run
from fairdeal.cli.arguments import read_game
from fairdeal.cli.printing import chosen_options, show_duel, show_games, show_ranking, show_regret, show_simulation
from fairdeal.cli.speaking import language
from fairdeal.contract.game import Game
from fairdeal.contract.options import meaning_of
from fairdeal.errors import UnknownGame
from fairdeal.lab.duel import Duel, Standing
from fairdeal.lab.ladder import new_ladder, rank, read
from fairdeal.lab.regret import Measured, Regret
from fairdeal.lab.simulate import Average, simulate
from fairdeal.language.languages import PSEUDO

BOTS = Path(__file__).resolve().parents[2] / "docs" / "bots"
WIDTH = 80
CUT = "…"


def narrow() -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    return Console(file=out, width=WIDTH, highlight=False, markup=False, emoji=False), out


def check_width(shown: str) -> None:
    assert max(map(len, shown.splitlines())) <= WIDTH
    assert CUT not in shown


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "game"),
    [
        *((game.name.title(), game.name) for game in games.all_games()),
        *((game.title.lower(), game.name) for game in games.all_games()),
        ("cas", "caster"),
        ("Card  Game Tr", "traders"),
        ("TRADERS", "traders"),
        ("3x3", "battle"),
    ],
)
def test_a_game_is_found_by_its_name_or_its_title_or_how_they_begin(name: str, game: str) -> None:
    assert read_game(name).name == game


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("castre", r"^There is no game 'castre'; the nearest is caster\. There are caster, "),
        ("Batle", r"^There is no game 'Batle'; the nearest is battle\. "),
        ("chess", rf"^There is no game 'chess'; there are {', '.join(games.NAMES)}\.$"),
        ("", r"^There is no game ''; there are "),
        ("ca", r"^'ca' may be caster or traders: write more of it\.$"),
    ],
)
def test_what_is_unknown_names_the_nearest(name: str, sentence: str) -> None:
    with pytest.raises(UnknownGame, match=sentence):
        read_game(name)


@pytest.mark.parametrize("words", [["CASTER"], ["card", "game", "traders"], ["Card Game Traders"]])
def test_play_takes_a_game_by_any_name(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert run(["play", *words, "--against", "random"]) == 0
    assert "You are seat 1." in capsys.readouterr().out


def test_every_command_takes_a_game_by_any_name(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["rules", "CASTER", "8"], ["simulate", "Caster", "--games", "1"]):
        assert run(arguments) == 0
    assert run(["duel", "castr", "easy", "random"]) == 2
    assert "the nearest is caster." in capsys.readouterr().err


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_of_games_says_what_options_mean() -> None:
    console, out = narrow()
    show_games(console, games.all_games())
    shown = " ".join(out.getvalue().split())
    for game in games.all_games():
        assert f"{game.name}: {game.title}, {game.seat_counts[0]} to {game.seat_counts[-1]} seats" in shown
        for option in chosen_options(game):
            assert f"{option.name}=" in shown
            assert f"{game.said(meaning_of(option))} ({game.said(option.allowed)})" in shown
    check_width(out.getvalue())


def test_the_list_of_games_is_said_in_the_language() -> None:
    token = language.set(PSEUDO)
    try:
        console, out = narrow()
        show_games(console, [games.find("caster")])
    finally:
        language.reset(token)
    assert "rounds in a game" not in out.getvalue()
    assert "rounds=3" in out.getvalue()


# --- 80 columns ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_a_ladder_fits_80_columns(game: Game) -> None:
    console, out = narrow()
    seats = max(int(path.stem.rpartition("-")[2]) for path in BOTS.glob(f"{game.name}-?.svg"))
    ranking = rank(new_ladder(game, seats, {}), read(BOTS / f"{game.name}.jsonl"))
    show_ranking(console, ranking)
    check_width(out.getvalue())
    assert all(f" {rung.level.name} " in out.getvalue() for rung in ranking.rungs)


WIDE = Average(-123.456, -223.456, -23.456)
SHARE = Average(0.5, 0.0, 1.0)
LONG = "cmd:python3 docs/examples/random_bot.py --and --many --more --words"


@pytest.mark.parametrize("bot", ["expert", LONG])
def test_a_duel_fits_80_columns(bot: str) -> None:
    standings = tuple(Standing(name, SHARE, WIDE, WIDE, 9, 0.000123, 123.4) for name in (bot, "medium"))
    console, out = narrow()
    setting = games.find("coast").setting(6)
    show_duel(console, setting, "0" * 70, Duel(1_000, 2_000, 12_345.6, SHARE, standings, None, False))
    check_width(out.getvalue())
    assert "-223.46 to -23.46" in out.getvalue()


def test_a_simulation_and_regrets_fit_80_columns() -> None:
    console, out = narrow()
    setting = games.find("battle").setting(4)
    show_simulation(console, setting, "x", simulate(setting, 20, "x", 1))
    measured = Measured(4, 1_000, 1_000, 12_345, (Regret("expert", "paranoid", 0.5, SHARE),) * 5)
    show_regret(console, setting.game, measured)
    check_width(out.getvalue())
