"""What a program is told: the words of its seat's screen, numbers that survive any language, and nothing hidden."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec
import numpy as np
import pytest

from fairdeal import games
from fairdeal.bots import finding, messages
from fairdeal.bots.bot import Budget, checked
from fairdeal.bots.choices import choices
from fairdeal.bots.imagining import Imagining
from fairdeal.contract.game import points_of, shares_of
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import blank
from fairdeal.errors import BadBot
from fairdeal.play.sitting import Sitting

SOME = 11  # choices into a game


def some_choice(name: str, some: int = SOME) -> tuple[Sitting, int]:
    """Play a game at random for a while, up to a choice."""
    sitting, rng = Sitting(games.find(name).setting()), numbered("messages", 0)

    def any_action(seat: int) -> int:
        legal = sitting.legal(seat)
        return legal[below(rng, len(legal))]

    found = choices(sitting, rng, any_action)
    return sitting, [next(found) for _ in range(some)][-1]


def question_of(sitting: Sitting, seat: int) -> Any:
    """Give a question as a program reads it."""
    asked = messages.choose(sitting.setting, sitting.view(seat), sitting.told(seat), seat, 30.0, 7)
    return json.loads(messages.encode(asked))


@pytest.mark.parametrize("name", games.NAMES)
def test_a_question_has_all_that_the_seat_sees_and_may_do(name: str) -> None:
    sitting, seat = some_choice(name)
    question = question_of(sitting, seat)
    assert question["legal"] == sitting.legal_texts(seat)
    assert question["points"] == points_of(sitting.game, sitting.view(seat))
    acted = [{"seat": event.seat, "action": event.action} for event in sitting.events if event.seat == seat]
    assert [event for event in question["events"] if event["seat"] == seat] == acted
    assert len(question["events"]) == len(sitting.events)
    assert question["events"][0] == {"seat": None}
    assert question["prompt"]
    own = question["zones"].get(f"seat{seat}.hand", {})
    assert [piece["text"] for piece in own.get("pieces", ())] == question["hand"]
    for text in question["hand"] if name in ("caster", "cryptruck") else ():
        assert sitting.game.words.action(f"play {text}") >= 0


def test_a_hand_and_a_trick_are_texts_that_actions_have() -> None:
    questions = [question_of(*some_choice("caster", some)) for some in range(5, 15)]
    question = next(question for question in questions if len(question["trick"]) > 1)
    assert {f"play {card}" for card in question["hand"]} >= set(question["legal"])
    laid = [event for event in question["events"] if event["seat"] is not None][-len(question["trick"]) :]
    assert [{"seat": one["seat"], "action": f"play {one['card']}"} for one in question["trick"]] == laid


@pytest.mark.parametrize("name", games.NAMES)
def test_a_question_is_made_of_the_view_alone(name: str) -> None:
    """Any world that the seat cannot tell from the real one is asked about in the same words."""
    sitting, seat = some_choice(name)
    view, told = sitting.view(seat), sitting.told(seat)
    world = Imagining(sitting.game, view, seat, numbered("world", 1), 0.0)._world()
    other = blank(view.dtype)[0]
    sitting.game.rules.view(world, seat, other)
    asked = [messages.choose(sitting.setting, v, told, seat, 30.0, 7) for v in (view, other)]
    assert asked[0] == asked[1]


def fill(record: Any, document: Any) -> None:
    for name in record.dtype.names:
        if record.dtype[name].names is None:
            record[name] = document[name]
        else:
            fill(record[name], document[name])


def widest(document: Any) -> int:
    """Give the number of a document that is farthest from 0; texts are none."""
    if isinstance(document, dict | list):
        parts = document.values() if isinstance(document, dict) else document
        return max(map(widest, parts), default=0)
    return abs(document) if isinstance(document, int) else 0


@pytest.mark.parametrize("name", games.NAMES)
def test_a_record_survives_the_way_through_javascript(name: str) -> None:
    sitting, seat = some_choice(name)
    view, copied = sitting.view(seat), blank(sitting.game.rules.STATE)[0]
    document = json.loads(msgspec.json.encode(messages.record(view)), parse_float=str)
    assert list(document) == list(sitting.game.rules.STATE.names or ())
    assert widest(document) < 1 << 53
    fill(copied, document)
    assert copied.tobytes() == view.tobytes()


def test_cards_beyond_53_bits_are_written_exactly() -> None:
    record = np.zeros(1, [("hand", "<i8", (2,)), ("small", "<i4")])
    record["hand"] = [(1 << 62) + 1, -1]
    assert messages.record(record[0]) == {"hand": [str((1 << 62) + 1), "-1"], "small": 0}


# --- worlds and games played out -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.NAMES)
def test_worlds_look_to_the_seat_like_the_real_one(name: str) -> None:
    sitting, seat = some_choice(name)
    view = sitting.view(seat)
    found = Imagining(sitting.game, view, seat, numbered("worlds", 0), 0.0).worlds(5)
    assert (len(found.worlds), found.left) == (5, messages.WORLDS - 5)
    for document in found.worlds:
        world, seen = blank(view.dtype)[0], blank(view.dtype)[0]
        fill(world, document)
        sitting.game.rules.view(world, seat, seen)
        assert seen.tobytes() == view.tobytes()


@pytest.mark.parametrize("name", games.NAMES)
def test_rollouts_are_whole_games_after_the_action(name: str) -> None:
    sitting, seat = some_choice(name)
    action = sitting.legal(seat)[0]
    found = [
        Imagining(sitting.game, sitting.view(seat), seat, numbered("out", 0), 1e12).rollouts(action, 20)
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert (found[0].games, found[0].left) == (20, messages.ROLLOUTS - 20)
    assert sum(found[0].shares) == pytest.approx(1.0)
    assert len(found[0].points) == sitting.setting.seats


def test_rollouts_end_as_the_game_does_when_its_last_card_is_played() -> None:
    whole, rng = Sitting(games.find("caster").setting(options={"rounds": 1})), numbered("last", 0)
    while not whole.is_over:
        whole.random_step(rng)
    sitting = Sitting(whole.setting)
    *before, last = whole.events
    for event in before:
        sitting.redo(event)
    assert last.seat is not None
    action = sitting.game.words.action(last.action)
    imagining = Imagining(sitting.game, sitting.view(last.seat), last.seat, numbered("end", 0), 1e12)
    found = imagining.rollouts(action, 3)
    assert found.points == tuple(points_of(whole.game, whole.state))
    assert found.shares == tuple(shares_of(whole.game, whole.state))


def test_a_choice_has_limits_and_an_end() -> None:
    sitting, seat = some_choice("battle")
    imagining = Imagining(sitting.game, sitting.view(seat), seat, numbered("limit", 0), 0.0)
    assert imagining.worlds(messages.WORLDS - 1).left == 1
    assert len(imagining.worlds(10).worlds) == 1
    assert imagining.worlds(10) == messages.WorldsLine((), 0)
    late = imagining.rollouts(sitting.legal(seat)[0], 1000)
    assert (late.games, late.left) == (1, messages.ROLLOUTS - 1)  # the time was over before it began
    imagining._rollouts = 0
    assert imagining.rollouts(sitting.legal(seat)[0], 1000).games == 0


# --- a program that asks ---------------------------------------------------------------------------------------------

ASKER = """
import json, sys
def ask(**said):
    print(json.dumps(said), flush=True)
    return json.loads(sys.stdin.readline())
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        view, worlds = ask(ask="view")["view"], ask(ask="worlds", count=2)
        tried = {action: ask(ask="rollouts", action=action, count=3) for action in message["legal"]}
        best = max(tried, key=lambda action: tried[action]["shares"][message["seat"]])
        right = worlds["type"] == "worlds" and len(worlds["worlds"]) == 2 and set(worlds["worlds"][0]) == set(view)
        print(json.dumps({"action": best if right else "wrong"}), flush=True)
"""


def test_a_program_may_ask_before_it_chooses() -> None:
    sitting, seat = some_choice("cryptruck")
    found = []
    for _ in range(2):
        bot = finding.find(sitting.game, f"cmd:{sys.executable} -c '{ASKER}'")
        finding.begin(bot, sitting.setting, seat)
        try:
            view, told = sitting.view(seat), sitting.told(seat)
            found.append(checked(sitting.game, bot, view, told, seat, Budget(numbered("asks", 0))))
        finally:
            finding.close(bot)
    assert found[0] == found[1]
    assert found[0] in sitting.legal(seat)


@pytest.mark.parametrize(
    "said",
    [{"ask": "secrets"}, {"ask": "worlds", "count": 0}, {"ask": "worlds", "count": "2"}, {"ask": "rollouts"}, {}],
)
def test_an_ask_that_is_none_is_refused(said: dict[str, Any]) -> None:
    sitting, seat = some_choice("caster")
    source = f"import sys; [print({json.dumps(said)!r}, flush=True) for line in sys.stdin if len(line) > 400]"
    source = source.replace("'", '"""')
    bot = finding.find(sitting.game, f"cmd:{sys.executable} -c '{source}'")
    finding.begin(bot, sitting.setting, seat)
    try:
        with pytest.raises(BadBot, match=r'answered .*, not \{"action": "TEXT"\}\.$'):
            bot.choose(sitting.view(seat), sitting.told(seat), seat, Budget(numbered("asks", 0)))
    finally:
        finding.close(bot)


def test_a_program_is_told_how_its_games_end() -> None:
    from fairdeal.lab.arena import Arena, Task, new_match

    source = """
import json, sys
over = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "over":
        over = message
    if message["type"] == "hello" and over is not None:
        print(over["scores"], len(over["events"]) > 10, over["winners"], file=sys.stderr, flush=True)
        sys.exit()
    if message["type"] == "choose":
        print(json.dumps({"action": message["legal"][0]}), flush=True)
"""
    match = new_match(games.find("battle"), (f"cmd:{sys.executable} -c '{source}'", "random"))
    arena = Arena(match)
    try:
        played = arena.play(Task(match, 0, 0))
        winners = [seat for seat, share in enumerate(played.shares) if share > 0]
        with pytest.raises(BadBot) as refused:
            arena.play(Task(match, 0, 0))
        assert str(refused.value).endswith(f"(exit code 0): {list(played.points)} True {winners}")
    finally:
        arena.close()
