"""A game's own modules, laid over what follows from them."""

from __future__ import annotations

import importlib
from typing import Any

from fairdeal.engine import kernel

DERIVED, IMAGINED, SPEECH = "fairdeal.kit.derived", "fairdeal.kit.imagined", "fairdeal.kit.speech"


def whole_rules(rules: Any) -> Any:
    """Give rules with all that the contract asks: what a game does not define follows from what it declares."""
    return kernel.layered(kernel.bind(DERIVED, rules), rules)


def whole_worlds(rules: Any) -> Any:
    """Give the worlds of a game whose unseen cards are exchangeable."""
    return kernel.bind(IMAGINED, rules)


def usual_words(rules: Any, name: str) -> Any:
    """Give what games say alike, for the module of words with that name, which has said all of its own."""
    plain = kernel.in_mode(whole_rules(rules), "interpreted")
    return kernel.bind(SPEECH, kernel.layered(plain, importlib.import_module(name)))
