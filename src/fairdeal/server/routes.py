"""The table of routes, from which both the application and its description are made."""

from __future__ import annotations

import asyncio
import io
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
import segno
from starlette.responses import Response

from fairdeal import games
from fairdeal.bots.warm import PLAYED
from fairdeal.contract.game import Game
from fairdeal.errors import UnknownGame, Unreadable
from fairdeal.language import languages
from fairdeal.language.messages import say
from fairdeal.language.voice import HOUSE
from fairdeal.press.sheets import PAPERS
from fairdeal.server import again, decks, lab_routes, limits, openings, pages, prints, puzzles, rulebooks
from fairdeal.server.addresses import is_local
from fairdeal.server.documents import (
    AboutDoc,
    Attempt,
    AttemptDoc,
    Challenge,
    Claim,
    ClaimedDoc,
    DailyDoc,
    DailyStandings,
    DeckDoc,
    DeckFile,
    Games,
    LanguageDoc,
    MomentDoc,
    Named,
    OpenedDoc,
    OpeningDoc,
    OpenTable,
    PlayOn,
    Prepared,
    PuzzleCard,
    PuzzleDoc,
    ReplayDoc,
    ReviewDoc,
    ReviewWait,
    RulebookDoc,
    SessionDoc,
    TableCard,
)
from fairdeal.server.games import encoded_games
from fairdeal.server.metrics import MEDIA, Numbers, metrics_page
from fairdeal.server.openapi import SOCKET, Route, Text
from fairdeal.server.requests import Incoming, NotFound, Problematic, as_json, in_language, number_in
from fairdeal.server.sessions import COOKIE, YEAR
from fairdeal.server.store import SessionRow

PING_EVERY = 1.0  # seconds: the store is not asked more often whether it answers
LONGEST_PICK = 200  # letters of the id of a piece
QUIET_ZONE = 4  # modules of white around a QR code, as its standard asks for
_read_options = msgspec.json.Decoder(dict[str, Any]).decode


class SeatLink(msgspec.Struct, frozen=True):
    """The private link of your seat, for another device of yours. It is told once, and older ones stop working."""

    link: str


class Health(msgspec.Struct, frozen=True):
    """All is well, as far as was asked."""

    ok: bool


async def who_am_i(ask: Incoming) -> Response:
    """Say who you are, and keep the cookie for another year."""
    return _with_cookie(ask, ask.me, ask.request.cookies[COOKIE])


async def name_me(ask: Incoming) -> Response:
    """Take a name, or another one. The cookie of the answer is who you are."""
    token = ask.request.cookies.get(COOKIE, "")
    if ask.session is None:
        with ask.hub.limits.counted(limits.ARRIVALS, ask.who):
            return _with_cookie(ask, *await ask.services.sessions.make(ask.body.name))
    return _with_cookie(ask, await ask.services.sessions.rename(token, ask.session, ask.body.name), token)


def _with_cookie(ask: Incoming, session: SessionRow, token: str) -> Response:
    response = as_json(SessionDoc(session.name))
    is_secure = ask.request.scope["scheme"] == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, path="/", secure=is_secure, httponly=True, samesite="lax")
    return response


async def list_games(ask: Incoming) -> Response:
    """List the games, each with the levels of its bots, and the quick phrases."""
    document = await asyncio.to_thread(encoded_games, ask.language, ask.hub.named)
    return in_language(Response(document, media_type="application/json"), ask.language)


async def list_languages(ask: Incoming) -> list[LanguageDoc]:
    """List the languages that the server offers, each by its own name."""
    return [LanguageDoc(code, HOUSE.said(say("language.name"), code)) for code in languages.offered()]


async def give_words(ask: Incoming) -> Response:
    """Give the texts of the browser client in a language, by their keys; a text that counts has forms by category."""
    found = languages.wished(ask.request.path_params["language"])
    words = None if found is None else ask.services.words.of(found)
    if words is None:
        raise Problematic(404, say("request.no_words"))
    return Response(words, headers={"Cache-Control": pages.ASK_AGAIN}, media_type="application/json")


async def list_prepared(ask: Incoming) -> list[Prepared]:
    """Say of each game how far its compiling is, which takes a minute on a machine that is new to them."""
    missing = Counter(task.game for task in ask.hub.preparing.missing)
    return [Prepared(name, len(PLAYED) - missing[name], len(PLAYED)) for name in games.names()]


async def read_rulebook(ask: Incoming) -> Response:
    """Give the rulebook of a game, in Markdown."""
    rulebook = Response(_game(ask).rulebook(ask.language), media_type="text/markdown")
    return in_language(rulebook, ask.language)


async def show_rulebook(ask: Incoming) -> RulebookDoc:
    """Give the rulebook of a game in sections, each as HTML, with rulings and reconstructions marked."""
    return rulebooks.rulebook_of(_game(ask), ask.language)


async def show_opening(ask: Incoming) -> OpeningDoc:
    """Show what a game is about in a few pictures, with so many seats and these options, a JSON object."""
    asked = ask.request.query_params
    seats = number_in(asked["seats"], "seats") if "seats" in asked else None
    options = _options_in(asked.get("options", "{}"))
    game = _game(ask).name
    return await asyncio.to_thread(openings.opening_of, game, seats, options, ask.hub.data_of(game), ask.language)


def _options_in(text: str) -> dict[str, Any]:
    try:
        return _read_options(text)
    except msgspec.DecodeError:
        raise Problematic(400, say("request.no_options")) from None


async def print_game(ask: Incoming) -> Response:
    """Print a game to be cut out: its cards and tiles, and its rulebook as a booklet, as a PDF."""
    asked = ask.request.query_params
    seats = number_in(asked["seats"], "seats") if "seats" in asked else None
    game, options = _game(ask).name, _options_in(asked.get("options", "{}"))
    data, paper = ask.hub.data_of(game), _paper_in(asked)
    pdf = await asyncio.to_thread(prints.print_of, game, seats, options, data, *paper, ask.language)
    return in_language(_attachment(pdf, f"{game}.pdf", "application/pdf"), ask.language)


async def print_table(ask: Incoming) -> Response:
    """Print the game of a table like any game, with its seats, options and data."""
    table = (await ask.hub.table(ask.table)).table
    paper = _paper_in(ask.request.query_params)
    pdf = await asyncio.to_thread(prints.print_of_table, table, *paper, ask.language)
    return in_language(_attachment(pdf, f"{table.opened.game}.pdf", "application/pdf"), ask.language)


def _paper_in(asked: Mapping[str, str]) -> tuple[str, bool]:
    """Read on which paper it is to be printed, and whether in grey."""
    paper = asked.get("paper", "a4")
    if paper not in PAPERS:
        raise Problematic(400, say("request.no_paper", papers=[*PAPERS]))
    return paper, asked.get("grey") == "1"


async def draw_face(ask: Incoming) -> Response:
    """Draw a face of a game's cards, for a light or a dark page.

    A face never changes, so browsers keep it for a year; `?v=` tells the drawings of several versions apart.
    """
    draw, path = _game(ask).draw_face, ask.request.path_params
    try:
        drawing = None if draw is None else draw(path["face"], path["theme"])
    except Unreadable as error:
        raise NotFound(error) from None
    if drawing is None:
        raise Problematic(404, say("request.no_faces"))
    return Response(drawing, headers={"Cache-Control": pages.FOR_EVER}, media_type="image/svg+xml")


async def judge_deck(ask: Incoming) -> DeckDoc:
    """Judge a file of your own cards, and give the option with which a table is opened to play with them."""
    game = _game(ask)
    return await asyncio.to_thread(decks.judged, game, ask.body, ask.hub.data_of(game.name), ask.language)


def _game(ask: Incoming) -> Game:
    try:
        return games.find(ask.request.path_params["game"])
    except UnknownGame as error:
        raise NotFound(error) from None


async def open_table(ask: Incoming) -> OpenedDoc:
    """Open a table; you are its host. Whoever has its link can take a seat."""
    return _opened(await ask.hub.open_table(ask.me, ask.body, ask.who.address))


async def rematch(ask: Incoming) -> OpenedDoc:
    """Open the next table of a finished game, for you and all who have joined your offer, or find the one there is.

    Players are asked over the socket, by `rematch`.
    """
    return _opened(await ask.hub.rematch(ask.table, ask.me))


async def cancel(ask: Incoming) -> TableCard:
    """Cancel a table of yours before its game starts: it is closed for everybody, and says by whom."""
    await ask.hub.cancel(ask.table, ask.me)
    return await ask.hub.card(ask.table, ask.me)


async def challenge(ask: Incoming) -> OpenedDoc:
    """Play the deal of a finished game again, against bots.

    Until your game is over its record, replay and moments are sealed, but for those who had a seat in it.
    """
    return _opened(await again.challenge(ask.hub, ask.table, ask.me, ask.body))


async def play_on(ask: Incoming) -> OpenedDoc:
    """Let a finished game go on from one of its moments, with you on a seat and bots on all others.

    It is a practice table: its deal and its first events are those of the game, and its record says so.
    """
    return _opened(await again.play_on(ask.hub, ask.table, ask.me, ask.body))


def _opened(table: str) -> OpenedDoc:
    return OpenedDoc(table, f"/t/{table}")


async def list_tables(ask: Incoming) -> list[TableCard]:
    """List the tables that are open to everybody, the last changed first."""
    return await ask.hub.listed()


async def list_my_tables(ask: Incoming) -> list[TableCard]:
    """List the tables at which you play or played, the last changed first."""
    return await ask.hub.mine(ask.me)


async def show_table(ask: Incoming) -> TableCard:
    """Give what a list shows of one table."""
    return await ask.hub.card(ask.table, ask.session)


async def show_table_opening(ask: Incoming) -> OpeningDoc:
    """Show what the game of a table is about, with its seats, options and data."""
    return await ask.hub.opening(ask.table, ask.language)


async def draw_invitation(ask: Incoming) -> Response:
    """Draw the link of a table as a QR code, for the camera of a phone. It leads where this request went."""
    await ask.hub.card(ask.table, None)
    at = ask.request.url
    code = segno.make(f"{at.scheme}://{at.netloc}/t/{ask.table}", error="m", micro=False)
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", border=QUIET_ZONE, light="#fff", dark="#000", omitsize=True)
    return Response(drawing.getvalue(), headers={"Cache-Control": pages.ASK_AGAIN}, media_type="image/svg+xml")


async def claim_seat(ask: Incoming) -> ClaimedDoc:
    """Play a seat from this device too, by its private link."""
    return ClaimedDoc(await ask.hub.claim(ask.table, ask.me, ask.body.token))


async def link_seat(ask: Incoming) -> SeatLink:
    """Make a new private link for your seat; the old one stops working."""
    return SeatLink(await ask.hub.seat_link(ask.table, ask.me))


async def get_record(ask: Incoming) -> Response:
    """Download the record of a finished game, as `fairdeal replay` and `fairdeal check` read it."""
    return _attachment(await ask.hub.record(ask.table, ask.session), f"{ask.table}.jsonl", "application/jsonl")


def _attachment(content: bytes, name: str, media: str) -> Response:
    return Response(content, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=media)


async def replay(ask: Incoming) -> ReplayDoc:
    """Give the course of a finished game: the numbers and times of its events."""
    return await ask.hub.replay(ask.table, ask.session, ask.language)


async def show_review(ask: Incoming) -> Response:
    """Give what a review of a finished game finds: which choices were mistakes, and how much of it was luck.

    It is made once, when somebody first asks, beside everything else; until it is there the answer says how far it is.
    """
    found = await ask.services.reviews.of(ask.table, ask.session, ask.language)
    return in_language(as_json(found, 202 if isinstance(found, ReviewWait) else 200), ask.language)


async def list_puzzles(ask: Incoming) -> list[PuzzleCard]:
    """List your puzzles: what you could have done better in games whose review you have seen."""
    return await puzzles.puzzles_of(ask.hub.store, ask.me)


async def show_puzzle(ask: Incoming) -> PuzzleDoc:
    """Give one of your puzzles: where to look, and what can be done."""
    number = number_in(ask.request.path_params["number"], say("request.event_number"))
    return await puzzles.puzzle(ask.hub, ask.me, ask.table, number, ask.language)


async def try_puzzle(ask: Incoming) -> AttemptDoc:
    """Try the same position again; it is set beside what the review named best, by what you knew."""
    number = number_in(ask.request.path_params["number"], say("request.event_number"))
    reviewers, action = ask.services.reviews.reviewers, ask.body.action
    return await puzzles.attempt(ask.hub, reviewers, ask.me, ask.table, number, action, ask.language)


async def show_daily(ask: Incoming) -> Response:
    """Say which deals there are today, one for each game, and which of them you have played."""
    return in_language(as_json(await ask.services.daily.today(ask.session, ask.language)), ask.language)


async def play_daily(ask: Incoming) -> OpenedDoc:
    """Play the deal of the day of a game, or find the table where you play it. You have one try.

    Until the day ends its record, replay and review are sealed for everybody, and nobody may watch.
    """
    return _opened(await ask.services.daily.play(ask.me, _game(ask).name))


async def show_standings(ask: Incoming) -> DailyStandings:
    """Say how all have done in a deal of the day: to whoever has played it, and to everybody when the day is over."""
    return await ask.services.daily.standings(ask.request.path_params["day"], _game(ask).name, ask.session)


async def show_moment(ask: Incoming) -> MomentDoc:
    """Give one moment of a finished game as a scene; your own eyes if none are chosen."""
    number = number_in(ask.request.path_params["number"], say("request.event_number"))
    eyes = ask.request.query_params.get("eyes")
    chosen = None if eyes is None else number_in(eyes, "eyes")
    return await ask.hub.moment(ask.table, ask.session, number, chosen, ask.language)


async def show_about(ask: Incoming) -> AboutDoc:
    """Tell everything about a piece at one moment of a finished game; `pick` is its id."""
    number = number_in(ask.request.path_params["number"], say("request.event_number"))
    eyes, pick = ask.request.query_params.get("eyes"), ask.request.query_params.get("pick", "")
    chosen = None if eyes is None else number_in(eyes, "eyes")
    return await ask.hub.about(ask.table, ask.session, number, chosen, pick[:LONGEST_PICK], ask.language)


async def table_socket(ask: Incoming) -> Response:
    """Open the table's socket. A session is needed to take a seat, not to watch.

    The messages are described in docs/protocol.md. A table that does not exist is told by the socket's close code.
    """
    raise Problematic(426, say("request.socket"), {"Connection": "Upgrade", "Upgrade": "websocket"})


async def health(ask: Incoming) -> Health:
    """Say that the process is alive, whatever else may be wrong."""
    return Health(True)


async def ready(ask: Incoming) -> Health:
    """Say whether people may be sent here: the games are loaded, the store can be written, nobody stops the server."""
    why_not = ask.services.readiness.why_not()
    if why_not is not None:
        raise Problematic(503, why_not)
    now = time.monotonic()
    if now - ask.services.pinged_at > PING_EVERY:
        await ask.hub.store.ping()
        ask.services.pinged_at = now
    return Health(True)


async def metrics(ask: Incoming) -> Response:
    """Count what the server does, for Prometheus; only for programs on the same machine."""
    if not is_local(ask.request):
        raise Problematic(404, say("request.nothing_here"))
    is_ready = ask.services.readiness.why_not() is None
    return Response(metrics_page(Numbers(ask.hub, ask.services.sockets, is_ready)), headers={"Content-Type": MEDIA})


async def openapi(ask: Incoming) -> Response:
    """Give this description."""
    return Response(ask.services.description, media_type="application/json")


ROUTES = (
    Route("GET", "/api/session", who_am_i, SessionDoc, needs_session=True),
    Route("POST", "/api/session", name_me, SessionDoc, Named),
    Route("GET", "/api/games", list_games, Games),
    Route("GET", "/api/prepared", list_prepared, list[Prepared]),
    Route("GET", "/api/languages", list_languages, list[LanguageDoc]),
    Route("GET", "/api/words/{language}", give_words, Text("application/json"), refuses=(404,)),
    Route("GET", "/api/games/{game}/rulebook", read_rulebook, Text("text/markdown"), refuses=(404,)),
    Route("GET", "/api/games/{game}/rulebook.json", show_rulebook, RulebookDoc, refuses=(404,)),
    Route(
        "GET", "/api/games/{game}/opening", show_opening, OpeningDoc,
        query=("seats", "options"), rate=limits.OPENINGS, refuses=(404,),
    ),
    Route(
        "GET", "/api/games/{game}/print.pdf", print_game, Text("application/pdf"),
        query=("seats", "options", "paper", "grey"), rate=limits.PRINTS, refuses=(404, 409),
    ),
    Route(
        "GET", "/api/games/{game}/faces/{theme}/{face}.svg", draw_face, Text("image/svg+xml"),
        rate=limits.PICTURES, refuses=(404,),
    ),
    Route("POST", "/api/games/{game}/deck", judge_deck, DeckDoc, DeckFile, rate=limits.DECKS, refuses=(404,)),
    Route(
        "POST", "/api/tables", open_table, OpenedDoc, OpenTable, 201,
        needs_session=True, rate=limits.TABLES, refuses=(409,),
    ),
    Route("GET", "/api/tables", list_tables, list[TableCard], refuses=(503,)),
    Route("GET", "/api/tables/mine", list_my_tables, list[TableCard], needs_session=True),
    Route("GET", "/api/tables/{table}", show_table, TableCard),
    Route("GET", "/api/tables/{table}/opening", show_table_opening, OpeningDoc, rate=limits.OPENINGS),
    Route(
        "GET", "/api/tables/{table}/print.pdf", print_table, Text("application/pdf"),
        query=("paper", "grey"), rate=limits.PRINTS, refuses=(409,),
    ),
    Route("GET", "/api/tables/{table}/qr.svg", draw_invitation, Text("image/svg+xml"), rate=limits.CODES),
    Route("POST", "/api/tables/{table}/claim", claim_seat, ClaimedDoc, Claim, needs_session=True, refuses=(409,)),
    Route("POST", "/api/tables/{table}/link", link_seat, SeatLink, needs_session=True, refuses=(409,)),
    Route(
        "POST", "/api/tables/{table}/rematch", rematch, OpenedDoc, None, 201,
        needs_session=True, rate=limits.TABLES, refuses=(409,),
    ),
    Route("POST", "/api/tables/{table}/cancel", cancel, TableCard, needs_session=True, refuses=(409,)),
    Route(
        "POST", "/api/tables/{table}/challenge", challenge, OpenedDoc, Challenge, 201,
        needs_session=True, rate=limits.TABLES, refuses=(409,),
    ),
    Route(
        "POST", "/api/tables/{table}/play-on", play_on, OpenedDoc, PlayOn, 201,
        needs_session=True, rate=limits.TABLES, refuses=(409,),
    ),
    Route(
        "GET", "/api/tables/{table}/record", get_record, Text("application/jsonl"),
        rate=limits.PROOFS, refuses=(409,),
    ),
    Route("GET", "/api/tables/{table}/replay", replay, ReplayDoc, rate=limits.PROOFS, refuses=(409,)),
    Route(
        "GET", "/api/tables/{table}/review", show_review, ReviewDoc,
        waits=ReviewWait, rate=limits.REVIEWS, refuses=(409,),
    ),
    Route("GET", "/api/puzzles", list_puzzles, list[PuzzleCard], needs_session=True),
    Route(
        "GET", "/api/tables/{table}/puzzles/{number}", show_puzzle, PuzzleDoc,
        needs_session=True, rate=limits.REVIEWS, refuses=(409,),
    ),
    Route(
        "POST", "/api/tables/{table}/puzzles/{number}", try_puzzle, AttemptDoc, Attempt,
        needs_session=True, rate=limits.HINTS, refuses=(409,),
    ),
    Route("GET", "/api/daily", show_daily, DailyDoc),
    Route(
        "POST", "/api/daily/{game}", play_daily, OpenedDoc, None, 201,
        needs_session=True, rate=limits.TABLES, refuses=(404, 409),
    ),
    Route("GET", "/api/daily/{day}/{game}", show_standings, DailyStandings, rate=limits.REVIEWS, refuses=(404, 409)),
    Route(
        "GET", "/api/tables/{table}/moments/{number}", show_moment, MomentDoc,
        query=("eyes",), rate=limits.MOMENTS, refuses=(409,),
    ),
    Route(
        "GET", "/api/tables/{table}/moments/{number}/about", show_about, AboutDoc,
        query=("eyes", "pick"), rate=limits.MOMENTS, refuses=(409,),
    ),
    Route(SOCKET, "/api/tables/{table}/socket", table_socket, refuses=(403, 426)),
    *lab_routes.ROUTES,
    Route("GET", "/health", health, Health),
    Route("GET", "/ready", ready, Health, refuses=(503,)),
    Route("GET", "/metrics", metrics, Text("text/plain"), refuses=(404,)),
    Route("GET", "/openapi.json", openapi, Text("application/json")),
)  # fmt: skip
