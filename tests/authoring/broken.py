"""A small sound game, and twelve ways to break it: each changes it in one place."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.authoring.checking import ANSWERED
from fairdeal.authoring.writing import BLANK, write_game
from fairdeal.games import outside

SMALL = [
    ("rules.py", "MOST_HELD = 3", "MOST_HELD = 2"),
    ("rules.py", "CARDS = 20", "CARDS = 9"),
    ("subject.py", "Subject(census", "Subject(plays=((2, {}),), census"),
]

BIASED = """

PLAN = record(nothing="i1")


@native
def plan(v: Any, seat: int, out: Any) -> None:
    out.nothing = 0


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    left = (1 << CARDS) - 1 & ~int(v.hand[seat]) & ~int(v.played)
    if v.laid[seat] != NO_CARD:
        left &= ~(1 << int(v.laid[seat]))
    for other in range(v.seats):
        if other != seat and v.phase == LAYING:
            v.hand[other] = 0
            for _ in range(v.held[other]):
                v.hand[other] |= left & -left
                left &= left - 1
            if v.lying[other] != 0:
                v.laid[other] = (left & -left).bit_length() - 1
                left &= left - 1
"""

# What is changed in a sound game, and the law that it breaks: the file, what stands there, and what takes its place.
BROKEN: dict[str, Any] = {
    "leak": (
        "hidden_cards_do_not_leak",
        ("rules.py", "    hand=hidden(", '    highest=public(("i8", SEATS), 0),\n    hand=hidden('),
        ("rules.py", "    s.held[seat] -= 1\n", "    s.held[seat] -= 1\n    s.highest[seat] = s.hand[seat]\n"),
    ),
    "hidden mood": (
        "worlds_are_as_likely_as_deals",
        ("rules.py", "    hand=hidden(", '    mood=hidden(("i1", SEATS), 1),\n    hand=hidden('),
    ),
    "biased resample": (
        "worlds_are_as_likely_as_deals",
        (
            "rules.py",
            "    return int(s.taken[seat]) * int(s.box.worth)\n",
            f"    return int(s.taken[seat]) * int(s.box.worth)\n{BIASED}",
        ),
    ),
    "lost card": (
        "cards_are_conserved",
        ("rules.py", "        s.played |= 1 << int(s.laid[seat])\n", "        s.played = 1 << int(s.laid[seat])\n"),
    ),
    "no end": (
        "games_end",
        ("rules.py", "        s.phase = OVER\n", "        s.phase = DEAL\n"),
        ("rules.py", "    s.phase = LAYING\n", "    s.phase = LAYING\n    s.played = 0\n    s.shown[:] = NO_CARD\n"),
    ),
    "unsorted list": (
        "legal_actions_are_well_formed",
        (
            "rules.py",
            "    return list_set(s.hand[seat], LAY, out, 0) if actors(s) >> seat & 1 else 0\n",
            "    count = list_set(s.hand[seat], LAY, out, 0) if actors(s) >> seat & 1 else 0\n"
            "    if count == 2:\n        out[0], out[1] = int(out[1]), int(out[0])\n    return count\n",
        ),
    ),
    "wrong parser": (
        "texts_and_actions_are_inverse",
        ("words.py", "def asked(", "def action(text: str) -> int:\n    return rules.LAY\n\n\ndef asked("),
    ),
    "order of choices": (
        "the_order_of_sealed_choices_does_not_matter",
        ("rules.py", "        end_round(s)\n", "        s.taken[seat] += 1\n        end_round(s)\n"),
    ),
    "hang": (
        ANSWERED,
        ("rules.py", "    best = 0\n", "    best = 0\n    while s.held[0] == 0:\n        best = 0\n"),
    ),
    "out of bounds": (
        "nothing_is_out_of_bounds",
        ("rules.py", "    s.lying[seat] = 1\n", "    s.lying[seat] = 1\n    s.taken[seat + SEATS] = 0\n"),
    ),
    "wrong winner": (
        "the_best_points_win",
        (
            "rules.py",
            "@native\ndef points_of(",
            "@native\ndef ranking(s: Any, seat: int) -> int:\n    return -points_of(s, seat)\n\n\n"
            "@native\ndef points_of(",
        ),
    ),
    "wrong story": (
        "a_story_tells_what_was_done",
        ("en.toml", 'you = "You lay {card} face down."', 'you = "You lay a card face down."'),
    ),
    "scene that shows too much": (
        "all_are_shown_the_same_cards",
        (
            "scene.py",
            'Piece(f"seat{seat}.laid", seat=seat) if card == rules.NO_CARD else CARDS_OF.piece(card, seat=seat)',
            "CARDS_OF.piece(card, seat=seat)",
        ),
    ),
}


@contextmanager
def forgotten() -> Iterator[None]:
    """Whatever games are found meanwhile are forgotten afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(outside.FOLDERS, "")
        patch.setattr("sys.path", [*sys.path])
        yield
        for name in outside.packages():
            games.reload(name)


def write_broken(home: Path, case: str) -> str:
    """Write a sound small game, and then break it."""
    name = re.sub(r"\W", "_", f"broken {case}")
    write_game(name, BLANK, home)
    for file, there, instead in (*SMALL, *BROKEN.get(case, [])[1:]):
        path = home / name / name / file
        text = path.read_text("utf-8")
        assert there in text, there
        path.write_text(text.replace(there, instead), "utf-8")
    outside.name_folders(home / name)
    return name
