"""The tables of both protocols' pages: every message and field, read from the code that decodes and encodes them."""

from __future__ import annotations

import ast
import enum
import inspect
import json
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from fairdeal.bots import messages as bot_messages
from fairdeal.bots import named, programs
from fairdeal.contract import scene
from fairdeal.play.commands.talk import LONGEST_TEXT, PHRASES
from fairdeal.play.table import RECENT, TO_REVEAL, Phase
from fairdeal.server import asks, protocol, sockets
from fairdeal.server.limits import CHOICES, HINTS, MESSAGES, PASTS, WORDS

Struct = type[msgspec.Struct]


@dataclass(frozen=True)
class Section:
    """A table with what stands above it; without a heading it is the table alone."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    heading: str = ""
    words: str = ""


def sections(name: str) -> list[Section]:
    """Give what stands at one marker of the page."""
    return SECTIONS[name]()


# --- messages --------------------------------------------------------------------------------------------------------


def _from_client() -> list[Section]:
    return [_described(message, tag_of(message)) for message in asks.FROM_CLIENT]


def _from_server() -> list[Section]:
    return [_described(message, tag_of(message)) for message in protocol.FROM_SERVER]


def _parts() -> list[Section]:
    return [_described(part, title_of(part)) for part in parts((*asks.FROM_CLIENT, *protocol.FROM_SERVER))]


def _scene() -> list[Section]:
    drawn: list[Struct] = [scene.Scene, *parts([scene.Scene])]
    return [_described(part, title_of(part)) for part in drawn]


def tag_of(message: Struct) -> str:
    """The `type` of a message, or what a bot asks for."""
    return str(message.__struct_config__.tag)


# --- the protocol of bots --------------------------------------------------------------------------------------------


def _to_bots() -> list[Section]:
    return [_described(message, tag_of(message)) for message in bot_messages.TOLD]


def _from_bots() -> list[Section]:
    action, *asked = bot_messages.SAID
    asks_of_bots = [_described(message, f'"ask": "{tag_of(message)}"') for message in asked]
    return [_described(action, '"action"'), *asks_of_bots]


def _parts_for_bots() -> list[Section]:
    return [_described(part, title_of(part)) for part in parts(bot_messages.TOLD)]


def _bot_limits() -> list[Section]:
    rows = [
        ["seconds for a choice, where no limit is set", f"{programs.PATIENCE:g}"],
        ["seconds for a choice at a served table", f"{named.SECONDS:g}"],
        ["seconds beyond that before a bot counts as late", f"{programs.GRACE:g}"],
        ["seconds more for the first choice, because a program has to start", f"{programs.STARTING:g}"],
        ["seconds to leave when the input ends", f"{programs.FAREWELL:g}"],
        ["bytes of a line from a bot", f"{programs.LONGEST_ANSWER}"],
        ["worlds for a choice", f"{bot_messages.WORLDS}"],
        ["games played out for a choice", f"{bot_messages.ROLLOUTS}"],
    ]
    return [Section(("what", "at most"), rows)]


def title_of(kind: Struct) -> str:
    """What the page calls a document: a message by its type, a part of a scene so that no other is called alike."""
    if kind in protocol.FROM_SERVER:
        return tag_of(kind)
    return f"scene.{kind.__name__}" if kind.__module__ == scene.__name__ else kind.__name__


def parts(kinds: Iterable[Struct]) -> list[Struct]:
    """List the documents inside these, each once, and those inside them; messages that are told in one are none."""
    found: dict[Struct, None] = {}
    for kind in kinds:
        for inner in _structs_in(kind):
            if inner not in found and inner not in protocol.FROM_SERVER:
                found |= dict.fromkeys([inner, *parts([inner])] if inner is not kind else [])
    return list(found)


def _structs_in(kind: Struct) -> Iterator[Struct]:
    for hint in _hints(kind).values():
        yield from _structs_of(hint)


def _structs_of(hint: Any) -> Iterator[Struct]:
    if hint == scene.Text:
        return
    if _is_struct(hint):
        yield hint
    for part in typing.get_args(hint):
        yield from _structs_of(part)


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


def _hints(kind: Struct) -> dict[str, Any]:
    found = typing.get_type_hints(kind, include_extras=True)
    return {field.name: found[field.name] for field in msgspec.structs.fields(kind)}


def _described(kind: Struct, heading: str) -> Section:
    words, notes = inspect.cleandoc(kind.__doc__ or ""), field_notes(kind)
    hints = _hints(kind)
    rows = [
        [f"`{field.encode_name}`", in_words(hints[field.name]), _default(field), notes.get(field.name, "")]
        for field in msgspec.structs.fields(kind)
    ]
    columns = ("field", "what it is", "if left out", "meaning")
    width = len(columns) if notes else len(columns) - 1
    return Section(columns[:width], [row[:width] for row in rows], f"`{heading}`", words)


def _default(field: msgspec.structs.FieldInfo) -> str:
    """What a field counts as when it is not there; empty for one that must be."""
    if field.required:
        return ""
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"`{json.dumps(msgspec.to_builtins(value))}`"


def field_notes(kind: type) -> dict[str, str]:
    """Read the texts below the fields of a class, or the values of an enumeration, which only the source has."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    notes = {}
    for field, after in zip(tree.body, tree.body[1:], strict=False):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                notes[name] = " ".join(text.split())
    return notes


# --- types -----------------------------------------------------------------------------------------------------------

PLAIN = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
    type(None): "null",
    Any: "any JSON",
    msgspec.Raw: "[scene](#scenes)",
    Phase: "[phase](#phases)",
    protocol.Kind: "[kind](#kinds)",
}


def in_words(hint: Any) -> str:
    """Say what kind of value a field has.

    >>> in_words(tuple[int, ...]), in_words(str | None)
    ('list of whole number', 'text or null')
    """
    if hint == scene.Text:
        return "text"
    if hint in PLAIN:
        return PLAIN[hint]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _limited(in_words(arguments[0]), arguments[1])
    if origin in (typing.Union, types.UnionType):
        return " or ".join(map(in_words, arguments))
    if origin is Literal:
        return _one_of(arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return f"list of {in_words(arguments[0])}"
    if origin is tuple:
        return f"list: {', '.join(map(in_words, arguments))}"
    if origin is dict:
        return f"object: {in_words(arguments[1])} by {in_words(arguments[0])}"
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _one_of([member.value for member in hint])
    if _is_struct(hint):
        title = title_of(hint)
        return f"[{title}](#{title.lower().replace('.', '')})"
    raise TypeError(f"There are no words for {hint}.")


def _one_of(values: Iterable[object]) -> str:
    return " or ".join(f"`{value}`" for value in values)


def _limited(words: str, limits: msgspec.Meta) -> str:
    if limits.pattern is not None:
        assert "[0-9a-f]{64}" in limits.pattern, limits.pattern
        return "64 hexadecimal digits"
    if limits.ge is not None and limits.lt is None:
        return f"{words} from {limits.ge} on"
    if limits.ge is not None and limits.lt is not None:
        highest = limits.lt - 1
        return f"{words} from {limits.ge} to {'2⁵³ - 1' if highest == (1 << 53) - 1 else highest}"
    unit = "characters" if words == "text" else "items"
    if limits.min_length:
        return f"{words}, {limits.min_length} to {limits.max_length} {unit}"
    return f"{words}, at most {limits.max_length} {unit}"


# --- numbers ---------------------------------------------------------------------------------------------------------


def _codes() -> list[Section]:
    rows = [[f"`{code}`", meaning] for code, meaning in sockets.CLOSE_CODES.items()]
    return [Section(("code", "meaning"), rows)]


def _limits() -> list[Section]:
    rows = [
        ["bytes of a message from a client", f"{sockets.LARGEST_MESSAGE}"],
        ["messages from a person at once", f"{MESSAGES.most}"],
        ["messages from a person a second, in the long run", f"{sockets.PER_SECOND:.0f}"],
        ["messages that wait for a slow client", f"{sockets.MOST_WAITING}, or {sockets.MOST_BYTES >> 20} MB"],
        ["past moments that a person sees a second", f"{PASTS.most}"],
        ["things that a person says a minute", f"{WORDS.most}"],
        ["times that a person asks for choices a second", f"{CHOICES.most}"],
        ["hints that a person takes a minute", f"{HINTS.most}"],
        ["sockets of one guest", f"{sockets.MOST_OF_A_GUEST}"],
        ["sockets at one table, besides those of its players", f"{sockets.MOST_AT_A_TABLE}"],
        ["sockets from one address", f"{sockets.MOST_OF_AN_ADDRESS}"],
        ["characters of a thing said", f"{LONGEST_TEXT}"],
        ["seconds to open a nonce", f"{TO_REVEAL // 1000}"],
        ["last events that are told again after a short absence", f"{RECENT}"],
    ]
    return [Section(("what", "at most"), rows)]


def _phases() -> list[Section]:
    return [_values("phase", Phase)]


def _kinds() -> list[Section]:
    return [_values("kind", protocol.Kind)]


def _values(column: str, kind: type[enum.Enum]) -> Section:
    notes = field_notes(kind)
    rows = [[f"`{value.value}`" if value.value else "empty", notes[value.name]] for value in kind]
    return Section((column, "meaning"), rows)


def _phrases() -> list[Section]:
    return [Section(("phrase",), [[f"`{phrase}`"] for phrase in PHRASES])]


SECTIONS: Mapping[str, Callable[[], list[Section]]] = {
    "bots.told": _to_bots,
    "bots.said": _from_bots,
    "bots.parts": _parts_for_bots,
    "bots.limits": _bot_limits,
    "client": _from_client,
    "server": _from_server,
    "parts": _parts,
    "scene": _scene,
    "codes": _codes,
    "limits": _limits,
    "phrases": _phrases,
    "phases": _phases,
    "kinds": _kinds,
}
