"""The routes of the lab: whoever started the server starts experiments, and others look at them by their link."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.responses import FileResponse, Response

from fairdeal.engine.kernel import SPECTATOR
from fairdeal.errors import NotYours
from fairdeal.lab.experiments.documents import LabDoc, LabRun, LabWish
from fairdeal.language.marks import apart
from fairdeal.language.messages import say
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import course
from fairdeal.server import laboratory, limits
from fairdeal.server.addresses import is_local
from fairdeal.server.artist import Artist
from fairdeal.server.closely import told_of_past
from fairdeal.server.documents import AboutDoc, MomentDoc, ReplayDoc
from fairdeal.server.history import draw_past
from fairdeal.server.laboratory import Laboratory
from fairdeal.server.openapi import Route, Text
from fairdeal.server.requests import Incoming, Problematic, number_in

LONGEST_PICK = 200  # letters of the id of a piece


class LabStarted(msgspec.Struct, frozen=True):
    """The experiment that was started, and its link."""

    id: str
    link: str


def _lab(ask: Incoming) -> Laboratory:
    if ask.services.lab is None:
        raise Problematic(404, say("lab.closed"))
    return ask.services.lab


def _may_start(ask: Incoming) -> bool:
    """Programs and browsers of this machine may; others where whoever serves has allowed it."""
    return _lab(ask).is_open or is_local(ask.request)


def _check_may_start(ask: Incoming) -> None:
    if not _may_start(ask):
        raise NotYours(say("lab.not_yours"))


def _run(ask: Incoming) -> str:
    return str(ask.request.path_params["run"])


async def show_lab(ask: Incoming) -> LabDoc:
    """Say what can be chosen in the lab, and list its experiments; to others than its owner, that it is there."""
    lab = _lab(ask)
    if not _may_start(ask):
        return LabDoc(False, (), ())
    chosen = await asyncio.to_thread(laboratory.choices, ask.language)
    return LabDoc(True, chosen, await asyncio.to_thread(lab.cards, ask.language))


async def start_experiment(ask: Incoming) -> LabStarted:
    """Start an experiment, in processes of its own."""
    _check_may_start(ask)
    run = await _lab(ask).start(ask.body)
    return LabStarted(run, f"/lab/{run}")


async def show_experiment(ask: Incoming) -> LabRun:
    """Say what is known of an experiment now."""
    return await asyncio.to_thread(_lab(ask).run, _run(ask), ask.language, _may_start(ask))


async def stop_experiment(ask: Incoming) -> LabRun:
    """Stop an experiment; it reports on what it has."""
    _check_may_start(ask)
    await _lab(ask).stop(_run(ask))
    return await show_experiment(ask)


async def go_on_experiment(ask: Incoming) -> LabRun:
    """Let an experiment go on that was stopped."""
    _check_may_start(ask)
    await _lab(ask).go_on(_run(ask))
    return await show_experiment(ask)


async def download_report(ask: Incoming) -> Response:
    """Download the report of an experiment, a page that opens offline."""
    path = _lab(ask).page(_run(ask), ask.language)
    if path is None:
        raise Problematic(404, say("lab.no_page"))
    return FileResponse(path, media_type="text/html", filename=f"{_run(ask)}.html")


# --- its games -------------------------------------------------------------------------------------------------------


async def _sitting(ask: Incoming) -> Sitting:
    path = ask.request.path_params
    number = number_in(path["game_number"], "game_number")
    return await _lab(ask).sitting(_run(ask), path["part"], number, _may_start(ask))


def _artist(sitting: Sitting, language: str) -> Artist:
    return Artist(sitting.setting, {}, language)


async def replay_lab_game(ask: Incoming) -> ReplayDoc:
    """Give the course of a game of an experiment."""
    return await asyncio.to_thread(_replay, await _sitting(ask), ask.language)


def _replay(sitting: Sitting, language: str) -> ReplayDoc:
    setting, events, artist = sitting.setting, list(sitting.events), _artist(sitting, language)
    found, catalogue, result = course(setting, events), artist.catalogue(SPECTATOR), sitting.result()
    seats = range(setting.seats)
    lines, marks = apart(map(catalogue.mark, setting.game.words.result(sitting.snapshot.view(SPECTATOR))))
    return ReplayDoc(
        table="",
        game=setting.game.name,
        title=setting.game.title,
        names=tuple(catalogue.render(say("report.seat", number=seat + 1)) for seat in seats),
        numbers=tuple(range(len(events))),
        times=tuple(event.at or 0 for event in events),
        seats=tuple(event.seat for event in events),
        points=found.points,
        rounds=tuple(doc for sums in found.rounds if (doc := artist.sums(sums, SPECTATOR)) is not None),
        result={"scores": list(result.scores), "winners": list(result.winners), "lines": lines, "marks": marks},
    )


async def show_lab_moment(ask: Incoming) -> MomentDoc:
    """Draw one moment of a game of an experiment, through any seat's eyes."""
    sitting = await _sitting(ask)
    return await asyncio.to_thread(_moment, sitting, _number(ask, sitting), _eyes(ask, sitting), ask.language)


def _moment(sitting: Sitting, number: int, eyes: int, language: str) -> MomentDoc:
    events = list(sitting.events[: number + 1])
    past = draw_past(_artist(sitting, language), events, eyes)
    shown = past.lines, past.moved, past.public, past.own, past.clash, past.marks, past.stills, past.sums
    return MomentDoc(number, events[-1].at or 0, *shown)


async def show_lab_about(ask: Incoming) -> AboutDoc:
    """Tell everything about a piece at one moment of a game of an experiment."""
    sitting = await _sitting(ask)
    events = list(sitting.events[: _number(ask, sitting) + 1])
    pick = ask.request.query_params.get("pick", "")[:LONGEST_PICK]
    artist, eyes = _artist(sitting, ask.language), _eyes(ask, sitting)
    return AboutDoc(*await asyncio.to_thread(told_of_past, artist, events, eyes, pick))


def _number(ask: Incoming, sitting: Sitting) -> int:
    number = number_in(ask.request.path_params["number"], "number")
    if not 0 <= number < len(sitting.events):
        raise Problematic(404, say("server.no_event", number=number))
    return number


def _eyes(ask: Incoming, sitting: Sitting) -> int:
    """Through whose eyes: a seat's, or those of somebody who only watches."""
    text = ask.request.query_params.get("eyes")
    eyes = SPECTATOR if text is None else number_in(text, "eyes")
    return eyes if 0 <= eyes < sitting.setting.seats else SPECTATOR


GAME = "/api/lab/{run}/{part}/games/{game_number}"
ROUTES = (
    Route("GET", "/api/lab", show_lab, LabDoc, refuses=(404,)),
    Route("POST", "/api/lab", start_experiment, LabStarted, LabWish, 201, rate=limits.TABLES, refuses=(404, 409)),
    Route("GET", "/api/lab/{run}", show_experiment, LabRun, refuses=(404, 409)),
    Route("POST", "/api/lab/{run}/stop", stop_experiment, LabRun, refuses=(404, 409)),
    Route("POST", "/api/lab/{run}/go-on", go_on_experiment, LabRun, refuses=(404, 409)),
    Route("GET", "/api/lab/{run}/report.html", download_report, Text("text/html"), refuses=(404, 409)),
    Route("GET", f"{GAME}/replay", replay_lab_game, ReplayDoc, rate=limits.PROOFS, refuses=(404, 409)),
    Route(
        "GET", f"{GAME}/moments/{{number}}", show_lab_moment, MomentDoc,
        query=("eyes",), rate=limits.MOMENTS, refuses=(404, 409),
    ),
    Route(
        "GET", f"{GAME}/moments/{{number}}/about", show_lab_about, AboutDoc,
        query=("eyes", "pick"), rate=limits.MOMENTS, refuses=(404, 409),
    ),
)  # fmt: skip
