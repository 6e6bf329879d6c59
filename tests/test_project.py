"""What people expect of a project that they adopt is there, and says the same as the rest."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import fairdeal

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WEB = ROOT / "web"
LOCKS = ("requirements.txt", "requirements-play.txt")
MOST_TO_PLAY = 400  # MB of libraries, 81 of them the typesetter behind the button that prints a game


def test_the_version_is_written_once() -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    assert "version" not in json.loads((WEB / "package.json").read_text("utf-8"))
    assert "version" not in json.loads((WEB / "package-lock.json").read_text("utf-8"))
    written = [path for path in (ROOT / "src").rglob("*.py") if f'"{fairdeal.__version__}"' in path.read_text("utf-8")]
    assert written == [ROOT / "src" / "fairdeal" / "__init__.py"]


def test_the_licence_is_in_the_metadata_and_in_the_repository() -> None:
    assert PROJECT["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License\n\nCopyright (c) 2026 The Fairdeal authors\n")


def test_every_python_that_is_promised_is_tested() -> None:
    promised = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    tested = re.search(r"python: \[(.*)\]", workflow)
    assert tested
    assert tested[1].replace('"', "").split(", ") == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"
    assert re.findall(r"run: (.*)", workflow) == ["make test"]


def test_a_commit_is_checked_by_the_commands_of_make_lint() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    parts = makefile.partition("\nlint:")[2].partition("##")[0].split()
    recipes = [makefile.partition(f"\n{part}:")[2].partition("\n\n")[0] for part in parts]
    commands = [command for recipe in recipes for command in recipe.splitlines()[1:]]
    hooks = re.findall(r"entry: (.*)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert len(hooks) == len(commands)
    for hook, command in zip(hooks, commands, strict=True):
        assert hook.replace(".venv/bin", "$(BIN)") in command


def test_nothing_names_a_registry() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    for name in LOCKS:
        assert "://" not in (ROOT / name).read_text("utf-8")


def pinned(name: str) -> set[str]:
    """What a lock pins, with versions."""
    return set(re.findall(r"^\S+==\S+", (ROOT / name).read_text("utf-8"), re.MULTILINE))


def names_of(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0].replace("_", "-") for requirement in requirements}


def test_whoever_only_plays_gets_the_same_versions_of_less() -> None:
    whole, playing = map(pinned, LOCKS)
    assert playing < whole
    extras = PROJECT["optional-dependencies"]
    needed = names_of([*PROJECT["dependencies"], *extras["server"], *extras["checkout"]])
    names = {pin.partition("==")[0] for pin in playing}
    assert needed <= names
    assert not names & names_of([*extras["test"], *extras["dev"], *extras["bench"]])


def megabytes(pins: set[str]) -> float:
    """What the files of those libraries take that are installed, by their own lists."""
    names = {pin.partition("==")[0].partition("[")[0] for pin in pins}
    found = [known for known in distributions() if known.name.lower().replace("_", "-") in names]
    return sum(file.size or 0 for known in found for file in known.files or []) / 1e6


def test_whoever_only_plays_gets_less_than_half_of_the_libraries() -> None:
    whole, playing = (megabytes(pinned(name)) for name in LOCKS)
    assert 200 < playing <= MOST_TO_PLAY
    assert playing < whole / 2


def test_building_the_client_needs_none_of_its_other_tools() -> None:
    package = json.loads((WEB / "package.json").read_text("utf-8"))
    files = ("vite.config.ts", "svelte.config.js", "cut-font.js")
    configuration = "".join((WEB / file).read_text("utf-8") for file in files)
    imported = set(re.findall(r'from "(?!node:)([^."][^"]*)"', configuration))
    assert imported
    assert imported <= set(package["dependencies"])
