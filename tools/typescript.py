"""The types of the browser client, printed from the structs that the server encodes and decodes.

`python -m tools.typescript` writes web/src/model/types.ts of a checkout; a test fails when it is stale.
"""

from __future__ import annotations

import enum
import inspect
import json
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import FieldInfo, fields

from fairdeal.bots.hints import Bar
from fairdeal.contract import scene
from fairdeal.lab.experiments import documents as lab
from fairdeal.language.messages import SPOKEN
from fairdeal.play.fairness import FairPart, Receipt
from fairdeal.server import asks, documents, lab_routes, protocol

Struct = type[msgspec.Struct]

PAGE = Path(__file__).resolve().parents[1] / "web" / "src" / "model" / "types.ts"
HEAD = "// Printed from the server's structs by `python -m tools.typescript`; not to be edited.\n"
DOCUMENTS = (
    documents.Named,
    documents.SessionDoc,
    documents.OpenTable,
    documents.OpenedDoc,
    documents.TableCard,
    documents.Claim,
    documents.ClaimedDoc,
    documents.Challenge,
    documents.PlayOn,
    documents.Games,
    documents.LanguageDoc,
    documents.RulebookDoc,
    documents.OpeningDoc,
    documents.DeckFile,
    documents.DeckDoc,
    documents.AboutDoc,
    documents.MomentDoc,
    documents.Prepared,
    documents.ReplayDoc,
    documents.ReviewDoc,
    documents.ReviewWait,
    documents.PuzzleDoc,
    documents.Attempt,
    documents.AttemptDoc,
    documents.DailyDoc,
    documents.DailyStandings,
    documents.Problem,
    lab.LabWish,
    lab.LabRun,
    lab.LabDoc,
    lab_routes.LabStarted,
    FairPart,
    Receipt,
)
ATOMS = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null", msgspec.Raw: "Scene"}
ATOMS[Bar] = protocol.BarDoc.__name__  # a struct there, a dataclass where it is made
WORDS = SPOKEN  # rendered before they leave the server


def page() -> str:
    """Write all types."""
    found = list(reachable((scene.Scene, *asks.FROM_CLIENT, *protocol.FROM_SERVER, *DOCUMENTS)))
    enums = sorted((kind for kind in found if issubclass(kind, enum.Enum)), key=lambda kind: kind.__name__)
    structs = sorted((kind for kind in found if issubclass(kind, msgspec.Struct)), key=lambda kind: kind.__name__)
    parts = [HEAD, *map(_enum, enums), *map(_struct, structs)]
    parts.append(_union("FromClient", asks.FROM_CLIENT))
    parts.append(_union("FromServer", protocol.FROM_SERVER))
    return "\n".join(parts)


def reachable(kinds: Iterable[type]) -> Iterator[type]:
    """List structs and enumerations with all that their fields mention, each once."""
    seen: set[type] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if kind in seen:
            continue
        seen.add(kind)
        yield kind
        if issubclass(kind, msgspec.Struct):
            waiting += [part for field in fields(kind) for part in _mentioned(field.type)]


def _mentioned(hint: Any) -> Iterator[type]:
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct | enum.Enum):
        yield hint
    for part in typing.get_args(hint):
        yield from _mentioned(part)


def _enum(kind: type) -> str:
    assert issubclass(kind, enum.Enum)
    values = " | ".join(f'"{member.value}"' for member in kind)
    return f"{_words(kind)}export type {kind.__name__} = {values};\n"


def _union(name: str, kinds: Iterable[type]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {kind.__name__}" for kind in kinds) + ";\n"


def _struct(kind: Struct) -> str:
    config = kind.__struct_config__
    rows = [f"  {config.tag_field}: {json.dumps(config.tag)};"] if config.tag_field else []
    rows += [_field(field) for field in fields(kind)]
    return f"{_words(kind)}export interface {kind.__name__} {{\n" + "\n".join(rows) + "\n}\n"


def _words(kind: type) -> str:
    """The first sentence of what the code says of it."""
    text = (kind.__doc__ or "").partition("\n")[0]
    return f"/** {text} */\n" if text and not text.startswith(f"{kind.__name__}(") else ""


def _field(field: FieldInfo) -> str:
    mark = "" if field.required else "?"
    return f"  {field.encode_name}{mark}: {written(field.type)};"


def written(hint: Any) -> str:
    """Write a type hint.

    >>> written(tuple[str, ...]), written(dict[int, str]), written(int | None)
    ('string[]', 'Record<string, string>', 'number | null')
    """
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return written(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (types.UnionType, typing.Union):
        return " | ".join(dict.fromkeys(map(written, arguments)))
    if origin in (tuple, list):
        return _list(arguments)
    if origin is dict:
        return f"Record<string, {written(arguments[1])}>"
    if hint is Any:
        return "unknown"
    return "string" if hint in WORDS else ATOMS.get(hint) or hint.__name__


def _list(arguments: tuple[Any, ...]) -> str:
    if len(arguments) == 2 and arguments[1] is not Ellipsis:
        return f"[{', '.join(map(written, arguments))}]"
    inner = written(arguments[0])
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def main() -> None:
    if not PAGE.parent.is_dir():
        sys.exit("The folder web is not here: the types are printed in a checkout of the project.")
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
