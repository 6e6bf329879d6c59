"""The application: the routes and the tables' sockets around a hub."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, nullcontext
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, WebSocketRoute
from starlette.routing import Route as HttpRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from fairdeal.language.languages import wished
from fairdeal.language.messages import say
from fairdeal.server import limits, pages, relay
from fairdeal.server.addresses import RELAYED, address_of
from fairdeal.server.daily import Daily
from fairdeal.server.guard import Guard, Trust, language_of, problem
from fairdeal.server.hub import Hub
from fairdeal.server.laboratory import Laboratory
from fairdeal.server.limits import Person
from fairdeal.server.openapi import SOCKET, Route, describe
from fairdeal.server.readiness import Readiness
from fairdeal.server.relay import passed_on
from fairdeal.server.requests import Incoming, Problematic, Services, as_json, closing, in_language, refusal
from fairdeal.server.reviews import Reviews
from fairdeal.server.routes import ROUTES
from fairdeal.server.sessions import COOKIE, Sessions
from fairdeal.server.sockets import AsgiSocket, Receiver, Sockets
from fairdeal.server.store import Elsewhere, Moved
from fairdeal.server.wire import wire_of
from fairdeal.server.words import ClientWords

LARGEST_BODY = 256 * 1024  # bytes
BODY_WITHIN = 20.0  # seconds for what comes with a request
TAKEOVER = 5.0  # seconds in which a table whose owner has died is somebody else's
LOOK_AGAIN = 0.2  # seconds


def make_app(
    hub: Hub,
    trust: Trust | None = None,
    web: Path = pages.WEB,
    readiness: Readiness | None = None,
    reviews: Reviews | None = None,
    lab: Laboratory | None = None,
) -> tuple[ASGIApp, Sockets]:
    """Make the application around a hub; also give its sockets, for whoever stops the server."""
    reviews = reviews or Reviews(hub)
    services = Services(
        hub=hub,
        sessions=Sessions(hub.store, hub.uptime.wall),
        sockets=Sockets(hub.limits),
        words=ClientWords(web / "words"),
        readiness=readiness or Readiness(),
        reviews=reviews,
        daily=Daily(hub, reviews.reviewers),
        lab=lab,
        description=msgspec.json.encode(describe(ROUTES)),
    )
    starlette = Starlette(
        routes=[*(_made(route, services) for route in ROUTES), *pages.routes(ROUTES, web)],
        exception_handlers={HTTPException: _nothing_there},
    )
    starlette.router.redirect_slashes = False
    app = Application(starlette, services)
    return Guard(app, trust or Trust(), hub.limits, lambda: hub.store.key), services.sockets


def _nothing_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    reason = say("request.nothing_here") if error.status_code == 404 else f"{error.detail}."
    headers = dict(error.headers or {})
    if error.status_code == 405:  # files take every path, and would name their own methods alone
        headers["Allow"] = ", ".join(sorted(_methods_at(request))) or headers.get("Allow", "")
    return problem(error.status_code, reason, language_of(request.headers), headers)


def _methods_at(request: Request) -> set[str]:
    """Collect the methods of all routes of a path."""
    routes = (route for route in request.app.routes if isinstance(route, HttpRoute))
    return {method for route in routes if route.path_regex.match(request.url.path) for method in route.methods or ()}


def _made(route: Route, services: Services) -> BaseRoute:
    method = "GET" if route.method == SOCKET else route.method
    return HttpRoute(route.path, _endpoint(route, services), methods=[method], name=route.name)


def _endpoint(route: Route, services: Services) -> Callable[[Request], Awaitable[Response]]:
    decoder = None if route.takes is None else msgspec.json.Decoder(route.takes)

    async def answer(request: Request) -> Response:
        language, content = language_of(request.headers), b""
        try:
            if route.method == "POST":
                _check_media(request.headers, decoder is not None)
                content = await _limited(request)
            body = _decoded(content, decoder)
            ask = Incoming(services, request, await services.sessions.find(request.cookies.get(COOKIE)), body)
            if route.needs_session:
                _ = ask.me
            # What another process has passed on was counted there.
            is_counted = RELAYED in request.scope
            with nullcontext() if is_counted else services.hub.limits.counted(route.rate, ask.who):
                given = await _done(route, ask, content)
        except ClientDisconnect:
            return problem(400, say("request.unfinished"), language)
        except Exception as error:
            return in_language(refusal(f"{route.method} {route.path}", error, language), language)
        return given if isinstance(given, Response) else as_json(given, route.status)

    return answer


async def _done(route: Route, ask: Incoming, content: bytes) -> Any:
    """Do what a request asks for, or let the process do it that owns the table.

    While a table goes from one to another, whoever only wants to read waits for it.
    """
    if RELAYED in ask.request.scope:
        return await route.do(ask)
    loop = asyncio.get_running_loop()
    end = loop.time() + (TAKEOVER if route.method == "GET" else 0.0)
    while True:
        try:
            given = await _done_where_it_is(route, ask, content)
            if not (isinstance(given, Response) and given.status_code == 503 and loop.time() < end):
                return given
        except Moved:
            if loop.time() >= end:
                raise
        await asyncio.sleep(LOOK_AGAIN)


async def _done_where_it_is(route: Route, ask: Incoming, content: bytes) -> Any:
    try:
        return await route.do(ask)
    except Elsewhere as elsewhere:
        passed, host = passed_on(ask.request), ask.request.headers.get("host", "")
        return await relay.ask(ask.table, elsewhere.peer, route.method, passed, host, content)


def _decoded(content: bytes, decoder: msgspec.json.Decoder[Any] | None) -> Any:
    """Read the document that comes with a request, if the route takes one."""
    if decoder is None:
        return None
    try:
        return decoder.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problematic(400, say("request.unreadable", reason=str(error))) from None
    except RecursionError:
        raise Problematic(400, say("request.too_deep")) from None


def _check_media(headers: Headers, has_body: bool) -> None:
    """Refuse forms, which any page may send without asking: they always name their own media type."""
    media = headers.get("content-type", "" if has_body else "application/json")
    if media.partition(";")[0].strip().lower() != "application/json":
        raise Problematic(415, say("request.media"))


async def _limited(request: Request) -> bytes:
    """Read what comes with a request: not too much, and not too slowly."""
    announced = request.headers.get("content-length", "0")
    if int(announced) > LARGEST_BODY:
        raise _too_large()
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                content += chunk
                if len(content) > LARGEST_BODY:
                    raise _too_large()
    except TimeoutError:
        reason = say("request.too_slow", count=round(BODY_WITHIN))
        raise Problematic(408, reason, {"Connection": "close"}) from None
    return bytes(content)


def _too_large() -> Problematic:
    return Problematic(413, say("request.too_large", size=LARGEST_BODY // 1024), {"Connection": "close"})


class Application:
    """Leads sockets past the framework: what it awaits around one would stay in memory for as long as it is open."""

    def __init__(self, starlette: Starlette, services: Services) -> None:
        path = next(route.path for route in ROUTES if route.method == SOCKET)
        self._starlette = starlette
        self._relays = services.hub.relays
        self._socket = WebSocketRoute(path, TableSocket(services))

    @property
    def routes(self) -> list[BaseRoute]:
        return [*self._starlette.routes, self._socket]

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if (direct := self._relays.direct) is not None and direct.is_called(scope):
            return direct.answer(scope, receive, send)
        match, found = self._socket.matches(scope)
        if match is Match.NONE:
            return self._starlette(scope, receive, send)
        return self._socket.app({**scope, **found}, receive, send)


class TableSocket:
    """The socket of a table, as an ASGI application of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        services = self._services
        asked = HTTPConnection(scope)
        table, token, address = str(asked.path_params["table"]), asked.cookies.get(COOKIE), address_of(asked)
        language = wished(asked.query_params.get("language", "")) or language_of(asked.headers)
        is_counted = RELAYED in scope  # by the process that has passed it on
        passed = passed_on(asked) if services.hub.store.key and not is_counted else None

        async def connect(socket: AsgiSocket, places: ExitStack) -> Receiver:
            """Find a place before anything is loaded."""
            places.enter_context(services.sockets.of_address.held(address))
            session = await services.sessions.find(token)
            nobody = "" if address else f"socket {token_hex(8)}"
            who = Person(session.id if session else nobody, address)
            if not is_counted:
                services.hub.limits.spend(limits.REQUESTS, who)
            places.enter_context(services.sockets.of_guest.held(who.session))
            places.enter_context(services.sockets.at_table.held(table, services.hub.has_seat(table, session)))
            try:
                return await services.hub.connect(table, session, socket, who, language)
            except Elsewhere as elsewhere:
                if passed is None:
                    raise
                relays = services.hub.relays
                led = await relays.lead(table, elsewhere.peer, passed, socket, who)
                places.enter_context(relays.kept(led))
                return led

        return services.sockets.serve(receive, send, connect, closing, wire_of(scope), language, is_counted)
