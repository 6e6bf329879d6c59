"""The fair deal, version 2: every card follows from a secret of the server and a nonce of each person, all promised
before the first card, for terms that everybody saw.

Pure: random bytes come from whoever calls. docs/fair-deal.md says what this proves, against whom, and has a worked
example; tests/vectors/fair_deal.json has all of it in numbers. `fairness_1` is the version before, for what is old.

Whatever is hashed is a list of parts, each after its length in 4 bytes, so no two lists read alike. Whole numbers are 4
bytes, the highest first. A text is UTF-8.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec

from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.engine.chance import Rng, Tape
from fairdeal.errors import BadOption, BadRecord
from fairdeal.language.messages import say
from fairdeal.structs import converter

T = TypeVar("T")

VERSION = 2
SECRET = NONCE = SALT = 32  # bytes
MOST_VOIDS = 3  # starts that may fail; then the table closes
BOT = b"bot"
HIDDEN = "hidden"
LARGEST_NUMBER = 2**53 - 1  # that every language reads alike

# --- hashes ----------------------------------------------------------------------------------------------------------

Part = bytes | str | int


def packed(*parts: Part) -> bytes:
    """Write parts one after another, each after its length."""
    written = map(_bytes, parts)
    return b"".join(len(part).to_bytes(4, "big") + part for part in written)


def _bytes(part: Part) -> bytes:
    if isinstance(part, int):
        return part.to_bytes(4, "big")
    return part.encode() if isinstance(part, str) else part


def hashed(*parts: Part) -> bytes:
    """SHA-256 of parts."""
    return hashlib.sha256(packed(*parts)).digest()


def canonical(value: Json) -> bytes:
    """Write JSON in the only way: keys in order, no spaces, letters as they are (RFC 8785, without fractions).

    >>> canonical({"b": [1, True, None], "a": "é"}).decode()
    '{"a":"é","b":[1,true,null]}'
    """
    for part in _values(value):
        if isinstance(part, float) or (isinstance(part, int) and abs(part) > LARGEST_NUMBER):
            raise BadOption(say("table.large_number", most=LARGEST_NUMBER, number=part))
        if isinstance(part, Mapping) and not all(isinstance(key, str) and key.isascii() for key in part):
            raise BadOption(say("table.strange_key"))
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _values(value: Json) -> Iterator[Json]:
    yield value
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    for part in inner:
        yield from _values(part)


def terms_hash(terms: Mapping[str, Json]) -> bytes:
    """T: what is played, how, and at which table. Of a copied deal, the terms of the table that it was dealt at."""
    if terms["copied_from"]:
        terms = {**terms, "table": terms["copied_from"], "copied_from": ""}
    return hashed("fairdeal/2 terms", canonical(terms))


def secret_commitment(terms: bytes, start: int, secret: bytes) -> bytes:
    """C: the server's promise for one start, counted from 1."""
    return hashed("fairdeal/2 secret", terms, start, _sized(secret))


def nonce_commitment(terms: bytes, promise: bytes, start: int, seat: int, nonce: bytes) -> bytes:
    """c_i: the promise of a person on seat i, for these terms, this promise C of the server and this start alone."""
    return hashed("fairdeal/2 nonce", terms, promise, start, seat, _sized(nonce))


def call_hash(terms: bytes, promise: bytes, start: int, promises: Sequence[bytes | None]) -> bytes:
    """A: all that was promised when the table was called, seat by seat; None is a bot."""
    return hashed("fairdeal/2 call", terms, promise, start, *(BOT if its is None else _sized(its) for its in promises))


def block(secret: bytes, call: bytes, nonces: Sequence[bytes], k: int, b: int) -> bytes:
    """Block b of the random numbers of deal k; the nonces are those of people, in order of seats."""
    message = packed("fairdeal/2 deal", call, *(_sized(nonce) for nonce in nonces), k, b)
    return hmac.digest(_sized(secret), message, "sha256")


def secret_of(master: bytes, start: int) -> bytes:
    """Make the secret of one start, so that telling it tells nothing of the others. The server's own affair."""
    return hmac.digest(_sized(master), packed("fairdeal/2 start", start), "sha256")


def hidden_hash(salt: bytes, value: Json) -> bytes:
    """Bind an option that players must not know before the end."""
    return hashed("fairdeal/2 hidden", _sized(salt), canonical(value))


def code_of(call: bytes) -> str:
    """Twelve letters of a call, to compare aloud.

    >>> code_of(bytes(range(32)))
    'ABCD EFGH IJKL'
    """
    letters = "".join(chr(ord("A") + byte % 26) for byte in call[:12])
    return f"{letters[:4]} {letters[4:8]} {letters[8:]}"


def _sized(given: bytes) -> bytes:
    """HMAC takes a short key and the same with zeros behind it for one, so lengths are fixed."""
    if len(given) != SECRET:
        raise ValueError(f"A secret, a nonce or a hash has {SECRET} bytes, not {len(given)}.")
    return given


# --- terms -----------------------------------------------------------------------------------------------------------


def terms_of(
    table: str,
    game: Game,
    seats: int,
    options: Mapping[str, Json],
    data: Mapping[str, Json] | None,
    salts: Mapping[str, str],
    copied_from: str = "",
) -> dict[str, Json]:
    """Say what everybody at a table agrees to; options that chance makes follow from the deal and are no part of it."""
    chosen = {option.name: option.default for option in game.options if option.default is not None}
    agreed = {**chosen, **options}
    for name, salt in salts.items():
        agreed[name] = {HIDDEN: hidden_hash(bytes.fromhex(salt), agreed[name]).hex()}
    terms = {
        "table": table,
        "game": game.name,
        "rules_version": game.rules_version,
        "seats": seats,
        "options": agreed,
        "data": None if data is None else dict(data),
        "copied_from": copied_from,
    }
    canonical(terms)
    return terms


# --- a deal ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """All that the cards of one table follow from.

    Every event of the dealer takes the next number, also one that needs no chance (the common start of a real-time
    game): k = what `settled` says + the number of earlier events of the dealer. Undo never crosses chance, so no number
    is used twice.
    """

    secret: bytes
    call: bytes
    nonces: tuple[bytes, ...]
    """Of people, in order of seats."""

    def tape(self, k: int) -> Tape:
        """The random numbers of deal k."""
        return Tape(lambda b: block(self.secret, self.call, self.nonces, k, b))

    def drawn(self, k: int, drawing: Callable[[Rng], T]) -> T:
        """Draw deal k."""
        return self.tape(k).draw(drawing)

    def settled(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        data: Mapping[str, Json] | None = None,
    ) -> tuple[Setting, int]:
        """Settle how the game is played; also give the number of the dealer's first deal.

        Options that are made by chance, such as a random deck, are deal 0, and the dealer's first is deal 1. If no
        chance was needed, that is deal 0.
        """
        tape = self.tape(0)
        setting = tape.draw(lambda rng: game.setting(seats, options, data, rng))
        return setting, int(tape.used > 0)


# --- documents -------------------------------------------------------------------------------------------------------

# \Z and not $, which would let a line end pass.
Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
StartNumber = Annotated[int, msgspec.Meta(ge=1, lt=1 << 32)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=8)]


class SeatPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat promised, and the nonce if it opened one; a bot promises nothing."""

    commitment: Hex | None = None
    nonce: Hex | None = None
    bot: bool = False

    @property
    def promise(self) -> bytes | None:
        return None if self.commitment is None else bytes.fromhex(self.commitment)


class VoidPart(msgspec.Struct, frozen=True):
    """A start at which somebody stayed silent: a person without a nonce. Its secret is told, so its deal is known."""

    secret: Hex
    seats: tuple[SeatPart, ...]

    @property
    def silent(self) -> tuple[int, ...]:
        return tuple(seat for seat, its in enumerate(self.seats) if not its.bot and its.nonce is None)


Draw = tuple[Annotated[int, msgspec.Meta(ge=1, le=1 << 31)], Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]]
"""A number n, and the one that was drawn below it."""


class HiddenPart(msgspec.Struct, frozen=True):
    """An option that was bound and not told: its salt and its value."""

    salt: Hex
    value: Json


class FairPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="version", tag=VERSION):
    """The part `fair` of a finished game's record: all that its deals follow from.

    Of a copied deal the terms are those of this table, and all else is of the table that it was dealt at.
    """

    terms: dict[str, Json]
    secret: Hex
    start: StartNumber
    seats: tuple[SeatPart, ...]
    voids: tuple[VoidPart, ...] = ()
    hidden: dict[str, HiddenPart] = {}
    draws: tuple[tuple[Draw, ...], ...] | None = None
    """What each deal drew, from deal 0 on, for whoever checks without the rules; records of older servers lack it."""

    @property
    def table(self) -> str:
        return str(self.terms["table"])

    @property
    def commitment(self) -> bytes:
        """C, as it follows from the secret."""
        return secret_commitment(terms_hash(self.terms), self.start, bytes.fromhex(self.secret))

    @property
    def call(self) -> bytes:
        """A, as it follows from the secret and the seats' promises."""
        return call_hash(terms_hash(self.terms), self.commitment, self.start, [its.promise for its in self.seats])

    @property
    def deal(self) -> Deal:
        """The deal that the record was made with, if it says the truth."""
        nonces = tuple(bytes.fromhex(its.nonce) for its in self.seats if its.nonce is not None)
        return Deal(bytes.fromhex(self.secret), self.call, nonces)

    def document(self) -> dict[str, Json]:
        """Give it as JSON values, to be put into a record under `fair`."""
        written: dict[str, Json] = msgspec.to_builtins(self)
        return written


_fair_part: Callable[[Json], FairPart] = converter(FairPart)


def read_part(value: Json) -> FairPart:
    """Read the part `fair` of a record. Raise BadRecord."""
    try:
        part = _fair_part(value)
    except msgspec.ValidationError as error:
        raise BadRecord(0, say("record.fair_unreadable", reason=str(error))) from None
    missing = [name for name in TERMS if name not in part.terms]
    if missing:
        raise BadRecord(0, say("record.fair_lacks", name=missing[0]))
    return part


TERMS = ("table", "game", "rules_version", "seats", "options", "data", "copied_from")


class PromisePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a receipt says of a seat."""

    commitment: Hex | None = None
    bot: bool = False

    @property
    def promise(self) -> bytes | None:
        return None if self.commitment is None else bytes.fromhex(self.commitment)


class EarlierStart(msgspec.Struct, frozen=True):
    """What a client kept of a start that was voided."""

    start: StartNumber
    seat: SeatNumber
    commitment: Hex
    """The server's, C."""
    nonce: Hex
    opened: bool
    """Whether the server confirmed that the nonce is open, so that it cannot truly say that this seat stayed silent."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True, tag_field="format", tag="fairdeal-receipt/2"):
    """What a client wrote down when the table was called, before it opened its nonce and saw a card.

    A player of a copied deal has no nonce in it.
    """

    terms: dict[str, Json]
    seat: SeatNumber
    start: StartNumber
    commitment: Hex
    """The server's, C."""
    seats: tuple[PromisePart, ...]
    call: Hex
    """A."""
    nonce: Hex | None
    earlier: tuple[EarlierStart, ...] = ()
    evidence: tuple[str, ...] = ()
    """What the server said that contradicts what it had said before."""
    time: str = ""

    @property
    def table(self) -> str:
        return str(self.terms.get("table"))

    def encode(self) -> bytes:
        """Give it as a JSON document."""
        return msgspec.json.encode(self) + b"\n"


as_receipt: Callable[[Json], Receipt] = converter(Receipt)
"""Read a receipt. It raises msgspec.ValidationError."""


def version_of(document: Any) -> int:
    """Tell by which version a record's part `fair`, or a receipt, was written."""
    if not isinstance(document, Mapping):
        return VERSION
    return 1 if "version" not in document and document.get("format") != "fairdeal-receipt/2" else VERSION
