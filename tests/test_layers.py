"""Imports point down, and only a game knows its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal import games

PACKAGE = Path(games.__file__).parents[1]

# From the bottom up. A module may import its own layer's folder or module and whatever is further down.
LAYERS = (
    ("errors",),
    ("kernel",),
    ("chance",),
    ("deals", "outlook", "processes", "messages", "plain", "faces"),
    ("scene", "faces"),
    ("game",),
    ("games",),
    ("search", "testing", "adapters"),
    ("table",),
    ("records",),
    ("lab", "checking", "notebook"),
    ("terminal", "server", "client", "warm"),
    ("docs", "store_cli"),
    ("cli",),
    ("__main__",),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part_of(path: Path) -> str:
    """Name the module or folder, right under the package, that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> Iterator[str]:
    """List the parts of the package that a file imports."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == PACKAGE.name and rest != "__version__":
                yield rest.split(".")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    own = part_of(path)
    assert own in LEVEL, f"{own} has no layer yet"
    for other in imports_of(path):
        assert other in LEVEL, f"{other} has no layer yet"
        assert other == own or LEVEL[other] < LEVEL[own], f"{own} imports {other}"


def test_every_layer_that_is_there_is_reached_by_this_test() -> None:
    assert {"kernel", "chance", "game", "games", "search"} <= {part_of(path) for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_a_game_knows_its_name(path: Path) -> None:
    home = path.relative_to(PACKAGE).parts
    strangers = {name for name in games.NAMES if home[:2] != ("games", name)}
    if home == ("games", "__init__.py"):
        return
    named = set(names_in(ast.parse(path.read_bytes()))) & strangers
    assert not named, f"{path.name} names {', '.join(named)}"


def names_in(tree: ast.AST) -> Iterator[str]:
    """List identifiers, imported names and string literals."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Constant(value=str(text)):
                yield text
            case ast.alias(name=name):
                yield from name.split(".")
            case ast.ImportFrom(module=str(name)):
                yield from name.split(".")


def test_games_do_not_know_each_other() -> None:
    for name in games.NAMES:
        for path in (PACKAGE / "games" / name).rglob("*.py"):
            assert not set(names_in(ast.parse(path.read_bytes()))) & (set(games.NAMES) - {name})
