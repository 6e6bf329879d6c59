"""Players that levels are measured by: of the view alone, legal, and as their games' pages call for."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.bots.finding import find, yardsticks
from fairdeal.bots.player import Player
from fairdeal.bots.searcher import NOTHING_TOLD
from fairdeal.contract.levels import PLAYERS, YARDSTICKS, Level
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE
from fairdeal.errors import BadBot
from fairdeal.play.sitting import Sitting
from oh_hell import GAME as OH_HELL

MOMENTS = 3 if DEFAULT_MODE == "interpreted" else 60


@pytest.mark.parametrize("name", games.NAMES)
def test_each_game_has_a_beginner_and_a_greedy_player(name: str) -> None:
    assert yardsticks(games.find(name)) == YARDSTICKS


def test_a_game_without_them_has_none_and_says_so() -> None:
    assert yardsticks(OH_HELL) == ()
    with pytest.raises(BadBot, match="There is no bot 'greedy'"):
        find(OH_HELL, "greedy")


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", games.NAMES)
def test_they_choose_a_legal_action_by_the_view_alone(name: str, player: str) -> None:
    """The same view has the same answer whatever was asked before, and whatever chance is at hand."""
    game, level = games.find(name), Level(player, 1, frozenset({player}))
    sitting, rng = Sitting(game.setting(game.seat_counts[-1])), numbered(f"yardsticks {name}", 0)
    asked, fresh = Player(game), Player(game)
    while len(sitting.events) < MOMENTS and not sitting.is_over:
        for seat in set(sitting.actors[:1]) - {DEALER}:
            view = sitting.view(seat)
            before = view.tobytes()
            chosen = asked.choose(view, NOTHING_TOLD, seat, level, numbered("one", len(sitting.events)))
            assert chosen in sitting.legal(seat)
            assert chosen == fresh.choose(view, sitting.told(seat), seat, level, numbered("another", 0))
            assert view.tobytes() == before
        sitting.random_step(rng)


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="too slow when interpreted")
@pytest.mark.parametrize("name", games.NAMES)
def test_easy_and_the_yardsticks_look_at_every_action(name: str) -> None:
    game = games.find(name)
    sitting, rng, widest = Sitting(game.setting(max(2, game.seat_counts[0]))), numbered("every", 0), 0
    player = Player(game)
    while len(sitting.events) < 2 * MOMENTS and not sitting.is_over:
        for seat in set(sitting.actors[:1]) - {DEALER}:
            legal = sitting.legal(seat)
            widest = max(widest, len(legal))
            for level in (game.levels[1], *YARDSTICKS):
                found = player.judge(sitting.view(seat), NOTHING_TOLD, seat, level, rng)
                assert [(each.action, each.visits) for each in found.estimates] == [(action, 1) for action in legal]
        sitting.random_step(rng)
    assert widest > 3
