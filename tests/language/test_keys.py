"""Every message that is named is in its catalogue, and every message of a catalogue is named somewhere.

Read from the sources: keys are literals, or f-strings whose gaps are filled with literals of the same sources. What is
computed in another way is declared in `COMPUTED`, by what computes it.
"""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

import fairdeal
from fairdeal import games
from fairdeal.authoring.checking import LAWS
from fairdeal.engine import observed
from fairdeal.language import languages
from fairdeal.language.messages import Template, gaps_in
from fairdeal.language.voice import HOUSE

PACKAGE = Path(fairdeal.__file__).parent
# What makes messages, and which argument is the key.
MAKERS = {"say": 0, "fixed": 0, "messages.say": 0, "Message": 0, "_require": 1}
VOICES = {"house": HOUSE, **{game.name: game.voice for game in games.all_games()}}

# Words in the gaps of composed keys that are no literals of the game's own sources.
COMPUTED: dict[str, set[str]] = {
    "house": {level.name for game in games.all_games() for level in game.levels}
    | {"points", "tricks", "cards"}
    | set(LAWS),
    **{game.name: {*games.subject(game.name).computed} for game in games.all_games()},
}


SECTION = re.compile(r"[a-z_.\\]+\\\.")  # a composed key begins with the name of its section


class Source:
    """What a file says about keys."""

    def __init__(self, path: Path) -> None:
        self.literals: set[str] = set()
        self.patterns: set[str] = set()
        self.named: list[tuple[str, set[str] | None, int]] = []
        """Keys that are literals, what fills their gaps if all of that is named, and the line."""
        for node in ast.walk(ast.parse(path.read_bytes())):
            match node:
                case ast.Constant(value=str(text)):
                    self.literals.add(text)
                case ast.JoinedStr(values=parts):
                    self.patterns.add("".join(_pattern(part) for part in parts))
                case ast.Call():
                    self._read_call(node)

    def _read_call(self, call: ast.Call) -> None:
        place = MAKERS.get(ast.unparse(call.func))
        if place is None or len(call.args) <= place:
            return
        key = call.args[place]
        names = {keyword.arg for keyword in call.keywords}
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            self.named.append((key.value, None if None in names else {str(name) for name in names}, call.lineno))


def _pattern(part: ast.expr) -> str:
    return re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else r"(\w+)"


@functools.cache
def source(path: Path) -> Source:
    return Source(path)


def files_of(name: str) -> list[Path]:
    """The files that name keys of a voice: those of all games together, and a game's own."""
    shared = [path for path in PACKAGE.rglob("*.py") if not path.is_relative_to(PACKAGE / "games")]
    return [*shared, *(PACKAGE / "games").glob("*.py"), *own_files(name)]


def own_files(name: str) -> list[Path]:
    return [] if name == "house" else list((PACKAGE / "games" / name).glob("*.py"))


def meanings_of(name: str) -> set[str]:
    """The keys that say what the keys of a game's data file mean."""
    forms = [game.data_form for game in games.all_games() if game.name == name]
    return {entry.meaning for form in forms if form is not None for entry in form.entries()}


def observed_by(name: str) -> set[str]:
    """The keys that say what learners observe of a game, and why some of it is left out."""
    for game in games.all_games():
        if game.name == name:
            fields = {row.place.name for row in observed.written_of(game.rules)} | {*observed.features_of(game.rules)}
            left_out = {field.partition(".")[0] for field in observed.left_out_of(game.rules)}
            shown = {f"observed.{field.replace('.', '_')}" for field in fields}
            return shown | {f"unobserved.{field}" for field in left_out}
    return set()


def unused_keys(own: dict[str, Template], name: str) -> set[str]:
    """List the keys of a catalogue that no code can name."""
    found = [source(path) for path in files_of(name)]
    literals = set[str]().union(*(file.literals for file in found))
    inside = own_files(name) or files_of(name)
    words = set[str]().union(*(source(path).literals for path in inside), COMPUTED[name])
    words |= {key.removeprefix("prompt.") for key in own}  # a lesson is about a prompt, of the game or of the house
    words |= {literal.removeprefix("usual.") for literal in literals if literal.startswith("usual.")}
    endings = {literal for literal in literals if literal.startswith("_")}
    patterns = {re.compile(pattern) for file in found for pattern in file.patterns if SECTION.match(pattern)}
    patterns.add(re.compile(r"lesson\.(\w+)"))

    def is_named(key: str) -> bool:
        if key in literals or key in meanings_of(name) or key in observed_by(name):
            return True
        if any(key.removesuffix(ending) in literals for ending in endings if key.endswith(ending)):
            return True
        matches = filter(None, (pattern.fullmatch(key) for pattern in patterns))
        return any(words.issuperset(match.groups()) for match in matches)

    return {key for key in own if not is_named(key)}


@pytest.mark.parametrize("name", VOICES)
def test_no_message_of_a_catalogue_is_unused(name: str) -> None:
    assert unused_keys(VOICES[name].own(), name) == set()


@pytest.mark.parametrize("name", VOICES)
def test_a_key_that_nobody_uses_is_found(name: str) -> None:
    strange: dict[str, Template] = {
        "table.no_such_thing": "?",
        "story.nonsense": "?",
        "reason.nonsense": "?",
        "odd": "?",
    }
    assert unused_keys(VOICES[name].own() | strange, name) == set(strange)


@pytest.mark.parametrize("name", VOICES)
def test_every_message_that_is_named_is_there_with_all_that_fills_its_gaps_in(name: str) -> None:
    templates = VOICES[name].templates()
    own = own_files(name) or files_of(name)
    for path in own:
        for key, given, line in source(path).named:
            where = f"{path.relative_to(PACKAGE)}, line {line}"
            if not _is_the_games(path, key):
                assert key in templates, f"{where}: there is no message {key}"
                assert given is None or gaps_in(templates[key]) <= given, f"{where}: {key} lacks an argument"


@functools.cache
def keys_of_the_games() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(game.voice.own()) for game in games.all_games())


def _is_the_games(path: Path, key: str) -> bool:
    """Tell whether shared code names a message that each game, or each that uses a part of the kit, has for itself."""
    there = [key in own for own in keys_of_the_games()]
    return (path.parent.name == "contract" and all(there)) or (path.parent.name == "kit" and any(there))


@pytest.mark.parametrize("name", VOICES)
def test_every_composed_key_can_be_some_message(name: str) -> None:
    templates = VOICES[name].templates()
    own = own_files(name) or files_of(name)
    for path in own:
        tree = ast.parse(path.read_bytes())
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            place = MAKERS.get(ast.unparse(call.func))
            if place is not None and len(call.args) > place and isinstance(call.args[place], ast.JoinedStr):
                pattern = "".join(_pattern(part) for part in call.args[place].values)  # type: ignore[attr-defined]
                places = [
                    templates,
                    *(game.voice.own() for game in games.all_games() if path.parent.name in ("contract", "kit")),
                ]
                assert any(re.fullmatch(pattern, key) for keys in places for key in keys), f"{path}: {pattern}"


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_says_nothing_of_the_houses_otherwise_but_what_levels_mean_and_what_is_usual(name: str) -> None:
    shared = set(VOICES[name].own()) & set(HOUSE.own())
    assert all(key.startswith(("level.", "usual.")) for key in shared)
    for key in shared:
        assert gaps_in(VOICES[name].own()[key]) <= gaps_in(HOUSE.own()[key])


@pytest.mark.parametrize("name", VOICES)
def test_a_translation_has_no_other_keys_and_no_other_gaps_than_english(name: str) -> None:
    english = VOICES[name].templates()
    for language in (*languages.known(), languages.PSEUDO):
        translated = VOICES[name].templates(language)
        assert set(translated) == set(english)
        for key, template in translated.items():
            assert gaps_in(template) <= gaps_in(english[key]), f"{language}: {key}"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_paragraph_that_a_message_cites_is_in_the_rulebook(name: str) -> None:
    game = games.find(name)
    there = set(re.findall(r"^\*\*(§\d+)\*\*", game.rulebook(), re.MULTILINE))
    cited = {number for text in game.voice.own().values() for number in re.findall(r"§\d+", str(text))}
    assert cited <= there
