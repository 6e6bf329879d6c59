"""Replay records with the independent rules: `python tests/independent/replay.py FILE...`.

Shares no code with the package, so that a mistake there cannot hide itself here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

if not __package__:  # run as a file: the folder that holds `tests` is not yet on the path
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.independent.battle import Battle
from tests.independent.caster import Caster
from tests.independent.coast import Coast
from tests.independent.cryptruck import Cryptruck
from tests.independent.traders import Traders


class Game(Protocol):
    """What a replay asks of a game."""

    @property
    def over(self) -> bool: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    def actors(self) -> set[int | None]: ...
    def legal(self, seat: int) -> list[str]: ...
    def apply(self, seat: int | None, text: str, at: int | None) -> None: ...


GAMES: dict[str, Callable[[int, Mapping[str, object], object], Game]] = {
    "battle": Battle,
    "caster": Caster,
    "coast": Coast,
    "cryptruck": Cryptruck,
    "traders": Traders,
}


def is_whole(number: object) -> bool:
    """True and False are whole numbers to Python, but not to JSON."""
    return type(number) is int


def new_game(record: Mapping[str, object]) -> Game:
    """The head of the record: format, game, version, seats and options."""
    if record.get("format") != "fairdeal-record/1":
        raise ValueError(f"the format is fairdeal-record/1, not {record.get('format')!r}")
    name, seats, options = record.get("game"), record.get("seats"), record.get("options")
    if not isinstance(name, str) or name not in GAMES:
        raise ValueError(f"this program knows {', '.join(GAMES)}, not {name!r}")
    if not is_whole(record.get("rules_version")) or record["rules_version"] != 1:
        raise ValueError(f"this program knows version 1 of the rules, not {record.get('rules_version')!r}")
    if not isinstance(seats, int) or not is_whole(seats):
        raise ValueError(f"seats is a whole number, not {seats!r}")
    if not isinstance(options, dict):
        raise ValueError("options is an object")
    return GAMES[name](seats, options, record.get("data"))


def check_seat(game: Game, seat: object) -> int | None:
    """`seat` is null or the number of a seat that may act now."""
    if seat is not None and (not isinstance(seat, int) or not is_whole(seat)):
        raise ValueError(f"seat is a whole number or null, not {seat!r}")
    if game.over:
        raise ValueError("the game is already over")
    if seat not in game.actors():
        raise ValueError(f"{'the dealer' if seat is None else f'seat {seat}'} may not act now")
    return seat


def check_at(event: Mapping[str, object], is_first: bool, before: int) -> int | None:
    """`at`: whole, 0 in the first event, never decreasing; absent is the game's business."""
    if "at" not in event:
        return None
    at = event["at"]
    if not isinstance(at, int) or not is_whole(at):
        raise ValueError(f"at is a whole number, not {at!r}")
    if is_first and at != 0:
        raise ValueError(f"at of the first event is 0, not {at}")
    if at < before:
        raise ValueError(f"at {at} comes after at {before}")
    return at


def check_legal(written: object, expected: list[str]) -> None:
    """`legal`: the very list, sorted by code point, without repeats."""
    if written == expected:
        return
    if not isinstance(written, list) or not all(isinstance(text, str) for text in written):
        raise ValueError("legal is a list of texts")
    missing, extra = sorted(set(expected) - set(written)), sorted(set(written) - set(expected))
    if missing or extra:
        raise ValueError(f"legal lacks {missing[:5]} and has {extra[:5]} too much")
    raise ValueError("legal is not sorted by code point or repeats a text")


def check_event(game: Game, event: object, is_first: bool, before: int) -> int | None:
    """Replay one event; the answer is its `at`."""
    if not isinstance(event, dict) or "seat" not in event or not isinstance(event.get("action"), str):
        raise ValueError("an event is an object with a seat and the text of an action")
    seat = check_seat(game, event["seat"])
    at = check_at(event, is_first, before)
    if seat is None and "legal" in event:
        raise ValueError("the dealer's events have no `legal`")
    if seat is not None and "legal" in event:
        check_legal(event["legal"], game.legal(seat))
    game.apply(seat, event["action"], at)
    return at


def check_events(game: Game, events: object) -> None:
    """Replay all events; a problem is reported with the number of its event, from 0."""
    if not isinstance(events, list):
        raise ValueError("events is a list")
    before = 0
    for number, event in enumerate(events):
        try:
            at = check_event(game, event, number == 0, before)
        except ValueError as problem:
            raise ValueError(f"event {number}: {problem}") from None
        before = before if at is None else at
    if len({"legal" in event for event in events if event["seat"] is not None}) > 1:
        raise ValueError("`legal` stands on some events of seats and not on others")


def check_result(game: Game, record: Mapping[str, object]) -> None:
    """`result` is present exactly when the game is over, and agrees."""
    if not game.over:
        if "result" in record:
            raise ValueError("there is a result, but the game is not over")
        return
    result = record.get("result")
    if not isinstance(result, dict):
        raise ValueError("the game is over, but there is no result")
    for key, expected in (("scores", game.scores), ("winners", game.winners)):
        written = result.get(key)
        if written != expected or not all(map(is_whole, written)):
            raise ValueError(f"the {key} are {expected}, not {written!r}")


def check_line(line: str) -> None:
    """Replay one record; a ValueError says what is wrong with it."""
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("a record is one JSON object")
    game = new_game(record)
    check_events(game, record.get("events"))
    check_result(game, record)


def main(names: list[str]) -> int:
    """Replay every line of the files; 1 if any is bad."""
    good = bad = 0
    for name in names:
        with open(name, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    check_line(line)
                    good += 1
                except ValueError as problem:
                    bad += 1
                    print(f"{name}:{number}: {problem}")
    print(f"{good} records replay" + (f", {bad} do not" if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
