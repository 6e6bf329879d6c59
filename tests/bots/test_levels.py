"""The levels of bots: named, legal, quick where there is no choice, and stronger than chance."""

from __future__ import annotations

import dataclasses
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.bots import finding
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD
from fairdeal.contract.game import Setting, new_view
from fairdeal.contract.levels import KNOWLEDGE, Level
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.errors import BadOption, Refused
from fairdeal.play.sitting import Sitting

ITERATIONS, MOMENTS = (1, 4) if DEFAULT_MODE == "interpreted" else (50, 12)


@pytest.mark.parametrize("name", games.NAMES)
def test_levels_are_found_by_name_and_think_more_and_more(name: str) -> None:
    game = games.find(name)
    assert [game.level(level.name) for level in game.levels] == list(game.levels)
    first, easy, *others = game.levels[:5]
    assert first.iterations == 0
    assert easy.knowledge == {"glance"}
    assert [level.knowledge <= set(KNOWLEDGE) for level in others[1:]] == [True, True]
    for seats in game.seat_counts:
        iterations = [level.at(seats).iterations for level in others]
        assert all(2 * low <= high for low, high in itertools.pairwise(iterations))
    for master in game.levels[5:]:
        assert master.name == "master"
        assert master.iterations >= others[-1].iterations


@pytest.mark.parametrize(("text", "thinks"), [("hard", {2: 600, 3: 150}), ("hard:100", {2: 100, 3: 100})])
def test_a_level_has_other_iterations_with_some_seats_and_with_a_number_of_its_own_has_that(
    text: str, thinks: dict[int, int]
) -> None:
    game = games.find("traders")
    bot = finding.find(game, text)
    assert isinstance(bot, finding.LevelBot)
    for seats, iterations in thinks.items():
        s = game.setting(seats).dealt()
        view, player, some = new_view(game, s, 0), Player(game), max(1, bot.level.iterations // 50)
        found = player.judge(view, NOTHING_TOLD, 0, bot.level, numbered("some", 0), some)
        assert found.iterations == iterations // 50
        assert bot.level.at(seats).iterations == iterations
        assert player.effort == pytest.approx(1 / 50)


@pytest.mark.parametrize("name", games.NAMES)
def test_levels_know_their_place_and_whoever_is_none_is_as_quick_as_medium(name: str) -> None:
    game = games.find(name)
    assert [game.place_of(level.name) for level in game.levels] == list(range(len(game.levels)))
    assert game.levels[game.place_of("greedy")].name == "medium"
    without = dataclasses.replace(game, levels=(game.levels[0], *game.levels[3:5]))
    assert without.levels[without.place_of("cmd:./greta")].name == "hard"


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
import sys
from pathlib import Path
from fairdeal import games
from fairdeal.bots.choices import loaded
from fairdeal.engine import compiling

with compiling.left_to_others():
    for game in games.all_games():
        assert loaded(game).is_awaited
        for action in range(game.rules.ACTIONS):
            game.words.text(action)

homes = [vars(module) for name, module in sys.modules.items() if name.startswith("fairdeal")]
natives = [value for home in homes for value in home.values() if hasattr(value, "py_func")]
assert natives
print(sorted({value.py_func.__qualname__ for value in natives if value.signatures}))
"""


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="nothing is compiled then")
def test_whoever_leaves_the_compiling_to_others_never_waits_for_it(tmp_path: Path) -> None:
    fresh = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", NOTHING_COMPILED]
    run = subprocess.run(command, env=fresh, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
