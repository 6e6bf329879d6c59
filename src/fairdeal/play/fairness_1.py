"""The fair deal, version 1, for records and tables that are old: it promised too little (docs/fair-deal.md says what).

Every card follows from a secret of the server and a nonce of each seat, all committed to beforehand.

All hashes are over bytes whose parts have a fixed length or their length before them, so no two inputs read alike.
Whole numbers are big-endian; a table's id is its ASCII bytes, after one byte that counts them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

import msgspec

from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.engine.chance import Rng, seeded
from fairdeal.errors import BadRecord
from fairdeal.language.messages import say
from fairdeal.structs import converter

T = TypeVar("T")

SECRET = 32  # bytes
NONCE = 32  # bytes
LONGEST_TABLE = 64  # characters of a table's id
DEAL_LABEL = b"fairdeal/1 deal"
BOT_LABEL = b"fairdeal/1 bot"

# --- the hashes ------------------------------------------------------------------------------------------------------


def commitment(secret: bytes) -> str:
    """Commit to a secret or to a nonce: SHA-256 of its 32 bytes, in hex."""
    return hashlib.sha256(_sized(secret, SECRET)).hexdigest()


def bot_nonce(secret: bytes, table: str, seat: int, start: int) -> bytes:
    """Make the nonce of a bot's seat; `start` counts the attempts to start from 1, so that none repeats another.

    HMAC-SHA256, key: the secret; message: `fairdeal/1 bot`, the id of the table, the seat (1 byte), start (4 bytes).
    """
    message = BOT_LABEL + _table(table) + seat.to_bytes(1, "big") + start.to_bytes(4, "big")
    return hmac.digest(_sized(secret, SECRET), message, "sha256")


def seed(secret: bytes, nonces: Sequence[bytes], table: str, k: int) -> bytes:
    """Make the seed of deal k, which counts from 0 within the game.

    HMAC-SHA256, key: the secret; message: `fairdeal/1 deal`, the number of seats (1 byte), their nonces in order of
    seats (32 bytes each), the id of the table, k (4 bytes).
    """
    joined = b"".join(_sized(nonce, NONCE) for nonce in nonces)
    message = DEAL_LABEL + len(nonces).to_bytes(1, "big") + joined + _table(table) + k.to_bytes(4, "big")
    return hmac.digest(_sized(secret, SECRET), message, "sha256")


def generator(secret: bytes, nonces: Sequence[bytes], table: str, k: int) -> Rng:
    """Make the generator of deal k.

    It cannot begin with zeros alone and `seeded` refuses them; one seed in 2**256 is that, so none will ever be.
    """
    return seeded(seed(secret, nonces, table, k))


def _sized(given: bytes, size: int) -> bytes:
    """HMAC takes a short key and the same with zeros behind it for one, so lengths are fixed."""
    if len(given) != size:
        raise ValueError(f"A secret or a nonce has {size} bytes, not {len(given)}.")
    return given


def _table(table: str) -> bytes:
    written = table.encode("ascii")
    if not 0 < len(written) <= LONGEST_TABLE:
        raise ValueError(f"The id of a table has 1 to {LONGEST_TABLE} characters, not {len(written)}.")
    return len(written).to_bytes(1, "big") + written


# --- a deal ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """All that the cards of one table follow from. Of a copied deal, `table` is the one that it is copied from.

    Every event of the dealer takes the next number, also one that needs no chance (the common start of a real-time
    game): k = what `settled` says + the number of earlier events of the dealer. Undo never crosses chance, so no number
    is used twice.
    """

    table: str
    secret: bytes
    nonces: tuple[bytes, ...]

    def generator(self, k: int) -> Rng:
        """Make the generator of deal k."""
        return generator(self.secret, self.nonces, self.table, k)

    def drawn(self, k: int, drawing: Callable[[Rng], T]) -> T:
        """Draw deal k."""
        return drawing(self.generator(k))

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
        rng = self.generator(0)
        unused = rng.copy()
        setting = game.setting(seats, options, data, rng)
        return setting, int(bool((rng != unused).any()))


# --- documents -------------------------------------------------------------------------------------------------------

# \Z and not $, which would let a line end pass.
Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
TableId = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{1,64}\Z")]
CopiedFrom = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{0,64}\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]


class SeatPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record says of a seat's nonce; a bot commits to nothing, since its nonce follows from the secret."""

    nonce: Hex
    commitment: Hex | None = None
    bot: bool = False


class FairPart(msgspec.Struct, frozen=True, kw_only=True):
    """The part `fair` of a finished game's record: all that its deals follow from.

    Of a copied deal, everything but `table` is what it was at the table that it is copied from.
    """

    table: TableId
    secret: Hex
    commitment: Hex
    start: Count
    voided: Count
    copied_from: CopiedFrom
    seats: tuple[SeatPart, ...]

    @property
    def deal(self) -> Deal:
        """The deal that the record was made with, if it says the truth."""
        nonces = tuple(bytes.fromhex(seat.nonce) for seat in self.seats)
        return Deal(self.copied_from or self.table, bytes.fromhex(self.secret), nonces)

    def document(self) -> dict[str, Json]:
        """Give it as JSON values, to be put into a record under `fair`."""
        written: dict[str, Json] = msgspec.to_builtins(self)
        return written


_fair_part: Callable[[Json], FairPart] = converter(FairPart)


def fair_part(deal: Deal, bots: Collection[int] = (), start: int = 1, copied_to: str = "") -> FairPart:
    """Write down a deal for its record. `copied_to` is the id of a table that plays the deal of another one again."""
    seats = tuple(
        SeatPart(nonce.hex(), bot=True) if seat in bots else SeatPart(nonce.hex(), commitment(nonce))
        for seat, nonce in enumerate(deal.nonces)
    )
    return FairPart(
        table=copied_to or deal.table,
        secret=deal.secret.hex(),
        commitment=commitment(deal.secret),
        start=start,
        voided=start - 1,
        copied_from=deal.table if copied_to else "",
        seats=seats,
    )


def read_part(value: Json) -> FairPart:
    """Read the part `fair` of a record. Raise BadRecord."""
    try:
        return _fair_part(value)
    except msgspec.ValidationError as error:
        raise BadRecord(0, say("record.fair_unreadable", reason=str(error))) from None


class ReceiptSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a receipt says of a seat."""

    commitment: Hex | None = None
    bot: bool = False


class Receipt(msgspec.Struct, frozen=True, kw_only=True, tag_field="format", tag="fairdeal-receipt/1"):
    """What a client kept when the game started, before it saw a card. A player of a copied deal has no nonce in it."""

    table: TableId
    game: str
    seat: Count
    commitment: Hex
    seats: tuple[ReceiptSeat, ...]
    nonce: Hex | None
    voided: Count
    copied_from: CopiedFrom
    time: str


as_receipt: Callable[[Json], Receipt] = converter(Receipt)
"""Read a receipt. It raises msgspec.ValidationError."""
