"""The bus between processes: NATS. What is sent may be lost, doubled or late, and whoever listens has to know that.

A connection that breaks is made anew for ever, and soon noticed: a ping a second, and two may stay without an answer.
What is sent meanwhile is lost, since whoever it was for could not tell how old it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from fairdeal.errors import BadOption, FairdealError
from fairdeal.failures import log_failure, log_trouble

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

SCHEMES = ("nats", "tls")
FORM = "give nats://USER:PASSWORD@HOST:PORT"
PING_EVERY = 1  # seconds
PINGS = 2  # that may stay without an answer
CONNECT_WITHIN = 2  # seconds
AGAIN_AFTER = 0.25  # seconds between two tries to connect
MOST_WAITING = 16 * 1024 * 1024  # bytes that wait for a bus that takes them slowly; what comes then is lost


class Letter(NamedTuple):
    """What was sent, to which subject, and where an answer goes. Without data: nobody listened to what was sent."""

    data: bytes
    subject: str
    answer_to: str


Hear = Callable[[Letter], None]


def check_address(url: str) -> None:
    """Refuse an address that is none, or of a bus that lets anybody in who reaches the machine."""
    try:
        parts = [urlsplit(one) for one in url.split(",")]
        are_whole = all(part.scheme in SCHEMES and part.hostname and (part.port or True) for part in parts)
    except ValueError:
        are_whole = False
    if not are_whole:
        raise BadOption(f"The address of the bus cannot be read: {FORM}.")
    for part in parts:
        if not (part.username or is_near(part.hostname or "")):
            raise BadOption(f"The bus {shown(url)} is on another machine, and no password for it is known: {FORM}.")


def is_near(host: str) -> bool:
    """Tell whether a host is this machine, as only its own programs reach it."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def shown(url: str) -> str:
    """Give the address of a bus as people may see it: without passwords.

    >>> shown("nats://ann:secret@one:4222,nats://two")
    'nats://one:4222,nats://two'
    """
    return ",".join(f"{one.partition('//')[0]}//{one.partition('//')[2].rpartition('@')[2]}" for one in url.split(","))


class Listening:
    """A subject that is listened to, over all connections, until it is stopped."""

    def __init__(self, bus: Bus, subject: str, hear: Hear, group: str) -> None:
        self.client: Client | None = None
        """The connection at which it listens."""
        self._subject = subject
        self._group = group
        self._bus = bus
        self._pass_on = hear
        self._subscription: Subscription | None = None

    async def listen_at(self, client: Client) -> None:
        self.client = client
        self._subscription = await client.subscribe(self._subject, self._group, self._hear)

    async def _hear(self, message: Msg) -> None:
        """Pass on what came; a message that nobody can make sense of harms no other."""
        try:
            self._pass_on(Letter(message.data, message.subject, message.reply))
        except Exception as error:
            log_failure("A message of the bus", error)

    async def stop(self) -> None:
        self._bus.ears.discard(self)
        if self._subscription is not None:
            with contextlib.suppress(Exception):  # its connection may have ended
                await self._subscription.unsubscribe()


class Bus:
    """A connection to NATS, made again whenever it breaks."""

    def __init__(self, url: str) -> None:
        check_address(url)
        self._url = url
        self.ears: set[Listening] = set()
        self.when_lost: list[Callable[[], None]] = []
        """Called whenever the connection breaks: all that was on its way is lost."""
        self._client: Client | None = None
        self._waiting: deque[tuple[str, bytes, str]] = deque()
        self._bytes = 0
        self._sending: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        return self._client is not None

    @property
    def most(self) -> int:
        """How many bytes one message may have."""
        return 0 if self._client is None else self._client.max_payload

    # --- life ---

    async def start(self) -> None:
        """Connect; if that takes long, go on trying beside whatever else is to be done."""
        is_up = asyncio.Event()
        self._keeping = asyncio.create_task(self._keep(is_up))
        waiting = asyncio.create_task(is_up.wait())
        await asyncio.wait((waiting, self._keeping), timeout=CONNECT_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._keeping.done():
            await self._keeping

    async def stop(self) -> None:
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=CONNECT_WITHIN)
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])

    async def _keep(self, is_up: asyncio.Event) -> None:
        client_of = _library()
        while True:
            over = asyncio.Event()
            client = client_of()
            try:
                await self._connect(client, over)
                is_up.set()
                await over.wait()
            except asyncio.CancelledError:
                await self._part_from(client)
                raise
            except Exception as error:
                log_trouble(FairdealError(f"The bus {shown(self._url)} cannot be reached: {reason_of(error)}."))
            await self._part_from(client)
            await asyncio.sleep(AGAIN_AFTER)

    async def _connect(self, client: Client, over: asyncio.Event) -> None:
        async def note_error(error: Exception) -> None:
            """It ends the connection, or harms nothing."""

        async def note_end() -> None:
            over.set()

        async with asyncio.timeout(CONNECT_WITHIN):
            await client.connect(
                self._url.split(","),
                error_cb=note_error,
                closed_cb=note_end,
                disconnected_cb=note_end,
                allow_reconnect=False,  # what the library sends after a break nobody could tell from what is new
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                connect_timeout=CONNECT_WITHIN,
                ping_interval=PING_EVERY,
                max_outstanding_pings=PINGS,
            )
            while fresh := [ear for ear in self.ears if ear.client is not client]:
                for ear in fresh:
                    await ear.listen_at(client)
                await client.flush()
        self._client = client

    async def _part_from(self, client: Client) -> None:
        was_connected, self._client = self._client is not None, None
        self._waiting.clear()
        self._bytes = 0
        with contextlib.suppress(Exception):  # whatever it complains about, it is gone
            async with asyncio.timeout(CONNECT_WITHIN):
                await client.close()
        if was_connected:
            for tell in self.when_lost:
                tell()

    # --- messages ---

    async def listen(self, subject: str, hear: Hear, group: str = "") -> Listening:
        """Hear what is sent to a subject; of a group one hears each message."""
        ear = Listening(self, subject, hear, group)
        self.ears.add(ear)
        if self._client is not None:
            await ear.listen_at(self._client)
        return ear

    def send(self, subject: str, data: bytes, answer_to: str = "") -> None:
        """Send something soon, in order. Nobody is told if it is lost."""
        if self._client is None or self._bytes + len(data) > MOST_WAITING:
            return
        self._waiting.append((subject, data, answer_to))
        self._bytes += len(data)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting and self._client is not None:
                subject, data, answer_to = self._waiting.popleft()
                self._bytes -= len(data)
                await self._client.publish(subject, data, answer_to)
        except Exception as error:  # the connection has ended, and whoever keeps it notices
            log_trouble(FairdealError(f"The bus did not take a message: {reason_of(error)}."))
        finally:
            self._sending = None


def reason_of(error: BaseException) -> str:
    """Say what is wrong with a bus, without a stop."""
    return (str(error) or type(error).__name__).strip().rstrip(".")


def _library() -> type[Client]:
    try:
        from nats.aio.client import Client
    except ModuleNotFoundError as error:
        raise FairdealError(f"The module {error.name} is missing: install the project's extra 'cluster'.") from None
    return Client
