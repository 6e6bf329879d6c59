"""The HTTP interface as one table of routes, and its description in OpenAPI 3.1, printed from that table."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fairdeal import __version__
from fairdeal.language.languages import DEFAULT
from fairdeal.language.voice import HOUSE
from fairdeal.server.documents import Problem
from fairdeal.server.limits import REQUESTS, Rate

Json = Any
SOCKET = "socket"  # in place of a method

REFUSALS = {
    400: "What was asked for cannot be understood, or is not possible.",
    401: "You have no name here yet: POST /api/session comes first.",
    403: "It is not yours, or the request comes from a page of another site.",
    404: "There is no such thing.",
    408: "The request took too long to come.",
    409: "Not now.",
    413: "The request is too large.",
    415: "The request is not JSON.",
    421: "The server does not answer to the name in `Host`.",
    426: "This address is a WebSocket.",
    429: "Too many; `Retry-After` says how many seconds to wait.",
    500: "A mistake of the server.",
    503: "The store cannot be read or written now; nothing was done.",
}

LONGEST_NUMBER = 15  # digits
MOST = 10**LONGEST_NUMBER - 1

PARAMETERS: dict[str, tuple[Json, str]] = {
    "table": ({"type": "string"}, "The id of a table, the last part of its link."),
    "game": ({"type": "string"}, "The name of a game."),
    "day": ({"type": "string", "format": "date"}, "A day of UTC, as `2026-11-18`."),
    "theme": ({"type": "string", "enum": ["light", "dark"]}, "How the page looks on which it is shown."),
    "face": ({"type": "string"}, "The name of a face, as a scene gives it."),
    "language": ({"type": "string"}, "The code of a language, as `de`."),
    "number": ({"type": "integer", "minimum": 0, "maximum": MOST}, "The number of an event."),
    "seats": ({"type": "integer", "minimum": 1, "maximum": MOST}, "How many seats; the fewest if left out."),
    "options": ({"type": "object"}, "Options of the game as a JSON object; what is left out is as usual."),
    "paper": ({"type": "string", "enum": ["a4", "letter"]}, "The size of the sheets; A4 if left out."),
    "grey": ({"type": "string", "enum": ["1"]}, "Without colours, and without the backs that are all alike."),
    "eyes": (
        {"type": "integer", "minimum": -2, "maximum": MOST},
        "Through whose eyes: a seat, or -2 for somebody who only watches.",
    ),
    "run": ({"type": "string"}, "The id of an experiment of the lab, the last part of its link."),
    "part": ({"type": "string", "enum": ["run", "a", "b"]}, "Which games of an experiment: of a comparison, a or b."),
    "game_number": (
        {"type": "integer", "minimum": 1, "maximum": MOST},
        "The number of a game of an experiment, counted from 1.",
    ),
    "pick": ({"type": "string"}, "The id of a piece or a counter of the scene."),
}


@dataclass(frozen=True)
class Text:
    """An answer that is not one of our documents: its media type."""

    media: str


@dataclass(frozen=True)
class Route:
    """One line of the interface. The docstring of `do` says what it is for."""

    method: str
    path: str
    do: Callable[[Any], Awaitable[Any]]
    gives: Any = None
    takes: Any = None
    status: int = 200
    waits: Any = None
    """What it gives with status 202 while something is not there yet."""
    query: tuple[str, ...] = ()
    needs_session: bool = False
    rate: Rate = REQUESTS
    """How often one person may ask. Routes with the same rate count together."""
    refuses: tuple[int, ...] = field(default=())

    @property
    def name(self) -> str:
        return self.do.__name__

    @property
    def words(self) -> str:
        return inspect.cleandoc(self.do.__doc__ or "")

    @property
    def parameters(self) -> list[str]:
        """The names in the path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def refusals(self) -> list[int]:
        """Every status but the good one."""
        found = {*self.refuses, 421, 429, 500}
        if self.parameters or self.query:
            found |= {400}
        if "table" in self.parameters:
            found |= {404, 503}
        if self.needs_session:
            found |= {401, 503}
        if self.method == "POST":
            found |= {400, 403, 408, 413, 415, 503}
        return sorted(found)


def describe(routes: Sequence[Route]) -> Json:
    """Give the whole description."""
    kinds = list(documents(routes))
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(repr, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Json]] = {}
    for route in routes:
        method = "get" if route.method == SOCKET else route.method.lower()
        paths.setdefault(route.path, {})[method] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fairdeal",
            "version": __version__,
            "description": "Card tables. The game itself goes over each table's socket: see docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": msgspec.json.decode(msgspec.json.encode(components)),
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "fairdeal"}},
        },
    }


def documents(routes: Iterable[Route]) -> Iterable[Any]:
    """List the kinds of documents that the routes take and give, each once."""
    found = {repr(Problem): Problem}
    for route in routes:
        for kind in (route.takes, route.gives, route.waits):
            if kind is not None and not isinstance(kind, Text):
                found[repr(kind)] = kind
    return found.values()


def _operation(route: Route, schema_of: dict[str, Json]) -> Json:
    summary, _, rest = route.words.partition("\n")
    written: dict[str, Json] = {"operationId": route.name, "summary": summary}
    if rest.strip():
        written["description"] = " ".join(rest.split())
    places = [(name, "path") for name in route.parameters] + [(name, "query") for name in route.query]
    if places:
        written["parameters"] = [_parameter(*place) for place in places]
    if route.takes is not None:
        written["requestBody"] = {"required": True, "content": _json(schema_of[repr(route.takes)])}
    if route.needs_session:
        written["security"] = [{"session": []}]
    written["responses"] = _responses(route, schema_of)
    return written


def _parameter(name: str, place: str) -> Json:
    schema, words = PARAMETERS[name]
    form = _json(schema) if schema["type"] == "object" else None
    written = {"name": name, "in": place, "required": place == "path", "description": words}
    return {**written, "content": form} if form else {**written, "schema": schema}


def _responses(route: Route, schema_of: dict[str, Json]) -> Json:
    refused = {
        str(status): {"description": REFUSALS[status], "content": _json(schema_of[repr(Problem)])}
        for status in route.refusals
    }
    refused["429"]["description"] += f" {in_words(route.rate)}"
    if route.method == SOCKET:
        return {"101": {"description": "The socket is open."}, **refused}
    good: dict[str, Json] = {"description": "Done."}
    if isinstance(route.gives, Text):
        good["content"] = {route.gives.media: {"schema": {"type": "string"}}}
    elif route.gives is not None:
        good["content"] = _json(schema_of[repr(route.gives)])
    if route.waits is not None:
        refused["202"] = {
            "description": "Not there yet; ask again soon.",
            "content": _json(schema_of[repr(route.waits)]),
        }
    return {str(route.status): good, **dict(sorted(refused.items()))}


def in_words(rate: Rate) -> str:
    """Say how many are allowed.

    >>> in_words(Rate("pictures", 60, 60.0, crowd=10))
    'One person has 60 pictures within 60 seconds, and an address 600.'
    """
    own, shared = f"{rate.most} {HOUSE.said(rate.what, DEFAULT)}", rate.most * rate.crowd
    return f"One person has {own} within {rate.seconds:.0f} seconds, and an address {shared}."


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}
