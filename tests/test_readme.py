"""What the README and the docs say is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from fairdeal import chance, docs, faces, games, kernel
from fairdeal.terminal import menu, printing

ROOT = Path(__file__).resolve().parents[1]


def test_the_readmes_game_is_played_as_it_says() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 5
    assert found.failed == 0


@pytest.mark.parametrize("module", [kernel, docs, menu, printing, faces])
def test_examples_in_docstrings_are_true(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.attempted > 0
    assert found.failed == 0


def test_the_tables_of_the_games_pages_are_printed_from_the_code() -> None:
    assert docs.refresh(check=True) == []


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_has_a_page_and_a_line_in_the_readme(name: str) -> None:
    assert (ROOT / "docs" / "games" / f"{name}.md").is_file()
    assert f"docs/games/{name}.md" in (ROOT / "README.md").read_text("utf-8")


def test_links_between_pages_lead_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), ROOT / "bench" / "README.md"]
    for page in pages:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_a_numbered_generator_never_changes() -> None:
    assert [chance.below(chance.numbered("readme", 0), 1000), chance.below(chance.numbered(1, 2), 1000)] == [595, 567]
