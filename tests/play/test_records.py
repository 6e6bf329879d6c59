"""Records: written and read again, and every way in which one can be wrong."""

from __future__ import annotations

import copy
import functools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import BadRecord
from fairdeal.lab.simulate import play_game
from fairdeal.play import records
from fairdeal.play.sitting import Sitting
from tests.play.settings import all_settings, label

Record = dict[str, Any]


@functools.cache
def _good(name: str, keep_legal: bool) -> str:
    seats, options = {"caster": (3, {"rounds": 1}), "coast": (2, {"time_limit": 20})}[name]
    return records.line(play_game(games.find(name).setting(seats, options), "records", 1, keep_legal))


def good(name: str = "caster", keep_legal: bool = True) -> Record:
    """A record of a finished game; in CASTER event 1 is the start, 2 the deal, 3 to 47 are cards."""
    record: Record = json.loads(_good(name, keep_legal))
    return record


def refusal(record: Any) -> BadRecord:
    text = record if isinstance(record, str | bytes) else json.dumps(record)
    with pytest.raises(BadRecord) as caught:
        records.read(text)
    return caught.value


# --- good records ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", [s for s in all_settings() if s.seats == s.game.seat_counts[0]], ids=label)
@pytest.mark.parametrize("keep_legal", [False, True])
def test_what_is_written_is_read_again(setting: Any, keep_legal: bool) -> None:
    sitting = play_game(setting, "again", 0, keep_legal)
    line = records.line(sitting)
    again = records.read(line)
    assert again.events == sitting.events
    assert again.result() == sitting.result()
    assert again.state.tobytes() == sitting.state.tobytes()
    assert records.line(again) == line
    assert line.count("\n") == 1


def test_the_form_of_a_record() -> None:
    record = good()
    assert list(record) == ["format", "game", "rules_version", "seats", "options", "events", "result"]
    assert record["options"] == {"rounds": 1, "passing": False}
    assert record["events"][0] == {"seat": None, "action": "start 0"} | {"action": record["events"][0]["action"]}
    assert list(record["events"][2]) == ["seat", "action", "legal"]
    assert list(good("coast", False)["events"][0]) == ["seat", "action", "at"]
    assert set(record["result"]) == {"scores", "winners"}


def test_a_running_game_has_no_result() -> None:
    sitting = Sitting(games.find("caster").setting())
    assert "result" not in records.document(sitting)
    sitting.deal(numbered(0, 0))
    again = records.read(records.line(sitting))
    assert again.events == sitting.events
    assert not again.is_over


def test_own_data_stands_in_the_record() -> None:
    game = games.find("caster")
    data = copy.deepcopy(dict(game.own_data))
    data["colours"][0]["name"] = "rosé"
    sitting = play_game(game.setting(3, {"rounds": 1}, data), 0, 0)
    line = records.line(sitting)
    assert json.loads(line)["data"] == data
    assert records.read(line).setting.data == data


def test_unknown_keys_are_ignored() -> None:
    record = good()
    record["note"] = "well played"
    record["events"][0]["mood"] = "good"
    record["result"]["applause"] = True
    assert records.read(json.dumps(record)).is_over


def test_a_game_of_turns_may_have_times() -> None:
    record = good(keep_legal=False)
    record["events"][0]["at"] = 0
    record["events"][5]["at"] = 10
    assert [event.at for event in records.read(json.dumps(record)).events[:6]] == [0, None, None, None, None, 10]


# --- bad heads -------------------------------------------------------------------------------------------------------


def without(key: str) -> Callable[[Record], object]:
    return lambda record: record.pop(key)


def with_(key: str, value: Any) -> Callable[[Record], object]:
    return lambda record: record.__setitem__(key, value)


def with_option(key: str, value: Any) -> Callable[[Record], object]:
    return lambda record: record["options"].__setitem__(key, value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (without("format"), "The record's format is missing, and only 'fairdeal-record/1' can be read."),
        (with_("format", "fairdeal-record/2"), 'The record\'s format is "fairdeal-record/2", and only'),
        (with_("game", "chess"), "There is no game 'chess'; there are caster, "),
        (with_("game", 5), "The record's game is 5, not a text."),
        (without("game"), "The record's game is missing, not a text."),
        (with_("rules_version", 2), "The record's rules_version is 2; CASTER is played by 1."),
        (with_("rules_version", True), "The record's rules_version is true; CASTER is played by 1."),
        (with_("rules_version", "1"), 'The record\'s rules_version is "1"; CASTER is played by 1.'),
        (without("rules_version"), "The record's rules_version is missing; CASTER is played by 1."),
        (with_("seats", 2), "CASTER is played by 3 to 5 seats, not 2."),
        (with_("seats", True), "The record's seats is true, not a whole number."),
        (with_("seats", 3.0), "The record's seats is 3.0, not a whole number."),
        (without("seats"), "The record's seats is missing, not a whole number."),
        (with_("options", []), "The record's options is [], not an object."),
        (without("options"), "The record's options is missing, not an object."),
        (with_("options", {"rounds": 1}), "The record lacks option passing: all options are written out."),
        (with_option("cheating", 1), "CASTER has no option 'cheating'; it has rounds, passing."),
        (with_option("rounds", True), "Option rounds of CASTER is a whole number from 1 to 9, not True."),
        (with_option("rounds", 10), "Option rounds of CASTER is a whole number from 1 to 9, not 10."),
        (with_option("passing", 0), "Option passing of CASTER is true or false, not 0."),
        (with_("data", None), "The record's data is null, not an object."),
        (with_("data", {}), "In the data file: the keys colours, seats are missing."),
        (with_("events", {}), "The record's events is {}, not a list."),
        (without("events"), "The record's events is missing, not a list."),
    ],
)
def test_a_bad_head(change: Callable[[Record], object], sentence: str) -> None:
    record = good()
    change(record)
    error = refusal(record)
    assert error.event == 0
    assert error.reason.startswith(sentence)
    assert str(error) == error.reason


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The record is not JSON: Expecting value at column 1."),
        ("{", "The record is not JSON: Expecting property name enclosed in double quotes at column 2."),
        ("[1, 2]", "The record is not a JSON object."),
        ("null", "The record is not a JSON object."),
        ('{"seats": NaN}', "The record is not JSON: NaN is no number of JSON."),
        (b"\xff{}", "The record is not UTF-8 text: byte 1 is none."),
        ("[" * 200_000, "The record is nested too deeply."),
        ('{"a": ' * 100_000, "The record is nested too deeply."),
        ('{"seats": ' + "9" * 5000 + "}", "The record is not JSON: Exceeds the limit"),
        (" " * (records.LONGEST_LINE + 1), "The record is longer than 64 MiB."),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_what_is_no_record_at_all(text: str | bytes, sentence: str) -> None:
    error = refusal(text)
    assert error.event == 0
    assert error.reason.startswith(sentence)


# --- bad events ------------------------------------------------------------------------------------------------------


def event(number: int, **keys: Any) -> Callable[[Record], object]:
    """Change an event, counted from 1."""
    return lambda record: record["events"][number - 1].update(keys)


def event_without(number: int, key: str) -> Callable[[Record], object]:
    return lambda record: record["events"][number - 1].pop(key)


def replaced(number: int, value: Any) -> Callable[[Record], object]:
    return lambda record: record["events"].__setitem__(number - 1, value)


def legal(number: int, change: Callable[[list[Any]], object]) -> Callable[[Record], object]:
    return lambda record: change(record["events"][number - 1]["legal"])


def swap_seats(record: Record) -> None:
    record["events"][2]["seat"] = (record["events"][2]["seat"] + 1) % 3


def deal_a_card_twice(record: Record) -> None:
    verb, first, _, *rest = record["events"][1]["action"].split(" ")
    record["events"][1]["action"] = " ".join([verb, first, first, *rest])


def play_a_card_of_another(record: Record) -> None:
    record["events"][2]["action"] = record["events"][3]["action"]


@pytest.mark.parametrize(
    ("change", "number", "sentence"),
    [
        (replaced(3, "play R1"), 3, 'The event is "play R1", not an object.'),
        (replaced(3, None), 3, "The event is null, not an object."),
        (event_without(3, "seat"), 3, "The event has no seat."),
        (event(3, seat=3), 3, "There is no seat 4; the seats are 1 to 3, which a record counts from 0."),
        (event(3, seat=-1), 3, "There is no seat 0; the seats are 1 to 3, which a record counts from 0."),
        (event(3, seat=True), 3, "The event's seat is true, neither a whole number nor null."),
        (event(3, seat="0"), 3, 'The event\'s seat is "0", neither a whole number nor null.'),
        (event(3, seat=1.0), 3, "The event's seat is 1.0, neither a whole number nor null."),
        (event(1, seat=0), 1, "Seat 1 may not act now; the dealer is awaited."),
        (swap_seats, 3, "may act."),
        (event_without(3, "action"), 3, "The event's action is missing, not a text."),
        (event(3, action=7), 3, "The event's action is 7, not a text."),
        (event(3, action="play  R1"), 3, "is no card"),
        (event(3, action="dance"), 3, "'dance' is no action"),
        (event(3, action="PLAY R1"), 3, "'PLAY R1' is no action"),
        (event(3, action="x" * 10**6), 3, "..."),
        (play_a_card_of_another, 3, "(§7)."),
        (event(3, seat=None), 3, "The dealer's event has a list of legal actions, which only seats have."),
        (replaced(3, {"seat": None, "action": "start 0"}), 3, "No chance is due now; seat"),
        (
            event(1, action="start 3"),
            1,
            "Chance names one of 3 seats, counted from 0, as 'start 0' (§5), not 'start 3'.",
        ),
        (event(1, action="start 00"), 1, "(§5)"),
        (event(2, action="deal R0"), 2, "1 cards are dealt, but it takes 45 (§4)."),
        (deal_a_card_twice, 2, "is dealt twice (§4)."),
        (event(1, legal=[]), 1, "The dealer's event has a list of legal actions, which only seats have."),
        (event_without(3, "legal"), 3, "The event has no list of legal actions, and others have one."),
        (event(3, legal="all"), 3, 'The event\'s legal is "all", not a list of texts.'),
        (event(3, legal=[1]), 3, "The event's legal is [1], not a list of texts."),
        (event(3, legal=[]), 3, "The list of legal actions lacks"),
        (legal(3, lambda texts: texts.pop()), 3, "The list of legal actions lacks"),
        (legal(3, lambda texts: texts.append("sing")), 3, 'The list of legal actions has "sing" too many.'),
        (legal(3, lambda texts: texts.append(texts[0])), 3, "The list of legal actions repeats"),
        (legal(3, lambda texts: texts.reverse()), 3, "The list of legal actions is not sorted by code point."),
        (event(3, at=-1), 3, "The event's at is -1, not a whole number of milliseconds from 0 on."),
        (event(3, at=True), 3, "The event's at is true, not a whole number of milliseconds from 0 on."),
        (event(3, at=None), 3, "The event's at is null, not a whole number of milliseconds from 0 on."),
        (event(3, at=1.5), 3, "The event's at is 1.5, not a whole number of milliseconds from 0 on."),
        (event(3, at=10**30), 3, "not a whole number of milliseconds from 0 on."),
        (event(1, at=3), 1, "The first event is at 0 milliseconds, not at 3."),
    ],
)
def test_a_bad_event(change: Callable[[Record], object], number: int, sentence: str) -> None:
    record = good()
    change(record)
    error = refusal(record)
    assert error.event == number
    assert sentence in error.reason
    assert error.reason.endswith((".", "..."))
    assert len(error.reason) <= records.LONGEST_REASON
    assert str(error) == f"Event {number}: {error.reason}"


def test_some_events_have_a_list_and_some_have_not() -> None:
    record = good(keep_legal=False)
    record["events"][9]["legal"] = ["play R0"]
    error = refusal(record)
    assert (error.event, error.reason) == (3, "The event has no list of legal actions, and others have one.")


def test_an_illegal_action_is_refused_with_its_reason() -> None:
    sitting = Sitting(games.find("caster").setting(3, {"rounds": 1}))
    sitting.deal_text("start 0")
    sitting.deal_text("deal " + " ".join(f"{colour}{value}" for colour in "RBYEG" for value in range(9)))
    sitting.play(0, "play B5")
    record = records.document(sitting)
    record["events"].append({"seat": 1, "action": "play Y0"})
    error = refusal(record)
    assert error.event == 4
    assert error.reason == "Seat 2 may not 'play Y0' now: You hold B6, B7, B8, so you must follow blue (§8)."


def test_no_event_follows_the_end() -> None:
    record = good()
    record["events"].append({"seat": 0, "action": "play R1", "legal": []})
    error = refusal(record)
    assert (error.event, error.reason) == (48, "The game was over before this event.")


# --- bad times -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "number", "sentence"),
    [
        (event_without(1, "at"), 1, "In a real-time game every act has its time."),
        (event_without(5, "at"), 5, "In a real-time game every act has its time."),
        (event(1, at=5), 1, "The first event is at 0 milliseconds, not at 5."),
        (event(7, at=0), 7, "Time does not run backwards: 0 milliseconds cannot come after"),
        (event(7, at="0"), 7, 'The event\'s at is "0", not a whole number of milliseconds from 0 on.'),
    ],
)
def test_a_bad_time(change: Callable[[Record], object], number: int, sentence: str) -> None:
    record = good("coast", False)
    change(record)
    error = refusal(record)
    assert error.event == number
    assert error.reason.startswith(sentence)


def test_the_time_limit_is_not_reached_before_its_time() -> None:
    record = good("coast", False)
    last = record["events"][-1]
    assert last["action"] == "time"
    begin = next(event["at"] for event in record["events"] if event["action"] == "begin")
    assert last["at"] == begin + 20_000
    last["at"] -= 1
    error = refusal(record)
    assert error.event == len(record["events"])
    assert error.reason == f"The dealer acts at {begin + 20_000} milliseconds, and {begin + 19_999} is too early."


# --- bad results -----------------------------------------------------------------------------------------------------


def test_a_result_stands_there_exactly_when_the_game_is_over() -> None:
    record = good()
    del record["result"]
    error = refusal(record)
    assert (error.event, error.reason) == (47, "This event ended the game, but the record has no result.")
    record = good()
    record["events"].pop()
    error = refusal(record)
    assert (error.event, error.reason) == (46, "The record has a result, but after this event the game is not over.")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda result: result["scores"].__setitem__(0, -1), "The record's scores are [-1, "),
        (lambda result: result["scores"].append(0), "The record's scores are ["),
        (lambda result: result.pop("scores"), "The record's scores are missing; the game ended with ["),
        (lambda result: result.__setitem__("winners", []), "The record's winners are []; the game ended with ["),
        (lambda result: result.__setitem__("winners", [0, 1, 2]), "The record's winners are [0, 1, 2]; the game"),
        (lambda result: result.__setitem__("winners", 1), "The record's winners are 1; the game ended with ["),
        (lambda result: result.pop("winners"), "The record's winners are missing; the game ended with ["),
        (lambda result: result["scores"].__setitem__(0, float(result["scores"][0])), "The record's scores are ["),
    ],
)
def test_a_wrong_result(change: Callable[[Record], object], sentence: str) -> None:
    record = good()
    change(record["result"])
    error = refusal(record)
    assert error.event == 47
    assert error.reason.startswith(sentence)


def test_true_is_not_one() -> None:
    assert records._is_same([1, 0], [1, 0])
    assert not records._is_same([True, 0], [1, 0])
    assert not records._is_same([1.0, 0], [1, 0])


@pytest.mark.parametrize("result", [None, [], 5])
def test_a_result_is_an_object(result: Any) -> None:
    record = good()
    record["result"] = result
    assert refusal(record).reason == f"The record's result is {json.dumps(result)}, not an object."


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_file_holds_several_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(_good("caster", True) + "\n" + _good("coast", False), "utf-8")
    assert [(number, len(sitting.events) > 9) for number, sitting in records.read_records(path)] == [
        (1, True),
        (3, True),
    ]


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    record = good()
    record["events"][2]["seat"] = 7
    path.write_text(_good("caster", True) + json.dumps(record) + "\n{}", "utf-8")
    reading = records.read_records(path)
    next(reading)
    with pytest.raises(BadRecord) as caught:
        next(reading)
    assert (
        str(caught.value)
        == f"{path}, line 2, event 3: There is no seat 8; the seats are 1 to 3, which a record counts from 0."
    )
    assert caught.value.event == 3


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read: No such file or directory"):
        list(records.read_records(tmp_path / "none.jsonl"))
    with pytest.raises(BadRecord, match="cannot be read: Is a directory"):
        list(records.read_records(tmp_path))


def test_an_endless_line_is_read_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LONGEST_LINE", 1 << 20)
    path = tmp_path / "long.jsonl"
    path.write_text("x" * (3 << 20), "utf-8")
    with pytest.raises(BadRecord, match="line 1: The record is longer than 1 MiB"):
        list(records.read_records(path))


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old", "utf-8")
    with pytest.raises(TypeError), records.writing(path) as file:
        file.writelines(["new", 5])  # type: ignore[list-item]
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
    path.chmod(0o640)
    with records.writing(path) as file:
        file.write("new")
    assert path.read_text("utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    with records.writing(link) as file:
        file.write("new")
    assert link.is_symlink()
    assert (tmp_path / "target").read_text("utf-8") == "new"
    null = Path("/dev/null")
    with records.writing(null) as file:
        file.write("nothing")
    assert null.is_char_device()
    with pytest.raises(OSError, match="folder"), records.writing(tmp_path):
        pass


# --- anything at all -------------------------------------------------------------------------------------------------

ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1,
    8,
    2**70,
    1.5,
    "",
    "play",
    "deal",
    "time",
    "draw ",
    "place 0 9,9",
    "\ud800",
    [],
    [[]],
    {},
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """List every place of a document, as its owner and the key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@pytest.mark.parametrize("name", ["caster", "coast"])
@pytest.mark.parametrize("keep_legal", [False, True])
def test_an_odd_value_anywhere_is_refused_in_a_sentence_or_ignored(name: str, keep_legal: bool) -> None:
    chooser = random.Random(f"{name} {keep_legal}")
    refusals = []
    for _ in range(60):
        record = good(name, keep_legal)
        owner, key = chooser.choice(places(record))
        owner[key] = chooser.choice(ODD)
        try:
            records.read(json.dumps(record))
        except BadRecord as error:
            refusals.append(error.reason)
    assert len(refusals) > 50
    assert all(reason.isprintable() and reason.endswith((".", "...")) for reason in refusals)


# --- other people's records ------------------------------------------------------------------------------------------

OURS = Path(__file__).parents[1] / "samples"
SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "records"


@pytest.mark.parametrize("name", games.NAMES)
def test_records_of_another_implementation_replay(name: str) -> None:
    sittings = [sitting for _, sitting in records.read_records(OURS / f"{name}.jsonl")]
    assert len(sittings) > 1
    assert all(sitting.game.name == name and sitting.keep_legal and sitting.is_over for sitting in sittings)


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample records do not lie beside this checkout")
@pytest.mark.parametrize("name", games.NAMES)
def test_all_of_its_records_replay(name: str) -> None:
    step = 10 if DEFAULT_MODE == "interpreted" else 1
    sittings = [records.read(text) for number, text in records.lines(SAMPLES / f"{name}.jsonl") if number % step == 0]
    assert sittings
    assert all(sitting.is_over for sitting in sittings)
