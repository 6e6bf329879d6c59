"""What a dishonest server writes into a record afterwards is found by both checkers, by what our client has kept."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal.client import Client, ClientTable
from fairdeal.errors import Cheated, FairdealError, NotFair
from fairdeal.play import check as checking
from fairdeal.play.commands import deals, seats
from fairdeal.play.fairness import Receipt, nonce_commitment, terms_hash
from tests.server.evil import NAME, EvilServer, Json, lying
from tests.server.test_evil import ALONE, own_cards, promise_of_ben, reaches, show_each_another, voided

CHECK_DEAL = Path(__file__).parents[2] / "tools" / "check_deal.py"
PROVED, WRONG, AFTER_VOIDS = 0, 2, 3
SALTS = {"deck": "cd" * 32}


def run(doing: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(doing, 30))


def judged(folder: Path, record: Json, *receipts: Receipt | None) -> list[int]:
    """What `fairdeal check` and the single file say, as exit codes."""
    game = folder / "game.jsonl"
    game.write_text(json.dumps(record) + "\n", "utf-8")
    paths = [folder / f"receipt_{number}.json" for number in range(len(receipts))]
    for path, receipt in zip(paths, receipts, strict=True):
        assert receipt is not None
        path.write_bytes(receipt.encode())
    options = [part for path in paths for part in ("--receipt", str(path))]
    done = subprocess.run([sys.executable, CHECK_DEAL, game, *options], capture_output=True, timeout=60, check=False)
    return [ours(game, paths), done.returncode]


def ours(game: Path, receipts: list[Path]) -> int:
    try:
        (verdict,) = checking.check_file(game, *receipts)
    except FairdealError:
        return WRONG
    return verdict.exit_code


async def played(evil: EvilServer, name: str = "anna") -> ClientTable:
    """Sit down and open the nonce; the table plays."""
    table = await Client(evil.address, cookie=name).sit(NAME)
    await table.until(lambda: table.doc["phase"] == "playing")
    return table


# --- one game, written down otherwise --------------------------------------------------------------------------------


def as_it_was(record: Json) -> None:
    pass


def a_dropped_deal(record: Json) -> None:
    record["events"].remove(next(event for event in record["events"] if event["seat"] is None))


def the_last_deal_dropped(record: Json) -> None:
    record["events"].remove([event for event in record["events"] if event["seat"] is None][-1])


def swapped_options(record: Json) -> None:
    record["options"]["match"] = record["fair"]["terms"]["options"]["match"] = 2


def another_table(record: Json) -> None:
    record["fair"]["terms"]["table"] = "other"


def another_secret(record: Json) -> None:
    record["fair"]["secret"] = "ab" * 32


def another_nonce(record: Json) -> None:
    record["fair"]["seats"][0]["nonce"] = "ab" * 32


def a_bot_on_my_seat(record: Json) -> None:
    record["fair"]["seats"][0] = {"bot": True}


def a_void_made_up(record: Json) -> None:
    record["fair"] |= {"start": 2, "voids": [{"secret": "ab" * 32, "seats": record["fair"]["seats"]}]}


WRITTEN: list[tuple[Callable[[Json], None], int]] = [
    (as_it_was, PROVED),
    # Version 1: the single file did not miss a deal, so a server could skip those that it disliked.
    (a_dropped_deal, WRONG),
    (the_last_deal_dropped, WRONG),
    (swapped_options, WRONG),
    (another_table, WRONG),
    (another_secret, WRONG),
    (another_nonce, WRONG),
    (a_bot_on_my_seat, WRONG),
    (a_void_made_up, WRONG),
]


@pytest.mark.parametrize(("bend", "verdict"), WRITTEN, ids=lambda part: getattr(part, "__name__", ""))
def test_a_bent_record_is_wrong(tmp_path: Path, bend: Callable[[Json], None], verdict: int) -> None:
    async def game() -> None:
        async with lying(EvilServer()) as evil, await played(evil) as anna:
            record = evil.played_out(Random(1))
            bend(record)
            assert judged(tmp_path, record, anna.receipt) == [verdict, verdict]

    run(game())


def test_a_secret_that_was_chosen_later_makes_a_whole_record_and_not_that_of_the_receipt(tmp_path: Path) -> None:
    """Version 1 let its client write the receipt anew, so this very record was proved."""

    async def game() -> None:
        async with lying(EvilServer()) as evil, await played(evil) as anna:
            assert anna.receipt is not None
            assert anna.receipt.nonce is not None
            chosen = EvilServer(secret=bytes([7]) * 32)
            sit_at(chosen, anna.receipt.nonce)
            record = chosen.played_out(Random(1))
            assert judged(tmp_path, record) == [PROVED, PROVED]  # by its own word
            assert judged(tmp_path, record, anna.receipt) == [WRONG, WRONG]

    run(game())


def sit_at(evil: EvilServer, nonce: str) -> None:
    """Put a puppet with that nonce on seat 0."""
    table = evil.table
    terms, promise = terms_hash(table.opened.terms or {}), bytes.fromhex(table.starts.commitment)
    seats.join(table, "anna", "Anna", "", 0, evil.now)
    deals.commit(table, "anna", 1, nonce_commitment(terms, promise, 1, 0, bytes.fromhex(nonce)).hex(), evil.now)
    deals.reveal(table, "anna", 1, nonce, evil.now)


def test_a_hidden_deck_cannot_be_put_into_another_order(tmp_path: Path) -> None:
    """Version 1 bound no deck: the list could be ordered when the nonces were known."""

    async def game() -> None:
        deck = own_cards()
        async with lying(EvilServer(salts=SALTS, deck=deck, open_list=False)) as evil, await played(evil) as anna:
            assert anna.receipt is not None
            assert set(anna.receipt.terms["options"]["deck"]) == {"hidden"}
            record = evil.played_out(Random(1))
            assert judged(tmp_path, record, anna.receipt) == [PROVED, PROVED]
            record["options"]["cards"].reverse()
            record["fair"]["hidden"]["deck"]["value"]["cards"].reverse()
            assert judged(tmp_path, record, anna.receipt) == [WRONG, WRONG]

    run(game())


# --- several receipts ------------------------------------------------------------------------------------------------


def test_receipts_of_two_seats_that_were_shown_different_calls_contradict_each_other(tmp_path: Path) -> None:
    """Version 1 compared one receipt with the record alone."""

    async def game() -> None:
        async with lying(EvilServer(bots=ALONE)) as evil:
            anna, ben = [Client(evil.address, cookie=name) for name in ("anna", "ben")]
            evil.lie, evil.swallows = show_each_another, {"reveal"}
            async with await anna.sit(NAME) as first, await ben.sit(NAME) as second:
                await reaches(evil, "reveal", 2)
                receipts = first.receipt, second.receipt
            for session, message in evil.heard:
                if message["type"] == "reveal":
                    evil.done(session, message)
            record = evil.played_out(Random(1))
            with pytest.raises(NotFair, match="seat 1 and seat 2 different calls"):
                checking.check_together([receipt for receipt in receipts if receipt])
            assert judged(tmp_path, record, *receipts) == [WRONG, WRONG]

    run(game())


# --- voids -----------------------------------------------------------------------------------------------------------


def test_a_game_after_a_void_is_proved_after_a_void_and_not_without_it(tmp_path: Path) -> None:
    async def game() -> None:
        async with lying(EvilServer(bots=ALONE)) as evil:
            table = await voided(evil, Client(evil.address, cookie="anna", agrees=lambda table: True))
            seats.join(evil.table, "ben", "Ben", "", 1, evil.now)
            deals.commit(evil.table, "ben", 2, promise_of_ben(evil), evil.now)
            evil.lie = lambda message, session: None
            await evil.tell()
            await reaches(evil, "reveal", 2)
            deals.reveal(evil.table, "ben", 2, bytes(32).hex(), evil.now)
            record = evil.played_out(Random(1))
            assert judged(tmp_path, record, table.receipt) == [AFTER_VOIDS, AFTER_VOIDS]
            del record["fair"]["voids"]
            assert judged(tmp_path, record, table.receipt) == [WRONG, WRONG]

    run(game())


def test_the_receipt_of_who_was_falsely_called_silent_speaks_against_the_record(tmp_path: Path) -> None:
    async def game() -> None:
        async with lying(EvilServer()) as evil:
            evil.swallows = {"reveal"}
            table = await Client(evil.address, cookie="anna").sit(NAME)
            await reaches(evil, "reveal")
            await evil.void()
            with pytest.raises(Cheated, match="False silence"):
                await table.until(lambda: False)
            seats.seat_bot(evil.table, "", 0, "random", evil.now)
            record = evil.played_out(Random(1))
            assert judged(tmp_path, record) == [AFTER_VOIDS, AFTER_VOIDS]
            assert judged(tmp_path, record, table.receipt) == [WRONG, WRONG]

    run(game())
