"""The HTTP interface: one table of routes, from which both the application and its description are made."""

from __future__ import annotations

import asyncio
import hashlib
import io
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
import segno
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.routing import Route as HttpRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.contract.options import Choice, Flag, Option, Whole
from fairdeal.errors import (
    Crowded,
    FairdealError,
    NotYours,
    Refused,
    StoreError,
    TooMany,
    UnknownGame,
    UnknownTable,
    Unreadable,
)
from fairdeal.failures import log_failure
from fairdeal.kit import faces
from fairdeal.play.table import PHRASES
from fairdeal.server import decks, limits, openings, pages, rulebooks, sockets
from fairdeal.server.addresses import address_of, is_local
from fairdeal.server.documents import (
    Challenge,
    Claim,
    Claimed,
    DeckDoc,
    DeckFile,
    FactsDoc,
    GameDoc,
    Games,
    LevelDoc,
    MomentDoc,
    Named,
    Opened,
    OpeningDoc,
    OpenTable,
    OptionDoc,
    ReplayDoc,
    RulebookDoc,
    SessionDoc,
    TableCard,
)
from fairdeal.server.guard import Guard, Trust, problem, too_many
from fairdeal.server.hub import Hub
from fairdeal.server.limits import Person
from fairdeal.server.metrics import all_metrics, metrics_page
from fairdeal.server.openapi import SOCKET, Route, Text, describe
from fairdeal.server.sessions import COOKIE, YEAR, Sessions
from fairdeal.server.sockets import AsgiSocket, Connection, Sockets
from fairdeal.server.store import SessionRow
from fairdeal.server.wire import wire_of

LARGEST_BODY = 256 * 1024  # bytes
BODY_WITHIN = 20.0  # seconds for what comes with a request
PING_EVERY = 1.0  # seconds: health is not asked of the store more often
LONGEST_NUMBER = 15  # digits
SHOWN = 5  # faces in the picture of a game
SUIT = "suit."  # begins the face of a colour alone
QUIET_ZONE = 4  # modules of white around a QR code, as its standard asks for

NEUTRAL = "Something went wrong here. It is written down, and nothing of it was done."

# --- what goes wrong -------------------------------------------------------------------------------------------------


class Problematic(FairdealError):
    """A request that is refused before the hub hears of it."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.headers = dict(headers or {})


STATUSES: tuple[tuple[type[FairdealError], int], ...] = (
    (NotYours, 403),
    (UnknownTable, 404),
    (Refused, 409),
    (StoreError, 503),
    (FairdealError, 400),
)
CLOSINGS: tuple[tuple[type[FairdealError], int], ...] = (
    (Crowded, sockets.TOO_MANY),
    (TooMany, sockets.TOO_FAST),
    (NotYours, sockets.NOT_YOURS),
    (UnknownTable, sockets.NO_TABLE),
    (StoreError, sockets.BUSY),
    (FairdealError, sockets.REFUSED),
)


def refusal(doing: str, error: Exception) -> Response:
    """Tell a client what went wrong; of our own mistakes, only that there was one."""
    if isinstance(error, Problematic):
        return problem(error.status, str(error), error.headers)
    if isinstance(error, TooMany):
        return too_many(error)
    for kind, status in STATUSES:
        if isinstance(error, kind):
            return problem(status, str(error))
    log_failure(doing, error)
    return problem(500, NEUTRAL)


def closing(error: Exception) -> tuple[int, str]:
    """Say how a socket ends after an error."""
    for kind, code in CLOSINGS:
        if isinstance(error, kind):
            return code, str(error)
    log_failure("A socket", error)
    return sockets.BROKEN, sockets.BROKEN_REASON


# --- what a request knows --------------------------------------------------------------------------------------------


@dataclass
class Services:
    """All that the routes work with."""

    hub: Hub
    sessions: Sessions
    sockets: Sockets
    games: bytes
    description: bytes = b""
    pinged_at: float = -math.inf


@dataclass(frozen=True)
class Ask:
    """One request: who asks, and the document that came with it."""

    services: Services
    request: Request
    session: SessionRow | None
    body: Any = None

    @property
    def hub(self) -> Hub:
        return self.services.hub

    @property
    def table(self) -> str:
        return str(self.request.path_params["table"])

    @property
    def who(self) -> Person:
        """Who is counted."""
        return Person(self.session.id if self.session else "", address_of(self.request))

    @property
    def me(self) -> SessionRow:
        """The session, for routes that need one."""
        if self.session is None:
            raise Problematic(401, "You have no name here yet: tell one first (POST /api/session).")
        return self.session


def number_in(text: str, name: str) -> int:
    """Read a number of an address."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        raise Problematic(400, f"{name} is a whole number, not {text[:40]!r}.")
    return int(text)


# --- the routes ------------------------------------------------------------------------------------------------------


class SeatLink(msgspec.Struct, frozen=True):
    """The private link of your seat, for another device of yours. It is told once, and older ones stop working."""

    link: str


class Health(msgspec.Struct, frozen=True):
    """The server works."""

    ok: bool


async def who_am_i(ask: Ask) -> Response:
    """Say who you are, and keep the cookie for another year."""
    return _with_cookie(ask, ask.me, ask.request.cookies[COOKIE])


async def name_me(ask: Ask) -> Response:
    """Take a name, or another one. The cookie of the answer is who you are."""
    token = ask.request.cookies.get(COOKIE, "")
    if ask.session is None:
        with ask.hub.limits.counted(limits.ARRIVALS, ask.who):
            return _with_cookie(ask, *await ask.services.sessions.make(ask.body.name))
    return _with_cookie(ask, await ask.services.sessions.rename(token, ask.session, ask.body.name), token)


def _with_cookie(ask: Ask, session: SessionRow, token: str) -> Response:
    response = _json(SessionDoc(session.name))
    is_secure = ask.request.scope["scheme"] == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, path="/", secure=is_secure, httponly=True, samesite="lax")
    return response


async def list_games(ask: Ask) -> Response:
    """List the games, each with the levels of its bots, and the quick phrases."""
    return Response(ask.services.games, media_type="application/json")


async def read_rulebook(ask: Ask) -> Response:
    """Give the rulebook of a game, in Markdown."""
    return Response(_game(ask).rulebook, media_type="text/markdown")


async def show_rulebook(ask: Ask) -> RulebookDoc:
    """Give the rulebook of a game in sections, each as HTML, with rulings and reconstructions marked."""
    return rulebooks.rulebook_of(_game(ask))


async def show_opening(ask: Ask) -> OpeningDoc:
    """Show what a game is about in a few pictures, with so many seats and these options, a JSON object."""
    asked = ask.request.query_params
    seats = number_in(asked["seats"], "seats") if "seats" in asked else None
    return await asyncio.to_thread(openings.opening_of, _game(ask).name, seats, _options_in(asked.get("options", "{}")))


def _options_in(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        raise Problematic(400, "options is a JSON object.") from None


async def draw_face(ask: Ask) -> Response:
    """Draw a face of a game's cards, for a light or a dark page.

    A face never changes, so browsers keep it for a year; `?v=` tells the drawings of several versions apart.
    """
    draw, path = _game(ask).draw_face, ask.request.path_params
    try:
        drawing = None if draw is None else draw(path["face"], path["theme"])
    except Unreadable as error:
        raise Problematic(404, str(error)) from None
    if drawing is None:
        raise Problematic(404, "This game has no faces.")
    return Response(drawing, headers={"Cache-Control": pages.FOR_EVER}, media_type="image/svg+xml")


async def judge_deck(ask: Ask) -> DeckDoc:
    """Judge a file of your own cards, and give the option with which a table is opened to play with them."""
    return await asyncio.to_thread(decks.judged, _game(ask), ask.body)


def _game(ask: Ask) -> Game:
    try:
        return games.find(ask.request.path_params["game"])
    except UnknownGame as error:
        raise Problematic(404, str(error)) from None


async def open_table(ask: Ask) -> Opened:
    """Open a table; you are its host. Whoever has its link can take a seat."""
    return _opened(await ask.hub.open_table(ask.me, ask.body, ask.who.address))


async def rematch(ask: Ask) -> Opened:
    """Open the next table for the players of a finished game, or find it if one of them has."""
    return _opened(await ask.hub.rematch(ask.table, ask.me))


async def challenge(ask: Ask) -> Opened:
    """Play the deal of a finished game again, against bots.

    Until your game is over its record, replay and moments are sealed, but for those who had a seat in it.
    """
    return _opened(await ask.hub.challenge(ask.table, ask.me, ask.body))


def _opened(table: str) -> Opened:
    return Opened(table, f"/t/{table}")


async def list_tables(ask: Ask) -> list[TableCard]:
    """List the tables that are open to everybody, the last changed first."""
    return await ask.hub.listed()


async def list_my_tables(ask: Ask) -> list[TableCard]:
    """List the tables at which you play or played, the last changed first."""
    return await ask.hub.mine(ask.me)


async def show_table(ask: Ask) -> TableCard:
    """Give what a list shows of one table."""
    return await ask.hub.card(ask.table, ask.session)


async def show_table_opening(ask: Ask) -> OpeningDoc:
    """Show what the game of a table is about, with its seats, options and data."""
    return await ask.hub.opening(ask.table)


async def draw_invitation(ask: Ask) -> Response:
    """Draw the link of a table as a QR code, for the camera of a phone. It leads where this request went."""
    await ask.hub.card(ask.table, None)
    at = ask.request.url
    code = segno.make(f"{at.scheme}://{at.netloc}/t/{ask.table}", error="m", micro=False)
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", border=QUIET_ZONE, light="#fff", dark="#000", omitsize=True)
    return Response(drawing.getvalue(), headers={"Cache-Control": pages.ASK_AGAIN}, media_type="image/svg+xml")


async def claim_seat(ask: Ask) -> Claimed:
    """Play a seat from this device too, by its private link."""
    return Claimed(await ask.hub.claim(ask.table, ask.me, ask.body.token))


async def link_seat(ask: Ask) -> SeatLink:
    """Make a new private link for your seat; the old one stops working."""
    return SeatLink(await ask.hub.seat_link(ask.table, ask.me))


async def get_record(ask: Ask) -> Response:
    """Download the record of a finished game, as `fairdeal replay` and `fairdeal check` read it."""
    return _attachment(await ask.hub.record(ask.table, ask.session), f"{ask.table}.jsonl", "application/jsonl")


def _attachment(content: bytes, name: str, media: str) -> Response:
    return Response(content, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=media)


async def replay(ask: Ask) -> ReplayDoc:
    """Give the course of a finished game: the numbers and times of its events."""
    return await ask.hub.replay(ask.table, ask.session)


async def show_moment(ask: Ask) -> MomentDoc:
    """Give one moment of a finished game as a scene; your own eyes if none are chosen."""
    number = number_in(ask.request.path_params["number"], "The number of an event")
    eyes = ask.request.query_params.get("eyes")
    return await ask.hub.moment(ask.table, ask.session, number, None if eyes is None else number_in(eyes, "eyes"))


async def table_socket(ask: Ask) -> Response:
    """Open the table's socket. A session is needed to take a seat, not to watch.

    The messages are described in docs/protocol.md. A table that does not exist is told by the socket's close code.
    """
    raise Problematic(426, "This address is a WebSocket.", {"Connection": "Upgrade", "Upgrade": "websocket"})


async def health(ask: Ask) -> Health:
    """Say whether the server works and can store."""
    now = time.monotonic()
    if now - ask.services.pinged_at > PING_EVERY:
        await ask.hub.store.ping()
        ask.services.pinged_at = now
    return Health(True)


async def metrics(ask: Ask) -> Response:
    """Count what the server does, for Prometheus; only for programs on the same machine."""
    if not is_local(ask.request):
        raise Problematic(404, "There is nothing here.")
    return Response(metrics_page(all_metrics(ask.hub, ask.services.sockets)), media_type="text/plain; version=0.0.4")


async def openapi(ask: Ask) -> Response:
    """Give this description."""
    return Response(ask.services.description, media_type="application/json")


ROUTES = (
    Route("GET", "/api/session", who_am_i, SessionDoc, needs_session=True),
    Route("POST", "/api/session", name_me, SessionDoc, Named),
    Route("GET", "/api/games", list_games, Games),
    Route("GET", "/api/games/{game}/rulebook", read_rulebook, Text("text/markdown"), refuses=(404,)),
    Route("GET", "/api/games/{game}/rulebook.json", show_rulebook, RulebookDoc, refuses=(404,)),
    Route(
        "GET", "/api/games/{game}/opening", show_opening, OpeningDoc,
        query=("seats", "options"), rate=limits.OPENINGS, refuses=(404,),
    ),
    Route(
        "GET", "/api/games/{game}/faces/{theme}/{face}.svg", draw_face, Text("image/svg+xml"),
        rate=limits.PICTURES, refuses=(404,),
    ),
    Route("POST", "/api/games/{game}/deck", judge_deck, DeckDoc, DeckFile, rate=limits.DECKS, refuses=(404,)),
    Route(
        "POST", "/api/tables", open_table, Opened, OpenTable, 201,
        needs_session=True, rate=limits.TABLES, refuses=(409,),
    ),
    Route("GET", "/api/tables", list_tables, list[TableCard], refuses=(503,)),
    Route("GET", "/api/tables/mine", list_my_tables, list[TableCard], needs_session=True),
    Route("GET", "/api/tables/{table}", show_table, TableCard),
    Route("GET", "/api/tables/{table}/opening", show_table_opening, OpeningDoc, rate=limits.OPENINGS),
    Route("GET", "/api/tables/{table}/qr.svg", draw_invitation, Text("image/svg+xml"), rate=limits.CODES),
    Route("POST", "/api/tables/{table}/claim", claim_seat, Claimed, Claim, needs_session=True, refuses=(409,)),
    Route("POST", "/api/tables/{table}/link", link_seat, SeatLink, needs_session=True, refuses=(409,)),
    Route(
        "POST", "/api/tables/{table}/rematch", rematch, Opened, None, 201,
        needs_session=True, rate=limits.TABLES, refuses=(409,),
    ),
    Route(
        "POST", "/api/tables/{table}/challenge", challenge, Opened, Challenge, 201,
        needs_session=True, rate=limits.TABLES, refuses=(409,),
    ),
    Route(
        "GET", "/api/tables/{table}/record", get_record, Text("application/jsonl"),
        rate=limits.PROOFS, refuses=(409,),
    ),
    Route("GET", "/api/tables/{table}/replay", replay, ReplayDoc, rate=limits.PROOFS, refuses=(409,)),
    Route(
        "GET", "/api/tables/{table}/moments/{number}", show_moment, MomentDoc,
        query=("eyes",), rate=limits.MOMENTS, refuses=(409,),
    ),
    Route(SOCKET, "/api/tables/{table}/socket", table_socket, refuses=(403, 426)),
    Route("GET", "/health", health, Health, refuses=(503,)),
    Route("GET", "/metrics", metrics, Text("text/plain"), refuses=(404,)),
    Route("GET", "/openapi.json", openapi, Text("application/json")),
)  # fmt: skip


# --- the application -------------------------------------------------------------------------------------------------


def make_app(hub: Hub, trust: Trust | None = None, web: Path = pages.WEB) -> tuple[ASGIApp, Sockets]:
    """Make the application around a hub; also give its sockets, for whoever stops the server."""
    services = Services(
        hub=hub,
        sessions=Sessions(hub.store, hub.uptime.wall),
        sockets=Sockets(hub.limits),
        games=msgspec.json.encode(games_document()),
        description=msgspec.json.encode(describe(ROUTES)),
    )
    starlette = Starlette(
        routes=[*(_made(route, services) for route in ROUTES), _socket_route(services), *pages.routes(ROUTES, web)],
        exception_handlers={HTTPException: _nothing_there},
    )
    starlette.router.redirect_slashes = False
    return Guard(starlette, trust or Trust(), hub.limits), services.sockets


def _nothing_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    reason = "There is nothing here." if error.status_code == 404 else f"{error.detail}."
    return problem(error.status_code, reason, dict(error.headers or {}))


def _made(route: Route, services: Services) -> BaseRoute:
    method = "GET" if route.method == SOCKET else route.method
    return HttpRoute(route.path, _endpoint(route, services), methods=[method], name=route.name)


def _endpoint(route: Route, services: Services) -> Callable[[Request], Awaitable[Response]]:
    decoder = None if route.takes is None else msgspec.json.Decoder(route.takes)

    async def answer(request: Request) -> Response:
        try:
            body = await _body(request, decoder) if route.method == "POST" else None
            ask = Ask(services, request, await services.sessions.find(request.cookies.get(COOKIE)), body)
            if route.needs_session:
                _ = ask.me
            with services.hub.limits.counted(route.rate, ask.who):
                given = await route.do(ask)
        except ClientDisconnect:
            return problem(400, "The request was not finished.")
        except Exception as error:
            return refusal(f"{route.method} {route.path}", error)
        return given if isinstance(given, Response) else _json(given, route.status)

    return answer


def _json(document: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, media_type="application/json")


async def _body(request: Request, decoder: msgspec.json.Decoder[Any] | None) -> Any:
    """Read the document that comes with a request, if the route takes one."""
    _check_media(request.headers, decoder is not None)
    content = await _limited(request)
    if decoder is None:
        return None
    try:
        return decoder.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problematic(400, f"The request cannot be read: {error}.") from None
    except RecursionError:
        raise Problematic(400, "The request is nested too deeply.") from None


def _check_media(headers: Headers, has_body: bool) -> None:
    """Refuse forms, which any page may send without asking: they always name their own media type."""
    media = headers.get("content-type", "" if has_body else "application/json")
    if media.partition(";")[0].strip().lower() != "application/json":
        raise Problematic(415, "The request must have the content type application/json.")


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
        reason = f"The request did not end within {BODY_WITHIN:.0f} seconds."
        raise Problematic(408, reason, {"Connection": "close"}) from None
    return bytes(content)


def _too_large() -> Problematic:
    return Problematic(413, f"The request has more than {LARGEST_BODY // 1024} kB.", {"Connection": "close"})


class TableSocket:
    """The socket of a table, as an ASGI application of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        services = self._services
        asked = HTTPConnection(scope)
        table, token, address = str(asked.path_params["table"]), asked.cookies.get(COOKIE), address_of(asked)

        async def connect(socket: AsgiSocket, places: ExitStack) -> Connection:
            """Find a place before anything is loaded."""
            places.enter_context(services.sockets.of_address.held(address))
            session = await services.sessions.find(token)
            nobody = "" if address else f"socket {services.sockets.opened}"
            who = Person(session.id if session else nobody, address)
            services.hub.limits.spend(limits.REQUESTS, who)
            places.enter_context(services.sockets.of_guest.held(who.session))
            places.enter_context(services.sockets.at_table.held(table, services.hub.has_seat(table, session)))
            return await services.hub.connect(table, session, socket, who)

        await services.sockets.serve(receive, send, connect, closing, wire_of(scope))


def _socket_route(services: Services) -> BaseRoute:
    path = next(route.path for route in ROUTES if route.method == SOCKET)
    return WebSocketRoute(path, TableSocket(services))


def games_document() -> Games:
    """Describe all games and the phrases."""
    return Games(tuple(_game_document(game) for game in games.all_games()), PHRASES)


def _game_document(game: Game) -> GameDoc:
    return GameDoc(
        name=game.name,
        title=game.title,
        credit=game.credit,
        summary=game.summary,
        facts=None if game.facts is None else FactsDoc(**asdict(game.facts)),
        seats=tuple(game.seat_counts),
        real_time=bool(game.rules.REAL_TIME),
        options=tuple(_option_document(option) for option in game.options),
        levels=tuple(LevelDoc(level.name, level.meaning) for level in game.levels),
        own_deck=game.judge_deck is not None,
        faces=tuple(_shown_faces(game)),
        suits=tuple(face.removeprefix(SUIT) for face in game.all_faces if face.startswith(SUIT)),
        faces_version=_faces_version(game),
    )


def _faces_version(game: Game) -> str:
    """Sum up how all faces look."""
    draw = game.draw_face
    if draw is None:
        return ""
    drawn = hashlib.blake2s(digest_size=4)
    for theme in faces.THEMES:
        for face in game.all_faces:
            drawn.update(draw(face, theme).encode())
    return drawn.hexdigest()


def _shown_faces(game: Game) -> list[str]:
    """Choose a few cards from all over the box, for a picture of the game."""
    draw = game.draw_face
    if draw is None:
        return []
    sheet = f'viewBox="0 0 {faces.WIDTH} {faces.HEIGHT}"'
    cards = [face for face in game.all_faces if face != faces.BACK and sheet in draw(face, "light")]
    return [cards[place * (len(cards) - 1) // (SHOWN - 1)] for place in range(SHOWN)]


def _option_document(option: Option) -> OptionDoc:
    document = OptionDoc(option.name, option.default, option.allowed, option.meaning, "other", None, None, ())
    match option:
        case Whole():
            return msgspec.structs.replace(document, kind="whole", low=option.low, high=option.high)
        case Flag():
            return msgspec.structs.replace(document, kind="flag")
        case Choice():
            return msgspec.structs.replace(document, kind="choice", choices=option.choices)
    return document
