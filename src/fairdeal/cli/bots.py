"""The commands for bots: your own (new, check, join), and this machine's processes for servers elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from fairdeal.cli.app import app, examples, game_examples
from fairdeal.cli.speaking import language
from fairdeal.errors import FairdealError
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE

if TYPE_CHECKING:
    from fairdeal.client import ClientTable

NOT_GOOD = 1

bot_app = App(name="bot", help="Write bots of your own, and try them.", help_format="plaintext")
app.command(bot_app)


@bot_app.command(name="new", help_epilogue=examples("bot new greta", "bot new greta --lang javascript"))
def new_bot(name: str, /, *, lang: str = "python") -> None:
    """Write a small bot that works, in a folder of its name.

    Parameters
    ----------
    name
        Its name, in small letters.
    lang
        The language to write it in: python or javascript.
    """
    from fairdeal.authoring.new_bot import write_bot

    _say(say("new.bot", folder=name, bot=write_bot(name, lang, Path())))


@bot_app.command(name="check", help_epilogue=game_examples("bot check cmd:./greta", "bot check mybots:Greta caster"))
def check_bot(bot: str, /, *game: str) -> int:
    """Let a bot play, and say in plain words whether it keeps to the protocol, plays legally, and how fast it is.

    Parameters
    ----------
    bot
        The bot: cmd:PROGRAM, MODULE:CLASS, or a level.
    game
        The games to try it at; all of them if left out.
    """
    from fairdeal import games
    from fairdeal.authoring import bot_check
    from fairdeal.cli.arguments import read_game
    from fairdeal.terminal.progress import progress_bar

    found = [read_game(name) for name in game] or list(games.all_games())
    with progress_bar(HOUSE.said(say("bot_check.playing"), language.get())) as progress:
        tryouts = bot_check.check_bot(bot, found, progress)
    for tryout in tryouts:
        for finding in tryout.findings():
            _say(finding)
    is_good = all(tryout.is_good for tryout in tryouts)
    _say(say("bot_check.passed" if is_good else "bot_check.not_passed", bot=bot))
    return 0 if is_good else NOT_GOOD


@app.command(
    help_epilogue=game_examples(
        "join http://127.0.0.1:8123/t/abcdefgh --as hard",
        "join http://127.0.0.1:8123/t/abcdefgh --as cmd:./greta --name Greta",
    )
)
def join(
    url: str,
    /,
    *,
    as_: Annotated[str, Parameter(name="--as")],
    name: str = "Bot",
    seat: int | None = None,
) -> None:
    """Let a bot join a table of a running server, and play one game to its end.

    Parameters
    ----------
    url
        The link of a table, or the address of a server: then the first table on its list that waits.
    as_
        The bot: a level, LEVEL:ITERATIONS, MODULE:CLASS or cmd:PROGRAM.
    name
        What the others call it.
    seat
        The seat it takes, counted from 1; the first that is free if left out.
    """
    import asyncio

    from fairdeal.cli.arguments import check_range

    try:
        from fairdeal import joining
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "fairdeal":
            raise
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'server'.") from None
    if seat is not None:
        check_range("--seat", seat, 1, 8)
    _say_end(asyncio.run(joining.join(url, as_, name, None if seat is None else seat - 1, _say)))


@app.command(
    name="bots",
    help_epilogue=examples(
        "bots --bus nats://127.0.0.1:4222",
        "bots --bus nats://fairdeal:PASSWORD@bus.example:4222 --workers 8",
        "bots --log json   (the address of the bus in FAIRDEAL_BUS)",
    ),
)
def lend_bots(
    *,
    bus: Annotated[str, Parameter(env_var="FAIRDEAL_BUS", show_default=False)],
    workers: Annotated[int | None, Parameter(env_var="FAIRDEAL_WORKERS")] = None,
    log: Annotated[Literal["text", "json"], Parameter(env_var="FAIRDEAL_LOG")] = "text",
) -> None:
    """Let the processors of this machine think for the bots of servers elsewhere, until Ctrl-C.

    Servers that were started with the same --bus send what a seat sees and was told, and nothing else. Their own
    processes do what nobody takes. Both need the very same version of Fairdeal: another one gets nothing to do.

    Parameters
    ----------
    bus
        The bus of the servers, nats://USER:PASSWORD@HOST:PORT.
    workers
        How many processes think; all cores but one if left out.
    log
        How the log is written: a line of text each, or one of JSON.
    """
    import asyncio

    from fairdeal.bots import lending
    from fairdeal.bus import check_address
    from fairdeal.cli.arguments import check_range
    from fairdeal.server.logs import write_log

    check_address(bus)
    if workers is not None:
        check_range("--workers", workers, 1, 1024)
    write_log(log, "INFO")
    asyncio.run(lending.lend(bus, workers))


def _say_end(table: ClientTable) -> None:
    result = table.result
    _say(say("join.ended") if result is None else say("join.over", lines=" ".join(result["lines"])))


def _say(message: Message) -> None:
    print(HOUSE.said(message, language.get()), flush=True)
