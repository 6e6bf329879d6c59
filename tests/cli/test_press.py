"""Printing at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdeal.cli import run
from fairdeal.press.sheets import PAPERS
from tests.breadth import mostly_soaked
from tests.cli.test_cli import refused

CARDS = "name,TL,T,TR,L,R,BL,B,BR,other\n" + "".join(f"Dragon {number},1,,,,,,,,\n" for number in range(20))


@pytest.mark.parametrize("paper", mostly_soaked(PAPERS, "letter"))
def test_a_game_is_printed_to_a_file(paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "caster.pdf"
    assert run(["print", "caster", "--paper", paper, "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert "CASTER" in capsys.readouterr().out


def test_the_cards_of_a_file_are_printed(tmp_path: Path) -> None:
    cards, own, usual = tmp_path / "cards.csv", tmp_path / "own.pdf", tmp_path / "usual.pdf"
    cards.write_text(CARDS, "utf-8")
    assert run(["print", "battle", "--deck", str(cards), "-o", str(own)]) == 0
    assert run(["print", "battle", "-o", str(usual)]) == 0
    assert own.read_bytes() != usual.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["bridge", "-o", "x.pdf"], "bridge"),
        (["caster", "--seats", "9", "-o", "x.pdf"], "3 to 5 seats"),
        (["caster", "--deck", "cards.csv", "-o", "x.pdf"], "no option 'deck'"),
        (["battle", "--deck", "none.csv", "-o", "x.pdf"], "none.csv"),
        (["caster", "-o", "none/x.pdf"], "none/x.pdf cannot be written"),
        (["caster", "--paper", "a0", "-o", "x.pdf"], "a0"),
    ],
)
def test_bad_input_to_print(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refused(capsys, "print", *arguments)
    assert not list(tmp_path.iterdir())
