"""Games to check: played at random, every event of chance from a deal; and ways to cheat."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fairdeal import games, records
from fairdeal.chance import numbered, word
from fairdeal.kernel import DEALER
from fairdeal.table.fairness import Deal, Receipt, ReceiptSeat, bot_nonce, commitment, fair_part
from fairdeal.table.sitting import Sitting

Record = dict[str, Any]

TABLE = "abc123"
TIME = "2026-11-16T12:00:00Z"
ROW = "V1a,D1b,R1a,X1a,M1b,W1b,L1b"


@dataclass(frozen=True)
class Case:
    """A game to play; `own` changes a copy of its data file or makes a deck of one's own."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[int, ...] = (1,)
    start: int = 1
    copied_to: str = ""
    own: Callable[[Record], None] | None = None

    @property
    def label(self) -> str:
        values = [str(value)[:12] for value in self.options.values()]
        own = "own" if self.own else ""
        bots = f"{len(self.bots)}bots"
        return "-".join([self.game, str(self.seats), *values, bots, *filter(None, [own, self.copied_to])])


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


CASES = (
    Case("caster", 3, {"rounds": 1}),
    Case("caster", 4, {"rounds": 3}, bots=()),
    Case("caster", 5, {"rounds": 2, "passing": True}, bots=(1, 2, 3, 4), start=3),
    Case("cryptruck", 2),
    Case("cryptruck", 4, {"rounds": 2, "colours": "random"}, bots=(0, 2)),
    Case("cryptruck", 5, {"rounds": 1, "colours": "random"}),
    Case("cryptruck", 3, {"rounds": 1}, own=own_numbers),
    Case("traders", 2),
    Case("traders", 3, {"market": 4, "abilities": ROW}),
    Case("traders", 4, {"market": 8, "abilities": ROW.replace("R1a", "R1b")}),
    Case("traders", 2, {"market": 6, "abilities": ROW.replace("W1b", "A1a")}, own=own_quantities),
    Case("battle", 2),
    Case("battle", 3, {"deck": "random", "match": 3}, copied_to="copy_2"),
    Case("battle", 2, {"deck": "random"}, own=own_templates),
    Case("battle", 2, {"deck": "starter", "match": 2}),
    Case("battle", 2, {"deck": "starter"}, own=own_starter),
    Case("battle", 4, {"deck": own_deck(), "open_list": False}),
    Case("coast", 1, {"end_on": "place"}, bots=()),
    Case("coast", 2, {"time_limit": 20}),
    Case("coast", 6, {"countdown": 0}),
)


def random_bytes(name: str) -> bytes:
    rng = numbered(name, 0)
    return b"".join(int(word(rng)).to_bytes(8, "big") for _ in range(4))


def new_deal(case: Case, number: int = 0) -> Deal:
    secret = random_bytes(f"secret {case.label} {number}")
    nonces = tuple(
        bot_nonce(secret, TABLE, seat, case.start) if seat in case.bots else random_bytes(f"{case.label} {seat}")
        for seat in range(case.seats)
    )
    return Deal(TABLE, secret, nonces)


def deal_fairly(case: Case, deal: Deal) -> Sitting:
    """Play at random to the end."""
    game = games.find(case.game)
    data = copy.deepcopy(dict(game.own_data)) if case.own else None
    if case.own:
        case.own(data or {})
    setting, k = deal.settled(game, case.seats, case.options, data)
    sitting, rng = Sitting(setting), numbered("seats", 7)
    while not sitting.is_over:
        who, time = sitting.next_actor(rng)
        at = time if game.rules.REAL_TIME else None
        if who == DEALER:
            sitting.deal(deal.generator(k), at)
            k += 1
        else:
            sitting.play_at_random(who, rng, at)
    return sitting


def finished(case: Case) -> str:
    deal = new_deal(case)
    record = records.document(deal_fairly(case, deal))
    record["fair"] = fair_part(deal, case.bots, case.start, case.copied_to).document()
    return json.dumps(record)


_finished: dict[str, str] = {}


def played(case: Case) -> Record:
    """The record of a finished game, as a table hands it out."""
    if case.label not in _finished:
        _finished[case.label] = finished(case)
    record: Record = json.loads(_finished[case.label])
    return record


def receipt_of(case: Case, seat: int = 0) -> Record:
    """What the client of a seat has kept."""
    deal = new_deal(case)
    seats = tuple(
        ReceiptSeat(bot=True) if n in case.bots else ReceiptSeat(commitment(nonce))
        for n, nonce in enumerate(deal.nonces)
    )
    receipt = Receipt(
        table=case.copied_to or TABLE,
        game=case.game,
        seat=seat,
        commitment=commitment(deal.secret),
        seats=seats,
        nonce=None if case.copied_to else deal.nonces[seat].hex(),
        voided=case.start - 1,
        copied_from=TABLE if case.copied_to else "",
        time=TIME,
    )
    kept: Record = json.loads(receipt.encode())
    return kept


def person(case: Case) -> int:
    """A seat that is no bot's."""
    return next(seat for seat in range(case.seats) if seat not in case.bots)


# --- ways to cheat ---------------------------------------------------------------------------------------------------

OTHER = "5e" * 32
CASTER, ALL_PEOPLE, STARTED_LATE, CRYPTRUCK, TRADERS = (CASES[n] for n in (0, 1, 2, 4, 8))
ALL_BOTS = Case("coast", 2, bots=(0, 1))
RANDOM_DECK, COPIED, STARTER_DECK, OWN_DECK, COAST = (CASES[n] for n in (11, 12, 14, 16, 18))


@dataclass(frozen=True)
class Cheat:
    """A change of a record or of its receipt, and what either program must say of it."""

    label: str
    case: Case
    change: Callable[[Record, Record], None]
    says: str
    with_receipt: bool = False


def swap(number: int, first: int, second: int) -> Callable[[Record, Record], None]:
    """Let two words of an event, counted from 1, change places."""

    def change(record: Record, receipt: Record) -> None:
        words = record["events"][number - 1]["action"].split(" ")
        assert words[first] != words[second]
        words[first], words[second] = words[second], words[first]
        record["events"][number - 1]["action"] = " ".join(words)

    return change


def swap_undealt(record: Record, receipt: Record) -> None:
    """Of a pile the last two cards leave the game unseen, so the rules do not mind."""
    number = next(n for n, event in enumerate(record["events"], 1) if event["action"].startswith("pile 1"))
    swap(number, 15, 16)(record, receipt)


def write(part: str, *path: Any) -> Callable[[Record, Record], None]:
    """Write the last argument to the place that the others name, in the record's part `fair` or in the receipt."""
    *places, last, value = path

    def change(record: Record, receipt: Record) -> None:
        target = record["fair"] if part == "fair" else receipt
        for place in places:
            target = target[place]
        assert target[last] != value
        target[last] = value

    return change


def both(*changes: Callable[[Record, Record], None]) -> Callable[[Record, Record], None]:
    def change(record: Record, receipt: Record) -> None:
        for one in changes:
            one(record, receipt)

    return change


def start_elsewhere(record: Record, receipt: Record) -> None:
    """Another seat begins; what was played then is left out, so that the record replays."""
    event = record["events"][0]
    event["action"] = f"start {(int(event['action'].split()[1]) + 1) % record['seats']}"
    record["events"] = record["events"][:2]
    del record["result"]


def swap_in_first_shuffle(record: Record, receipt: Record) -> None:
    """The record ends there, so that the rules do not mind."""
    number = next(n for n, event in enumerate(record["events"], 1) if event["action"].startswith("shuffle "))
    record["events"] = record["events"][:number]
    del record["result"]
    words = record["events"][-1]["action"].split(" ")
    swap(number, 1, next(n for n, word in enumerate(words) if n and word != words[1]))(record, receipt)


def better_card(record: Record, receipt: Record) -> None:
    record["options"]["cards"][3]["ignored"] = ["77"]


def other_commitment_of(secret: str) -> str:
    return commitment(bytes.fromhex(secret))


CHEATS = (
    Cheat("swapped cards", COAST, swap_undealt, "Deal 2, event 3 does not follow"),
    Cheat("swapped cards in mid-game", TRADERS, swap_in_first_shuffle, "Deal 3, event "),
    Cheat("another start", CASTER, start_elsewhere, "Deal 0, event 1 does not follow"),
    Cheat("another secret", CASTER, write("fair", "secret", OTHER), "The commitment of the server"),
    Cheat(
        "another secret with its commitment",
        CASTER,
        both(write("fair", "secret", OTHER), write("fair", "commitment", other_commitment_of(OTHER))),
        "The nonce of seat 1, a bot,",
    ),
    Cheat(
        "another secret at a table of people",
        ALL_PEOPLE,
        both(write("fair", "secret", OTHER), write("fair", "commitment", other_commitment_of(OTHER))),
        "Deal 1, event 2 does not follow",
    ),
    Cheat("another nonce", CASTER, write("fair", "seats", 0, "nonce", OTHER), "The commitment of seat 0"),
    Cheat("another nonce of a bot", CASTER, write("fair", "seats", 1, "nonce", OTHER), "The nonce of seat 1, a bot,"),
    Cheat(
        "another nonce with its commitment",
        CRYPTRUCK,
        both(
            write("fair", "seats", 1, "nonce", OTHER),
            write("fair", "seats", 1, "commitment", other_commitment_of(OTHER)),
        ),
        "does not follow from the secret and the nonces",
    ),
    Cheat("another commitment", CASTER, write("fair", "commitment", OTHER), "The commitment of the server"),
    Cheat("another seat's commitment", CASTER, write("fair", "seats", 2, "commitment", OTHER), "commitment of seat 2"),
    Cheat("a wrong count of starts", STARTED_LATE, write("fair", "start", 2), "voided starts"),
    Cheat(
        "fewer voided starts",
        STARTED_LATE,
        both(write("fair", "start", 1), write("fair", "voided", 0)),
        "The nonce of seat 1, a bot,",
    ),
    Cheat("another table", CASTER, write("fair", "table", "xyz"), "The nonce of seat 1, a bot,"),
    Cheat("another source of a copy", COPIED, write("fair", "copied_from", "xyz"), "The nonce of seat 1, a bot,"),
    Cheat("a copy as an original", COPIED, write("fair", "copied_from", ""), "The nonce of seat 1, a bot,"),
    Cheat("a nonce too few", CASTER, lambda record, receipt: record["fair"]["seats"].pop(), "has 2 nonces"),
    Cheat("a changed random deck", RANDOM_DECK, better_card, "Deal 0: "),
    Cheat("a changed starter deck", STARTER_DECK, better_card, "The setting: "),
    Cheat(
        "a random deck as one's own",
        RANDOM_DECK,
        lambda record, receipt: record["options"].update(deck="mine"),
        "Deal 1, event 2 does not follow",
    ),
    Cheat("a receipt of another table", CASTER, write("receipt", "table", "xyz"), "of table xyz", True),
    Cheat("a receipt of another game", CASTER, write("receipt", "game", "coast"), "The game is", True),
    Cheat("a receipt of another secret", CASTER, write("receipt", "commitment", OTHER), "in the receipt", True),
    Cheat("a receipt of another nonce", CASTER, write("receipt", "nonce", OTHER), "in the receipt", True),
    Cheat(
        "a receipt of another seat's nonce",
        CASTER,
        write("receipt", "seats", 2, "commitment", OTHER),
        "in the receipt",
        True,
    ),
    Cheat(
        "a receipt of a bot less", CASTER, write("receipt", "seats", 1, {"commitment": OTHER}), "in the receipt", True
    ),
    Cheat("a receipt of fewer voided starts", STARTED_LATE, write("receipt", "voided", 1), "in the receipt", True),
    Cheat("a receipt of no copy", COPIED, write("receipt", "copied_from", ""), "in the receipt", True),
)
