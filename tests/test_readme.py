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
    homes = [(SOURCE, path) for path in SOURCE.rglob("*.py")] + [(ROOT, path) for path in (ROOT / "tools").glob("*.py")]
    examples = re.compile(r"^ *>>> ", re.MULTILINE)
    found = [path.relative_to(home) for home, path in homes if examples.search(path.read_text("utf-8"))]
    return sorted(".".join(path.with_suffix("").parts) for path in found)


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


PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_calls_by_its_module_is_there(page: Path) -> None:
    """`fairdeal.engine.chance.below` for example; and files by their path from the package on."""
    text = page.read_text("utf-8")
    for name in set(re.findall(r"\bfairdeal(?:\.[a-z_]+)+(?:\.[A-Z]\w+)?", text)) - NO_MODULES:
        assert is_there(name), f"{page.name} names {name}"
    rooms = "|".join(path.name for path in (SOURCE / "fairdeal").iterdir() if (path / "__init__.py").is_file())
    for path in set(re.findall(rf"`((?:{rooms})/[a-z_/]+\.py)`", text)):
        assert (SOURCE / "fairdeal" / path).is_file(), f"{page.name} names {path}"


NO_MODULES = {"fairdeal.sqlite"}  # a file of somebody's machine


def is_there(name: str) -> bool:
    """Tell whether a dotted name is that of a module, or of something in one."""
    module, _, rest = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return module != "" and is_there(module) and hasattr(importlib.import_module(module), rest)
    return True
