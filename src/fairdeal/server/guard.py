"""What stands before every request: who may ask from where, and what a browser may do with the answer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairdeal.errors import BadOption, FairdealError, TooMany
from fairdeal.language.languages import negotiated
from fairdeal.language.messages import Message as Said
from fairdeal.language.messages import say
from fairdeal.language.voice import HOUSE
from fairdeal.server.addresses import PLAIN_HOST, address_of, is_loopback, is_same, name_in
from fairdeal.server.documents import Problem
from fairdeal.server.limits import EVERYTHING, Limits, Person
from fairdeal.server.relay import KEY, from_peer

LONGEST_NAME = 253  # characters of a host's name, by the standard
DROPPED = 16 * 1024 * 1024  # bytes of a request that are read for nothing, so that its answer is read
DROP_WITHIN = 5.0  # seconds
READING = ("GET", "HEAD", "OPTIONS")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def content_policy(host: str) -> str:
    """Say what a page of ours may load: its own files, and nothing inline.

    Browsers older than 2022 do not count the page's own socket among `self`, so it is named.
    """
    sockets = f" ws://{host} wss://{host}" if PLAIN_HOST.fullmatch(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self'{sockets}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def problem(
    status: int, reason: FairdealError | Said | str, language: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer that something was not done, and why."""
    said = reason.said(language) if isinstance(reason, FairdealError) else HOUSE.said(reason, language)
    return Response(msgspec.json.encode(Problem(said)), status, headers, "application/json")


def too_many(error: TooMany, language: str) -> Response:
    return problem(429, error, language, {"Retry-After": str(error.wait)})


def language_of(headers: Headers) -> str:
    """Give the language of ours that a request wishes most."""
    return negotiated(headers.get("accept-language", ""))


@dataclass(frozen=True)
class Trust:
    """Whose word counts: pages of these origins besides our own, and a proxy's for how a request came."""

    origins: frozenset[str] = frozenset()
    proxy: bool = False
    names: frozenset[str] = frozenset()
    """What this server is called, besides its addresses."""

    def serves(self, host: str, came_to: str) -> bool:
        """Tell whether a request that came to this address means this server.

        A page of somebody else can let its own name lead here, and its browser would then take us for that page.
        """
        name = name_in(host)
        if name == "localhost" or is_loopback(name) or is_same(name, came_to):
            return True
        return bool(name) and (name in self.names or any(name == urlsplit(origin).hostname for origin in self.origins))


def read_name(text: str) -> str:
    """Check a host's name that somebody typed, and give it as requests are compared with it.

    >>> read_name("Cards.example")
    'cards.example'
    """
    name = name_in(f"[{text}]" if ":" in text else text)
    if not name or len(name) > LONGEST_NAME:
        raise BadOption(f"A host name looks like cards.example, not like {text!r}.")
    return name


def read_origin(text: str) -> str:
    """Check an origin that somebody typed, and give it as browsers write it.

    >>> read_origin("https://Cards.example:443/")
    'https://cards.example'
    """
    try:
        parts = urlsplit(text)
        has_place = bool(parts.hostname)
    except ValueError:
        has_place = False
    if not has_place or parts.scheme not in DEFAULT_PORTS or parts.path not in ("", "/") or parts.query:
        raise BadOption(f"An origin looks like https://cards.example, not like {text!r}.")
    return origin_of(parts.scheme, parts.netloc)


def origin_of(scheme: str, host: str) -> str:
    """Write an origin as browsers do: in small letters, without the scheme's own port."""
    return f"{scheme}://{host.lower().removesuffix(DEFAULT_PORTS.get(scheme, ''))}"


class Guard:
    """Refuses requests that are meant for others, from other people's pages, or too many; dresses every answer."""

    def __init__(self, app: ASGIApp, trust: Trust, limits: Limits, key: Callable[[], str] = lambda: "") -> None:
        """`key` is what other processes of this house show, which have looked at a request before."""
        self._app = app
        self._key = key
        self._trust = trust
        self._limits = limits

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Awaits nothing itself: a socket would keep all that is known here for as long as it is open."""
        if scope["type"] not in ("http", "websocket"):
            return self._app(scope, receive, send)
        headers = Headers(scope=scope)
        relayed = from_peer(scope, headers, self._key()) if KEY in headers else None
        if self._trust.proxy and relayed is None:
            client = forwarded_client(headers) or scope.get("client")
            scope = {**scope, "scheme": forwarded_scheme(scope["scheme"], headers), "client": client}
        scope = relayed or scope
        answer = (None if relayed else self._refusal(scope, headers)) or self._app
        send = dressed(send, headers.get("host", ""))
        if scope["type"] == "websocket":
            return answer(scope, receive, send)
        body = Body(receive, headers)
        return answer(scope, body.receive, body.read_before_end(send))

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        host, server = headers.get("host", ""), scope.get("server") or ("", 0)
        if not self._trust.serves(host, server[0]):
            return problem(421, not_served(name_in(host)), language_of(headers))
        if self._is_foreign(scope, headers.get("origin"), host):
            return problem(403, say("request.other_site"), language_of(headers))
        try:
            self._limits.spend(EVERYTHING, Person(address=address_of(HTTPConnection(scope))))
        except TooMany as error:
            return too_many(error, language_of(headers))
        return None

    def _is_foreign(self, scope: Scope, origin: str | None, host: str) -> bool:
        """Tell whether a page of another origin asks for more than reading. Whoever is no browser sends no origin."""
        if origin is None or (scope["type"] == "http" and scope["method"] in READING):
            return False
        own = origin_of(scope["scheme"].replace("ws", "http"), host)
        return origin.lower() != own and origin.lower() not in self._trust.origins


def not_served(name: str) -> Said:
    """Say that a request is meant for another server, and what to do if it is not."""
    if not name or len(name) > LONGEST_NAME:
        return say("request.no_host")
    return say("request.other_host", name=name)


class Body:
    """What comes with a request. Most clients read no answer before they have sent all of it."""

    def __init__(self, receive: Receive, headers: Headers) -> None:
        self._receive = receive
        self.is_whole = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers

    async def receive(self) -> Message:
        message = await self._receive()
        self.is_whole = not message.get("more_body", False)
        return message

    def read_before_end(self, send: Send) -> Send:
        """Send an answer so that it ends after the request has."""

        async def send_patiently(message: Message) -> None:
            if is_end(message) and not self.is_whole:
                await send({**message, "more_body": True})
                await self.drop_rest()
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        return send_patiently

    async def drop_rest(self) -> None:
        """Read what still comes, within bounds, and keep nothing of it."""
        dropped = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DROP_WITHIN):
                while not self.is_whole and dropped < DROPPED:
                    dropped += len((await self.receive()).get("body", b""))


def is_end(message: Message) -> bool:
    return message["type"] == "http.response.body" and not message.get("more_body", False)


def forwarded_scheme(scheme: str, headers: Headers) -> str:
    """Say how a request came to the proxy. The last word is that of the proxy next to us."""
    said = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower()
    if said not in DEFAULT_PORTS:
        return scheme
    return said.replace("http", "ws") if scheme in ("ws", "wss") else said


def forwarded_client(headers: Headers) -> tuple[str, int] | None:
    """Say from which address a request came to the proxy next to us."""
    said = headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    return (said, 0) if said else None


def dressed(send: Send, host: str) -> Send:
    """Send an answer with the headers of a careful server."""

    async def send_dressed(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            add_headers(MutableHeaders(scope=message), host)
        await send(message)

    return send_dressed


def add_headers(headers: MutableHeaders, host: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    headers["Content-Security-Policy"] = content_policy(host)
    headers.setdefault("Cache-Control", "no-store")
