"""What compiled code is cached by: every file that it depends on, and none that it does not."""

from __future__ import annotations

import re
import shutil
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.engine import cache, kernel
from tests.breadth import mostly_soaked

runs_once = pytest.mark.skipif(kernel.DEFAULT_MODE != "compiled", reason="it is the same in every mode")

SOURCE = Path(games.__file__).parents[2]
PARTS = ("rules", "worlds", "knowledge")
GENERIC = (
    "fairdeal.engine.playouts",
    "fairdeal.engine.acting",
    "fairdeal.engine.tracking",
    "fairdeal.laws.fuzzing",
    "fairdeal.bots.ismcts",
)
HOUSE = sorted(path for room in ("engine", "kit") for path in (SOURCE / "fairdeal" / room).glob("*.py"))
SOME = [path for path in HOUSE if path.stem in ("chance", "plain", "ranking")]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the package, and beside it a game that is not in it."""
    home = tmp_path_factory.mktemp("copy")
    only_python = shutil.ignore_patterns("__pycache__", "web", "*.toml", "*.md", "*.sql")
    shutil.copytree(SOURCE / "fairdeal", home / "src" / "fairdeal", ignore=only_python)
    shutil.copytree(
        SOURCE.parent / "examples" / "oh_hell" / "oh_hell", home / "elsewhere" / "oh_hell", ignore=only_python
    )
    return home


@pytest.fixture
def copy(copied: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the cache take the copy for the package."""
    monkeypatch.setattr(cache, "_PACKAGE", copied / "src" / "fairdeal")
    monkeypatch.setattr(cache, "_known", set())
    cache.forget()
    yield copied
    cache.forget()


def folders(copy: Path) -> dict[str, Path]:
    inside = {name: copy / "src" / "fairdeal" / "games" / name for name in games.NAMES}
    return {**inside, "oh_hell": copy / "elsewhere" / "oh_hell"}


def parts_of(folder: Path) -> list[Path]:
    return [file for part in PARTS if (file := folder / f"{part}.py").is_file()]


def fingerprints(copy: Path) -> dict[str, set[str]]:
    """Name by game what its own native code, and generic code bound to it, is cached by."""
    generic = [(copy / "src").joinpath(*name.split(".")).with_suffix(".py") for name in GENERIC]
    derived = copy / "src" / "fairdeal" / "kit" / "derived.py"
    found = {}
    for name, folder in folders(copy).items():
        layers = types.ModuleType("layers")
        vars(layers).update(
            __layers__=[types.SimpleNamespace(__file__=str(part)) for part in (derived, *parts_of(folder))]
        )
        found[name] = {fingerprint(part, None) for part in parts_of(folder)}
        found[name] |= {fingerprint(file, layers) for file in generic}
        found[name].add(fingerprint(derived, types.SimpleNamespace(__name__=name, __file__=str(folder / "rules.py"))))
    return found


def fingerprint(file: Path, bound: types.ModuleType | types.SimpleNamespace | None) -> str:
    home = {"__name__": f"{file.stem}[compiled]", "__file__": str(file), "__bound__": bound}
    return cache.fingerprint(home, "compiled")


def changed_by(copy: Path, file: Path) -> tuple[set[str], set[str]]:
    """Edit a file for a while; name the games of which some, and of which all fingerprints change."""
    before, text = fingerprints(copy), file.read_text("utf-8")
    file.write_text(text + "\n# edited\n", "utf-8")
    cache.forget()
    after = fingerprints(copy)
    file.write_text(text, "utf-8")
    return {name for name in before if before[name] != after[name]}, {
        name for name in before if not before[name] & after[name]
    }


@runs_once
@pytest.mark.parametrize("name", ["kernel", "chance", "cache"])
def test_an_edit_of_what_all_native_code_stands_on_recompiles_every_game_also_one_that_lies_elsewhere(
    copy: Path, name: str
) -> None:
    _, wholly = changed_by(copy, copy / "src" / "fairdeal" / "engine" / f"{name}.py")
    assert wholly == {*games.NAMES, "oh_hell"}


@runs_once
@pytest.mark.parametrize("path", mostly_soaked(HOUSE, *SOME), ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_an_edit_of_engine_or_kit_recompiles_the_games_that_use_it(copy: Path, path: Path) -> None:
    file = copy / "src" / path.relative_to(SOURCE)
    module = f"fairdeal.{path.parent.name}.{path.stem}"
    users = {
        name
        for name, folder in folders(copy).items()
        if any(re.search(rf"^from {module} import ", part.read_text("utf-8"), re.M) for part in parts_of(folder))
    }
    is_everywhere = path.parent.name == "engine" and path.stem != "plain"
    is_under_all = module in ("fairdeal.kit.derived", "fairdeal.kit.masks", "fairdeal.kit.ranking")
    expected = {*games.NAMES, "oh_hell"} if is_everywhere or is_under_all else users
    some, _ = changed_by(copy, file)
    assert some == expected


@runs_once
def test_an_edit_of_a_game_recompiles_that_game_alone(copy: Path) -> None:
    some, _ = changed_by(copy, folders(copy)["caster"] / "worlds.py")
    assert some == {"caster"}


@runs_once
@pytest.mark.parametrize("name", ["errors.py", "language/messages.py", "games/caster/words.py", "contract/scene.py"])
def test_what_is_said_and_drawn_recompiles_nothing(copy: Path, name: str) -> None:
    some, _ = changed_by(copy, copy / "src" / "fairdeal" / name)
    assert some == set()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import there.below", {"there/below.py"}),
        ("import there.below as other, there.beside", {"there/below.py", "there/beside.py"}),
        ("import there", {"there/__init__.py"}),
        ("from there import below", {"there/__init__.py", "there/below.py"}),
        ("from there.below import name", {"there/below.py"}),
        ("from .beside import name", {"there/beside.py"}),
        ("from . import beside", {"there/__init__.py", "there/beside.py"}),
        ("import numpy.linalg", set()),
        ("if True:\n    from there import below", {"there/__init__.py", "there/below.py"}),
        ("from there import (\n    below,  # a reason\n    other,\n)", {"there/__init__.py", "there/below.py"}),
        ("from there import below as other  # a reason", {"there/__init__.py", "there/below.py"}),
        ("if TYPE_CHECKING:\n    from there import below", set()),
        ("if TYPE_CHECKING:  # a reason\n\n    from there import below\n\nimport there.beside", {"there/beside.py"}),
        ("if True: import there.below", {"there/below.py"}),
        ("x = 1; import there.below", {"there/below.py"}),
        ("x = '#'; import there.below", {"there/below.py"}),
        ("import there.below; x = 1", {"there/below.py"}),
        ("from there \\\n  import below", {"there/__init__.py", "there/below.py"}),
        ("import\tthere.below", {"there/below.py"}),
        ("from there import (below\n)", {"there/__init__.py", "there/below.py"}),
        ("from there import*", {"there/__init__.py"}),
        ("x = '''\nif TYPE_CHECKING:\n'''\nimport there.below", {"there/below.py"}),
    ],
)
def test_every_form_of_import_is_followed(tmp_path: Path, line: str, found: set[str]) -> None:
    for name in ("__init__", "below", "beside"):
        (tmp_path / "there").mkdir(exist_ok=True)
        (tmp_path / "there" / f"{name}.py").write_text("", "utf-8")
    file = tmp_path / "there" / "rules.py"
    file.write_text(f"{line}\n", "utf-8")
    others = cache.sources(file) - {file.resolve()}
    assert {path.relative_to(tmp_path.resolve()).as_posix() for path in others} == found
