"""Games to check: played at random, every event of chance from a deal; and ways to cheat."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fairdeal import games
from fairdeal.engine.chance import numbered, word
from fairdeal.engine.kernel import DEALER
from fairdeal.play import fairness_1, records
from fairdeal.play.draws import draws_of
from fairdeal.play.fairness import (
    Deal,
    EarlierStart,
    FairPart,
    HiddenPart,
    PromisePart,
    Receipt,
    SeatPart,
    VoidPart,
    call_hash,
    nonce_commitment,
    secret_commitment,
    terms_hash,
    terms_of,
)
from fairdeal.play.sitting import Sitting

Record = dict[str, Any]

TABLE = "abc123"
TIME = "2026-11-16T12:00:00Z"
ROW = "V1a,D1b,R1a,X1a,M1b,W1b,L1b"


@dataclass(frozen=True)
class Case:
    """A game to play; `own` changes a copy of its data file. `voids` has the silent seats of each voided start."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[int, ...] = (1,)
    voids: tuple[tuple[int, ...], ...] = ()
    copied_to: str = ""
    own: Callable[[Record], None] | None = None
    version: int = 2

    @property
    def start(self) -> int:
        return len(self.voids) + 1

    @property
    def label(self) -> str:
        values = [str(value)[:12] for value in self.options.values()]
        own = "own" if self.own else ""
        voids = f"{len(self.voids)}voids" if self.voids else ""
        version = f"version{self.version}" if self.version == 1 else ""
        more = filter(None, [own, voids, self.copied_to, version])
        bots = f"bots{''.join(map(str, self.bots))}"
        return "-".join([self.game, str(self.seats), *values, bots, *more])

    @property
    def data(self) -> Record | None:
        if self.own is None:
            return None
        data = copy.deepcopy(dict(games.find(self.game).own_data))
        self.own(data)
        return data

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.bots]


def own_numbers(data: Record) -> None:
    data["colours"][0]["numbers"] = [9, 7, 5, 3, 1, 0]
    data["colours"][5]["numbers"] = [8, 0]


def own_quantities(data: Record) -> None:
    for kind, quantity in zip(data["kinds"], (4, 5, 6, 7, 8, 13, 20), strict=True):
        kind["quantity"] = quantity


def own_templates(data: Record) -> None:
    data["templates"] = data["templates"][1:4]
    data["templates"][1]["ten"] = 90


def own_starter(data: Record) -> None:
    data["starter"].reverse()


def own_deck() -> Record:
    return {"name": "my cards", "cards": games.find("battle").own_data["starter"][::-1]}


CASTER = Case("caster", 3, {"rounds": 1})
ALL_PEOPLE = Case("caster", 4, {"rounds": 3}, bots=())
STARTED_LATE = Case("caster", 5, {"rounds": 2, "passing": True}, bots=(1, 2, 3, 4), voids=((0,), (0,)))
CRYPTRUCK = Case("cryptruck", 4, {"rounds": 2, "colours": "random"}, bots=(0, 2))
TRADERS = Case("traders", 3, {"market": 4, "abilities": ROW})
RANDOM_DECK = Case("battle", 2)
COPIED = Case("battle", 3, {"deck": "random", "match": 3}, copied_to="copy_2")
STARTER_DECK = Case("battle", 2, {"deck": "starter", "match": 2})
OWN_DECK = Case("battle", 2, {"deck": own_deck()})
HIDDEN_DECK = Case("battle", 4, {"deck": own_deck(), "open_list": False}, voids=((3,), (0, 3)))
COAST = Case("coast", 2, {"time_limit": 20})
OWN_NUMBERS = Case("cryptruck", 3, {"rounds": 1}, own=own_numbers)
ALL_BOTS = Case("coast", 2, bots=(0, 1))

CASES = (
    CASTER,
    ALL_PEOPLE,
    STARTED_LATE,
    Case("cryptruck", 2),
    CRYPTRUCK,
    Case("cryptruck", 5, {"rounds": 1, "colours": "random"}),
    OWN_NUMBERS,
    Case("traders", 2),
    TRADERS,
    Case("traders", 4, {"market": 8, "abilities": ROW.replace("R1a", "R1b")}),
    Case("traders", 2, {"market": 6, "abilities": ROW.replace("W1b", "A1a")}, own=own_quantities),
    RANDOM_DECK,
    COPIED,
    Case("battle", 2, {"deck": "random"}, own=own_templates),
    STARTER_DECK,
    Case("battle", 2, {"deck": "starter"}, own=own_starter),
    OWN_DECK,
    HIDDEN_DECK,
    Case("battle", 2, {"deck": own_deck(), "open_list": False}, copied_to="copy_3"),
    Case("coast", 1, {"end_on": "place"}, bots=()),
    COAST,
    Case("coast", 6, {"countdown": 0}, voids=((0, 2, 3, 4, 5),)),
)


def of_version_1(case: Case) -> Case:
    """The same game as an older server dealt it."""
    return Case(case.game, case.seats, case.options, case.bots, case.voids, case.copied_to, case.own, 1)


FIRST_CASES = tuple(
    map(of_version_1, (CASTER, ALL_PEOPLE, STARTED_LATE, TRADERS, RANDOM_DECK, COPIED, OWN_DECK, COAST))
)


def random_bytes(name: str) -> bytes:
    rng = numbered(name, 0)
    return b"".join(int(word(rng)).to_bytes(8, "big") for _ in range(4))


# --- what a table of version 2 writes down ---------------------------------------------------------------------------


def salts_of(case: Case) -> dict[str, str]:
    hidden = games.find(case.game).hidden_options
    return {name: random_bytes(f"salt {name}").hex() for name in (hidden(case.options) if hidden else ())}


def terms_for(case: Case) -> Record:
    table, source = (case.copied_to, TABLE) if case.copied_to else (TABLE, "")
    return terms_of(table, games.find(case.game), case.seats, case.options, case.data, salts_of(case), source)


def secret_for(case: Case, start: int) -> bytes:
    return random_bytes(f"secret {case.label} {start}")


def nonce_for(case: Case, start: int, seat: int) -> bytes:
    return random_bytes(f"nonce {case.label} {start} {seat}")


def promise_for(case: Case, start: int) -> bytes:
    """The server's promise, C."""
    return secret_commitment(terms_hash(terms_for(case)), start, secret_for(case, start))


def seats_for(case: Case, start: int) -> tuple[SeatPart, ...]:
    """What the seats promised and opened at a start."""
    silent = (*case.voids, ())[start - 1]
    terms, promise = terms_hash(terms_for(case)), promise_for(case, start)
    nonces = {seat: nonce_for(case, start, seat) for seat in case.people}
    return tuple(
        SeatPart(
            nonce_commitment(terms, promise, start, seat, nonces[seat]).hex(),
            None if seat in silent else nonces[seat].hex(),
        )
        if seat in nonces
        else SeatPart(bot=True)
        for seat in range(case.seats)
    )


@functools.cache
def _part_for(label: str) -> FairPart:
    case = next(case for case in (*CASES, ALL_BOTS, CASTER_AGAIN) if case.label == label)
    return FairPart(
        terms=terms_for(case),
        secret=secret_for(case, case.start).hex(),
        start=case.start,
        seats=seats_for(case, case.start),
        voids=tuple(VoidPart(secret_for(case, start).hex(), seats_for(case, start)) for start in range(1, case.start)),
        hidden={name: HiddenPart(salt, case.options[name]) for name, salt in salts_of(case).items()},
    )


def part_for(case: Case) -> FairPart:
    return _part_for(case.label)


def _receipt(case: Case, seat: int) -> Receipt:
    seats = tuple(PromisePart(its.commitment, its.bot) for its in seats_for(case, case.start))
    promise = promise_for(case, case.start)
    earlier = tuple(
        EarlierStart(n, seat, promise_for(case, n).hex(), nonce_for(case, n, seat).hex(), seat not in silent)
        for n, silent in enumerate(case.voids, 1)
    )
    return Receipt(
        terms=terms_for(case),
        seat=seat,
        start=case.start,
        commitment=promise.hex(),
        seats=seats,
        call=call_hash(terms_hash(terms_for(case)), promise, case.start, [its.promise for its in seats]).hex(),
        nonce=None if case.copied_to else nonce_for(case, case.start, seat).hex(),
        earlier=earlier,
        time=TIME,
    )


# --- what a table of version 1 wrote down ----------------------------------------------------------------------------


def first_deal(case: Case) -> fairness_1.Deal:
    secret = random_bytes(f"secret {case.label} 0")
    nonces = tuple(
        fairness_1.bot_nonce(secret, TABLE, seat, case.start)
        if seat in case.bots
        else random_bytes(f"{case.label} {seat}")
        for seat in range(case.seats)
    )
    return fairness_1.Deal(TABLE, secret, nonces)


def first_part(case: Case) -> fairness_1.FairPart:
    return fairness_1.fair_part(first_deal(case), case.bots, case.start, case.copied_to)


def _first_receipt(case: Case, seat: int) -> fairness_1.Receipt:
    part = first_part(case)
    return fairness_1.Receipt(
        table=part.table,
        game=case.game,
        seat=seat,
        commitment=part.commitment,
        seats=tuple(fairness_1.ReceiptSeat(its.commitment, its.bot) for its in part.seats),
        nonce=None if case.copied_to else part.seats[seat].nonce,
        voided=part.voided,
        copied_from=part.copied_from,
        time=TIME,
    )


# --- records and receipts --------------------------------------------------------------------------------------------


def deal_fairly(case: Case, deal: Deal | fairness_1.Deal) -> Sitting:
    """Play at random to the end."""
    game = games.find(case.game)
    setting, k = deal.settled(game, case.seats, case.options, case.data)
    sitting, rng = Sitting(setting), numbered("seats", 7)
    while not sitting.is_over:
        who, time = sitting.next_actor(rng)
        at = time if game.rules.REAL_TIME else None
        if who == DEALER:
            sitting.deal_text(deal.drawn(k, sitting.drawn_text), at)
            k += 1
        else:
            sitting.play_at_random(who, rng, at)
    return sitting


def finished(case: Case) -> str:
    part = part_for(case) if case.version == 2 else first_part(case)
    sitting = deal_fairly(case, part.deal)
    record = records.document(sitting)
    record["fair"] = part.document()
    if isinstance(part, FairPart):
        record["fair"]["draws"] = draws_of(sitting, part.deal, case.options)
    return json.dumps(record)


_finished: dict[str, str] = {}


def played(case: Case) -> Record:
    """The record of a finished game, as a table hands it out."""
    if case.label not in _finished:
        _finished[case.label] = finished(case)
    record: Record = json.loads(_finished[case.label])
    return record


def receipt_of(case: Case, seat: int | None = None) -> Record:
    """What the client of a seat has kept; of the first person's if none is named."""
    seat = case.people[0] if seat is None else seat
    receipt = _receipt(case, seat) if case.version == 2 else _first_receipt(case, seat)
    kept: Record = json.loads(msgspec.json.encode(receipt))
    return kept


def receipts_of(case: Case) -> list[Record]:
    """What all clients have kept."""
    return [receipt_of(case, seat) for seat in case.people]


# --- ways to cheat ---------------------------------------------------------------------------------------------------

OTHER = "5e" * 32
Change = Callable[[Record, list[Record]], None]


@dataclass(frozen=True)
class Cheat:
    """A change of a record or of its receipts, and what either program must say of it."""

    label: str
    case: Case
    change: Change
    says: str
    with_receipts: bool = False

    def make(self) -> tuple[Record, list[Record]]:
        """Give the record, and the receipts that find it out."""
        record, receipts = played(self.case), receipts_of(self.case)
        self.change(record, receipts)
        return record, receipts if self.with_receipts else []


def swap(number: int, first: int, second: int) -> Change:
    """Let two words of an event, counted from 1, change places."""

    def change(record: Record, receipts: list[Record]) -> None:
        words = record["events"][number - 1]["action"].split(" ")
        assert words[first] != words[second]
        words[first], words[second] = words[second], words[first]
        record["events"][number - 1]["action"] = " ".join(words)

    return change


def swap_undealt(record: Record, receipts: list[Record]) -> None:
    """Of a pile the last two cards leave the game unseen, so the rules do not mind."""
    number = next(n for n, event in enumerate(record["events"], 1) if event["action"].startswith("pile 1"))
    swap(number, 15, 16)(record, receipts)


def write(part: str, *path: Any) -> Change:
    """Write the last argument to the place that the others name, in the record, its part `fair` or a receipt."""
    *places, last, value = path

    def change(record: Record, receipts: list[Record]) -> None:
        target: Any = {"record": [record], "fair": [record["fair"]], "receipt": receipts}[part][0]
        for place in places:
            target = target[place]
        assert target[last] != value
        target[last] = value

    return change


def both(*changes: Change) -> Change:
    def change(record: Record, receipts: list[Record]) -> None:
        for one in changes:
            one(record, receipts)

    return change


def end_after(record: Record, events: int) -> None:
    """Leave out what was played then, so that the record replays."""
    record["events"] = record["events"][:events]
    del record["result"]


def start_elsewhere(record: Record, receipts: list[Record]) -> None:
    """Another seat begins."""
    event = record["events"][0]
    event["action"] = f"start {(int(event['action'].split()[1]) + 1) % record['seats']}"
    end_after(record, 2)


def swap_in_first_shuffle(record: Record, receipts: list[Record]) -> None:
    """The record ends there, so that the rules do not mind."""
    number = next(n for n, event in enumerate(record["events"], 1) if event["action"].startswith("shuffle "))
    end_after(record, number)
    words = record["events"][-1]["action"].split(" ")
    swap(number, 1, next(n for n, word in enumerate(words) if n and word != words[1]))(record, receipts)


def better_card(record: Record, receipts: list[Record]) -> None:
    record["options"]["cards"][3]["ignored"] = ["77"]


def reordered(record: Record, receipts: list[Record]) -> None:
    """The server has put a deck that somebody brought into an order that it likes."""
    record["options"]["cards"].reverse()
    end_after(record, 2)


def reordered_everywhere(record: Record, receipts: list[Record]) -> None:
    reordered(record, receipts)
    record["fair"]["terms"]["options"]["deck"]["cards"].reverse()


def reordered_and_hidden(record: Record, receipts: list[Record]) -> None:
    reordered(record, receipts)
    record["fair"]["hidden"]["deck"]["value"]["cards"].reverse()


def without_voids(record: Record, receipts: list[Record]) -> None:
    record["fair"].update(start=1, voids=[])


def without_one_void(record: Record, receipts: list[Record]) -> None:
    record["fair"]["voids"].pop()


def same_secret_again(record: Record, receipts: list[Record]) -> None:
    record["fair"]["voids"][0]["secret"] = record["fair"]["secret"]


def falsely_silent(record: Record, receipts: list[Record]) -> None:
    """A seat that had opened its nonce is told to have stayed silent."""
    del record["fair"]["voids"][0]["seats"][0]["nonce"]


def dealt_anew(record: Record, receipts: list[Record]) -> None:
    """A whole other deal for the same table, which is sound in itself."""
    record.clear()
    record.update(played(CASTER_AGAIN))


def another_call(record: Record, receipts: list[Record]) -> None:
    """The last seat was shown another promise of the first, and wrote its receipt by that."""
    kept = receipts[-1]
    kept["seats"][0]["commitment"] = OTHER
    promises = [None if its.get("bot") else bytes.fromhex(its["commitment"]) for its in kept["seats"]]
    terms, promise = terms_hash(kept["terms"]), bytes.fromhex(kept["commitment"])
    kept["call"] = call_hash(terms, promise, kept["start"], promises).hex()


def other_terms(record: Record, receipts: list[Record]) -> None:
    """The last seat was shown other options."""
    kept = receipts[-1]
    kept["terms"]["options"]["rounds"] += 1
    promises = [None if its.get("bot") else bytes.fromhex(its["commitment"]) for its in kept["seats"]]
    terms, promise = terms_hash(kept["terms"]), bytes.fromhex(kept["commitment"])
    kept["call"] = call_hash(terms, promise, kept["start"], promises).hex()


def other_secret(record: Record, receipts: list[Record]) -> None:
    """The last seat was shown another commitment of the server."""
    kept = receipts[-1]
    kept["commitment"] = OTHER
    promises = [None if its.get("bot") else bytes.fromhex(its["commitment"]) for its in kept["seats"]]
    kept["call"] = call_hash(terms_hash(kept["terms"]), bytes.fromhex(OTHER), kept["start"], promises).hex()


def missing_deal(verb: str, which: int = -1) -> Change:
    """Leave an event of the dealer out."""

    def change(record: Record, receipts: list[Record]) -> None:
        found = [n for n, event in enumerate(record["events"]) if event["action"].split(" ")[0] == verb]
        record["events"].pop(found[which])

    return change


CASTER_AGAIN = Case("caster", 3, {"rounds": 1}, bots=(2,))
PART = "fair"
CHEATS = (
    Cheat("swapped cards", COAST, swap_undealt, "Deal 2, event 3 does not follow"),
    Cheat("swapped cards in mid-game", TRADERS, swap_in_first_shuffle, "Deal 3, event "),
    Cheat("another start", CASTER, start_elsewhere, "Deal 0, event 1 does not follow"),
    Cheat("another secret", CASTER, write(PART, "secret", OTHER), "The commitment of seat 1 at start 1"),
    Cheat("another secret among bots", ALL_BOTS, write(PART, "secret", OTHER), "does not follow from the secret"),
    Cheat("another nonce", CASTER, write(PART, "seats", 0, "nonce", OTHER), "The commitment of seat 1 at start 1"),
    Cheat("another promise", CASTER, write(PART, "seats", 2, "commitment", OTHER), "The commitment of seat 3"),
    Cheat("a nonce of a bot", CASTER, write(PART, "seats", 1, {"bot": True, "nonce": OTHER}), "a bot promises nothing"),
    Cheat("a person as a bot", CASTER, write(PART, "seats", 2, {"bot": True}), "does not follow from the secret"),
    Cheat("a seat too few", CASTER, lambda record, _: record["fair"]["seats"].pop(), "has 2 seats"),
    Cheat("another table", CASTER, write(PART, "terms", "table", "xyz"), "The commitment of seat 1"),
    Cheat("another game in the terms", CASTER, write(PART, "terms", "game", "coast"), "The terms agree on game"),
    Cheat("another version of the rules", CASTER, write(PART, "terms", "rules_version", 2), "on rules_version"),
    Cheat("another number of seats", CASTER, write(PART, "terms", "seats", 4), "The terms agree on seats"),
    Cheat("other data", OWN_NUMBERS, write("record", "data", "colours", 0, "name", "gold"), "The terms agree on data"),
    Cheat("data in the terms alone", CASTER, write(PART, "terms", "data", {}), "The terms agree on data"),
    Cheat("a swapped option", RANDOM_DECK, write("record", "options", "open_list", False), "on option open_list"),
    Cheat(
        "an option swapped everywhere",
        RANDOM_DECK,
        both(write("record", "options", "open_list", False), write(PART, "terms", "options", "open_list", False)),
        "The commitment of seat 1",
    ),
    Cheat("a copy from another table", COPIED, write(PART, "terms", "copied_from", "xyz"), "The commitment of seat 1"),
    Cheat("a copy as an original", COPIED, write(PART, "terms", "copied_from", ""), "The commitment of seat 1"),
    Cheat("a changed random deck", RANDOM_DECK, better_card, "Deal 0: "),
    Cheat("a changed starter deck", STARTER_DECK, better_card, "The setting: "),
    Cheat("a changed own deck", OWN_DECK, better_card, "The setting: "),
    Cheat("a random deck as one's own", RANDOM_DECK, write("record", "options", "deck", "mine"), "on option deck"),
    Cheat("a reordered deck", OWN_DECK, reordered, "The setting: "),
    Cheat("a deck reordered everywhere", OWN_DECK, reordered_everywhere, "The commitment of seat 1"),
    Cheat("a reordered hidden deck", HIDDEN_DECK, reordered_and_hidden, "The terms agree on option deck"),
    Cheat("another salt", HIDDEN_DECK, write(PART, "hidden", "deck", "salt", OTHER), "The terms agree on option deck"),
    Cheat("a deck that stays hidden", HIDDEN_DECK, write(PART, "hidden", {}), "the terms hide"),
    Cheat("a wrong count of starts", STARTED_LATE, write(PART, "start", 2), "This is start number 2"),
    Cheat("no voided starts", STARTED_LATE, without_voids, "The commitment of seat 1 at start 1"),
    Cheat("a void too few", STARTED_LATE, without_one_void, "This is start number 3"),
    Cheat("another secret of a void", HIDDEN_DECK, write(PART, "voids", 0, "secret", OTHER), "seat 1 at start 1"),
    Cheat("a secret told twice", STARTED_LATE, same_secret_again, "Two starts have the same secret"),
    Cheat("a void without silence", STARTED_LATE, write(PART, "voids", 0, "seats", [{"bot": True}] * 5), "no void"),
    Cheat("false silence", HIDDEN_DECK, falsely_silent, "The server's record says that seat 1 stayed silent at", True),
    Cheat("a whole other deal", CASTER, dealt_anew, "The commitment of the server", True),
    Cheat("a missing deal", ALL_PEOPLE, missing_deal("deal"), ""),
    Cheat("a false draw", CASTER, write(PART, "draws", 1, 7, 1, 38), "Draw 8 of deal 1 is"),
    Cheat("a draw out of more", CASTER, write(PART, "draws", 0, 0, 0, 4), "Draw 1 of deal 0 is"),
    Cheat("a false draw of a deck", RANDOM_DECK, write(PART, "draws", 0, 3, [1, 0]), "Draw 4 of deal 0 is"),
    Cheat("a missing draw", CASTER, lambda record, _: record["fair"]["draws"][1].pop(4), "Draw 5 of deal 1 is"),
    Cheat(
        "the last draw left out",
        CASTER,
        lambda record, _: record["fair"]["draws"][1].pop(),
        "The record lists 43 draws of deal 1, and the rules ask for 44",
    ),
    Cheat(
        "a draw too many",
        COAST,
        lambda record, _: record["fair"]["draws"][-1].append([2, 1]),
        "The record lists 1 draw",
    ),
    Cheat("a deal not listed", CASTER, lambda record, _: record["fair"]["draws"].pop(), "lists the draws of 1 deal"),
    Cheat("draws of no deal", CASTER, lambda record, _: record["fair"]["draws"].append([]), "the draws of 3 deals"),
    Cheat("no proper draws", CASTER, write(PART, "draws", [[["x"]], []]), ""),
    Cheat("a missing shuffle", TRADERS, missing_deal("shuffle"), ""),
    Cheat("another call for another seat", CASTER, another_call, "showed seat 1 and seat 3 different calls", True),
    Cheat("other terms for another seat", CASTER, other_terms, "showed seat 1 and seat 3 different terms", True),
    Cheat("another secret for another seat", CASTER, other_secret, "seat 1 and seat 3 different commitments", True),
    Cheat("evidence", CASTER, write("receipt", "evidence", ["It lied to me."]), "It lied to me.", True),
    Cheat("a receipt of another call", CASTER, write("receipt", "call", OTHER), "its own parts make", True),
    Cheat("a receipt of another nonce", CASTER, write("receipt", "nonce", OTHER), "The promise of seat 1", True),
    Cheat("a nonce in a copy", COPIED, write("receipt", "nonce", OTHER), "a nonce of its own", True),
    Cheat(
        "another earlier secret",
        STARTED_LATE,
        write("receipt", "earlier", 1, "commitment", OTHER),
        "The commitment of the server for start 2",
        True,
    ),
    Cheat("another earlier nonce", STARTED_LATE, write("receipt", "earlier", 0, "nonce", OTHER), "at start 1", True),
    Cheat(
        "a receipt of version 1",
        CASTER,
        lambda record, receipts: receipts.__setitem__(slice(None), [receipt_of(of_version_1(CASTER))]),
        "another version of the fair deal",
        True,
    ),
)

OLD_CASTER, OLD_PEOPLE, OLD_LATE, OLD_TRADERS, OLD_DECK, OLD_COPY, OLD_OWN_DECK, OLD_COAST = FIRST_CASES
FIRST_CHEATS = (
    Cheat("swapped cards", OLD_COAST, swap_undealt, "Deal 2, event 3 does not follow"),
    Cheat("swapped cards in mid-game", OLD_TRADERS, swap_in_first_shuffle, "Deal 3, event "),
    Cheat("another secret", OLD_CASTER, write(PART, "secret", OTHER), "The commitment of the server"),
    Cheat(
        "another secret with its commitment",
        OLD_CASTER,
        both(write(PART, "secret", OTHER), write(PART, "commitment", fairness_1.commitment(bytes.fromhex(OTHER)))),
        "The nonce of seat 2, a bot,",
    ),
    Cheat("another nonce", OLD_CASTER, write(PART, "seats", 0, "nonce", OTHER), "The commitment of seat 1"),
    Cheat("another nonce of a bot", OLD_CASTER, write(PART, "seats", 1, "nonce", OTHER), "The nonce of seat 2, a bot,"),
    Cheat("a wrong count of starts", OLD_LATE, write(PART, "start", 2), "voided starts"),
    Cheat(
        "fewer voided starts",
        OLD_LATE,
        both(write(PART, "start", 1), write(PART, "voided", 0)),
        "The nonce of seat 2, a bot,",
    ),
    Cheat("another table", OLD_CASTER, write(PART, "table", "xyz"), "The nonce of seat 2, a bot,"),
    Cheat("a copy as an original", OLD_COPY, write(PART, "copied_from", ""), "The nonce of seat 2, a bot,"),
    Cheat("a nonce too few", OLD_CASTER, lambda record, _: record["fair"]["seats"].pop(), "has 2 nonces"),
    Cheat("a changed random deck", OLD_DECK, better_card, "Deal 0: "),
    Cheat(
        "a random deck as one's own",
        OLD_DECK,
        write("record", "options", "deck", "mine"),
        "Deal 1, event 2 does not follow",
    ),
    Cheat("a receipt of another table", OLD_CASTER, write("receipt", "table", "xyz"), "of table xyz", True),
    Cheat("a receipt of another game", OLD_CASTER, write("receipt", "game", "coast"), "The game is", True),
    Cheat("a receipt of another secret", OLD_CASTER, write("receipt", "commitment", OTHER), "in the receipt", True),
    Cheat("a receipt of another nonce", OLD_CASTER, write("receipt", "nonce", OTHER), "in the receipt", True),
    Cheat("a receipt of fewer voids", OLD_LATE, write("receipt", "voided", 1), "in the receipt", True),
    Cheat("a receipt of no copy", OLD_COPY, write("receipt", "copied_from", ""), "in the receipt", True),
)


# --- everything altered, one at a time -------------------------------------------------------------------------------

Path = tuple[str | int, ...]


def alterations(document: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """List the places of a document, each with another value for it, or left out; of long lists one item will do."""
    if isinstance(document, dict | list):
        items = (
            document.items()
            if isinstance(document, dict)
            else enumerate(document if len(document) <= 4 else document[:1])
        )
        for key, value in items:
            yield (*path, key), LEFT_OUT
            yield from alterations(value, (*path, key))
    else:
        yield path, other_value(document)


LEFT_OUT = object()


def other_value(value: Any) -> Any:
    """Another value that could stand there."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value[:-1]}{'0' if value[-1:] != '0' else '1'}"
    return OTHER


def altered(document: Any, path: Path, value: Any) -> Any:
    """Give a copy with another value at a place."""
    changed = copy.deepcopy(document)
    target = changed
    for place in path[:-1]:
        target = target[place]
    if value is LEFT_OUT:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return changed
