"""What a browser finds at the server's address: the browser client if it is built, else one page that says so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairdeal.server import openapi

WEB = Path(__file__).resolve().parents[1] / "web"
CLIENT_PATHS = (
    "/", "/t/{rest:path}", "/replay/{rest:path}", "/review/{rest:path}", "/check/{rest:path}", "/rules/{rest:path}",
    "/practice/{rest:path}", "/practice", "/daily", "/daily/{rest:path}", "/lab", "/lab/{rest:path}", "/settings",
    "/about",
)  # fmt: skip
FOR_EVER = "public, max-age=31536000, immutable"  # for files whose names change with their content
ASK_AGAIN = "no-cache"


def routes(interface: Sequence[openapi.Route], web: Path) -> list[BaseRoute]:
    """Give the pages: those of the browser client, or the front page until there is one."""
    if (web / "index.html").is_file():
        return _client_routes(web)
    front = front_page(interface)
    return [
        Route("/", _given(lambda: HTMLResponse(front, headers={"Cache-Control": ASK_AGAIN}))),
        Route("/front.css", _given(lambda: Response(STYLE, media_type="text/css"))),
    ]


def _given(make: Callable[[], Response]) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return make()

    return page


# --- the browser client ----------------------------------------------------------------------------------------------


def _client_routes(web: Path) -> list[BaseRoute]:
    """One page answers all addresses of the client, which finds out by itself what to show."""

    def index() -> Response:
        return FileResponse(web / "index.html", headers={"Cache-Control": ASK_AGAIN})

    files: list[BaseRoute] = [Mount("/", OrLost(KeptFiles(web, ASK_AGAIN), web / "index.html"))]
    if (web / "assets").is_dir():
        files.insert(0, Mount("/assets", KeptFiles(web / "assets", FOR_EVER)))
    return [*(Route(path, _given(index)) for path in CLIENT_PATHS), *files]


class KeptFiles:
    """The files of a folder, with a word on how long a browser may keep them."""

    def __init__(self, folder: Path, cache: str) -> None:
        self._files = StaticFiles(directory=folder)
        self._cache = cache.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_kept(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                message["headers"] = [*message["headers"], (b"cache-control", self._cache)]
            await send(message)

        await self._files(scope, receive, send_kept)


class OrLost:
    """Files; and where there is none, whoever reads pages is told so by the client's own page."""

    def __init__(self, files: ASGIApp, index: Path) -> None:
        self._files = files
        self._index = index

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._files(scope, receive, send)
        except HTTPException as error:
            reads_pages = "text/html" in Headers(scope=scope).get("accept", "")
            if error.status_code != 404 or not reads_pages or scope["path"].startswith("/api/"):
                raise
            lost = FileResponse(self._index, 404, headers={"Cache-Control": "no-store"})
            await lost(scope, receive, send)


# --- the front page --------------------------------------------------------------------------------------------------

FRONT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Fairdeal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/front.css">
</head>
<body>
<main>
<div class="cards" aria-hidden="true">
<span>♠</span><span class="red">♥</span><span>♣</span><span class="red">♦</span>
</div>
<h1>Fairdeal</h1>
<p class="lead">Card tables for you, your friends and bots. Every deal can be checked: nobody chose the cards, not even
this server.</p>
<p>The server is running. Its browser client is not part of this installation; programs can play by the interface below,
which is described in <a href="/openapi.json">openapi.json</a>. The game itself goes over each table's socket.</p>
<h2>The interface</h2>
<dl>
{rows}
</dl>
</main>
</body>
</html>
"""

STYLE = """
:root { --paper: #f6f2e9; --ink: #22201c; --faint: #6b655a; --line: #ddd5c4; --felt: #1f5c46; --red: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16201c; --ink: #ece7db; --faint: #a39d90; --line: #2c3a34; --felt: #7fc8a9; --red: #f08a80; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 4rem 1.5rem; }
.cards { display: flex; gap: .5rem; font-size: 1.4rem; }
.cards span { width: 2.4rem; height: 3.4rem; border: 1px solid var(--line); border-radius: .4rem; display: grid;
  place-items: center; background: color-mix(in srgb, var(--paper) 80%, white 20%); }
.cards .red { color: var(--red); }
h1 { font: 600 3rem/1.1 Georgia, serif; letter-spacing: -.02em; margin: 1.5rem 0 .5rem; }
h2 { font: 600 1.25rem/1.3 Georgia, serif; margin: 3rem 0 1rem; }
.lead { font-size: 1.2rem; color: var(--felt); }
a { color: var(--felt); }
dl { margin: 0; border-top: 1px solid var(--line); }
dt { font: .85rem/1.5 ui-monospace, monospace; padding-top: .75rem; overflow-wrap: anywhere; }
dt b { display: inline-block; min-width: 4.5rem; color: var(--felt); }
dd { margin: 0; padding-bottom: .75rem; color: var(--faint); border-bottom: 1px solid var(--line); }
"""


def front_page(interface: Sequence[openapi.Route]) -> str:
    """Write the page that stands in for the browser client."""
    rows = "\n".join(
        f"<dt><b>{escape(route.method)}</b> {escape(route.path)}</dt>\n"
        f"<dd>{escape(route.words.partition(chr(10))[0])}</dd>"
        for route in interface
    )
    return FRONT.format(rows=rows)
