"""Slips of an author that show before anything is played, each told in one sentence that names the file.

What only shows in play is found by the laws (`fairdeal check-game`).
"""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fairdeal.contract.options import Option
from fairdeal.engine import kernel
from fairdeal.errors import BadData, BrokenGame
from fairdeal.kit.data import DataForm
from fairdeal.kit.faces import STROKES, theme_of
from fairdeal.kit.kinds import Act, Cards, Nothing
from fairdeal.kit.plain_faces import EMBLEMS
from fairdeal.language.messages import Template, gaps_in, say
from fairdeal.language.voice import HOUSE, Voice

# What each module has to define, and what takes its place if that is defined.
NEEDED = {
    "rules.py": {"actors": "", "draw": "", "deal": "", "legal": "", "play": "", "points_of": "points"},
    "words.py": {"ACTS": "text", "OUTCOMES": "outcome", "asked": "prompt", "forbidden": "why_not", "followed": "story"},
    "scene.py": {"counters": "public_scene"},
}
OF_A_GAME = ("summary", "credit", "kind", "source")
OF_A_VERB = ("action", "choice", "story")
MAKERS = {"say", "fixed"}  # of messages


def check(rules: Any, words: Any, scene: Any, options: Sequence[Option], folder: Path) -> None:
    """Raise BrokenGame at the first slip."""
    for file, module in (("rules.py", rules), ("words.py", words), ("scene.py", scene)):
        _check_needed(file, vars(module))
    _check_native(rules)
    _check_files(folder)
    for option in options:
        _require(option.name in rules.OPTIONS.names, "slip.option", option=option.name)
    templates = HOUSE.own() | Voice(folder).own()
    _check_keys(templates, [f"game.{key}" for key in OF_A_GAME])
    _check_keys(templates, [f"option.{option.name}.{key}" for option in options for key in ("name", "meaning")])
    if hasattr(words, "CARDS_OF"):
        _check_cards(words.CARDS_OF, getattr(rules, "CARDS", words.CARDS_OF.size), templates, folder)
    if hasattr(words, "ACTS"):
        _check_acts(words.ACTS, rules.ACTIONS, templates)
    for module in (words, scene):
        _check_said(Path(module.__file__), templates)


def _require(condition: object, key: str, /, **arguments: Any) -> None:
    if not condition:
        raise BrokenGame(say(key, **arguments))


def _check_needed(file: str, defined: Mapping[str, Any]) -> None:
    for name, instead in NEEDED[file].items():
        _require(name in defined or instead in defined, "slip.lacks", file=file, name=name)


def _check_native(rules: Any) -> None:
    """What native code calls is native too, or the compiler refuses it."""
    body = ast.parse(inspect.getsource(rules)).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    plain = {node.name for node in functions if not kernel.is_native(vars(rules)[node.name])}
    for name in sorted(plain & set(NEEDED["rules.py"])):
        _require(False, "slip.not_native", name=name)
    for function in functions:
        calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
        called = {name.id for name in calls if isinstance(name, ast.Name)}
        if function.name not in plain:
            for name in sorted(called & plain):
                _require(False, "slip.calls_plain", name=name, caller=function.name)
            _check_compiled(function)


def _check_compiled(function: ast.FunctionDef) -> None:
    """What the compiler refuses most often is told without it, in every mode."""
    for node in ast.walk(function):
        place = {"function": function.name, "line": getattr(node, "lineno", 0)}
        _require(not isinstance(node, ast.GeneratorExp), "slip.generator", **place)
        _require(not isinstance(node, ast.NamedExpr), "slip.walrus", **place)


def _check_files(folder: Path) -> None:
    for file in ("rulebook.md", "cards.toml", "en.toml"):
        _require((folder / file).is_file(), "slip.no_file", file=file)
    for file in ("cards.toml", "en.toml"):
        try:
            tomllib.loads((folder / file).read_text("utf-8"))
        except ValueError as error:
            raise BrokenGame(say("slip.unreadable", file=file, reason=str(error))) from None


def check_data(form: DataForm[Any], folder: Path) -> None:
    """The game's own data file is as the rules want it. Raise BrokenGame."""
    try:
        form.read(tomllib.loads((folder / "cards.toml").read_text("utf-8")))
    except BadData as fault:
        raise BrokenGame(say("slip.data", file="cards.toml", fault=str(fault).removesuffix("."))) from fault


# --- verbs and cards -------------------------------------------------------------------------------------------------


def _check_acts(acts: Mapping[str, Act], actions: int, templates: Mapping[str, Template]) -> None:
    """Every action has one verb, and every verb its sentences."""
    for action in range(actions):
        verbs = [verb for verb, act in acts.items() if 0 <= action - act.start < act.kind.size]
        _require(verbs, "slip.no_verb", action=action, actions=actions)
        _require(len(verbs) == 1, "slip.two_verbs", action=action, verbs=verbs)
    _check_keys(templates, [f"{table}.{verb}" for verb in acts for table in OF_A_VERB])
    for verb, act in acts.items():
        about = set() if isinstance(act.kind, Nothing) else {act.kind.gap}
        _check_gaps(templates, f"action.{verb}", about)
        _check_gaps(templates, f"story.{verb}", {"seat", *about})


def _check_keys(templates: Mapping[str, Template], keys: Iterable[str]) -> None:
    for key in keys:
        _require(key in templates, "slip.no_key", key=key)


def _check_gaps(templates: Mapping[str, Template], key: str, filled: set[str]) -> None:
    for gap in sorted(gaps_in(templates[key]) - filled):
        _require(False, "slip.no_gap", key=key, gap=gap, filled=sorted(filled))


def _check_cards(cards: Cards, count: int, templates: Mapping[str, Template], folder: Path) -> None:
    _require(cards.size == count, "slip.cards", size=cards.size, count=count)
    drawn = set("".join([cards.letters, *cards.ranks]))
    _require(drawn <= set(STROKES), "slip.letters", unknown=sorted(drawn - set(STROKES)))
    paints, suits = theme_of("light").paints, len(cards.letters)
    _require(len(cards.paints) == suits and set(cards.paints) <= set(paints), "slip.paints", known=[*paints])
    known = all(emblem in EMBLEMS or emblem.startswith("M") for emblem in cards.emblems)
    _require(known and len(cards.emblems) in (0, suits), "slip.emblems", known=[*EMBLEMS])
    names = tomllib.loads((folder / "cards.toml").read_text("utf-8")).get("names", {})
    for letter in cards.letters:
        _require(f"suit.{letter}" in names or f"suit.{letter}" in templates, "slip.no_name", name=f"suit.{letter}")


# --- what is said ----------------------------------------------------------------------------------------------------


def _check_said(path: Path, templates: Mapping[str, Template]) -> None:
    """Every sentence that is named is there, and what it names is filled in."""
    for function in ast.parse(path.read_text("utf-8")).body:
        place = {"function": getattr(function, "name", path.stem), "file": path.name}
        for key, filled, line in _messages(function):
            _require(key in templates, "slip.not_said", key=key, line=line, **place)
            for gap in sorted(gaps_in(templates[key]) - filled if filled is not None else ()):
                _require(False, "slip.not_filled", key=key, gap=gap, line=line, **place)


def _messages(tree: ast.AST) -> Iterator[tuple[str, set[str] | None, int]]:
    """List the messages with plain keys: what fills their gaps, if all of that is named, and the line."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in MAKERS and call.args:
            named = {keyword.arg for keyword in call.keywords}
            filled = None if None in named else {str(name) for name in named}
            choice = call.args[0]
            for key in [choice.body, choice.orelse] if isinstance(choice, ast.IfExp) else [choice]:
                if isinstance(key, ast.Constant):
                    yield str(key.value), filled, call.lineno
