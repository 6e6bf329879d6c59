"""Games written down, one JSON object a line, and read again: every event of a record is replayed and checked."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.errors import BadRecord, FairdealError, UnknownGame
from fairdeal.games.outside import Package, data_hash
from fairdeal.language.languages import DEFAULT
from fairdeal.language.marks import Marked, Saying
from fairdeal.language.messages import Message, say
from fairdeal.play.sitting import Event, Sitting, seats_text

FORMAT = "fairdeal-record/1"
LONGEST_LINE = 64 << 20  # bytes; a game of hours is a thousandth of this
LONGEST_REASON = 400  # characters

# --- writing ---------------------------------------------------------------------------------------------------------


def document(sitting: Sitting) -> dict[str, Json]:
    """Give a sitting as a record; it shows every secret."""
    setting, game = sitting.setting, sitting.setting.game
    document = written(game.name, game.rules_version, setting.seats, setting.options, setting.data, sitting.events)
    if sitting.is_over:
        result = sitting.result()
        document["result"] = {"scores": list(result.scores), "winners": list(result.winners)}
    return document


def written(
    game: str,
    rules_version: int,
    seats: int,
    options: Mapping[str, Json],
    data: Mapping[str, Json] | None,
    events: Sequence[Event],
) -> dict[str, Json]:
    """Give a record of what was done, by whatever rules, without its result."""
    document: dict[str, Json] = {
        "format": FORMAT,
        "game": game,
        "rules_version": rules_version,
        "seats": seats,
        "options": dict(options),
    }
    if data is not None:
        document["data"] = data
    if (package := games.package(game)) is not None:
        document["package"] = _package_document(package, data)
    document["events"] = [_event_document(event) for event in events]
    return document


def _package_document(package: Package, data: Mapping[str, Json] | None) -> dict[str, Json]:
    """Say where a game from outside comes from, and what its own data were, unless the record has others."""
    document: dict[str, Json] = {"name": package.name, "version": package.version}
    if data is None:
        document["data"] = data_hash(games.find(package.game).own_data)
    return document


def _event_document(event: Event) -> dict[str, Json]:
    written: dict[str, Json] = {"seat": event.seat, "action": event.action}
    if event.at is not None:
        written["at"] = event.at
    if event.legal is not None:
        written["legal"] = list(event.legal)
    return written


def line(sitting: Sitting) -> str:
    """Give a sitting as one line of JSON, its end included."""
    return json.dumps(document(sitting), allow_nan=False) + "\n"


@contextlib.contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """Open a file to write to; it appears, or replaces an older one, only when all is written."""
    target = path.resolve()
    if target.exists() and not target.is_file() and not target.is_dir():  # a pipe or a device cannot be replaced
        with target.open("w", encoding="utf-8") as file:
            yield file
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    if target.is_dir():
        raise IsADirectoryError(21, "it is a folder", str(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "it is write-protected", str(path))
    try:
        with draft.open("x", encoding="utf-8") as file:
            yield file
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_records(path: Path) -> Iterator[tuple[int, Sitting]]:
    """Read a file of records: each one's line number, and the game replayed. Raise BadRecord, which names the line."""
    for number, text in lines(path):
        yield number, read_line(path, number, text)


def read_line(path: Path, number: int, text: bytes) -> Sitting:
    """Replay the record in one line of a file. Raise BadRecord, which names the line."""
    try:
        return read(text)
    except BadRecord as error:
        where = {"path": str(path), "line": number, "event": error.event, "reason": error.why}
        error.what = say("record.line_event" if error.event else "record.line", **where)
        raise


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Read the lines of a file that are not blank, with their numbers."""
    try:
        with path.open("rb") as file:
            number = 0
            while text := file.readline(LONGEST_LINE + 1):
                number += 1
                if text.strip():
                    yield number, text
                if len(text) > LONGEST_LINE:
                    return  # `read` has refused it
    except OSError as error:
        raise BadRecord(0, say("record.file_unreadable", path=str(path), reason=error.strerror)) from None


def read(text: str | bytes) -> Sitting:
    """Replay a record, checking all it says. Raise BadRecord."""
    record = _object(text)
    setting = _setting(record)
    events = _list(record, "events")
    sitting = Sitting(setting, keep_legal=any(isinstance(event, dict) and "legal" in event for event in events))
    for number, event in enumerate(events, 1):
        try:
            _replay(sitting, event)
        except FairdealError as error:
            raise BadRecord(number, say("text", text=Brief(error))) from None
    _check_result(sitting, record)
    return sitting


def is_ended_early(text: str | bytes) -> bool:
    """Tell whether a record says that its game was ended before it was over."""
    return "ended" in _object(text)


def names_of(text: str | bytes) -> dict[int, str]:
    """Give the players that a record names, by seat."""
    players = _object(text).get("players")
    return dict(enumerate(map(str, players))) if isinstance(players, list) else {}


def _object(text: str | bytes) -> Mapping[str, Json]:
    if len(text) > LONGEST_LINE:
        raise BadRecord(0, say("record.too_long", size=LONGEST_LINE >> 20))
    try:
        record = json.loads(text if isinstance(text, str) else text.decode("utf-8"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise BadRecord(0, say("record.not_utf8", byte=error.start + 1)) from None
    except json.JSONDecodeError as error:
        raise BadRecord(0, say("record.not_json_at", reason=error.msg, column=error.colno)) from None
    except RecursionError:
        raise BadRecord(0, say("record.too_deep")) from None
    except ValueError as error:
        raise BadRecord(0, say("record.not_json", reason=str(error))) from None
    if not isinstance(record, dict):
        raise BadRecord(0, say("record.no_object"))
    return record


def _no_number(word: str) -> Json:
    raise ValueError(f"{word} is no number of JSON")


# --- the head --------------------------------------------------------------------------------------------------------


def _setting(record: Mapping[str, Json]) -> Setting:
    if record.get("format") != FORMAT:
        raise BadRecord(0, say("record.format", given=_shown(record, "format"), format=FORMAT))
    try:
        game = _game(record)
        _check_version(game, record)
        _check_data(game, record)
        options = _options(game, record)
        return game.setting(_seats(record), options, _data(record))
    except BadRecord:
        raise
    except FairdealError as error:
        raise BadRecord(0, say("text", text=Brief(error))) from None


def _game(record: Mapping[str, Json]) -> Game:
    name = _text(record, "game")
    try:
        return games.find(name)
    except UnknownGame:
        if "package" not in record:
            raise
        raise BadRecord(0, f"The record is of {name}, which is not here: {_how_to_get(record)}") from None


def _how_to_get(record: Mapping[str, Json]) -> str:
    """Say what to install for a game from outside."""
    package = record.get("package")
    name, version = (package.get("name"), package.get("version")) if isinstance(package, dict) else (None, None)
    if not isinstance(name, str) or not isinstance(version, str):
        raise BadRecord(0, f"The record's package is {_shown(record, 'package')}, not a name and a version.")
    return f"install version {_cut(version, 40)} of the package {_cut(name, 80)}, or name its folder with --from."


def _check_data(game: Game, record: Mapping[str, Json]) -> None:
    """A game from outside may come with other data of its own than it had when the record was made."""
    package = record.get("package")
    if isinstance(package, dict) and "data" not in record and package.get("data") != data_hash(game.own_data):
        raise BadRecord(0, f"The record was made with other data of {game.title} than here: {_how_to_get(record)}")


def _check_version(game: Game, record: Mapping[str, Json]) -> None:
    version = record.get("rules_version")
    if type(version) is not int or version != game.rules_version:
        its = {"given": _shown(record, "rules_version"), "game": game.title, "version": game.rules_version}
        raise BadRecord(0, say("record.other_rules", **its))


def _seats(record: Mapping[str, Json]) -> int:
    seats = record.get("seats")
    if type(seats) is not int:
        raise BadRecord(0, say("record.no_whole_number", key="seats", given=_shown(record, "seats")))
    return seats


def _options(game: Game, record: Mapping[str, Json]) -> Mapping[str, Json]:
    options = record.get("options")
    if not isinstance(options, dict):
        raise BadRecord(0, say("record.part_no_object", key="options", given=_shown(record, "options")))
    missing = [option.name for option in game.options if option.name not in options]
    if missing:
        raise BadRecord(0, say("record.lacks_options", options=missing))
    return options


def _data(record: Mapping[str, Json]) -> Mapping[str, Json] | None:
    if "data" not in record:
        return None
    data = record["data"]
    if not isinstance(data, dict):
        raise BadRecord(0, say("record.part_no_object", key="data", given=_shown(record, "data")))
    return data


def _text(record: Mapping[str, Json], key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str):
        raise BadRecord(0, say("record.no_text", key=key, given=_shown(record, key)))
    return value


def _list(record: Mapping[str, Json], key: str) -> Sequence[Json]:
    value = record.get(key)
    if not isinstance(value, list):
        raise BadRecord(0, say("record.no_list", key=key, given=_shown(record, key)))
    return value


def _shown(record: Mapping[str, Json], key: str) -> Message | str:
    return shown(record[key]) if key in record else say("record.missing")


def shown(value: Json) -> str:
    """Print a JSON value, shortened to fit a sentence."""
    return _cut(json.dumps(value), 60)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


class Brief(Saying):
    """What an error says, cut: it quotes the record, which may be of any length."""

    def __init__(self, error: FairdealError) -> None:
        self.error = error

    def marked(self, language: str = DEFAULT) -> Marked:
        return Marked(_cut(self.error.said(language), LONGEST_REASON))


# --- events ----------------------------------------------------------------------------------------------------------


class _Wrong(FairdealError):
    """What is wrong with the event at hand."""


def _replay(sitting: Sitting, event: Json) -> None:
    if not isinstance(event, dict):
        raise _Wrong(say("record.event_no_object", given=shown(event)))
    seat, action, at = _seat(sitting, event), _action(event), _at(event)
    if sitting.is_over:
        raise _Wrong(say("record.over_before"))
    if seat is None:
        _check_no_legal(event)
        sitting.deal_text(action, at)
        return
    _check_actor(sitting, seat)
    number = sitting.game.words.action(action)  # what cannot be read is refused before the lists are compared
    _check_legal(sitting, seat, event)
    if number not in sitting.legal(seat):
        raise _Wrong(say("record.may_not", seat=seat + 1, action=action, reason=sitting.refusal(seat, number)))
    sitting.play(seat, action, at)


def _seat(sitting: Sitting, event: Mapping[str, Json]) -> int | None:
    if "seat" not in event:
        raise _Wrong(say("record.no_seat"))
    seat = event["seat"]
    if seat is None:
        return None
    if type(seat) is not int:
        raise _Wrong(say("record.seat_no_number", given=shown(seat)))
    if not 0 <= seat < sitting.setting.seats:
        raise _Wrong(say("record.no_such_seat", seat=seat + 1, seats=sitting.setting.seats))
    return seat


def _action(event: Mapping[str, Json]) -> str:
    action = event.get("action")
    if not isinstance(action, str):
        raise _Wrong(say("record.action_no_text", given=_shown(event, "action")))
    return action


def _at(event: Mapping[str, Json]) -> int | None:
    if "at" not in event:
        return None
    at: Any = event["at"]
    if type(at) is not int or not 0 <= at < 1 << 53:
        raise _Wrong(say("record.no_time", given=shown(at)))
    return int(at)


def _check_actor(sitting: Sitting, seat: int) -> None:
    actors = sitting.actors
    if seat not in actors:
        seats = [actor for actor in actors if actor < sitting.setting.seats]
        if not seats:
            raise _Wrong(say("record.dealer_awaited", seat=seat + 1))
        raise _Wrong(say("record.others_awaited", seat=seat + 1, seats=seats_text(seats)))


def _check_no_legal(event: Mapping[str, Json]) -> None:
    if "legal" in event:
        raise _Wrong(say("record.legal_of_dealer"))


def _check_legal(sitting: Sitting, seat: int, event: Mapping[str, Json]) -> None:
    if not sitting.keep_legal:
        return
    if "legal" not in event:
        raise _Wrong(say("record.no_legal"))
    legal = event["legal"]
    if not isinstance(legal, list) or not all(isinstance(text, str) for text in legal):
        raise _Wrong(say("record.legal_no_list", given=shown(legal)))
    proper = sitting.legal_texts(seat)
    if legal != proper:
        raise _Wrong(_difference(legal, proper))


def _difference(legal: Sequence[str], proper: Sequence[str]) -> Message:
    given, known = set(legal), set(proper)
    if missing := sorted(known - given):
        return say("record.legal_lacks", actions=_named(missing))
    if strange := sorted(given - known):
        return say("record.legal_too_many", actions=_named(strange))
    if len(given) < len(legal):
        repeated = sorted(text for text in given if legal.count(text) > 1)
        return say("record.legal_repeats", actions=_named(repeated))
    return say("record.legal_unsorted")


def _named(texts: Sequence[str]) -> Message | str:
    first, more = shown(texts[0]), len(texts) - 1
    return say("record.and_more", first=first, more=more) if more else first


# --- the result ------------------------------------------------------------------------------------------------------


def _check_result(sitting: Sitting, record: Mapping[str, Json]) -> None:
    last = len(sitting.events)
    if not sitting.is_over:
        if "result" in record:
            raise BadRecord(last, say("record.not_over"))
        return
    if "result" not in record:
        raise BadRecord(last, say("record.no_result"))
    result = record["result"]
    if not isinstance(result, dict):
        raise BadRecord(last, say("record.part_no_object", key="result", given=shown(result)))
    proper = sitting.result()
    for key, numbers in (("scores", proper.scores), ("winners", proper.winners)):
        if not _is_same(result.get(key), list(numbers)):
            its = {"key": key, "given": _shown(result, key), "proper": shown(list(numbers))}
            raise BadRecord(last, say("record.other_result", **its))


def _is_same(given: Json, numbers: list[int]) -> bool:
    """Compare lists of whole numbers; JSON's true is not 1, and 1.0 is not a whole number."""
    return isinstance(given, list) and given == numbers and all(type(number) is int for number in given)
