"""Starting and stopping the server: settings, addresses, signals, and the order of things."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import errno
import gc
import io
import logging
import math
import os
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Literal

import segno
import uvicorn
from starlette.types import ASGIApp

from fairdeal import games
from fairdeal.bots.borrowing import BorrowingBots
from fairdeal.bots.named import NamedBot, new_named
from fairdeal.bots.pool import Bots
from fairdeal.bots.preparing import Preparing, missing
from fairdeal.bus import Bus, check_address
from fairdeal.contract.options import Json
from fairdeal.engine.compiling import left_to_others
from fairdeal.errors import BadOption, FairdealError
from fairdeal.failures import log_trouble
from fairdeal.play.company import Patience
from fairdeal.server.app import make_app
from fairdeal.server.guard import Trust, read_name, read_origin
from fairdeal.server.hub import Hub
from fairdeal.server.laboratory import Laboratory
from fairdeal.server.lines import Switchboard
from fairdeal.server.logs import Style, write_log
from fairdeal.server.patience import IDLE, Patient
from fairdeal.server.places import shown
from fairdeal.server.readiness import Readiness
from fairdeal.server.reloading import Reloading
from fairdeal.server.reviews import Reviews
from fairdeal.server.sockets import LARGEST_MESSAGE, LINGER, Sockets
from fairdeal.server.stores import open_store
from fairdeal.server.trunks import DirectLines
from fairdeal.server.uptime import Uptime
from fairdeal.server.wire import Wire

EVERYWHERE = "0.0.0.0"
ANYWHERE = (EVERYWHERE, "::")
NOWHERE = "192.0.2.1"  # an address that nobody has, RFC 5737
DEAD_AFTER = 30_000  # milliseconds after which the system gives up a client that takes nothing
PATIENCE = 5  # seconds for requests that are under way when the server stops
LONGEST_BEAT = 60_000  # milliseconds
LONGEST_ABSENCE = 24 * 3600  # seconds
LONGEST_DRAIN = 600  # seconds

Lines = Literal["direct", "bus"]

log = logging.getLogger(__name__)

# --- settings --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8123
    lan: bool = False
    store: str = ""
    workers: int | None = None
    beat: int = 500
    origins: tuple[str, ...] = ()
    proxy: bool = False
    access_log: bool = False
    open_browser: bool = False
    host_names: tuple[str, ...] = ()
    host_decides: int = 60
    all_decide: int = 180
    reload: bool = False
    data: Mapping[str, dict[str, Json]] = field(default_factory=dict)
    """By game: a data file in place of its own."""
    named: tuple[NamedBot, ...] = ()
    """Bots that may sit here beside the levels."""
    drain_after: float = 2.0
    """Seconds from SIGTERM until people are sent away: a proxy's next check comes first."""
    log: Style = "text"
    bus: str = ""
    """NATS between the processes of one store, and to bots on other machines; empty for none."""
    lines: Lines = "direct"
    """How people are led to tables of other processes first."""
    address: str = ""
    """Where other processes of the same store reach this one; found by itself if empty."""
    lab: Path | None = None
    """The folder of experiments; None for no lab."""
    lab_for_all: bool = False
    """Whether everybody may start experiments who reaches this server."""
    lab_nice: int = 19
    """How far experiments give way to everything else."""
    front: str = "/"
    """The page that is opened in the browser."""

    def check(self) -> None:
        """Refuse what cannot be meant."""
        if not 0 <= self.port <= 65535:
            raise BadOption(f"--port is a number from 0 to 65535, not {self.port}.")
        if self.workers is not None and self.workers < 1:
            raise BadOption(f"--workers is a number from 1 on, not {self.workers}.")
        if not 0 <= self.beat <= LONGEST_BEAT:
            raise BadOption(f"--beat is a number of milliseconds from 0 to {LONGEST_BEAT}, not {self.beat}.")
        if not 0 <= self.lab_nice <= 19:
            raise BadOption(f"--lab-nice is a number from 0 to 19, not {self.lab_nice}.")
        for name, seconds in (("host-decides", self.host_decides), ("all-decide", self.all_decide)):
            if not 0 <= seconds <= LONGEST_ABSENCE:
                raise BadOption(f"--{name} is a number of seconds from 0 to {LONGEST_ABSENCE}, not {seconds}.")
        if not 0 <= self.drain_after <= LONGEST_DRAIN:
            raise BadOption(f"--drain-after is a number of seconds from 0 to {LONGEST_DRAIN}, not {self.drain_after}.")
        if self.bus:
            check_address(self.bus)
        if self.lan and self.host not in (Settings.host, EVERYWHERE):
            raise BadOption(f"--lan listens at every address of this machine, and --host only at {self.host}.")

    @property
    def trust(self) -> Trust:
        own = own_names() if self.lan or self.host in ANYWHERE else frozenset({self.host.lower()})
        return Trust(frozenset(map(read_origin, self.origins)), self.proxy, own | set(map(read_name, self.host_names)))

    @property
    def pauses(self) -> tuple[int, int]:
        """How long bots wait at least and at most."""
        return self.beat, self.beat * 7 // 5

    @property
    def patience(self) -> Patience:
        """How long a player may be away before the others decide."""
        return Patience(1000 * self.host_decides, 1000 * self.all_decide)


def default_store(name: str = "fairdeal") -> str:
    """Give the store in the user's data folder, which nobody else may look into; make the folder."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FairdealError(f"The folder {folder} cannot be made: {error.strerror}. Choose one with --store.") from None
    return f"sqlite:{folder / f'{name}.sqlite'}"


def data_folder() -> Path:
    """Give the folder of all that is kept for this user."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "fairdeal"


# --- addresses -------------------------------------------------------------------------------------------------------


def bind(host: str, port: int) -> socket.socket:
    """Take an address before anything else is done, so that whoever cannot have it learns it at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise FairdealError(f"There is no address {host!r}.") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted sockets inherit it, on Linux
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER)
        listener.bind(address)
        listener.listen()  # two may bind before either listens, so only this tells
    except OSError as error:
        listener.close()
        raise FairdealError(_why_not(host, port, error)) from None
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} of {host} is in use: stop the other program, or choose another port with --port."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} of {host} is not for everybody: choose one from 1024 on with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"This machine does not have the address {host}."
    return f"Port {port} of {host} cannot be listened to: {error.strerror}."


def lan_address() -> str | None:
    """Find the address of this machine in its network; None if it is in none.

    Connecting a datagram socket sends nothing: it only asks the system which way a packet would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((NOWHERE, 9))
        except OSError:
            return None
        address = str(asking.getsockname()[0])
    return None if address == EVERYWHERE or address.startswith("127.") else address


def own_names() -> frozenset[str]:
    """List what this machine is called in its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"})


def web_address(host: str, port: int) -> str:
    """Write the address for a browser.

    >>> web_address("::1", 8123)
    'http://[::1]:8123'
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def qr_code(text: str) -> str:
    """Draw a QR code in half blocks, two rows a line, dark on light by its own quiet zone."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()


def own_address(settings: Settings, port: int) -> str:
    """Give where other processes of the same store reach this one."""
    is_everywhere = settings.lan or settings.host in ANYWHERE
    host = (lan_address() or "127.0.0.1") if is_everywhere else settings.host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def greeting(settings: Settings, port: int, store: str) -> str:
    """Say where the server is."""
    host = "127.0.0.1" if settings.lan or settings.host == EVERYWHERE else settings.host
    lines = [f"Fairdeal is at {web_address(host, port)} (Ctrl-C stops it)."]
    if settings.lan:
        address = lan_address()
        if address is None:
            lines.append("No other network was found, so phones cannot reach this machine.")
        else:
            there = web_address(address, port)
            lines += [f"In this network it is at {there}", "", qr_code(there)]
    if settings.lab is not None:
        lines.append(f"The lab is at {web_address(host, port)}/lab; its experiments are kept in {settings.lab}.")
    return "\n".join([*lines, f"Everything is kept in {shown(store)}."])


# --- the server ------------------------------------------------------------------------------------------------------


class QuietServer(uvicorn.Server):
    """uvicorn, whose sockets end with a reason, and whose signals end it with exit code 0."""

    def __init__(
        self,
        config: uvicorn.Config,
        sockets: Sockets,
        when_started: Callable[[], None],
        hand_over: Callable[[], Awaitable[None]],
        readiness: Readiness | None = None,
        drain_after: float = 0.0,
    ) -> None:
        """`hand_over` gives up all tables before those who are here are sent away, whose going is no answer then."""
        super().__init__(config)
        self._hand_over = hand_over
        self._sockets = sockets
        self._when_started = when_started
        self._readiness = readiness or Readiness()
        self._drain_after = drain_after
        self._leaves_at = math.inf

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to `stopping_at_signals`, which is there from the beginning to the end."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_started()

    async def on_tick(self, counter: int) -> bool:
        if self._readiness.is_leaving and (time.monotonic() >= self._leaves_at or not self._sockets.open):
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody any more, tell every client, and only then let uvicorn cut the connections."""
        for server in self.servers:
            server.close()
        await self._give_up()
        self._sockets.close_all()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                while self._sockets.open:
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)

    async def _give_up(self) -> None:
        """Let others have what is here; if that fails, they wait until it has expired."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._hand_over()
        except (TimeoutError, FairdealError) as error:
            log_trouble(error)

    def drain(self) -> None:
        """Let nobody be sent here, and end when a proxy has noticed or nobody is here; if asked again, soon."""
        if self._readiness.is_leaving:
            self.stop()
            return
        self._leaves_at = time.monotonic() + self._drain_after
        self._readiness.is_leaving = True

    def stop(self) -> None:
        """End soon; if asked again, at once."""
        self._readiness.is_leaving = True
        self.force_exit = self.should_exit
        self.should_exit = True


@contextlib.contextmanager
def stopping_at_signals(server: QuietServer) -> Iterator[None]:
    """Let a service manager drain the server, and Ctrl-C stop it, whose person does not want to wait."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        server.stop()

    def drain(number: int, frame: FrameType | None) -> None:
        server.drain()

    before = {number: signal.signal(number, do) for number, do in ((signal.SIGINT, stop), (signal.SIGTERM, drain))}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def run(settings: Settings, say: Callable[[str], None], ready: Callable[[QuietServer, int], None]) -> None:
    """Serve until stopped; `ready` is told when clients can come, and where."""
    settings.check()
    games.check_outside()
    trust = settings.trust
    url = settings.store or default_store()
    listener = bind(EVERYWHERE if settings.lan else settings.host, settings.port)
    with contextlib.closing(listener):
        port = listener.getsockname()[1]
        store = open_store(url, settings.address or own_address(settings, port))
        bus = Bus(settings.bus) if settings.bus else None
        bots = new_bots(settings, bus)
        preparing = Preparing(missing())
        reloading = Reloading(bots, preparing) if settings.reload else None
        limits, data, named = settings.patience, settings.data, settings.named
        hub = Hub(store, bots, Uptime(), settings.pauses, preparing, limits, reloading, data, named)
        readiness, reviews = Readiness(), Reviews(hub)
        lab = None if settings.lab is None else Laboratory(settings.lab, settings.lab_for_all, settings.lab_nice)
        app, sockets = make_app(hub, trust, readiness=readiness, reviews=reviews, lab=lab)

        def started() -> None:
            say(greeting(settings, port, url))
            ready(server, port)

        config, patience = configuration(app, settings), settings.drain_after
        server = QuietServer(config, sockets, started, hub.hand_over, readiness, patience)
        async with contextlib.AsyncExitStack() as stack:
            stack.enter_context(stopping_at_signals(server))
            stack.enter_context(left_to_others())
            preparing.start()
            stack.callback(preparing.stop)
            await store.start()
            stack.push_async_callback(store.stop)
            if bus is not None:
                hub.measures.bus = bus
                await bus.start()
                stack.push_async_callback(bus.stop)
            await bots.start()
            stack.push_async_callback(bots.stop)
            stack.callback(reviews.stop)
            await hub.start()
            stack.push_async_callback(hub.stop)
            if store.key:
                for lines in leading(hub, app, settings, bus):
                    await lines.start()
                    stack.push_async_callback(lines.stop)
            if lab is not None:
                stack.push_async_callback(lab.close)
            freezing = asyncio.create_task(keep_frozen(sockets))
            stack.callback(freezing.cancel)
            if settings.proxy:  # nobody else asks whether people may be sent here
                loading = asyncio.create_task(readiness.load_games(preparing))
                stack.callback(loading.cancel)
            if not readiness.is_leaving:
                await server.serve([listener])


def leading(hub: Hub, app: ASGIApp, settings: Settings, bus: Bus | None) -> list[Switchboard]:
    """Make the lines by which people are led to other processes, and come from there."""
    key, measures, relays = hub.store.key, hub.measures, hub.relays
    relays.direct = measures.direct = direct = DirectLines(app, key)
    measures.lines = None if bus is None else Switchboard(bus, app, key)
    every: list[Switchboard] = [direct] if measures.lines is None else [direct, measures.lines]
    relays.ways += reversed(every) if settings.lines == "bus" else every
    return every


def new_bots(settings: Settings, bus: Bus | None) -> Bots:
    """With a bus, bots on other machines may think for this server."""
    named = new_named(settings.named)
    return Bots(settings.workers, named=named) if bus is None else BorrowingBots(bus, settings.workers, named=named)


def configuration(app: object, settings: Settings) -> uvicorn.Config:
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]  # Starlette and uvicorn describe the same thing with different types
        interface="asgi3",  # uvicorn would ask for a coroutine, and `Guard` gives one without being one
        http=Patient,
        timeout_keep_alive=IDLE,
        ws=Wire,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # it costs 50 kB a socket and a quarter more time
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=settings.access_log,
        proxy_headers=False,  # `Guard` reads the only one that counts
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    if settings.access_log:
        logging.getLogger("uvicorn.access").setLevel("INFO")
    return config


SMALL = 5_000  # new objects that the collector looks at in one go, which takes some milliseconds
FREEZE_EVERY = 10.0  # seconds


def freeze_memory() -> None:
    """Let the collector pass over all that stays: a full collection would stop every table for half a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SMALL, 1000, 1000)


async def keep_frozen(sockets: Sockets) -> None:
    """Let it pass over what has stayed since, too; while nobody is here, all is looked at once."""
    is_clean = True
    while True:
        await asyncio.sleep(FREEZE_EVERY)
        if not sockets.open and not is_clean:
            gc.unfreeze()
            gc.collect()
        is_clean = not sockets.open
        gc.collect(0)  # a new circle that nobody holds, such as an error and its place, would be passed over for good
        gc.freeze()
        gc.collect()  # looks at nothing, and gives up the free tuples and lists that Python keeps
        give_back_memory()


def give_back_memory() -> None:
    """Give the system back what is free in between; glibc would keep whatever lies below something in use."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C or SIGTERM; the whole of `fairdeal serve`."""
    write_log(settings.log)
    with asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(run(settings, _say, lambda server, port: _ready(settings, port)))


def _ready(settings: Settings, port: int) -> None:
    freeze_memory()
    if settings.open_browser:
        host = "127.0.0.1" if settings.lan or settings.host == EVERYWHERE else settings.host
        # A browser may take its time, or be a program in this very terminal: the server does not wait for it.
        threading.Thread(target=webbrowser.open, args=[web_address(host, port) + settings.front], daemon=True).start()


def _say(text: str) -> None:
    print(text, flush=True)


def new_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """Choose uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
