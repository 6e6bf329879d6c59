"""What follows from declared fields, in a game that has nothing else."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.fields import hidden, public, state
from fairdeal.engine.kernel import NOBODY, SPECTATOR, UNKNOWN, blank, record
from fairdeal.engine.observed import names_of
from fairdeal.kit.deriving import whole_rules, whole_worlds
from fairdeal.kit.imagined import constants, not_imagined
from tests.kit import small_game

MODES = ("interpreted", "compiled") if kernel.DEFAULT_MODE == "compiled" else (kernel.DEFAULT_MODE,)


@pytest.fixture(params=MODES)
def rules(request: pytest.FixtureRequest) -> Any:
    return kernel.in_mode(kernel.layered(whole_rules(small_game), whole_worlds(small_game)), request.param)


def empty(rules: Any) -> Any:
    s = blank(rules.STATE)[0]
    rules.setup(s, 2, blank(rules.OPTIONS)[0], blank(rules.BOX)[0])
    return s


def dealt(rules: Any) -> Any:
    s = empty(rules)
    rules.deal(s, np.arange(8, dtype=np.int16))
    return s


def view(rules: Any, s: Any, seat: int) -> Any:
    v = blank(rules.STATE)[0]
    rules.view(s, seat, v)
    return v


def test_setup_gives_every_field_its_first_value(rules: Any) -> None:
    s = empty(rules)
    assert (s.seats, s.phase, s.open_card, s.left) == (2, rules.DEAL, rules.NO_CARD, 0)
    assert s.pile.tolist() == [rules.NO_CARD] * 8
    assert s.marks.tolist() == [[7, 7, 7], [7, 7, 7]]


def test_a_hidden_field_is_its_owners_nobodys_or_whose_the_game_says(rules: Any) -> None:
    v = view(rules, dealt(rules), 1)
    assert v.hand.tolist() == [UNKNOWN, 0b1100]
    assert v.pile.tolist() == [UNKNOWN] * 8
    assert v.marks.tolist() == [[UNKNOWN, 7, UNKNOWN], [7, UNKNOWN, 7]]
    assert v.open_card == 4


def test_a_spectator_owns_nothing(rules: Any) -> None:
    assert view(rules, dealt(rules), SPECTATOR).hand.tolist() == [UNKNOWN] * 2


def test_where_nothing_is_counted_nothing_is_hidden(rules: Any) -> None:
    v = view(rules, empty(rules), SPECTATOR)
    assert v.hand.tolist() == [0, 0]
    assert v.pile.tolist() == [rules.NO_CARD] * 8


def test_in_its_last_phase_everything_is_shown(rules: Any) -> None:
    s = dealt(rules)
    s.phase = rules.OVER
    assert view(rules, s, SPECTATOR).tobytes() == s.tobytes()


def test_others_are_told_the_verb_of_a_sealed_action(rules: Any) -> None:
    s = dealt(rules)
    assert [int(rules.told(s, 0, action, 1)) for action in (rules.PLAY, rules.KEEP + 3, rules.PASS)] == [0, 17, 16]
    assert rules.told(s, 0, rules.KEEP + 3, 0) == rules.KEEP + 3


def test_the_best_ranking_wins(rules: Any) -> None:
    out = np.zeros(8)
    rules.winners(dealt(rules), out)
    assert out[:2].tolist() == [1.0, 0.0]


def test_every_number_of_an_observation_has_a_name(rules: Any) -> None:
    names = names_of(rules)
    out = np.full(rules.OBSERVATION, 99, np.uint8)
    rules.observe(view(rules, dealt(rules), 1), 1, out)
    seen = dict(zip(names, out.tolist(), strict=True))
    assert len(seen) == len(names) == rules.OBSERVATION
    assert [name for name in names if name.startswith("hand[") and seen[name]] == ["hand[+0] has 2", "hand[+0] has 3"]
    assert (seen["seat is 1"], seen["open_card"], seen["marks[0,1] byte 3"]) == (1, 128 + 4, 7)
    assert [seen[f"box.bonus byte {place}"] for place in range(2)] == [0, 0]


def test_worlds_deal_hands_and_piles_uniformly(rules: Any) -> None:
    v, plan, rng = view(rules, dealt(rules), 1), blank(rules.PLAN)[0], numbered("worlds", 0)
    rules.plan(v, 1, plan)
    counts: Counter[tuple[int, ...]] = Counter()
    worlds = 600 if kernel.mode_of(rules) == "interpreted" else 6000
    for _ in range(worlds):
        world = v.copy()
        rules.resample(world, 1, plan, rng)
        assert view(rules, world, 1).tobytes() == v.tobytes()
        unseen = [card for card in range(8) if world.hand[0] >> card & 1] + world.pile.tolist()[:3]
        assert sorted(unseen) == [0, 1, 5, 6, 7]
        assert world.pile.tolist()[3:] == [UNKNOWN] * 5
        counts[tuple(unseen)] += 1
    assert len(counts) == 60
    assert chisquare([*counts.values()]).pvalue > 1e-4


def test_where_everything_is_shown_there_is_one_world(rules: Any) -> None:
    s, plan, rng = dealt(rules), blank(rules.PLAN)[0], numbered("worlds", 0)
    s.phase = rules.OVER
    world = view(rules, s, 1)
    rules.plan(world, 1, plan)
    rules.resample(world, 1, plan, rng)
    assert world.tobytes() == s.tobytes()


def test_what_no_world_fills_is_named() -> None:
    assert not_imagined(small_game) == ["marks"]


@pytest.mark.parametrize(
    ("cards", "seats", "reason"), [(64, 2, "At most 63 cards"), (8, 6, "at most 5 seats")], ids=["cards", "seats"]
)
def test_a_game_that_must_imagine_by_itself_is_told_so(cards: int, seats: int, reason: str) -> None:
    nothing = record(none="i1")
    table = state(
        nothing,
        nothing,
        held=public(("i1", seats)),
        lacks=public(("i1", seats)),
        hand=hidden(("i8", seats), count="held", bits=min(cards, 63)),
    )
    rules = SimpleNamespace(CARDS=cards, SEATS=seats, STATE=table)
    with pytest.raises(ValueError, match=f"{reason}.*: write plan and resample"):
        constants(rules)


def test_a_field_is_counted_by_a_field() -> None:
    nothing = record(none="i1")
    with pytest.raises(ValueError, match="'hand' is counted by 'held', which is no field"):
        state(nothing, nothing, phase=public("i1"), hand=hidden(("i8", 2), NOBODY, count="held"))


def test_a_set_has_room_in_its_field() -> None:
    nothing = record(none="i1")
    with pytest.raises(ValueError, match="'hand' is a set of 16, and its type has room for 15"):
        state(nothing, nothing, hand=public("i2", bits=16))


def test_a_field_is_public_or_hidden() -> None:
    nothing = record(none="i1")
    number: Any = "i1"
    with pytest.raises(TypeError, match="'phase' is neither public"):
        state(nothing, nothing, phase=number)
