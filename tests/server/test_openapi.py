"""The description of the HTTP interface: it describes what is there, and what it describes is there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from fairdeal.server import documents
from fairdeal.server.openapi import PARAMETERS, REFUSALS, SOCKET, describe
from fairdeal.server.routes import ROUTES
from tests.server.test_app import Guest, Running

Json = Any
DESCRIPTION = msgspec.to_builtins(describe(ROUTES))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("openapi") / "store.sqlite")
    yield server
    server.stop()


def operations() -> Iterator[tuple[str, str, Json]]:
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def references(part: Json) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def test_the_description_has_the_form_of_openapi() -> None:
    assert DESCRIPTION["openapi"] == "3.1.0"
    assert {"title", "version"} <= set(DESCRIPTION["info"])
    assert json.loads(json.dumps(DESCRIPTION)) == DESCRIPTION
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))
    for path, method, operation in operations():
        assert path.startswith("/")
        assert method in ("get", "post")
        assert operation["summary"].endswith(".")
        assert all(response["description"] for response in operation["responses"].values())
        assert any(status.startswith(("1", "2")) for status in operation["responses"])
        assert set(operation["responses"]) - {"101", "200", "201", "202"} <= set(map(str, REFUSALS))
        found = {(at["name"], at["in"]) for at in operation.get("parameters", [])}
        assert {name for name, place in found if place == "path"} == set(re.findall(r"{(\w+)}", path))
        assert all(at["required"] for at in operation.get("parameters", []) if at["in"] == "path")


def test_everything_it_refers_to_is_there() -> None:
    found = set(references(DESCRIPTION))
    schemas = DESCRIPTION["components"]["schemas"]
    assert found == {f"#/components/schemas/{name}" for name in schemas}


def test_every_document_is_used() -> None:
    """What documents.py defines and no route takes or gives would be described nowhere."""
    ours = {
        name
        for name, kind in vars(documents).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == documents.__name__
    }
    assert ours <= set(DESCRIPTION["components"]["schemas"])


def test_every_parameter_and_refusal_has_words() -> None:
    for route in ROUTES:
        assert set(route.parameters) | set(route.query) <= set(PARAMETERS)
        assert set(route.refusals) <= set(REFUSALS)
        assert route.words


def test_every_route_of_the_application_is_described(running: Running) -> None:
    described = {(path, method.upper()) for path, method, _ in operations()}
    pages = {"/", "/front.css"}
    for route in routes_of(running):
        assert not isinstance(route, Mount)
        if isinstance(route, WebSocketRoute):
            assert (route.path, "GET") in described
        elif isinstance(route, Route) and route.path not in pages:
            assert {(route.path, method) for method in route.methods or () if method != "HEAD"} <= described


def routes_of(running: Running) -> list[BaseRoute]:
    starlette: Any = running.server.config.app
    return list(starlette._app.routes)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_that_is_described_answers_as_described(route: Any, running: Running) -> None:
    guest = running.guest("Ada")
    table = guest.open()
    parts = {"table": table, "game": "caster", "number": "1", "theme": "dark", "face": "R7", "language": "en"}
    parts |= {"run": "caster-1", "part": "run", "game_number": "1", "day": "2026-11-18"}
    path = route.path.format_map(parts)
    method = "GET" if route.method == SOCKET else route.method
    body = {
        "Named": {"name": "Ada"},
        "OpenTable": {"game": "caster"},
        "Claim": {"token": "none"},
        "Challenge": {"seat": 0},
        "Attempt": {"action": "x"},
        "DeckFile": {"name": "own.csv", "text": ""},
        "LabWish": {"game": "caster", "bots": ["random"]},
    }.get(route.takes.__name__ if route.takes else "")
    answer = guest.get(path) if method == "GET" else guest.post(path, body)
    operation = DESCRIPTION["paths"][route.path][method.lower()]
    described = operation["responses"][str(answer.status)]
    media = answer.headers["content-type"].partition(";")[0]
    assert media in described["content"]
    if answer.status >= 400:
        assert answer.reason
    elif media == "application/json" and hasattr(route.gives, "__struct_fields__"):
        msgspec.json.decode(answer.body, type=route.gives)


BODIES = {
    "Claim": {"token": ""},
    "Challenge": {"seat": 0},
    "PlayOn": {"number": 1, "seat": 0, "level": "easy"},
    "Attempt": {"action": "pass"},
}


def test_routes_that_need_a_session_say_so(running: Running) -> None:
    nobody = Guest(running)
    for route in ROUTES:
        if not route.needs_session:
            continue
        path = route.path.format_map({"table": "any", "number": 1, "game": "caster"})
        body = None if route.takes is None else BODIES.get(route.takes.__name__, {"game": "caster"})
        answer = nobody.get(path) if route.method == "GET" else nobody.post(path, body)
        assert answer.status == 401, route.path
        assert DESCRIPTION["paths"][route.path][route.method.lower()]["security"] == [{"session": []}]


def test_the_server_gives_its_description(running: Running) -> None:
    answer = running.guest().get("/openapi.json")
    assert answer.json == DESCRIPTION
