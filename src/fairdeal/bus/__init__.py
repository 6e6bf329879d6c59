"""The bus between processes: NATS. What is sent may be lost, doubled or late, and whoever listens has to know that.

A connection that breaks is made anew for ever, and soon noticed: a ping a second, and two may stay without an answer.
What is sent meanwhile is lost, since whoever it was for could not tell how old it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import itertools
from collections.abc import Callable
from urllib.parse import urlsplit

from fairdeal.bus.link import Hear, Letter, Link
from fairdeal.errors import BadOption, FairdealError
from fairdeal.failures import log_failure, log_trouble

__all__ = ["Bus", "Hear", "Letter", "Listening", "check_address", "shown"]

SCHEMES = ("nats", "tls")
FORM = "give nats://USER:PASSWORD@HOST:PORT"
CONNECT_WITHIN = 2  # seconds
AGAIN_AFTER = 0.25  # seconds between two tries to connect


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
        self.link: Link | None = None
        """The connection at which it listens."""
        self._subject = subject
        self._group = group
        self._bus = bus
        self._pass_on = hear
        self._name = 0

    def listen_at(self, link: Link) -> None:
        self.link = link
        self._name = link.subscribe(self._subject, self._hear, self._group)

    def _hear(self, letter: Letter) -> None:
        """Pass on what came; a message that nobody can make sense of harms no other."""
        self._bus.heard += 1
        try:
            self._pass_on(letter)
        except Exception as error:
            log_failure("A message of the bus", error)

    def stop(self) -> None:
        self._bus.ears.discard(self)
        if self.link is not None:
            self.link.unsubscribe(self._name)


class Bus:
    """A connection to NATS, made again whenever it breaks."""

    def __init__(self, url: str) -> None:
        check_address(url)
        self._url = url
        self._places = itertools.cycle(url.split(","))
        self.ears: set[Listening] = set()
        self.when_lost: list[Callable[[], None]] = []
        """Called whenever the connection breaks: all that was on its way is lost."""
        self.sent = self.heard = self.lost = 0
        """Messages; those that were lost found no bus, or too slow a one, or were missed by who hears."""
        self._link: Link | None = None
        self._keeping: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        return self._link is not None

    @property
    def most(self) -> int:
        """How many bytes one message may have."""
        return 0 if self._link is None else self._link.most

    # --- life ---

    async def start(self) -> None:
        """Connect; if that takes long, go on trying beside whatever else is to be done."""
        is_up = asyncio.Event()
        self._keeping = asyncio.create_task(self._keep(is_up))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_WITHIN):
                await is_up.wait()

    async def stop(self) -> None:
        """End, after what was sent before."""
        link = self._link
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
        if link is not None:
            await asyncio.wait([link.over], timeout=CONNECT_WITHIN)
            link.abort()

    async def _keep(self, is_up: asyncio.Event) -> None:
        while True:
            try:
                async with asyncio.timeout(CONNECT_WITHIN):
                    link = await self._connected()
            except (OSError, FairdealError) as error:  # a timeout is an OSError
                log_trouble(FairdealError(f"The bus {shown(self._url)} cannot be reached: {reason_of(error)}."))
            else:
                is_up.set()
                await self._use(link)
            await asyncio.sleep(AGAIN_AFTER)

    async def _connected(self) -> Link:
        """Connect to the next of the addresses, and listen there to all that is listened to."""
        link = await Link.to(next(self._places))
        for ear in self.ears:
            ear.listen_at(link)
        return link

    async def _use(self, link: Link) -> None:
        """Send and hear by a connection until it ends."""
        self._link = link
        try:
            await link.over
        finally:
            self._link = None
            link.close()
            for tell in self.when_lost:
                tell()

    # --- messages ---

    async def listen(self, subject: str, hear: Hear, group: str = "") -> Listening:
        """Hear what is sent to a subject, from now on; of a group one hears each message."""
        ear = Listening(self, subject, hear, group)
        self.ears.add(ear)
        if self._link is not None:
            ear.listen_at(self._link)
        return ear

    def send(self, subject: str, data: bytes, answer_to: str = "") -> None:
        """Send something, in order. Nobody is told if it is lost."""
        if self._link is not None and self._link.publish(subject, data, answer_to):
            self.sent += 1
        else:
            self.lost += 1


def reason_of(error: BaseException) -> str:
    """Say what is wrong with a bus, without a stop."""
    return (str(error) or type(error).__name__).strip().rstrip(".")
