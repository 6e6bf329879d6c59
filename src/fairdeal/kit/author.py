"""A game of few words: what its own modules do not have follows from them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairdeal.contract.components import Component
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.engine import kernel
from fairdeal.engine.fields import facts_of
from fairdeal.kit import plain_faces, slips
from fairdeal.kit.data import FILE, Checks
from fairdeal.kit.deriving import whole_rules, whole_worlds
from fairdeal.kit.kinds import Cards
from fairdeal.language.messages import say
from fairdeal.language.voice import Voice

SPEECH, STAGING = "fairdeal.kit.speech", "fairdeal.kit.staging"
MOST_LETTERS = 20
NAMES = "names"


def game(name: str, title: str, rules: Any, words: Any, scene: Any, **more: Any) -> Game:
    """Make a game of its rules, words and scene; `more` are fields of `Game`, and take the place of what is derived.

    Raise BrokenGame.
    """
    folder = Path(rules.__file__).parent
    slips.check(rules, words, scene, more.get("options", ()), folder)
    plain = kernel.in_mode(whole_rules(rules), "interpreted")
    speech = kernel.bind(SPEECH, kernel.layered(plain, words, scene))
    staging = kernel.bind(STAGING, kernel.layered(plain, speech, words, scene))
    drawn = kernel.layered(staging, scene)
    derived = {
        "seat_counts": range(2, rules.SEATS + 1),
        "options": (),
        "read_data": functools.partial(read, Checks(Voice(folder)), rules.BOX),
        "read_labels": labels,
        "public_scene": drawn.public_scene,
        "own_scene": drawn.own_scene,
        "change": drawn.change,
        "meant": drawn.meant,
        **faces(getattr(words, "CARDS_OF", None)),
    }
    if "worlds" not in more:
        derived["worlds"] = rules if hasattr(rules, "resample") else whole_worlds(rules)
    return Game(
        name=name,
        title=title,
        rules=whole_rules(rules),
        words=kernel.layered(staging, speech, words),
        folder=folder,
        **(derived | more),
    )


def faces(cards: Cards | None) -> dict[str, Any]:
    """Give plain faces for cards of suits and ranks."""
    if cards is None:
        return {}
    return {
        "draw_face": functools.partial(plain_faces.draw, cards),
        "all_faces": tuple(plain_faces.all_faces(cards)),
        "components": functools.partial(components, cards),
    }


def components(cards: Cards, setting: Setting) -> list[Component]:
    """List every card once."""
    return [Component(text) for text in cards.texts]


# --- the data file ---------------------------------------------------------------------------------------------------


def read(check: Checks, box: Any, document: Mapping[str, Json]) -> Any:
    """Check a data file: the numbers of the box under `[numbers]`, each in its range, and words under `[names]`."""
    ranges: Mapping[str, tuple[int, int]] = facts_of(box).get("ranges", {})
    tables = (*(("numbers",) if ranges else ()), *((NAMES,) if NAMES in document else ()))
    check.only_keys(document, tables, FILE)
    for table in tables:
        check.require(isinstance(document[table], Mapping), "usual.needs_table", name=table)
    out = kernel.blank(box)[0]
    if ranges:
        check.only_keys(document["numbers"], tuple(ranges), say("usual.table", name="numbers"))
    for key, (low, high) in ranges.items():
        _check_whole(check, document["numbers"][key], key, low, high)
        out[key] = document["numbers"][key]
    for key, word in document.get(NAMES, {}).items():
        good = isinstance(word, str) and 0 < len(word) <= MOST_LETTERS and word.isprintable()
        check.require(good, "usual.word", place=say("usual.entry", key=key, table=NAMES))
    return out


def _check_whole(check: Checks, value: Json, key: str, low: int, high: int) -> None:
    good = type(value) is int and low <= value <= high
    place = say("usual.entry", key=key, table="numbers")
    check.require(good, "usual.whole", place=place, low=low, high=high, value=value)


def labels(document: Mapping[str, Json]) -> dict[str, str]:
    """Give the names that a data file has for things, such as `suit.C`."""
    return dict(document.get(NAMES, {}))
