"""Kuhn poker as a game of which only the rules are asked."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from fairdeal.contract.game import Game
from fairdeal.engine.kernel import blank
from fairdeal.kit.deriving import whole_rules, whole_worlds
from tests.learn.kuhn import rules

WORDS: Any = SimpleNamespace(text=("pass", "bet").__getitem__, outcome_text=lambda s, outcome: str(list(outcome)))
GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    seat_counts=range(rules.SEATS, rules.SEATS + 1),
    options=(),
    rules=whole_rules(rules),
    worlds=whole_worlds(rules),
    words=WORDS,
    read_data=lambda document: blank(rules.BOX)[0],
    read_labels=lambda document: {},
    folder=Path(__file__).parent,
)
