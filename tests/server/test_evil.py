"""A dishonest server against our client: each attack is refused, opens no further nonce, and leaves evidence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from fairdeal.client import Client, ClientTable
from fairdeal.errors import Cheated, Unwelcome
from fairdeal.play.commands import deals, seats
from fairdeal.play.fairness import nonce_commitment, terms_hash
from tests.server.evil import NAME, EvilServer, Json, lying

OTHER = "ab" * 32
ALONE: dict[int, str] = {}


def run(doing: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(30):
            await doing

    asyncio.run(in_time())


def client(evil: EvilServer, name: str = "anna", **more: Any) -> Client:
    return Client(evil.address, cookie=name, **more)


async def reaches(evil: EvilServer, kind: str, count: int = 1) -> None:
    """Wait until clients have sent so many messages of a type."""
    while len(evil.said(kind)) < count:
        await asyncio.sleep(0.005)


async def cheated(table: ClientTable) -> str:
    """Wait until the client refuses to go on, and give the reason."""
    with pytest.raises(Cheated) as found:
        await table.until(lambda: False)
    assert str(found.value) in table.evidence
    return str(found.value)


async def check_stays_closed(evil: EvilServer, anna: Client) -> None:
    """Whoever was cheated on sits down no more at this table, even when the server tells the truth again."""
    before = len(evil.heard)
    evil.lie = lambda message, session: None
    evil.swallows = set()
    with pytest.raises(Cheated):
        await anna.sit(NAME)
    assert {message["type"] for _, message in evil.heard[before:]} == {"hello"}


# --- after the nonce is known ----------------------------------------------------------------------------------------


def another_promise(message: Json, session: str) -> None:
    message["table"]["commitment"] = OTHER


def another_call(message: Json, session: str) -> None:
    message["table"]["chairs"][1] = {"seat": 1, "name": "Carl", "who": "person", "commitment": OTHER}


def another_promise_of_mine(message: Json, session: str) -> None:
    message["table"]["chairs"][0]["commitment"] = OTHER


def other_terms(message: Json, session: str) -> None:
    if "terms" in message:
        message["terms"]["options"]["match"] = message["table"]["options"]["match"] = 3


def other_options(message: Json, session: str) -> None:
    message["table"]["options"]["match"] = 3


def another_seat(message: Json, session: str) -> None:
    if "you" in message:
        message["you"] = 1


def waiting_again(message: Json, session: str) -> None:
    message["table"]["phase"] = "waiting"
    message["table"]["chairs"][0].pop("commitment")


def a_start_without_a_void(message: Json, session: str) -> None:
    waiting_again(message, session)
    message["table"] |= {"start": 2, "commitment": OTHER}


def a_void(message: Json, secret: str, silent: list[int]) -> None:
    a_start_without_a_void(message, "")
    message["table"]["voids"] = [{"start": 1, "silent": silent, "secret": secret}]


def a_void_without_a_secret(message: Json, session: str) -> None:
    a_void(message, "", [1])


def a_void_with_another_secret(message: Json, session: str) -> None:
    a_void(message, OTHER, [1])


def a_game_without_my_nonce(message: Json, session: str) -> None:
    message["table"]["phase"] = "playing"
    message["table"]["chairs"][0]["nonce"] = OTHER


def no_terms(message: Json, session: str) -> None:
    message.pop("terms", None)


AFTER: list[tuple[Callable[[Json, str], None], str]] = [
    # Version 1 wrote its receipt anew and opened the same nonce again: the server could try out secrets against it.
    (another_promise, "now it promises abab"),
    # Version 1 opened again for any list of promises: the server could choose a puppet's nonce last.
    (another_call, "was called as"),
    (another_promise_of_mine, "in the call its promise is abab"),
    # Version 1 bound neither options nor cards: they could be changed when the nonces were known.
    (other_terms, "other terms than before"),
    (other_options, "the server shows 3"),
    (another_seat, "now on seat 2"),
    (waiting_again, "though it was not void"),
    # Version 1 counted voided starts, and nobody had to show why one was void or what would have been dealt.
    (a_start_without_a_void, "these void starts: \\[\\]"),
    (a_void_without_a_secret, "does not tell its secret"),
    (a_void_with_another_secret, "is not what the server had promised"),
    (a_game_without_my_nonce, "is not what it had promised"),
    # Version 1 itself: nothing that a client checked bound the server.
    (no_terms, "as in version 1"),
]


@pytest.mark.parametrize(("lie", "reason"), AFTER, ids=lambda part: getattr(part, "__name__", ""))
def test_a_server_that_knows_the_nonce_cannot_change_its_mind(lie: Any, reason: str) -> None:
    async def attack() -> None:
        async with lying(EvilServer()) as evil:
            anna = client(evil)
            evil.swallows = {"reveal"}
            table = await anna.sit(NAME)
            await reaches(evil, "reveal")
            evil.lie = lie
            await evil.drop()
            with pytest.raises(Cheated, match=reason):
                await table.until(lambda: False)
            assert len({message["nonce"] for message in evil.said("reveal")}) == 1
            assert len(evil.said("reveal")) == 1
            assert len(evil.said("commit")) == 1
            assert table.receipt is not None
            assert table.receipt.evidence == tuple(table.evidence)
            await check_stays_closed(evil, anna)

    run(attack())


def test_the_same_call_is_answered_again_with_the_same_nonce() -> None:
    """So that a lost connection alone, by which nothing changes, loses no start."""

    async def lose() -> None:
        async with lying(EvilServer()) as evil:
            evil.swallows = {"reveal"}
            table = await client(evil).sit(NAME)
            await reaches(evil, "reveal")
            evil.swallows = set()
            await evil.drop()
            await table.until(lambda: table.doc["phase"] == "playing")
            first, second = evil.said("reveal")
            assert first["nonce"] == second["nonce"]
            assert not table.evidence

    run(lose())


# --- before anything is promised -------------------------------------------------------------------------------------


def another_table(message: Json, session: str) -> None:
    if "terms" in message:
        message["terms"]["table"] = "other"


def hidden_options(message: Json, session: str) -> None:
    if "terms" in message:
        message["terms"]["options"]["match"] = {"hidden": OTHER}


def an_option_that_is_not_shown(message: Json, session: str) -> None:
    message["table"]["options"].pop("match")


def other_seats(message: Json, session: str) -> None:
    message["table"]["chairs"].append({"seat": 2})


def another_game(message: Json, session: str) -> None:
    message["table"]["game"] = "caster"


def no_promise(message: Json, session: str) -> None:
    message["table"]["commitment"] = ""


def a_copy_without_promises(message: Json, session: str) -> None:
    message["table"]["copied_from"] = "old1"
    if "terms" in message:
        message["terms"]["copied_from"] = "old1"


def a_fraction(message: Json, session: str) -> None:
    if "terms" in message:
        message["terms"]["options"]["match"] = message["table"]["options"]["match"] = 1.5


def a_torn_letter(message: Json, session: str) -> None:
    if "terms" in message:
        message["terms"]["options"]["deck"] = message["table"]["options"]["deck"] = "\ud800"


def a_line_end(message: Json, session: str) -> None:
    message["table"]["commitment"] += "\n"


def no_chairs(message: Json, session: str) -> None:
    message["table"]["chairs"] = None


def a_later_start(message: Json, session: str) -> None:
    message["table"]["start"] = 3


def four_voids(message: Json, session: str) -> None:
    voids = [{"start": start, "silent": [1], "secret": OTHER} for start in (1, 2, 3)]
    message["table"] |= {"start": 4, "voids": voids}


BEFORE: list[tuple[Callable[[Json, str], None], str]] = [
    (no_terms, "as in version 1"),
    (another_table, "terms of table other"),
    (other_options, "the server shows 3"),
    (hidden_options, "the server shows 1"),
    (an_option_that_is_not_shown, "say match 1, and the server does not show it"),
    (other_seats, "shows seats 3"),
    (another_game, 'shows game "caster"'),
    (no_promise, "promises nothing"),
    (a_copy_without_promises, "the deal that it copies"),
    (a_fraction, "cannot be read"),
    (a_torn_letter, "cannot be read"),
    (a_line_end, "cannot be read"),
    (no_chairs, "cannot be read"),
    (a_later_start, "calls this start 3"),
    (four_voids, "closes after 3"),
]


@pytest.mark.parametrize(("lie", "reason"), BEFORE, ids=lambda part: getattr(part, "__name__", ""))
def test_nothing_is_promised_to_a_server_that_lies_from_the_start(lie: Any, reason: str) -> None:
    async def attack() -> None:
        async with lying(EvilServer()) as evil:
            evil.lie = lie
            with pytest.raises(Cheated, match=reason):
                await client(evil).sit(NAME)
            assert {message["type"] for _, message in evil.heard} == {"hello"}

    run(attack())


def own_cards(*, is_reversed: bool = False) -> Json:
    cards = [{"name": f"Card {n}", "edges": {"T": n % 9}, "other": [], "ignored": []} for n in range(20)]
    return {"name": "mine", "cards": cards[::-1] if is_reversed else cards}


def test_who_brought_a_deck_finds_it_in_the_terms_in_its_order() -> None:
    """Version 1 bound no deck: the list could be put into another order when the nonces were known."""

    async def attack() -> None:
        async with lying(EvilServer(deck=own_cards(is_reversed=True))) as evil:
            anna = client(evil)
            with anna.notebook.page(NAME) as kept:  # as `open` does
                kept.asked = {"game": "battle", "options": {"deck": own_cards()}, "data": None, "seats": 2}
            with pytest.raises(Cheated, match="you asked for"):
                await anna.sit(NAME)
            assert not evil.said("join")

    run(attack())


def test_who_asked_for_the_cards_of_the_game_gets_no_others() -> None:
    async def attack() -> None:
        async with lying(EvilServer()) as evil:
            evil.lie = lambda message, session: message.get("terms", {}).update(data={"starter": []})
            anna = client(evil)
            with anna.notebook.page(NAME) as kept:
                kept.asked = {"game": "battle", "options": {}, "data": None}
            with pytest.raises(Cheated, match="terms say data"):
                await anna.sit(NAME)

    run(attack())


# --- another view for each seat --------------------------------------------------------------------------------------


def test_two_clients_that_were_shown_different_calls_have_different_codes() -> None:
    """Version 1 bound a deal to no call: each seat could be shown other promises, and nothing told them apart."""

    async def attack() -> None:
        async with lying(EvilServer(bots=ALONE)) as evil:
            evil.swallows = {"reveal"}
            evil.lie = show_each_another
            async with await client(evil).sit(NAME) as anna, await client(evil, "ben").sit(NAME) as ben:
                await reaches(evil, "reveal", 2)
                assert anna.receipt is not None
                assert ben.receipt is not None
                assert anna.receipt.call != ben.receipt.call
                assert anna.code != ben.code

    run(attack())


def show_each_another(message: Json, session: str) -> None:
    """Show everybody the truth of themselves, and another promise of the other."""
    other = message["table"]["chairs"][1 if session == "anna" else 0]
    if other.get("commitment"):
        other["commitment"] = OTHER


# --- voids -----------------------------------------------------------------------------------------------------------


def test_who_is_falsely_called_silent_says_so_and_opens_nothing_more() -> None:
    """Version 1 sat down again by itself: a server that disliked a deal had another by calling anybody silent."""

    async def attack() -> None:
        async with lying(EvilServer()) as evil:
            evil.swallows = {"reveal"}
            anna = client(evil, agrees=lambda table: True)
            table = await anna.sit(NAME)
            await reaches(evil, "reveal")
            await evil.void()
            assert "False silence" in await cheated(table)
            assert table.receipt is not None
            assert "False silence" in table.receipt.evidence[0]
            assert len(evil.said("commit")) == 1
            await check_stays_closed(evil, anna)

    run(attack())


def test_who_is_called_silent_after_a_nonce_without_an_answer_says_that_it_was_sent() -> None:
    async def wait() -> None:
        async with lying(EvilServer()) as evil:
            evil.ignores = {"reveal"}
            table = await client(evil).sit(NAME)
            await reaches(evil, "reveal")
            assert table.lost == []
            await evil.void()
            await table.until(lambda: bool(table.voids))
            assert table.lost == [1]
            assert table.needs_consent
            assert not table.evidence

    run(wait())


async def voided(evil: EvilServer, anna: Client) -> ClientTable:
    """Let Ben sit down, promise, and stay silent."""
    seats.join(evil.table, "ben", "Ben", "", 1, evil.now)
    table = await anna.sit(NAME)
    deals.commit(evil.table, "ben", 1, promise_of_ben(evil), evil.now)
    await evil.tell()
    await reaches(evil, "reveal")
    await evil.void()
    await table.until(lambda: bool(table.voids))
    return table


def promise_of_ben(evil: EvilServer) -> str:
    terms, promise = terms_hash(evil.table.opened.terms or {}), bytes.fromhex(evil.table.starts.commitment)
    return nonce_commitment(terms, promise, evil.table.starts.number, 1, bytes(32)).hex()


def test_after_a_void_nothing_is_promised_before_the_person_agrees() -> None:
    async def attack() -> None:
        async with lying(EvilServer(bots=ALONE)) as evil:
            table = await voided(evil, client(evil))
            assert table.needs_consent
            assert table.voids[0]["silent"] == [1]
            await evil.drop()
            await table.until(lambda: table.welcomes > 2)
            assert len(evil.said("commit")) == 1
            await table.agree()
            await reaches(evil, "commit", 2)
            first, second = evil.said("commit")
            assert (first["start"], second["start"]) == (1, 2)
            seats.join(evil.table, "ben", "Ben", "", 1, evil.now)
            deals.commit(evil.table, "ben", 2, promise_of_ben(evil), evil.now)
            await evil.tell()
            await reaches(evil, "reveal", 2)
            first, second = evil.said("reveal")
            assert first["nonce"] != second["nonce"]
            assert not table.evidence
            assert table.receipt is not None
            (earlier,) = table.receipt.earlier
            assert (earlier.start, earlier.seat, earlier.opened, earlier.nonce) == (1, 0, True, first["nonce"])

    run(attack())


def test_a_program_can_agree_by_itself() -> None:
    async def agree() -> None:
        async with lying(EvilServer(bots=ALONE)) as evil:
            await voided(evil, client(evil, agrees=lambda table: table.voids[0]["silent"] == [1]))
            await reaches(evil, "commit", 2)

    run(agree())


def counted_down(message: Json, session: str) -> None:
    message["table"] |= {"start": 1, "voids": []}


def another_secret(message: Json, session: str) -> None:
    message["table"]["voids"][0]["secret"] = OTHER


def others_silent(message: Json, session: str) -> None:
    message["table"]["voids"][0]["silent"] = [0]


def a_forgotten_void(message: Json, session: str) -> None:
    message["table"]["voids"] = []


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (counted_down, "goes back to start 1"),
        (another_secret, "tells otherwise than before"),
        (others_silent, "tells otherwise than before"),
        (a_forgotten_void, "these void starts"),
        (another_promise, "now it promises abab"),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_what_was_told_of_a_void_stays(lie: Any, reason: str) -> None:
    async def attack() -> None:
        async with lying(EvilServer(bots=ALONE)) as evil:
            anna = client(evil, agrees=lambda table: True)
            table = await voided(evil, anna)
            await reaches(evil, "commit", 2)
            evil.lie = lie
            await evil.tell()
            with pytest.raises(Cheated, match=reason):
                await table.until(lambda: False)
            assert len(evil.said("reveal")) == 1
            await check_stays_closed(evil, anna)

    run(attack())


def test_a_third_void_closes_the_table() -> None:
    async def wait() -> None:
        async with lying(EvilServer(bots=ALONE)) as evil:
            table = await voided(evil, client(evil, agrees=lambda table: True))
            for start in (2, 3):
                seats.join(evil.table, "ben", "Ben", "", 1, evil.now)
                deals.commit(evil.table, "ben", start, promise_of_ben(evil), evil.now)
                await evil.tell()
                await reaches(evil, "reveal", start)
                await evil.void()
            with pytest.raises(Unwelcome, match="too many starts were void"):
                await table.until(lambda: False)
            assert not table.evidence
            assert len({message["nonce"] for message in evil.said("reveal")}) == 3

    run(wait())


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_pins_outlive_the_process(tmp_path: Path) -> None:
    """Version 1 kept its nonces in memory and pinned nothing: a reload was as good as a dropped socket."""

    async def attack() -> None:
        async with lying(EvilServer()) as evil:
            evil.swallows = {"reveal"}
            async with await client(evil, keep=tmp_path).sit(NAME):
                await reaches(evil, "reveal")
            evil.lie = another_promise
            with pytest.raises(Cheated, match="now it promises"):
                await client(evil, keep=tmp_path).sit(NAME)
            assert len(evil.said("reveal")) == 1

    run(attack())


def test_two_clients_of_one_person_promise_and_open_the_same(tmp_path: Path) -> None:
    async def sit_twice() -> None:
        async with lying(EvilServer()) as evil:
            evil.swallows = {"commit", "reveal"}
            first, second = [client(evil, keep=tmp_path) for _ in range(2)]
            async with await first.sit(NAME), await second.sit(NAME):
                await reaches(evil, "commit", 2)
                one, other = evil.said("commit")
                assert one["commitment"] == other["commitment"]
                evil.done("anna", one)
                await evil.tell()
                await reaches(evil, "reveal", 2)
                assert len({message["nonce"] for message in evil.said("reveal")}) == 1

    run(sit_twice())


def test_nothing_is_sent_that_could_not_be_kept(tmp_path: Path) -> None:
    async def attack() -> None:
        (tmp_path / "folder").write_text("in the way")
        async with lying(EvilServer()) as evil:
            with pytest.raises(Exception, match="Nothing can be kept"):
                await client(evil, keep=tmp_path / "folder").sit(NAME)
            assert {message["type"] for _, message in evil.heard} == {"hello"}

    run(attack())


def test_an_onlooker_may_watch_a_liar_and_has_the_evidence() -> None:
    async def watch() -> None:
        async with lying(EvilServer()) as evil, await client(evil, "carl").watch(NAME) as table:
            evil.lie = another_promise
            await evil.tell()
            await table.until(lambda: bool(table.evidence))
            assert {message["type"] for _, message in evil.heard} == {"hello"}

    run(watch())


def test_a_message_that_cannot_be_read_ends_the_visit() -> None:
    async def listen() -> None:
        async with lying(EvilServer()) as evil:
            evil.lie = lambda message, session: message.clear()
            with pytest.raises(Unwelcome, match="cannot read"):
                await client(evil).sit(NAME)

    run(listen())
