"""What stands before every request: who may ask from where, and what a browser may do with the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairdeal.errors import BadOption
from fairdeal.server.documents import Problem

PLAIN_HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?")
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


def problem(status: int, reason: str, headers: dict[str, str] | None = None) -> Response:
    """Answer that something was not done, and why."""
    return Response(msgspec.json.encode(Problem(reason)), status, headers, "application/json")


@dataclass(frozen=True)
class Trust:
    """Whose word counts: pages of these origins besides our own, and a proxy's for how a request came."""

    origins: frozenset[str] = frozenset()
    proxy: bool = False


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
    """Refuses requests from other people's pages, and adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, trust: Trust) -> None:
        self._app = app
        self._trust = trust

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if self._trust.proxy:
            client = forwarded_client(headers) or scope.get("client")
            scope = {**scope, "scheme": forwarded_scheme(scope["scheme"], headers), "client": client}
        host = headers.get("host", "")

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                add_headers(MutableHeaders(scope=message), host)
            await send(message)

        if self._is_foreign(scope, headers.get("origin"), host):
            refusal = problem(403, "This request comes from a page of another site.")
            await refusal(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _is_foreign(self, scope: Scope, origin: str | None, host: str) -> bool:
        """Tell whether a page of another origin asks for more than reading. Whoever is no browser sends no origin."""
        if origin is None or (scope["type"] == "http" and scope["method"] in READING):
            return False
        own = origin_of(scope["scheme"].replace("ws", "http"), host)
        return origin.lower() != own and origin.lower() not in self._trust.origins


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


def add_headers(headers: MutableHeaders, host: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    headers["Content-Security-Policy"] = content_policy(host)
    headers.setdefault("Cache-Control", "no-store")
