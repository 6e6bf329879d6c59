"""What the README and the docs say is so."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.engine import chance
from tools import docs

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"


def test_the_readmes_game_is_played_as_it_says() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 5
    assert found.failed == 0


def modules_with_examples() -> list[str]:
    sources = [path for path in SOURCE.rglob("*.py") if re.search(r"^ *>>> ", path.read_text("utf-8"), re.MULTILINE)]
    return sorted(".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in sources)


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_are_true(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0


def test_the_tables_of_the_games_pages_are_printed_from_the_code() -> None:
    assert docs.refresh(check=True) == []


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_has_a_page_and_a_line_in_the_readme(name: str) -> None:
    assert (ROOT / "docs" / "games" / f"{name}.md").is_file()
    assert f"docs/games/{name}.md" in (ROOT / "README.md").read_text("utf-8")


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "bench" / "README.md"]
    for page in pages:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_a_numbered_generator_never_changes() -> None:
    assert [chance.below(chance.numbered("readme", 0), 1000), chance.below(chance.numbered(1, 2), 1000)] == [595, 567]
