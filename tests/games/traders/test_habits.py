"""How a review lets others go on: as the policy would where much is at stake, and not always where little is."""

from __future__ import annotations

from typing import Any

from fairdeal.games.traders import habits
from tests.games.traders.tables import WORTHLESS, table
from tests.games.traders.test_knowledge import choice


def choices(s: Any, count: int = 40) -> set[str]:
    return {choice(s, 0, habits.policy, number) for number in range(count)}


def test_a_card_that_is_dearer_by_more_than_a_whim_stays_in_hand() -> None:
    s = table(["1 7", ""], WORTHLESS, meta="1 1 1 1 1 1 30", market="")
    assert choices(s) == {"play 1"}


def test_where_little_is_at_stake_anything_may_be_chosen() -> None:
    s = table(["1 2", ""], WORTHLESS, meta="1 2 1 1 1 1 1", market="")
    assert choices(s) == {"play 1", "play 2"}
