"""The independent rules: the pages' worked examples, the sample records, damaged records, the project's own records."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from fairdeal.cli import run
from tests.independent import caster, coast, replay
from tests.independent.caster import Caster
from tests.independent.coast import Coast

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "records"
FEW = None if os.environ.get("FAIRDEAL_SOAK") else 4
GAMES = ("caster", "coast")

Record = dict[str, Any]


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def samples(game: str) -> list[Record]:
    return [json.loads(line) for line in lines_of(SAMPLES / f"{game}.jsonl")]


# CASTER: the worked examples, played from a deal in which they are legal.


def hands_for(cards: list[str]) -> list[list[str]]:
    """Hands in which seat i plays cards[i]: only the seats that follow hold the led colour."""
    seats, led = len(cards), cards[0][0]
    hands = [[card] for card in cards]
    rest = sorted(caster.cards_in_play(seats) - set(cards), key=lambda card: card[0] != led)
    for card in rest:
        able = [hand for hand in hands if len(hand) < caster.HAND and (card[0] != led or hand[0][0] == led)]
        able[0].append(card)
    return hands


def deal_text(hands: list[list[str]]) -> str:
    return "deal " + " ".join(card for hand in hands for card in hand)


def after_trick(cards: list[str]) -> Caster:
    game = Caster(len(cards), {"rounds": 1, "passing": False})
    game.apply(None, "start 0")
    game.apply(None, deal_text(hands_for(cards)))
    for seat, card in enumerate(cards):
        game.apply(seat, f"play {card}")
    return game


@pytest.mark.parametrize(
    ("cards", "taker", "points"),
    [
        ("R5 R1 R9 G0", 1, 5),
        ("R6 G2 Y4 E0", 0, 6),
        ("R10 R3 B6 Y0", 2, 10),
        ("R10 B6 B2 R3", 2, 10),
        ("R0 B3 Y1 G5", 1, 0),
    ],
)
def test_9_10_the_pages_tricks(cards: str, taker: int, points: int) -> None:
    game = after_trick(cards.split())
    assert game.tricks == [[points] if seat == taker else [] for seat in range(4)]
    assert game.actors() == {taker}


def test_12_four_tricks_at_five_seats_have_burst() -> None:
    assert caster.round_points(5, [10, 10, 5, 5]) == 4
    assert caster.round_points(5, [10, 10, 10]) == 30
    assert caster.round_points(4, [1, 2, 3, 4]) == 10


def test_8_who_holds_the_led_colour_must_play_it() -> None:
    game = Caster(3, {"rounds": 1, "passing": False})
    game.apply(None, "start 2")
    game.apply(None, "deal " + " ".join(sorted(caster.cards_in_play(3))))
    assert game.legal(0) == []
    game.apply(2, "play Y0")
    assert game.legal(0) == sorted(f"play {card}" for card in game.hands[0])
    with pytest.raises(ValueError, match="may not 'play Y1'"):
        game.apply(0, "play Y1")


def test_13_the_next_first_player() -> None:
    assert caster.next_first_player([9, 4, 7], [1, 4, 0], 1) == 1
    assert caster.next_first_player([4, 4, 7], [2, 1, 0], 0) == 1
    assert caster.next_first_player([4, 4, 4, 9], [1, 1, 1, 0], 1) == 2
    assert caster.next_first_player([4, 4, 9, 9], [1, 1, 0, 0], 1) == 0


def test_14_a_tie_is_broken_by_the_last_round_or_shared() -> None:
    game = Caster(3, {"rounds": 2, "passing": False})
    game.scores, game.last_round = [30, 30, 12], [9, 11, 12]
    assert game.winners == [1]
    game.last_round = [11, 11, 12]
    assert game.winners == [0, 1]


def test_gifts_join_the_hands_after_the_last_third_gift() -> None:
    game = Caster(3, {"rounds": 1, "passing": True})
    game.apply(None, "start 0")
    game.apply(None, "deal " + " ".join(sorted(caster.cards_in_play(3))))
    given = {seat: sorted(game.hands[seat])[:3] for seat in range(3)}
    for seat in (2, 0, 1):
        for card in given[seat]:
            assert seat in game.actors()
            game.apply(seat, f"give {card}")
            assert card not in game.hands[seat]
        assert seat not in game.actors()
    assert [len(hand) for hand in game.hands] == [15, 15, 15]
    assert all(set(given[seat]) <= game.hands[(seat + 1) % 3] for seat in range(3))
    assert game.actors() == {0}


@pytest.mark.parametrize("text", ["start 3", "start 00", "start -1", "start", "deal R0", "start 0 "])
def test_5_a_start_that_cannot_be(text: str) -> None:
    with pytest.raises(ValueError, match="the dealer says one of"):
        Caster(3, {"rounds": 1, "passing": False}).apply(None, text)


# Craft My Coast: the worked example, and what no sample record shows.

EXAMPLE = (
    "T14 0 -1,2 | T13 90 0,4 | T04 0 1,1 | T09 90 0,-1 | T02 90 0,-2 | T07 270 -1,3 | T11 180 -2,2 | T08 180 2,1"
    " | T01 0 -1,-1 | T12 270 -2,3"
)
LEFT_OVER = "T06 T05 T10 T03 T15"
EXAMPLE_REGION = """
~ ~ ~ ~ S I I S ~
~ . P ~ P S M . ~
. S M P . S . T P
P P F T T M . M F
~ ~ T F S I P . ~
~ ~ ~ . P ~ ~ ~ ~
~ ~ ~ I F ~ ~ ~ ~
"""


def begun(seats: int = 1, agendas: str = "F", piles: str = "", **options: object) -> Coast:
    """A game right after `begin`, at 1000 ms."""
    game = Coast(seats, {"end_on": "draw", "time_limit": 0, "countdown": 3} | options)
    game.apply(None, f"agendas {agendas}", 0)
    for seat in range(seats):
        game.apply(None, f"pile {seat} {piles or ' '.join(coast.TERRITORIES)}", 0)
    for seat in range(seats):
        game.apply(seat, "arrange C1 C2 C3", 500)
    game.apply(None, "begin", 1000)
    return game


def drawn(region: coast.Region) -> str:
    icons = coast.shown(region)
    rows = range(min(r for r, _ in icons), max(r for r, _ in icons) + 1)
    columns = range(min(c for _, c in icons), max(c for _, c in icons) + 1)
    return "\n".join(" ".join(icons.get((row, column), "~") for column in columns) for row in rows)


@pytest.mark.parametrize("agenda", ["F", "M", "I", "T"])
def test_15_the_pages_region_and_score(agenda: str) -> None:
    steps = [step.split() for step in EXAMPLE.split(" | ")]
    piles = " ".join([step[0] for step in steps]) + " " + LEFT_OVER
    game = begun(agendas=agenda, piles=piles, time_limit=1)
    for _, degrees, corner in steps:
        before = len(game.regions[0])
        game.apply(0, "draw", 1000)
        game.apply(0, f"place {degrees} {corner}", 1000)
        assert len(game.regions[0]) == before + 2
    game.apply(None, "time", 2000)
    assert drawn(game.regions[0]) == EXAMPLE_REGION.strip()
    assert coast.balanced_lines(game.regions[0]) == ([-2, -1, 0, 1, 4], [-1, 0, 2, 6])
    assert (game.over, game.scores, game.winners) == (True, [7], [0])


def test_2_each_icon_occurs_14_times() -> None:
    icons = "".join("".join(rows) for rows in coast.CARDS.values())
    assert (len(coast.CITIES), len(coast.TERRITORIES), len(icons)) == (3, 15, 108)
    assert {icon: icons.count(icon) for icon in coast.ICONS} == dict.fromkeys("FMSIPT", 14)


def test_15_the_start_region_has_no_balanced_line() -> None:
    region = coast.arranged("arrange C1 C2 C3")
    assert drawn(region) == "I T P I T P\n. P T . . I\nT . . I P ."
    assert coast.balanced_lines(region) == ([], [])


def test_9_a_turn_is_clockwise() -> None:
    assert coast.turned(["ab", "cd", "ef"], 90) == ["eca", "fdb"]
    assert coast.turned(["ab", "cd", "ef"], 270) == ["bdf", "ace"]


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ((0, (0, 0)), "more than four"),
        ((0, (9, 9)), "no two visible"),
        ((0, (-2, -1)), "no two visible"),
        ((90, (2, 1)), ""),
        ((0, (1, 1)), ""),
    ],
)
def test_10_what_a_card_covers(place: tuple[int, tuple[int, int]], reason: str) -> None:
    assert reason in coast.why_not(coast.arranged("arrange C1 C2 C3"), "T01", *place)
    assert bool(coast.why_not(coast.arranged("arrange C1 C2 C3"), "T01", *place)) == bool(reason)


def test_11_every_card_keeps_a_visible_square() -> None:
    region = coast.arranged("arrange C1 C2 C3")
    coast.lay(region, "T01", 0, (1, -1))
    coast.lay(region, "T02", 0, (-1, -1))
    coast.lay(region, "T03", 90, (-1, 1))
    assert [square for square, stack in region.items() if stack[-1][0] == "C1"] == [(1, 1), (2, 1)]
    assert coast.why_not(region, "T04", 90, (2, 1)) == ""
    assert "(§11)" in coast.why_not(region, "T04", 0, (1, 1))


def test_12_a_card_is_set_aside_only_if_it_fits_nowhere() -> None:
    game = begun(end_on="place")
    game.apply(0, "draw", 1000)
    assert "aside" not in game.legal(0)
    with pytest.raises(ValueError, match="cannot be set aside"):
        game.apply(0, "aside", 1000)
    game.regions[0] = {}
    assert game.legal(0) == ["aside"]
    game.apply(0, "aside", 1000)
    assert game.legal(0) == ["draw"]


def test_14_the_last_draw_or_the_last_placement_ends_the_game() -> None:
    for end_on, is_over in (("draw", True), ("place", False)):
        game = begun(end_on=end_on)
        game.piles[0] = ["T01"]
        game.apply(0, "draw", 1000)
        assert game.over == is_over
    game.apply(0, game.legal(0)[0], 1000)
    assert game.over
    assert game.actors() == set()


def test_16_a_tie_goes_to_the_smaller_pile_then_to_more_balanced_lines() -> None:
    game = begun(2, "S M")
    game.regions = {0: {(0, 0): [("T01", "F")], (0, 1): [("T01", "I")]}, 1: {(0, 0): [("T01", "M")]}}
    assert (game.scores, game.winners) == ([-25, -25], [0])
    game.regions[1] = {(0, 0): [("T01", "P")], (5, 0): [("T01", "F")]}
    assert (game.scores, game.winners) == ([-25, -25], [0, 1])
    game.regions[1] = {(0, 0): [("T01", "P")]}
    game.piles[0].append("T15")
    game.regions[0][2, 2] = [("T02", "S")]
    game.regions[0][4, 4] = [("T02", "S")]
    game.regions[1][0, 1] = [("T02", "M")]
    assert game.scores == [-25, -24]
    game.regions[0][6, 6] = [("T02", "S")]
    assert (game.scores, game.winners) == ([-24, -24], [1])


def test_time_ends_the_game_at_the_limit_and_not_before() -> None:
    game = begun(time_limit=5)
    with pytest.raises(ValueError, match="before the limit"):
        game.apply(None, "time", 5999)
    game.apply(0, "draw", 7000)
    game.apply(None, "time", 7000)
    assert game.over
    with pytest.raises(ValueError, match="may not act"):
        begun(time_limit=0).apply(None, "time", 99999)


@pytest.mark.parametrize("text", ["place 90 -0,2", "place 45 0,0", "place 0 0, 0", "place 0 00,0", "place 0", "draw"])
def test_only_one_spelling_is_a_placement(text: str) -> None:
    game = begun()
    game.apply(0, "draw", 1000)
    with pytest.raises(ValueError, match="is no placement"):
        game.apply(0, text, 1000)


def test_chance_comes_in_order() -> None:
    cards = " ".join(coast.TERRITORIES)
    game = Coast(2, {"end_on": "draw", "time_limit": 0, "countdown": 3})
    for wrong in ("begin", "agendas F", "agendas F F", "agendas F X", "agendas F M S"):
        with pytest.raises(ValueError, match="agendas"):
            game.apply(None, wrong, 0)
    game.apply(None, "agendas F M", 0)
    for wrong in (f"pile 1 {cards}", f"pile 00 {cards}", f"pile 0 {cards} T01", "pile 0", cards, "begin"):
        with pytest.raises(ValueError, match="pile"):
            game.apply(None, wrong, 0)
    game.apply(None, f"pile 0 {cards}", 0)
    game.apply(None, f"pile 1 {cards}", 0)
    assert game.actors() == {0, 1}
    assert len(game.legal(0)) == 48


# Records.


@pytest.mark.parametrize("game", replay.GAMES)
def test_the_samples_replay(game: str) -> None:
    for line in lines_of(SAMPLES / f"{game}.jsonl"):
        replay.check_line(line)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared sample records are not beside this checkout")
@pytest.mark.parametrize("most", [pytest.param(FEW, id="few"), pytest.param(None, id="all", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", replay.GAMES)
def test_the_shared_records_replay(game: str, most: int | None) -> None:
    for line in lines_of(SHARED / f"{game}.jsonl")[:most]:
        replay.check_line(line)


@pytest.mark.parametrize("game", GAMES)
def test_a_running_game_replays_at_every_event(game: str) -> None:
    record = samples(game)[0]
    del record["result"]
    events = record["events"]
    for count in range(len(events)):
        replay.check_line(json.dumps(record | {"events": events[:count]}))


def refuse(record: Record, reason: str = ".") -> None:
    with pytest.raises(ValueError, match=reason):
        replay.check_line(json.dumps(record))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_that_lacks_an_event_is_refused(game: str) -> None:
    record = samples(game)[0]
    events = record["events"]
    for number in range(len(events)):
        refuse(record | {"events": events[:number] + events[number + 1 :]})


def last_word(text: str) -> str:
    return text.split(" ")[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_with_another_legal_action_is_refused(game: str) -> None:
    """What follows no longer fits. Not so for a coast's `arrange` and last placement, which only the score sees."""
    for number, event in enumerate(samples(game)[0]["events"][:-4]):
        others = [text for text in event.get("legal", []) if last_word(text) != last_word(event["action"])]
        if others and not event["action"].startswith("arrange"):
            record = samples(game)[0]
            record["events"][number]["action"] = others[-1]
            refuse(record)


ILLEGAL = ["play R99", "place 0 90,90", "aside", "pass", "", "play  R1", "give R1"]


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_text_is_refused_where_it_stands(game: str) -> None:
    for number in range(len(samples(game)[0]["events"])):
        record = samples(game)[0]
        text = ILLEGAL[number % len(ILLEGAL)]
        record["events"][number]["action"] = text
        refuse(record, f"^event {number}: ")
        record["events"][number].get("legal", []).append(text)
        refuse(record, f"^event {number}: ")


Damage = Callable[[Record], object]

DAMAGES: dict[str, Damage] = {
    "a score": lambda record: record["result"]["scores"].__setitem__(0, record["result"]["scores"][0] + 1),
    "a score that is not whole": lambda record: record["result"]["scores"].__setitem__(0, 0.5),
    "the winners": lambda record: record["result"]["winners"].append(7),
    "no result": lambda record: record.pop("result"),
    "an event after the end": lambda record: record["events"].append(record["events"][-1]),
    "no format": lambda record: record.pop("format"),
    "another game": lambda record: record.update(game="chess"),
    "another version": lambda record: record.update(rules_version=2),
    "another number of seats": lambda record: record.update(seats=record["seats"] + 1),
    "a missing option": lambda record: record["options"].popitem(),
    "an unknown option": lambda record: record["options"].update(colour="red"),
    "an option of another type": lambda record: record["options"].update(dict.fromkeys(record["options"], "3")),
    "a data file": lambda record: record.update(data={}),
    "a late first event": lambda record: record["events"][0].update(at=1),
    "time that runs backwards": lambda record: record["events"][5].update(at=-1),
    "time that is not whole": lambda record: record["events"][5].update(at=1e6),
    "legal on some events only": lambda record: record["events"][-1].pop("legal"),
    "legal on a dealer's event": lambda record: record["events"][0].update(legal=[]),
    "legal with a repeat": lambda record: record["events"][-1]["legal"].append(record["events"][-1]["legal"][0]),
    "legal in another order": lambda record: first_choice(record)["legal"].reverse(),
    "another seat": lambda record: record["events"][-1].update(seat=record["seats"]),
    "a seat that is no number": lambda record: record["events"][-1].update(seat=False),
    "an event without a seat": lambda record: record["events"][0].pop("seat"),
}


def first_choice(record: Record) -> Record:
    """The first event at which a seat had more than one action."""
    event: Record = next(event for event in record["events"] if len(event.get("legal", [])) > 1)
    return event


@pytest.mark.parametrize("name", DAMAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_record_is_refused(game: str, name: str) -> None:
    for record in samples(game):
        DAMAGES[name](record)
        refuse(record)


def test_an_event_without_at_is_refused_in_a_real_time_game() -> None:
    record = samples("coast")[0]
    del record["events"][3]["at"]
    refuse(record, "event 3: every event of this game carries `at`")


def test_at_is_welcome_in_every_game_and_unknown_keys_are_ignored() -> None:
    record = samples("caster")[0] | {"note": "unknown"}
    for number, event in enumerate(record["events"]):
        event.update(at=number, note="unknown")
    replay.check_line(json.dumps(record))


def test_the_command_reports_each_bad_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = SAMPLES / "caster.jsonl"
    assert replay.main([str(good)]) == 0
    assert capsys.readouterr().out == "2 records replay\n"
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"format": "fairdeal-record/1", "game": "chess"}\n[]\n', encoding="utf-8")
    assert replay.main([str(bad), str(good)]) == 1
    problems = capsys.readouterr().out.splitlines()
    assert problems[0].endswith(
        "bad.jsonl:1: this program knows battle, caster, coast, cryptruck, traders, not 'chess'"
    )
    assert problems[1].endswith("bad.jsonl:2: a record is one JSON object")
    assert problems[2] == "2 records replay, 2 do not"


# What the project writes.

Table = tuple[str, int, tuple[str, ...]]

CASTER_OPTIONS = [(f"rounds={r}", f"passing={p}") for r, p in product((1, 2), ("false", "true"))]
CRYPTRUCK_OPTIONS = [(f"rounds={r}", f"colours={c}") for r, c in product((1, 3), ("first", "random"))]
TRADERS_OPTIONS = [
    *((f"market={size}",) for size in (4, 5, 6, 7, 8)),
    ("abilities=X2b,A1a,V1a,W1a,M1a,D1a,R1a",),
    ("abilities=V1b,R1b,W1b,A2b,V3b,L1b,M1b",),
    ("abilities=D1b,A1b,V3a,V2a,L1a,X1a,R1a",),
]
BATTLE_OPTIONS = [("deck=random", "open_list=true"), ("deck=random", "open_list=false"), ("deck=starter",)]
COAST_OPTIONS = [(f"end_on={e}", f"time_limit={t}") for e, t in product(("draw", "place"), (0, 5))]
ALL_TABLES: list[Table] = [
    *(("caster", seats, options) for seats, options in product((3, 4, 5), CASTER_OPTIONS)),
    *(("cryptruck", seats, options) for seats, options in product((2, 3, 4, 5), CRYPTRUCK_OPTIONS)),
    *(("traders", seats, options) for seats, options in product((2, 3, 4), TRADERS_OPTIONS)),
    *(
        ("battle", seats, (*options, f"match={games}"))
        for seats, options in product((2, 3, 4), BATTLE_OPTIONS)
        for games in range(1, seats + 1)
    ),
    *(("coast", seats, options) for seats, options in product((1, 2, 3, 4, 5, 6), COAST_OPTIONS)),
]
# Every seat count and every value of every option, but not every combination.
SOME_TABLES: list[Table] = [
    *(("caster", 3 + number, CASTER_OPTIONS[1 + number]) for number in range(3)),
    *(("coast", 1 + number, COAST_OPTIONS[number % 4]) for number in range(6)),
    *(("cryptruck", 2 + number, CRYPTRUCK_OPTIONS[number]) for number in range(4)),
    *(("traders", 2 + number, TRADERS_OPTIONS[3 * number]) for number in range(3)),
    *(("battle", 2 + number, (*BATTLE_OPTIONS[number], f"match={number + 1}")) for number in range(3)),
]


def table_id(table: Table) -> str:
    return "-".join([table[0], str(table[1]), *table[2]])


def check_what_the_project_writes(table: Table, games: int, folder: Path) -> None:
    game, seats, options = table
    file = folder / "records.jsonl"
    command = ["simulate", game, "--seats", str(seats), "--games", str(games)]
    command += ["--seed", "2024", "--records", str(file), "--legal"]
    for option in options:
        command += ["--option", option]
    assert run(command) == 0
    lines = lines_of(file)
    assert len(lines) == games
    for line in lines:
        record = json.loads(line)
        assert (record["game"], record["seats"], "result" in record) == (game, seats, True)
        assert all("legal" in event for event in record["events"] if event["seat"] is not None)
        replay.check_line(line)


@pytest.mark.parametrize("table", SOME_TABLES, ids=table_id)
def test_what_the_project_writes_replays(table: Table, tmp_path: Path) -> None:
    check_what_the_project_writes(table, 2, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("table", ALL_TABLES, ids=table_id)
def test_much_of_what_the_project_writes_replays(table: Table, tmp_path: Path) -> None:
    check_what_the_project_writes(table, 200, tmp_path)
