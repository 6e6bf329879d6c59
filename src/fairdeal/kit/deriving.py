"""A game's own modules, laid over what follows from them."""

from __future__ import annotations

from typing import Any

from fairdeal.engine import kernel

DERIVED, IMAGINED, SPEECH = "fairdeal.kit.derived", "fairdeal.kit.imagined", "fairdeal.kit.speech"


def whole_rules(rules: Any) -> Any:
    """Give rules with all that the contract asks: what a game does not define follows from what it declares."""
    return kernel.layered(kernel.bind(DERIVED, rules), rules)


def whole_worlds(rules: Any) -> Any:
    """Give the worlds of a game whose unseen cards are exchangeable."""
    return kernel.bind(IMAGINED, rules)


def speech_of(rules: Any, words: Any) -> Any:
    """Give what games say alike, for the words of one, with its rules in plain Python."""
    return kernel.bind(SPEECH, kernel.layered(whole_rules(rules), words))
