"""The levels of bots: named, legal, quick where there is no choice, and stronger than chance."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys

import pytest

from fairdeal import games
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD
from fairdeal.contract.game import Setting, list_legal, members, new_view
from fairdeal.contract.levels import Level
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.errors import BadOption, Refused
from fairdeal.play.sitting import Sitting

ITERATIONS, MOMENTS = (1, 4) if DEFAULT_MODE == "interpreted" else (50, 12)


@pytest.mark.parametrize("name", games.NAMES)
def test_levels_are_found_by_name_and_rise_tenfold(name: str) -> None:
    game = games.find(name)
    assert [game.level(level.name) for level in game.levels] == list(game.levels)
    first, *others = [level.iterations for level in game.levels]
    assert first == 0
    assert all(10 * low <= high for low, high in itertools.pairwise(others))


def test_an_unknown_level_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(BadOption, match=r"^CASTER has no level 'grim'; it has random, easy, .*\.$"):
        games.find("caster").level("grim")


@pytest.mark.parametrize("name", games.NAMES)
def test_a_player_chooses_legally_and_with_the_same_chance_the_same(name: str) -> None:
    game = games.find(name)
    player = Player(game)
    sitting = Sitting(game.setting(game.seat_counts[-1]))
    rng = numbered(name, 0)
    while len(sitting.events) < MOMENTS:
        for seat in set(sitting.actors[:1]) - {DEALER}:
            view, told, level = sitting.view(seat), sitting.told(seat), game.levels[-1]
            for iterations in (0, ITERATIONS):
                found = {player.choose(view, told, seat, level, numbered(1, 2), iterations) for _ in range(2)}
                assert len(found) == 1
                assert found <= set(sitting.legal(seat))
        sitting.random_step(rng)


def test_the_only_legal_action_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(games.find("caster"))
    monkeypatch.setattr(player, "_search", None)
    sitting = Sitting(player.game.setting(options={"rounds": 1}))
    rng, forced = numbered("forced", 0), 0
    while not sitting.is_over:
        for seat in set(sitting.actors) - {DEALER}:
            if len(sitting.legal(seat)) == 1:
                found = player.choose(sitting.view(seat), NOTHING_TOLD, seat, player.game.levels[-1], rng)
                assert [found] == sitting.legal(seat)
                forced += 1
        sitting.random_step(rng)
    assert forced


def test_a_seat_that_may_not_act_is_refused() -> None:
    player = Player(games.find("caster"))
    s = player.game.setting().new_state()
    with pytest.raises(Refused, match=r"^Seat 2 has nothing to do now\.$"):
        player.choose(new_view(player.game, s, 1), NOTHING_TOLD, 1, player.game.levels[-1], numbered(0, 0))


def share_of_searcher(setting: Setting, seat: int, level: Level, number: int, player: Player) -> float:
    """Play a game of one searching seat against random ones."""
    sitting, rng = Sitting(setting), numbered("levels", number)
    while not sitting.is_over:
        if sitting.actors == [seat]:
            sitting.play(seat, player.choose(sitting.view(seat), sitting.told(seat), seat, level, rng))
        else:
            sitting.random_step(rng)
    winners = sitting.result().winners
    return (seat in winners) / len(winners)


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="too slow when interpreted")
@pytest.mark.parametrize("level", games.find("battle").levels[1:4], ids=lambda level: level.name)
def test_every_level_but_the_first_beats_chance(level: Level) -> None:
    """Of 12 games a random seat would win 6, and 10 one time in 50. Seeds and budgets are fixed, so nothing is luck."""
    game = games.find("battle")
    player, setting = Player(game), game.setting()
    won = sum(share_of_searcher(setting, number % 2, level, number, player) for number in range(12))
    assert won >= 10


# In a process of its own, because this one has compiled much already. Every text is asked for: words call rules too.
NOTHING_COMPILED = """
import json
import sys
import numpy as np
from fairdeal import games
from fairdeal.engine.chance import from_system
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD

for name, view, seat in json.load(sys.stdin):
    game = games.find(name).uncompiled()
    view = np.frombuffer(bytes.fromhex(view), game.rules.STATE).copy()[0]
    Player(game).choose(view, NOTHING_TOLD, seat, game.levels[0], from_system())
    for action in range(game.rules.ACTIONS):
        game.words.text(action)

homes = [vars(module) for name, module in sys.modules.items() if name.startswith("fairdeal")]
natives = [value for home in homes for value in home.values() if hasattr(value, "py_func")]
assert natives
print(sorted({value.py_func.__qualname__ for value in natives if value.signatures}))
"""


def first_choice(setting: Setting) -> tuple[str, str, int]:
    """Find a view in which a seat has a choice."""
    sitting, rng = Sitting(setting), numbered("choice", 0)
    while True:
        for seat in set(sitting.actors) - {DEALER}:
            if len(sitting.legal(seat)) > 1:
                return setting.game.name, sitting.view(seat).tobytes().hex(), seat
        sitting.random_step(rng)


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="nothing is compiled then")
def test_an_uncompiled_game_never_waits_for_the_compiler() -> None:
    choices = json.dumps([first_choice(game.setting()) for game in games.all_games()])
    command = [sys.executable, "-c", NOTHING_COMPILED]
    run = subprocess.run(command, input=choices, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize("name", games.NAMES)
def test_an_uncompiled_game_is_the_same_game(name: str) -> None:
    game = games.find(name)
    plain = game.uncompiled()
    sitting = Sitting(game.setting())
    rng = numbered("plain", 0)
    while len(sitting.events) < 6:
        sitting.random_step(rng)
        for seat in set(members(game.rules.actors(sitting.state))) - {DEALER}:
            assert list_legal(plain.rules, sitting.state, seat) == sitting.legal(seat)
    actions = range(0, game.rules.ACTIONS, 7)
    assert [plain.words.text(n) for n in actions] == [game.words.text(n) for n in actions]
