"""A player's half of the fair deal: what a client pins, what it promises and opens, and when it refuses.

Pure: no clock, no file, no socket, no random bytes of its own making. All that a client has to remember of one table is
`Kept`, one JSON document. Whoever calls keeps it durably before anything is sent that `due` gives: a client that
forgets what it has pinned can be shown another promise, and would open its nonce for that too.

Nothing here takes a hash from the server. What is pinned is never replaced; whatever disagrees with it is evidence, and
from then on no nonce is opened at that table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import structs

from fairdeal.errors import Contradiction, FairdealError
from fairdeal.play.fairness import (
    HIDDEN,
    MOST_VOIDS,
    TERMS,
    EarlierStart,
    Hex,
    PromisePart,
    Receipt,
    SeatNumber,
    StartNumber,
    call_hash,
    code_of,
    nonce_commitment,
    secret_commitment,
    terms_hash,
)
from fairdeal.structs import converter

Json = Any

LONGEST_VALUE = 400  # characters of what is quoted
MOST_EVIDENCE = 20  # sentences; a server that contradicts itself for ever fills no disk
FIRST_VERSION = "This server deals as in version 1, where the server can choose the cards."


# --- what a server tells of a table ----------------------------------------------------------------------------------

MaybeHex = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")]


class ChairSeen(msgspec.Struct, frozen=True):
    """What counts of a chair."""

    who: Literal["nobody", "person", "bot"] = "nobody"
    commitment: MaybeHex = ""
    nonce: MaybeHex = ""


class VoidSeen(msgspec.Struct, frozen=True):
    """What is told of a start that was void."""

    start: StartNumber
    silent: tuple[SeatNumber, ...]
    secret: MaybeHex


class CopiedSeen(msgspec.Struct, frozen=True):
    """What was promised for a deal that is played again."""

    start: StartNumber
    commitment: Hex
    seats: tuple[PromisePart, ...]


class TableSeen(msgspec.Struct, frozen=True):
    """What counts of the document of a table."""

    game: str
    options: dict[str, Json]
    chairs: tuple[ChairSeen, ...]
    phase: Literal["waiting", "called", "playing", "over", "void"]
    commitment: MaybeHex
    start: StartNumber = 1
    voids: tuple[VoidSeen, ...] = ()
    copied_from: str = ""
    copied: CopiedSeen | None = None


_table_seen: Callable[[Json], TableSeen] = converter(TableSeen)


def read_table(document: Json) -> TableSeen:
    """Read what a server tells of a table. Raise Contradiction."""
    try:
        return _table_seen(document)
    except msgspec.ValidationError as error:
        raise Contradiction(f"What the server tells of this table cannot be read: {error}.") from None


# --- what a client keeps ---------------------------------------------------------------------------------------------


class PinnedStart(msgspec.Struct):
    """What is pinned of one start."""

    commitment: Hex
    """The server's, C."""
    nonces: dict[int, Hex] = {}
    """Of this client, by seat: another seat has another nonce."""
    seat: SeatNumber | None = None
    """On which the client sat when the table was called."""
    seats: tuple[PromisePart, ...] = ()
    call: Hex | None = None
    """A."""
    opened: bool = False
    """The nonce was sent."""
    confirmed: bool = False
    """The server said that it got it."""


class Kept(msgspec.Struct):
    """All that a client remembers of one table."""

    table: str
    asked: dict[str, Json] | None = None
    """What this client asked for when it opened the table."""
    terms: dict[str, Json] | None = None
    starts: dict[int, PinnedStart] = {}
    voids: dict[int, VoidSeen] = {}
    agreed: int = 1
    """The last start that the person takes part in; sitting down is consent to the first."""
    receipt: Receipt | None = None
    evidence: list[str] = []


class Pins:
    """The player's half at one table."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept

    # --- questions ---------------------------------------------------------------------------------------------------

    @property
    def evidence(self) -> list[str]:
        """What the server said that contradicts what it had said before."""
        return list(self.kept.evidence)

    @property
    def receipt(self) -> Receipt | None:
        """What was promised, as it was written down before the nonce was opened, and the evidence up to now."""
        if self.kept.receipt is None:
            return None
        return structs.replace(self.kept.receipt, evidence=tuple(self.kept.evidence))

    @property
    def code(self) -> str:
        """Twelve letters of the last call, to compare aloud; empty before there is one."""
        calls = [pin.call for _, pin in sorted(self.kept.starts.items()) if pin.call]
        return code_of(bytes.fromhex(calls[-1])) if calls else ""

    @property
    def lost(self) -> list[int]:
        """The starts at which this seat is said to have been silent though it sent its nonce: that may be lost."""
        voids, starts = self.kept.voids, self.kept.starts
        return [
            n for n, void in sorted(voids.items()) if n in starts and starts[n].opened and starts[n].seat in void.silent
        ]

    def needs_consent(self, document: Json) -> bool:
        """Tell whether the person has to agree to another start before anything is promised for it."""
        if self.kept.evidence or document.get("copied_from"):
            return False
        return bool(document["phase"] == "waiting" and document.get("start", 1) > self.kept.agreed)

    # --- commands ----------------------------------------------------------------------------------------------------

    def confirm(self, start: int) -> None:
        """The server says that it got the nonce."""
        if start in self.kept.starts:
            self.kept.starts[start].confirmed = True

    def agree(self, start: int) -> None:
        """The person takes part in a start after a void."""
        self.kept.agreed = max(self.kept.agreed, start)

    def greet(self, terms: Json, document: Json, you: int | None) -> None:
        """Take what a welcome says: the terms, and how the table stands."""
        try:
            self._see_terms(terms)
        except Contradiction as found:
            self._note(found)
        else:
            self.see(document, you)

    def see(self, document: Json, you: int | None) -> None:
        """Take how the table stands: pin what is new, and compare the rest with what is pinned."""
        try:
            self._see(read_table(document), you)
        except Contradiction as found:
            self._note(found)

    def due(self, document: Json, you: int | None, new_nonce: Callable[[], bytes], now: str) -> Json | None:
        """Give the message that this seat owes: its promise, or its nonce; None if nothing. Keep `kept` first."""
        if you is None or self.kept.evidence:
            return None
        seen = read_table(document)
        if seen.copied is not None:
            self._write_receipt(seen.copied.start, you, None, now)
            return None
        pin, chair = self.kept.starts[seen.start], seen.chairs[you]
        if seen.phase == "waiting" and chair.who == "person" and not chair.commitment:
            return self._promised(seen.start, you, new_nonce) if seen.start <= self.kept.agreed else None
        if seen.phase == "called" and pin.seat == you and you in pin.nonces:
            return self._opened(seen.start, you, now)
        return None

    def _note(self, found: Contradiction) -> None:
        sentence = str(found)
        if sentence not in self.kept.evidence and len(self.kept.evidence) < MOST_EVIDENCE:
            self.kept.evidence.append(sentence)

    # --- terms -------------------------------------------------------------------------------------------------------

    def _see_terms(self, terms: Json) -> None:
        if terms is None:
            raise Contradiction(FIRST_VERSION)
        check_terms(terms, self.kept.table)
        if self.kept.terms is None:
            check_asked(terms, self.kept.asked or {})
            self.kept.terms = terms
        elif not _is_same(terms, self.kept.terms):
            raise Contradiction(f"The server tells other terms than before: {_text(terms)}.")

    @property
    def _terms_hash(self) -> bytes:
        if self.kept.terms is None:
            raise Contradiction("The server tells of a table whose terms it has not told.")
        return terms_hash(self.kept.terms)

    # --- starts ------------------------------------------------------------------------------------------------------

    def _see(self, seen: TableSeen, you: int | None) -> None:
        terms = self._terms_hash
        check_shown(self.kept.terms or {}, seen)
        if you is not None and (type(you) is not int or you not in range(len(seen.chairs))):
            raise Contradiction(
                f"The server gives you a seat that this table does not have: {_text(you)}, counted from 0."
            )
        if seen.copied is not None:
            self._see_copied(terms, seen.copied, you)
            return
        self._see_count(seen)
        for void in seen.voids:
            self._see_void(terms, void)
        self._see_promise(seen.start, seen.commitment)
        self._see_call(terms, seen, you)

    def _see_count(self, seen: TableSeen) -> None:
        """Starts count up, and each but the last was void."""
        last = max(self.kept.starts, default=1)
        if seen.start < last:
            raise Contradiction(f"The server goes back to start {seen.start}, and start {last} had begun.")
        told = [void.start for void in seen.voids]
        if told != list(range(1, seen.start)):
            raise Contradiction(f"The server calls this start {seen.start}, and tells of these void starts: {told}.")
        if len(told) > MOST_VOIDS or (len(told) == MOST_VOIDS) != (seen.phase == "void"):
            raise Contradiction(f"A table closes after {MOST_VOIDS} void starts, and this one had {len(told)}.")

    def _see_void(self, terms: bytes, void: VoidSeen) -> None:
        if not void.secret:
            raise Contradiction(f"Start {void.start} was void, and the server does not tell its secret.")
        if self.kept.voids.setdefault(void.start, void) != void:
            silent = ", ".join(str(seat + 1) for seat in void.silent) or "nobody"
            raise Contradiction(
                f"The server tells otherwise than before how start {void.start} was void: silent {silent}, secret "
                f"{void.secret}."
            )
        pin = self.kept.starts.get(void.start)
        if pin is None:
            return
        if secret_commitment(terms, void.start, bytes.fromhex(void.secret)).hex() != pin.commitment:
            raise Contradiction(
                f"Start {void.start} was void, and its secret {void.secret} is not what the server had promised, "
                f"{pin.commitment}."
            )
        if pin.confirmed and pin.seat in void.silent:
            raise Contradiction(
                f"False silence: the server says that seat {pin.seat + 1} stayed silent at start {void.start}, and had "
                "confirmed that it got the nonce of this seat."
            )

    def _see_promise(self, start: int, promise: str) -> None:
        if not promise:
            raise Contradiction(f"The server promises nothing for start {start}.")
        pin = self.kept.starts.setdefault(start, PinnedStart(promise))
        if pin.commitment != promise:
            raise Contradiction(
                f"For start {start} the server had promised {pin.commitment}, and now it promises {promise}."
            )

    def _see_call(self, terms: bytes, seen: TableSeen, you: int | None) -> None:
        pin = self.kept.starts[seen.start]
        if seen.phase in ("waiting", "void"):
            if pin.call is not None:
                raise Contradiction(f"Start {seen.start} was called, and now the table waits though it was not void.")
            return
        seats = tuple(promise_part(seat, chair) for seat, chair in enumerate(seen.chairs))
        self._see_own(terms, seen.start, seats, you)
        self._pin_call(terms, seen.start, seats, you)
        if seen.phase != "called":
            self._see_nonces(terms, seen, you)

    def _see_own(self, terms: bytes, start: int, seats: Sequence[PromisePart], you: int | None) -> None:
        """Whoever has promised a nonce stands in the call with that promise."""
        pin = self.kept.starts[start]
        if you is None or you not in pin.nonces:
            return
        own = self._own_promise(terms, start, you)
        if seats[you].commitment != own:
            told = seats[you].commitment or "that of a bot"
            raise Contradiction(
                f"Seat {you + 1} promised {own} for start {start}, and in the call its promise is {told}."
            )

    def _pin_call(self, terms: bytes, start: int, seats: tuple[PromisePart, ...], you: int | None) -> None:
        pin = self.kept.starts[start]
        call = call_hash(terms, bytes.fromhex(pin.commitment), start, [its.promise for its in seats]).hex()
        if pin.call is None:
            pin.call, pin.seats = call, seats
        if pin.call != call:
            raise Contradiction(f"Start {start} was called as {pin.call}, and now the server says {call}.")
        if pin.seat is None:
            pin.seat = you
        if you is not None and pin.seat is not None and you != pin.seat:
            raise Contradiction(
                f"You sat on seat {pin.seat + 1} at the call of start {start}, and now on seat {you + 1}."
            )

    def _see_nonces(self, terms: bytes, seen: TableSeen, you: int | None) -> None:
        """Nobody can begin without the nonce of each person."""
        pin = self.kept.starts[seen.start]
        if you is not None and you in pin.nonces and not pin.opened:
            raise Contradiction(f"The game began at start {seen.start} before seat {you + 1} had opened its nonce.")
        for seat, chair in enumerate(seen.chairs):
            if chair.who == "person" and not self._opens(terms, seen.start, seat, chair):
                raise Contradiction(f"The game began, and the nonce of seat {seat + 1} is not what it had promised.")

    def _opens(self, terms: bytes, start: int, seat: int, chair: ChairSeen) -> bool:
        promise = bytes.fromhex(self.kept.starts[start].commitment)
        nonce = bytes.fromhex(chair.nonce)
        return bool(nonce) and nonce_commitment(terms, promise, start, seat, nonce).hex() == chair.commitment

    def _see_copied(self, terms: bytes, copied: CopiedSeen, you: int | None) -> None:
        """A deal that is played again was promised at another table; here it is only compared."""
        if {copied.start} != {copied.start, *self.kept.starts}:
            raise Contradiction(f"The server copies start {copied.start} now, and copied another one before.")
        if len(copied.seats) != (self.kept.terms or {})["seats"] or not all(map(_is_whole, copied.seats)):
            raise Contradiction("The server does not tell what every seat had promised for the copied deal.")
        self._see_promise(copied.start, copied.commitment)
        self._pin_call(terms, copied.start, copied.seats, you)

    # --- promising and opening ---------------------------------------------------------------------------------------

    def _own_promise(self, terms: bytes, start: int, seat: int) -> str:
        pin = self.kept.starts[start]
        nonce = bytes.fromhex(pin.nonces[seat])
        return nonce_commitment(terms, bytes.fromhex(pin.commitment), start, seat, nonce).hex()

    def _promised(self, start: int, seat: int, new_nonce: Callable[[], bytes]) -> Json:
        """Promise a nonce, the same however often this start asks for it on this seat."""
        pin = self.kept.starts[start]
        if seat not in pin.nonces:
            pin.nonces[seat] = new_nonce().hex()
        return {"type": "commit", "start": start, "commitment": self._own_promise(self._terms_hash, start, seat)}

    def _opened(self, start: int, seat: int, now: str) -> Json:
        """Open the nonce, after the receipt is written: for the call that is pinned, and for no other."""
        pin = self.kept.starts[start]
        self._write_receipt(start, seat, pin.nonces[seat], now)
        pin.opened = True
        return {"type": "reveal", "start": start, "nonce": pin.nonces[seat]}

    def _write_receipt(self, start: int, seat: int, nonce: str | None, now: str) -> None:
        pin = self.kept.starts[start]
        assert pin.call is not None
        if self.kept.receipt is not None and self.kept.receipt.call == pin.call:
            return
        self.kept.receipt = Receipt(
            terms=self.kept.terms or {},
            seat=seat,
            start=start,
            commitment=pin.commitment,
            seats=pin.seats,
            call=pin.call,
            nonce=nonce,
            earlier=tuple(self._earlier(start)),
            time=now,
        )

    def _earlier(self, start: int) -> list[EarlierStart]:
        """What was promised at starts before this one, where the promise stood in the call."""
        return [
            EarlierStart(number, pin.seat, pin.commitment, pin.nonces[pin.seat], pin.confirmed)
            for number, pin in sorted(self.kept.starts.items())
            if number < start and pin.seat is not None and pin.seat in pin.nonces
        ]


# --- comparisons -----------------------------------------------------------------------------------------------------


def check_terms(terms: Json, table: str) -> None:
    """Refuse terms that are not those of this table, or that cannot be hashed."""
    if not isinstance(terms, Mapping) or set(terms) != set(TERMS):
        raise Contradiction(f"The terms of a table are {', '.join(TERMS)}, and the server tells others.")
    try:
        terms_hash(terms)
    except (FairdealError, ValueError, TypeError, RecursionError) as error:
        raise Contradiction(f"The terms that the server tells cannot be read: {error}") from None
    if terms["table"] != table:
        raise Contradiction(f"The server tells the terms of table {terms['table']}, and this is table {table}.")


def check_asked(terms: Mapping[str, Json], asked: Mapping[str, Json]) -> None:
    """Whoever opened the table finds in its terms what was asked for."""
    for name, value in asked.items():
        if name == "options":
            _check_options(terms, value, "you asked for")
        elif not _is_same(value, terms[name]):
            raise Contradiction(
                f"The server's terms say {name} {_text(terms[name])}, and you asked for {_text(value)}."
            )


def check_shown(terms: Mapping[str, Json], seen: TableSeen) -> None:
    """What a client shows of a table is what its terms say."""
    shown = {"game": seen.game, "seats": len(seen.chairs), "copied_from": seen.copied_from}
    for name, value in shown.items():
        if terms[name] != value:
            raise Contradiction(f"The server shows {name} {_text(value)}, and its terms say {_text(terms[name])}.")
    if bool(seen.copied_from) != (seen.copied is not None):
        raise Contradiction("The server does not tell what was promised for the deal that it copies.")
    _check_options(terms, seen.options, "the server shows")
    for name, value in _agreed(terms).items():
        if isinstance(value, str | int) and name not in seen.options:  # lists of cards are not shown
            raise Contradiction(f"The terms say {name} {_text(value)}, and the server does not show it.")


def _check_options(terms: Mapping[str, Json], options: Mapping[str, Json], source: str) -> None:
    """Compare options one by one; of one that is bound and not told there is nothing to compare before the end."""
    for name, value in options.items():
        told = _agreed(terms).get(name)
        is_hidden = isinstance(told, Mapping) and set(told) == {HIDDEN} and not isinstance(value, str | int)
        if not is_hidden and not _is_same(value, told):
            raise Contradiction(f"The terms say {name} {_text(told)}, and {source} {_text(value)}.")


def _agreed(terms: Mapping[str, Json]) -> Mapping[str, Json]:
    options = terms["options"]
    return options if isinstance(options, Mapping) else {}


def promise_part(seat: int, chair: ChairSeen) -> PromisePart:
    """What a seat has promised when the table is called."""
    if chair.who == "bot":
        return PromisePart(bot=True)
    if chair.who == "nobody" or not chair.commitment:
        raise Contradiction(f"The table was called, and seat {seat + 1} has promised nothing.")
    return PromisePart(chair.commitment)


def _is_whole(part: PromisePart) -> bool:
    return part.bot != (part.commitment is not None)


def _is_same(one: Json, other: Json) -> bool:
    """Compare as JSON does: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _text(value: Json) -> str:
    """A value as it stands in a sentence of evidence."""
    text = json.dumps(value, sort_keys=True)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."
