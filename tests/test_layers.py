"""The house: every noun has a room, arrows between rooms point down, and only a game knows its name."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from fairdeal import games

PACKAGE = Path(games.__file__).parents[1]
ROOT = Path(__file__).resolve().parents[1]

# What each room may see, beside itself and all that those see.
SEES: dict[str, tuple[str, ...]] = {
    "language": (),
    "structs": (),
    "errors": ("language",),
    "failures": (),
    "bus": ("errors", "failures"),
    "engine": ("errors", "structs"),
    "contract": ("engine",),
    "kit": ("contract",),
    "laws": ("contract",),
    "games": ("kit", "laws"),  # a game says what the laws need to know of it
    "press": ("kit",),
    "play": ("games",),
    "bots": ("play", "laws", "bus"),  # the loop of the laws is compiled beforehand with everything else
    "client": ("play",),
    "review": ("bots",),
    "lab": ("review",),
    "server": ("lab", "press"),
    "terminal": ("review",),
    "authoring": ("bots", "terminal"),
    "learn": ("lab", "terminal"),
    "joining": ("bots", "client"),
    "cli": ("authoring", "learn", "server", "terminal", "joining"),
    "__main__": ("cli",),
    "__init__": ("cli",),  # the front door opens every room, and only when it is knocked at
}
FILES = sorted(PACKAGE.rglob("*.py"))
BY_NAME = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES
}
MOST_LINES = 600
LONGER = {"games/traders/rules.py", "games/coast/rules.py"}  # decision 11 says why
A_MODULE = re.compile(r"fairdeal(\.\w+)+")


def room_of(path: Path) -> str:
    """Name the room, a folder or a module right under the package, that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def seen_from(room: str) -> set[str]:
    return {room}.union(*(seen_from(other) for other in SEES[room]))


@functools.cache
def nodes_of(path: Path) -> list[ast.AST]:
    """All that a file says, parsed once for all tests."""
    return list(ast.walk(ast.parse(path.read_bytes())))


@functools.cache
def imports_of(path: Path) -> frozenset[str]:
    """Name the modules of the package that a file imports, for types only too, or names in a string."""
    return frozenset(_imports(nodes_of(path)))


def _imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in BY_NAME)
            case ast.ImportFrom(level=level, module=str(module), names=names):
                assert level == 0, f"There is a relative import of {module}"
                inside = {f"{module}.{alias.name}" for alias in names} & set(BY_NAME)
                yield from inside
                if module in BY_NAME and len(inside) < len(names):
                    yield module
            case ast.Constant(value=str(text)) if A_MODULE.fullmatch(text) and text in BY_NAME:
                yield text


@functools.cache
def graph() -> dict[str, frozenset[str]]:
    """Give what every module imports; the version of the package is no module."""
    found = {name: imports_of(path) - {name} for name, path in BY_NAME.items()}
    return {name: others - {PACKAGE.name} for name, others in found.items()}


def test_every_room_is_there_and_every_file_has_a_room() -> None:
    assert {room_of(path) for path in FILES} == set(SEES)


def test_no_file_is_long_but_those_that_the_decision_names() -> None:
    long = {str(path.relative_to(PACKAGE)) for path in FILES if len(path.read_text("utf-8").splitlines()) > MOST_LINES}
    assert long == LONGER


def test_imports_point_down() -> None:
    wrong = {}
    for path in FILES:
        seen = {room_of(BY_NAME[name]) for name in imports_of(path) if name != PACKAGE.name}
        wrong[str(path.relative_to(PACKAGE))] = seen - seen_from(room_of(path))
    assert {name: rooms for name, rooms in wrong.items() if rooms} == {}


def test_no_module_imports_itself_by_others() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(f"These import each other: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("name", games.NAMES)
def test_worlds_import_rules_and_never_the_reverse(name: str) -> None:
    home = f"fairdeal.games.{name}"
    assert f"{home}.rules" in graph()[f"{home}.worlds"]
    assert f"{home}.worlds" not in graph()[f"{home}.rules"]


def test_only_a_game_knows_its_name() -> None:
    wrong = {}
    for path in FILES:
        home = path.relative_to(PACKAGE).parts
        strangers = {name for name in games.NAMES if home[:2] != ("games", name)}
        if home != ("games", "__init__.py"):
            wrong["/".join(home)] = set(names_in(nodes_of(path))) & strangers
    assert {name: named for name, named in wrong.items() if named} == {}


def names_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """List identifiers, imported names and string literals."""
    for node in nodes:
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


# Rules written a second time share no code with the first, so they know which games those are.
TWICE = {"tools/check_deal.py", "tests/independent/replay.py", "tests/independent/test_independent.py"}


def test_nothing_but_the_registry_lists_the_games() -> None:
    """What a test, a bench or a tool needs to know of each game, that game says in its subject."""
    paths = [path for folder in ("bench", "examples", "tests", "tools") for path in (ROOT / folder).rglob("*.py")]
    assert {str(path.relative_to(ROOT)) for path in paths if lists_all_games(path)} == TWICE


def lists_all_games(path: Path) -> bool:
    text = path.read_text("utf-8")
    if not all(name in text for name in games.NAMES):
        return False
    literals = (node for node in nodes_of(path) if isinstance(node, ast.Dict | ast.List | ast.Set | ast.Tuple))
    return any(set(games.NAMES) <= set(names_in(ast.walk(node))) for node in literals)


def test_games_do_not_know_each_other() -> None:
    for name in games.NAMES:
        for path in (PACKAGE / "games" / name).rglob("*.py"):
            assert not set(names_in(nodes_of(path))) & (set(games.NAMES) - {name})


VERSIONS = {"Deal", "FairPart", "Receipt", "SeatPart"}  # of the fair deal: 1 and 2 call what they have in common alike


def test_a_class_name_has_one_home() -> None:
    homes: dict[str, list[str]] = {}
    for path in FILES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    several = {name: found for name, found in homes.items() if len(found) > 1}
    assert {name for name, found in several.items() if found == ["play/fairness.py", "play/fairness_1.py"]} == VERSIONS
    assert several.keys() == VERSIONS, several


def test_no_struct_is_worked_out_while_threads_run() -> None:
    """It is when a module is imported; the room of structs says why."""
    found = {str(path.relative_to(PACKAGE)): set(readers_made(nodes_of(path))) for path in FILES}
    assert {name: functions for name, functions in found.items() if functions} == {}


def readers_made(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Name the functions that read values as a type which is worked out there and then."""
    if not any(map(reads_as_a_type, nodes)):
        return
    for function in nodes:
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(
            map(reads_as_a_type, ast.walk(function))
        ):
            yield function.name


def reads_as_a_type(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="msgspec"), attr="convert")):
            return True
        case ast.Call(func=ast.Attribute(attr="decode"), keywords=keywords):
            return any(keyword.arg == "type" for keyword in keywords)
    return False
