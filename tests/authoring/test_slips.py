"""What an author easily forgets or misspells is told in one sentence that names the file, before anything is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.authoring.writing import write_game
from fairdeal.errors import BrokenGame
from fairdeal.games import outside
from tests.authoring.broken import forgotten

# What is changed in a new trick game: the file, what stands there, and what takes its place; and what is said of it.
FACTS = "from fairdeal.contract.game import Facts"
SLIPS = {
    "a field that is counted nowhere": (
        ("rules.py", "    held=public", "    hold=public"),
        "loading it raises ValueError: Field 'hand' is counted by 'held', which is no field (rules.py, line N)",
    ),
    "a field of nobody": (
        ("rules.py", 'turn=public("i1", NOBODY)', 'turn="i1"'),
        "loading it raises TypeError: Field 'turn' is neither public(...) nor hidden(...) (rules.py, line N)",
    ),
    "a set without room": (
        ("rules.py", 'hand=hidden(("i8"', 'hand=hidden(("i2"'),
        "loading it raises ValueError: Field 'hand' is a set of 24, and its type has room for 15 (rules.py, line N)",
    ),
    "no function": (("words.py", "def asked(", "def askd("), "words.py does not define asked"),
    "no points": (("rules.py", "def points_of(", "def points_off("), "rules.py does not define points_of"),
    "no counters": (("scene.py", "def counters(", "def counter("), "scene.py does not define counters"),
    "not native": (("rules.py", "@native\ndef legal(", "def legal("), "legal of rules.py needs @native"),
    "a plain helper": (
        ("rules.py", "@native\ndef takes(", "def takes("),
        "takes of rules.py needs @native, because play_card calls it",
    ),
    "a generator": (
        ("rules.py", "return int(s.seats) * MOST_HELD", "return sum(MOST_HELD for seat in range(s.seats))"),
        "cards_dealt of rules.py, line N, has a generator, which the compiler refuses: write a loop",
    ),
    "a walrus": (
        ("rules.py", "return int(s.seats) * MOST_HELD", "return (seats := int(s.seats)) * MOST_HELD"),
        "cards_dealt of rules.py, line N, has :=, which the compiler refuses: write an assignment",
    ),
    "a verb without sentences": (
        ("words.py", '"play": Act', '"lay": Act'),
        "en.toml has no action.lay",
    ),
    "an action without a verb": (
        ("rules.py", "PLAY, ACTIONS = spans(CARDS)", "PLAY, PASS, ACTIONS = spans(CARDS, 1)"),
        "no verb of ACTS in words.py has the action 24, and ACTIONS of rules.py is 25",
    ),
    "an action with two verbs": (
        ("words.py", '"play": Act(rules.PLAY, CARDS_OF)', '"play": Act(rules.PLAY, CARDS_OF), "lay": Act(rules.PLAY)'),
        "play, lay of ACTS in words.py both have the action 0",
    ),
    "a forgotten sentence": (
        ("en.toml", 'deal = "The cards are dealt."\n', ""),
        "followed of words.py, line N, says story.deal, which en.toml does not have",
    ),
    "a gap that nothing fills": (
        ("en.toml", '"{seat} leads first."', '"{player} leads first."'),
        "story.start of en.toml has the gap player, which followed of words.py, line N, does not fill",
    ),
    "a gap of a verb": (
        ("en.toml", '"{seat} plays {card}."', '"{seat} plays {suit}."'),
        "story.play of en.toml has the gap suit, which nothing fills; there are card, seat",
    ),
    "a catalogue that cannot be read": (
        ("en.toml", "[story]", "[story"),
        "en.toml cannot be read: Expected ']' at the end of a table declaration (at line N, column 7)",
    ),
    "a number that is missing": (
        ("cards.toml", "worth = 1", "worthy = 1"),
        "cards.toml is not as rules.py wants it. In table [numbers]: the key worth is missing",
    ),
    "a suit without a name": (("cards.toml", '"suit.B" = "blue"\n', ""), "[names] of cards.toml has no suit.B"),
    "too few suits": (
        ("words.py", 'Cards("RGB", "12345678", paints="RGB")', 'Cards("RG", "12345678", paints="RG")'),
        "CARDS_OF of words.py has 16 cards, and CARDS of rules.py is 24",
    ),
    "a rank that cannot be drawn": (
        ("words.py", 'Cards("RGB", "12345678"', 'Cards("RGB", "1234567e"'),
        "CARDS_OF of words.py has e, which cannot be drawn: letters and ranks are capitals and digits",
    ),
    "no such colour": (
        ("words.py", 'paints="RGB"', 'paints="RGX"'),
        "CARDS_OF of words.py needs a paint for each suit, of R, B, Y, E, G, P, W, K",
    ),
    "no such emblem": (
        ("words.py", 'paints="RGB"', 'paints="RGB", emblems=("star", "cross", "moon")'),
        "CARDS_OF of words.py needs an emblem for each suit, a path or one of circle, square, triangle, star, cross, "
        "hexagon, heart, diamond, spade, club, or none at all",
    ),
    "an option without a field": (
        ("__init__.py", "    facts=Facts(", '    options=(Flag("open", False),),\n    facts=Facts('),
        "the option open of __init__.py has no field of that name in OPTIONS of rules.py",
    ),
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with forgotten():
        yield tmp_path


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_in_one_sentence(home: Path, slip: str) -> None:
    (file, there, instead), sentence = SLIPS[slip]
    name = re.sub(r"\W", "_", f"slip {slip}")
    write_game(name, "tricks", home)
    path = home / name / name / file
    text = path.read_text("utf-8").replace(FACTS, f"{FACTS}\nfrom fairdeal.contract.options import Flag")
    assert there in text
    path.write_text(text.replace(there, instead), "utf-8")
    outside.name_folders(home / name)
    with pytest.raises(BrokenGame) as found:
        games.find(name)
    package = f"fairdeal-{name.replace('_', '-')}"
    said = re.sub(r"line \d+", "line N", str(found.value))
    assert said == f"The game {name} of the package {package} cannot be played: {sentence}."


def test_a_missing_file_is_named(home: Path) -> None:
    write_game("slip_file", "grid", home)
    (home / "slip_file" / "slip_file" / "rulebook.md").unlink()
    outside.name_folders(home / "slip_file")
    with pytest.raises(BrokenGame, match=r"rulebook\.md is missing"):
        games.find("slip_file")
