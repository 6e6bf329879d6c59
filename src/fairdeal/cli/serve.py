"""The command to serve tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from fairdeal.cli.app import Flag, app, game_examples
from fairdeal.cli.outside import say_troubles
from fairdeal.cli.speaking import language
from fairdeal.errors import FairdealError
from fairdeal.language.messages import say
from fairdeal.language.voice import HOUSE

if TYPE_CHECKING:
    from fairdeal.contract.options import Json


def _env(name: str, /, **more: Any) -> Parameter:
    return Parameter(env_var=f"FAIRDEAL_{name}", **more)


def _by_lines(kind: Any, text: str, **more: Any) -> list[str]:
    """Split a variable whose parts may hold spaces, as commands do."""
    return text.splitlines()


LAB_PORT = 8124
LabFolder = Annotated[
    Path | None, Parameter(help="The folder of the lab's experiments; one in your data folder if left out.")
]
LabForAll = Annotated[
    Flag, Parameter(help="Let everybody start experiments who reaches this server, and not only this machine.")
]
LabNice = Annotated[
    int, Parameter(help="How far experiments give way to everything else: 19 most, 0 where nobody plays beside them.")
]


@app.command(
    help_epilogue=game_examples(
        "serve --open", "serve --lan", "serve --bot Greta=cmd:./greta.py", "serve --proxy --host-name cards.example"
    )
)
def serve(
    *,
    host: Annotated[str, _env("HOST")] = "127.0.0.1",
    port: Annotated[int, _env("PORT")] = 8123,
    lan: Annotated[Flag, _env("LAN")] = False,
    store: Annotated[str, _env("STORE", show_default=False)] = "",
    workers: Annotated[int | None, _env("WORKERS")] = None,
    beat: Annotated[int, _env("BEAT")] = 500,
    origin: Annotated[tuple[str, ...], _env("ORIGIN", negative="", consume_multiple=False, show_default=False)] = (),
    proxy: Annotated[Flag, _env("PROXY")] = False,
    access_log: Annotated[Flag, _env("ACCESS_LOG")] = False,
    open_browser: Annotated[Flag, _env("OPEN", name="--open")] = False,
    host_name: Annotated[
        tuple[str, ...], _env("HOST_NAME", negative="", consume_multiple=False, show_default=False)
    ] = (),
    host_decides: Annotated[int, _env("HOST_DECIDES")] = 60,
    all_decide: Annotated[int, _env("ALL_DECIDE")] = 180,
    reload: Annotated[Flag, _env("RELOAD")] = False,
    data: Annotated[tuple[Path, ...], _env("DATA", negative="", consume_multiple=False, show_default=False)] = (),
    bot: Annotated[
        tuple[str, ...],
        _env("BOT", negative="", consume_multiple=False, show_default=False, env_var_split=_by_lines),
    ] = (),
    drain_after: Annotated[float, _env("DRAIN_AFTER")] = 2.0,
    log: Annotated[Literal["text", "json"], _env("LOG")] = "text",
    address: Annotated[str, _env("ADDRESS", show_default=False)] = "",
    bus: Annotated[str, _env("BUS", show_default=False)] = "",
    lines: Annotated[Literal["direct", "bus"], _env("LINES")] = "direct",
    lab: Annotated[Flag, _env("LAB")] = False,
    lab_folder: Annotated[LabFolder, _env("LAB_FOLDER")] = None,
    lab_for_all: Annotated[LabForAll, _env("LAB_FOR_ALL")] = False,
    lab_nice: Annotated[LabNice, _env("LAB_NICE")] = 19,
) -> None:
    """Serve tables to browsers and programs, until Ctrl-C.

    Parameters
    ----------
    host
        The address to listen at.
    port
        The port to listen at; 0 for any that is free.
    lan
        Listen in the whole local network, and show a QR code for phones.
    store
        Where to keep everything, sqlite:FILE, just a path, or postgresql://...; a file in your data folder if left out.
    workers
        How many processes think for bots; all cores but one if left out.
    beat
        How many milliseconds bots take at least before they act.
    origin
        A site whose pages may use this server besides its own, such as https://cards.example; repeat it for several.
    proxy
        Believe the header X-Forwarded-Proto, because a proxy with TLS stands before this server.
    access_log
        Write a line for every request.
    open_browser
        Open the table in the browser of this machine.
    host_name
        A name under which this server is reached, such as cards.example behind a proxy; repeat it for several.
    host_decides
        After how many seconds without a player the host of the table may wait on, seat a bot or end the game.
    all_decide
        After how many seconds a majority of those who are here may.
    reload
        Read games from outside anew between two games, when their files have changed; for authors.
    data
        A data file, .toml or .json, in place of that of its game, at all tables; repeat it for other games.
    bot
        A bot beside the levels, NAME=cmd:PROGRAM, NAME=MODULE:CLASS, NAME=net:FILE or NAME=LEVEL:ITERATIONS; one that
        does not play every game says which, NAME@GAME,GAME=BOT; repeat it for several.
    drain_after
        How many seconds after SIGTERM people are sent away: longer than a proxy takes to ask for /ready again.
    log
        How the log is written: a line of text each, or one of JSON.
    address
        Where other servers of the same database reach this one, HOST:PORT; found by itself if left out.
    bus
        NATS between the servers of one database, and to bots on other machines, nats://USER:PASSWORD@HOST:PORT.
    lines
        How people are led to a table of another server first: direct, by one connection to it for all, or by the bus.
    lab
        Also open the lab at /lab, where whoever sits at this machine starts experiments.
    """
    from fairdeal.authoring.notes import not_passed
    from fairdeal.bots.named import read_named

    serving = _serving()
    say_troubles(language.get())
    for name in not_passed():
        print(HOUSE.said(say("author.not_passed", game=name), language.get()), file=sys.stderr)
    serving.serve(
        serving.Settings(
            host,
            port,
            lan,
            store,
            workers,
            beat,
            origin,
            proxy,
            access_log,
            open_browser,
            host_name,
            host_decides,
            all_decide,
            reload,
            _data_by_game(data),
            read_named(bot),
            drain_after,
            log,
            address=address,
            bus=bus,
            lines=lines,
            lab=_lab_folder(lab_folder) if lab else None,
            lab_for_all=lab_for_all,
            lab_nice=lab_nice,
        )
    )


@app.command(name="lab", help_epilogue=game_examples("lab", "lab --folder experiments --no-open", "lab --nice 0"))
def open_lab(
    *,
    port: Annotated[int, _env("PORT")] = LAB_PORT,
    folder: LabFolder = None,
    for_all: LabForAll = False,
    lan: Annotated[Flag, _env("LAN")] = False,
    nice: LabNice = 19,
    open_browser: Annotated[bool, Parameter(name="--open")] = True,
) -> None:
    """Open the lab in a browser: is a game fair, long, luck or skill? Watch the answer become sure, until Ctrl-C.

    It is a server of its own, so `fairdeal serve` can run beside it. Experiments play in processes that give way to all
    others, and go on where they were when they are started again.

    Parameters
    ----------
    port
        The port to listen at; 0 for any that is free.
    lan
        Listen in the whole local network, so that others can look at reports by their links.
    open_browser
        Open the page in the browser of this machine.
    """
    serving = _serving()
    say_troubles(language.get())
    store, place = serving.default_store("lab"), _lab_folder(folder)
    settings = serving.Settings(
        port=port,
        lan=lan,
        store=store,
        open_browser=open_browser,
        lab=place,
        lab_for_all=for_all,
        lab_nice=nice,
        front="/lab",
    )
    serving.serve(settings)


def _serving() -> Any:
    try:
        from fairdeal.server import serving
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "fairdeal":
            raise
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'server'.") from None
    return serving


def _lab_folder(named: Path | None) -> Path:
    """Give the folder of experiments, one of your own if nobody names any. Refuse where nothing can be counted."""
    from fairdeal.lab.report.runs import check_installed

    check_installed()
    folder: Path = _serving().data_folder() / "lab" if named is None else named
    return folder.resolve()


def _data_by_game(files: Sequence[Path]) -> dict[str, dict[str, Json]]:
    """Read data files, each for the game that its tables tell; refuse one that cannot be played."""
    from fairdeal import games
    from fairdeal.authoring.data_files import game_for
    from fairdeal.cli.arguments import read_data

    found: dict[str, dict[str, Json]] = {}
    for file in files:
        document = dict(read_data(file))
        game = game_for(document, games.all_games())
        game.setting(data=document)
        found[game.name] = document
    return found
