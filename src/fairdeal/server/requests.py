"""A request: who asks, what came with it, and how it is refused."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.errors import Crowded, FairdealError, NotYours, Refused, StoreError, TooMany, UnknownTable
from fairdeal.failures import log_failure
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.server import sockets
from fairdeal.server.addresses import address_of
from fairdeal.server.daily import Daily
from fairdeal.server.guard import language_of, problem, too_many
from fairdeal.server.hub import Hub
from fairdeal.server.laboratory import Laboratory
from fairdeal.server.limits import Person
from fairdeal.server.openapi import LONGEST_NUMBER
from fairdeal.server.readiness import Readiness
from fairdeal.server.reviews import Reviews
from fairdeal.server.sessions import Sessions
from fairdeal.server.sockets import Sockets
from fairdeal.server.store import Moved, SessionRow
from fairdeal.server.words import ClientWords

NEUTRAL = say("server.wrong")


class Problematic(FairdealError):
    """A request that is refused before the hub hears of it."""

    def __init__(self, status: int, reason: Message, headers: Mapping[str, str] | None = None) -> None:
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
    (Moved, sockets.GOING),
    (Crowded, sockets.TOO_MANY),
    (TooMany, sockets.TOO_FAST),
    (NotYours, sockets.NOT_YOURS),
    (UnknownTable, sockets.NO_TABLE),
    (StoreError, sockets.BUSY),
    (FairdealError, sockets.REFUSED),
)


class NotFound(Problematic):
    """What an address names is not there, for the reason of another error."""

    def __init__(self, error: FairdealError) -> None:
        super().__init__(404, say("text", text=error))


def refusal(doing: str, error: Exception, language: str) -> Response:
    """Tell a client what went wrong; of our own mistakes, only that there was one."""
    if isinstance(error, Problematic):
        return problem(error.status, error, language, error.headers)
    if isinstance(error, TooMany):
        return too_many(error, language)
    for kind, status in STATUSES:
        if isinstance(error, kind):
            return problem(status, error, language)
    log_failure(doing, error)
    return problem(500, NEUTRAL, language)


def closing(error: Exception, language: str) -> tuple[int, str]:
    """Say how a socket ends after an error."""
    for kind, code in CLOSINGS:
        if isinstance(error, kind):
            return code, error.said(language)
    log_failure("A socket", error)
    return sockets.BROKEN, HOUSE.said(sockets.BROKEN_REASON, language)


@dataclass
class Services:
    """All that the routes work with."""

    hub: Hub
    sessions: Sessions
    sockets: Sockets
    words: ClientWords
    readiness: Readiness
    reviews: Reviews
    daily: Daily
    lab: Laboratory | None = None
    """Where experiments are started, if whoever serves wants that."""
    description: bytes = b""
    pinged_at: float = -math.inf


@dataclass(frozen=True)
class Incoming:
    """One request: who asks, and the document that came with it."""

    services: Services
    request: Request
    session: SessionRow | None
    body: Any = None

    @property
    def hub(self) -> Hub:
        return self.services.hub

    @property
    def language(self) -> str:
        """In which language whoever asks is answered."""
        return language_of(self.request.headers)

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
            raise Problematic(401, say("server.no_name"))
        return self.session


def number_in(text: str, name: Message | str) -> int:
    """Read a number of an address."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        raise Problematic(400, say("request.no_number", name=name, text=text[:40]))
    return int(text)


def as_json(document: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, media_type="application/json")


def in_language(response: Response, language: str) -> Response:
    """Say in which language an answer is, and that it might be in another one."""
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response
