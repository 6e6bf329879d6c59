"""The starts of a table: what the server promises for each, and the deal that follows when all nonces are open."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from fairdeal.play import events as ev
from fairdeal.play import fairness_1
from fairdeal.play.chairs import Chair, bot_levels
from fairdeal.play.fairness import (
    MOST_VOIDS,
    Deal,
    FairPart,
    HiddenPart,
    VoidPart,
    nonce_commitment,
    secret_commitment,
    secret_of,
    terms_hash,
)


class Starts:
    """The starts of one table, the one to come and those before it that were void."""

    def __init__(self, table: str, master: bytes, opened: ev.Opened, chairs: list[Chair]) -> None:
        """Make each start's secret from a master, which is never told. The chairs are the table's own."""
        self.voided = 0
        self.voids: list[VoidPart] = []
        self._table = table
        self._master = master
        self._opened = opened
        self._chairs = chairs
        self.commitment = self._promise()
        """What the server has promised for this start; of a copied deal, nothing."""

    @property
    def number(self) -> int:
        """Which attempt to start this is, counted from 1; of a copied deal, the attempt that was copied."""
        if self._opened.copied is not None:
            return self._opened.copied.start
        return self._opened.copied_start or self.voided + 1

    @property
    def is_first_version(self) -> bool:
        """Whether the table was opened when deals were made as in version 1."""
        return self._opened.terms is None

    @property
    def are_used_up(self) -> bool:
        """Whether so many starts were void that there is no other."""
        return len(self.voids) >= MOST_VOIDS

    def secret(self) -> bytes:
        """The secret of this start."""
        return secret_of(self._master, self.number)

    def promise_of(self, seat: int, nonce: bytes) -> str:
        """What a person on that seat has promised who opens this nonce."""
        if self.is_first_version:
            return fairness_1.commitment(nonce)
        hashed, promised = terms_hash(self._terms), bytes.fromhex(self.commitment)
        return nonce_commitment(hashed, promised, self.number, seat, nonce).hex()

    def void(self, secret: str) -> None:
        """Count a start that was held up; version 1 did not tell its secret. The chairs still say who held it up."""
        if secret:
            self.voids.append(VoidPart(secret, tuple(chair.fair_part for chair in self._chairs)))
        self.voided += 1
        self.commitment = self._promise()

    def deal(self) -> Deal | fairness_1.Deal:
        """What the cards follow from, once all nonces are open."""
        return self._first_deal() if self.is_first_version else self.fair_part().deal

    def fair_part(self) -> FairPart:
        """All that the cards follow from. It holds the secret: only for finished games."""
        terms, opened = self._terms, self._opened
        hidden = {name: HiddenPart(salt, opened.options[name]) for name, salt in opened.salts.items()}
        if opened.copied is not None:
            return structs.replace(opened.copied, terms=terms, hidden=hidden)
        seats, voids = tuple(chair.fair_part for chair in self._chairs), tuple(self.voids)
        return FairPart(
            terms=terms, secret=self.secret().hex(), start=self.number, seats=seats, voids=voids, hidden=hidden
        )

    def document(self) -> dict[str, Any]:
        """The part `fair` of the record, of the version that the table was opened by. Only for finished games."""
        return (self._first_fair_part() if self.is_first_version else self.fair_part()).document()

    @property
    def _terms(self) -> dict[str, Any]:
        assert self._opened.terms is not None
        return self._opened.terms

    def _promise(self) -> str:
        if self.is_first_version or self._opened.copied_from:
            return self._opened.commitment
        return secret_commitment(terms_hash(self._terms), self.number, self.secret()).hex()

    # --- version 1 ---------------------------------------------------------------------------------------------------

    def _first_fair_part(self) -> fairness_1.FairPart:
        copied = self._opened.copied_from
        bots = self._opened.copied_bots if copied else tuple(bot_levels(self._chairs))
        return fairness_1.fair_part(self._first_deal(), bots, self.number, self._table if copied else "")

    def _first_deal(self) -> fairness_1.Deal:
        if self._opened.copied_from:
            nonces = [bytes.fromhex(nonce) for nonce in self._opened.copied_nonces]
            return fairness_1.Deal(self._opened.copied_from, self._master, tuple(nonces))
        return fairness_1.Deal(self._table, self._master, tuple(map(self._first_nonce, range(len(self._chairs)))))

    def _first_nonce(self, seat: int) -> bytes:
        nonce = self._chairs[seat].nonce
        return bytes.fromhex(nonce) if nonce else fairness_1.bot_nonce(self._master, self._table, seat, self.number)
