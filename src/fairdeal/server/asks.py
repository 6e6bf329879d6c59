"""Every message that a client sends, over one socket per table; `protocol` has those of the server.

A client never says who it is: the session's cookie does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Digits = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=8)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Action = Annotated[str, msgspec.Meta(max_length=200)]


def _tag_of_ask(name: str) -> str:
    return name.removesuffix("Ask").lower()


class _Ask(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=_tag_of_ask, forbid_unknown_fields=True):
    pass


class HelloAsk(_Ask, frozen=True):
    """The first message: the number of the last event the client has, 0 for none. The answer is `welcome`."""

    seen: Number = 0
    protocol: Number | None = None
    """The version of this page that the client was written for; another one than the server's is refused."""
    language: Name = ""
    """In which language the client wants to be spoken to, as `de` or `de-AT`; else by its header Accept-Language."""


class JoinAsk(_Ask, frozen=True):
    """Take a seat, a free one of your choice or the first. Then commit to a nonce."""

    id: Id
    seat: SeatNumber | None = None


class FreeAsk(_Ask, frozen=True):
    """Free a seat before the start: your own, or, as the host, any."""

    id: Id
    seat: SeatNumber


class BotAsk(_Ask, frozen=True):
    """The host puts a bot of a level into a free seat."""

    id: Id
    seat: SeatNumber
    level: Name


class CommitAsk(_Ask, frozen=True):
    """Promise a nonce for a start: the hash c_i of [the fair deal](fair-deal.md), for your seat."""

    id: Id
    start: Number
    commitment: Digits


class RevealAsk(_Ask, frozen=True):
    """Open your nonce when the table is called, after you have written down what all have promised. Once."""

    id: Id
    start: Number
    nonce: Digits


class PlayAsk(_Ask, frozen=True):
    """Act: one action, or two of which the second counts only if the first is accepted.

    `number` is that of the last event the client knew when its player chose. The same id is never done twice.
    """

    id: Id
    number: Number
    actions: Annotated[tuple[Action, ...], msgspec.Meta(min_length=1, max_length=2)]


class WhyAsk(_Ask, frozen=True):
    """Ask why something is not allowed now: an action by its text, or what picks mean. Only you get the answer."""

    id: Id
    action: Action = ""
    picks: Annotated[tuple[Name, ...], msgspec.Meta(max_length=12)] = ()
    """Ids of pieces, buttons, squares and turns, as in a path; they need be no beginning of one."""


class ChoicesAsk(_Ask, frozen=True):
    """Ask what you can do now, in words: for who reads the table and does not look at it. The answer is `choices`."""

    id: Id


class ViewAsk(_Ask, frozen=True):
    """Ask for all that your seat can know, as a program reads it. The answer is `view`."""

    id: Id


class AboutAsk(_Ask, frozen=True):
    """Ask for everything about a piece or a counter, in sentences; the answer is `about`, and nobody else hears of it.

    By what you can see now, or, with `number`, saw after that event; after the end through the eyes of any seat.
    """

    id: Id
    pick: Name
    """The id of the piece or the counter."""
    number: Number | None = None
    eyes: int | None = None


class HintAsk(_Ask, frozen=True):
    """Ask what a bot would do in your place, where the table allows it. The answer is `advice`, and all are told."""

    id: Id


class UndoAsk(_Ask, frozen=True):
    """Take back your latest action: at once if nobody learned anything, else the others are asked.

    Where there is nobody to ask, alone among bots, it is refused if anything was turned up since then.
    """

    id: Id


class RequestAsk(_Ask, frozen=True):
    """Ask the other players for a pause, or for more time for everybody."""

    id: Id
    what: Literal["pause", "time"]


class AgreeAsk(_Ask, frozen=True):
    """Agree to what is asked for."""

    id: Id


class DeclineAsk(_Ask, frozen=True):
    """Decline it, or take your own request back."""

    id: Id


class ResumeAsk(_Ask, frozen=True):
    """End a pause."""

    id: Id


class LeaveAsk(_Ask, frozen=True):
    """Let a bot play on for you."""

    id: Id


class DecideAsk(_Ask, frozen=True):
    """Say what shall become of the seat of a player who is away (`away`): wait on, a bot of a level, or end the game.

    The host decides alone from `host_from` on; everybody who plays has a vote from `all_from` on, and may change it.
    """

    id: Id
    seat: SeatNumber
    what: Literal["wait", "bot", "end"]
    level: Name = ""
    """Of the bot; one of medium strength if left out."""


class RematchAsk(_Ask, frozen=True):
    """After the end: offer a rematch, join the one that is offered, decline it; cancel your own offer, or start it.

    It starts by itself when all players who are here have answered. Who joins has a seat at the next table, `rematch`.
    """

    id: Id
    what: Literal["offer", "join", "decline", "cancel", "start"]


class ReturnAsk(_Ask, frozen=True):
    """Take your seat back from the bot."""

    id: Id


class SayAsk(_Ask, frozen=True):
    """Say something to the table: a text of at most 200 characters, or one of the phrases."""

    id: Id
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    phrase: Name = ""


class MuteAsk(_Ask, frozen=True):
    """Hear no more from a seat, or hear it again."""

    id: Id
    seat: SeatNumber
    on: bool = True


class PastAsk(_Ask, frozen=True):
    """See the game as you saw it after event `number`; after the end, through the eyes of any seat (-2: nobody's)."""

    id: Id
    number: Number
    eyes: int | None = None


class PingAsk(_Ask, frozen=True):
    """Measure the connection; the answer is `pong`."""

    id: Id


class PongAsk(_Ask, frozen=True):
    """Answer a `ping` of the server, at once."""

    id: Id


Ask = (
    HelloAsk
    | JoinAsk
    | FreeAsk
    | BotAsk
    | CommitAsk
    | RevealAsk
    | PlayAsk
    | WhyAsk
    | ChoicesAsk
    | ViewAsk
    | AboutAsk
    | HintAsk
    | UndoAsk
    | RequestAsk
    | AgreeAsk
    | DeclineAsk
    | ResumeAsk
    | LeaveAsk
    | DecideAsk
    | RematchAsk
    | ReturnAsk
    | SayAsk
    | MuteAsk
    | PastAsk
    | PingAsk
    | PongAsk
)
FROM_CLIENT = Ask.__args__

decode: Callable[[bytes | str], Ask] = msgspec.json.Decoder(Ask).decode
"""Read a client's message; raise msgspec.DecodeError or its ValidationError."""
