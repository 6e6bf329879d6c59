"""What servers and bots on other machines tell each other over the bus.

An errand holds the view of a seat and what that seat was told, never a state. It goes to whoever has the very same
source, by the subject alone: a worker of another version hears of none. Whoever offers to work says so every second.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Literal

import msgspec

import fairdeal
from fairdeal import games
from fairdeal.bots.pool import PATIENCE

GROUP = "bots"  # of all who listen to a subject one gets each errand
OFFERS = "fairdeal.workers"
OFFER_EVERY = 1.0  # seconds
SOURCES = (".py", ".toml")


class JobErrand(msgspec.Struct, array_like=True):
    """A job on its way to another machine."""

    table: str
    game: str
    view: bytes
    told: bytes
    seat: int
    level: str
    is_advice: bool
    rank: int
    number: int
    """Of the last event that the view has seen: what comes after a later one for the same seat is too late."""
    milliseconds: float | None
    """How long until the bot acts, from now on: no clock of another machine is asked."""
    seed: str = ""
    """What it chooses by, if that is not chance: then it has all iterations of its level, however long they take."""

    @property
    def seconds(self) -> float:
        """How long it may take."""
        if self.seed:
            return PATIENCE
        level = games.find(self.game).level(self.level)
        return level.seconds if self.milliseconds is None else self.milliseconds / 1000


class Reply(msgspec.Struct, array_like=True):
    """What became of an errand: it was taken, by whom, or there is no free process, or it is done."""

    kind: Literal["taken", "busy", "less", "done", "failed"]
    worker: str
    text: str = ""


class WorkOffer(msgspec.Struct, array_like=True):
    """Who would work, with how many processes, on which games and by which source of each."""

    worker: str
    processes: int
    codes: dict[str, str]


encode = msgspec.msgpack.Encoder().encode
read_errand = msgspec.msgpack.Decoder(JobErrand).decode
read_reply = msgspec.msgpack.Decoder(Reply).decode
read_offer = msgspec.msgpack.Decoder(WorkOffer).decode


def subject_for(code: str) -> str:
    return f"fairdeal.errands.{code}"


@functools.cache
def code_of(name: str) -> str:
    """Digest all source that decides how a game is played and thought about."""
    house, found = Path(fairdeal.__file__).parent, games.find(name).folder
    folders = [house] if found.is_relative_to(house) else [house, found]
    digest = hashlib.sha256(name.encode())
    for folder in folders:
        for file in sorted(file for file in folder.rglob("*") if file.suffix in SOURCES):
            digest.update(f"\0{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:24]
