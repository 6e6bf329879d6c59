"""The tables of the documentation are printed from the code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.errors import FairdealError
from tools import docs

PAGE = "# CASTER\n\n<!-- table: options -->\nold\n<!-- end -->\n\nWords.\n\n<!-- table: sizes -->\n<!-- end -->\n"


def test_tables_are_printed_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "caster.md"
    page.write_text(PAGE, "utf-8")
    assert docs.refresh(check=True, pages=tmp_path) == ["docs/games/caster.md"]
    assert page.read_text("utf-8") == PAGE
    assert docs.refresh(pages=tmp_path) == ["docs/games/caster.md"]
    assert docs.refresh(check=True, pages=tmp_path) == []
    text = page.read_text("utf-8")
    assert "| `rounds` | `3` | a whole number from 1 to 9 | rounds in a game" in text
    assert "| actions | 150 |" in text
    assert "Words." in text
    assert "old" not in text


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize("name", [name for name in docs.TABLES if name != "why"])
def test_every_game_has_every_table(game: Game, name: str) -> None:
    assert docs.table(game, name).startswith(("|", "**"))


def test_one_list_of_the_data_file() -> None:
    table = docs.table(games.find("caster"), "data.colours")
    assert table.startswith("| letter | name | attribute | trump | source |\n|---|---|---|---|---|\n| R | red |")


def test_refusals(tmp_path: Path) -> None:
    caster = games.find("caster")
    with pytest.raises(FairdealError, match=r"There is no table 'moods' of CASTER; there are options, .*data\.colours"):
        docs.table(caster, "moods")
    with pytest.raises(FairdealError, match=r"In caster\.md a table begins and does not end"):
        docs.filled(caster, "<!-- table: options -->\n", "caster.md")
    with pytest.raises(FairdealError, match="The folder docs/games is not here"):
        docs.refresh(pages=tmp_path / "none")


def test_the_command_says_what_was_stale(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(docs, "refresh", lambda check: ["docs/games/caster.md"])
    monkeypatch.setattr(sys, "argv", ["docs"])
    with pytest.raises(SystemExit, match="0"):
        docs.main()
    assert capsys.readouterr().out == "docs/games/caster.md is written anew.\n"
    monkeypatch.setattr(sys, "argv", ["docs", "--check"])
    with pytest.raises(SystemExit, match="1"):
        docs.main()
    assert capsys.readouterr().out == "docs/games/caster.md is stale: run make docs.\n"
