"""A whole game of each in the pseudo-language: every sentence is bracketed, and no plain English is left in it.

Whatever a message is filled with (cards, numbers, names of players and of data files) is set in guillemets first, so
that what stands outside them can only come from the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import Struct

from fairdeal import games
from fairdeal.bots.hints import hints
from fairdeal.bots.searcher import Estimate
from fairdeal.contract.game import Setting
from fairdeal.contract.scene import Piece
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.language.languages import PSEUDO
from fairdeal.language.messages import Card, Catalogue, Label, Message, Seat
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import retold

FILLED = re.compile("«[^»]*»")
PLAIN = re.compile("[A-Za-z]")
WORD = re.compile("[A-Za-z]{2}")  # T15 is the name of a card in every language
INNERMOST = re.compile(r"\[[^\[\]]*\]")
SETTINGS = [
    (name, *play(games.find(name)))
    for name in games.NAMES
    for play in (games.subject(name).short_play, games.subject(name).rich_play)
]
TEXTS = ("prompt", "name", "note", "notes", "status", "title", "columns")  # of scenes; what is drawn may be a letter


def guarded(value: Any) -> Any:
    """Set what fills a message in guillemets, however deep."""
    if isinstance(value, Message):
        return type(value)(value.key, {name: guarded(part) for name, part in value.arguments.items()})
    if isinstance(value, list | tuple):
        return [guarded(part) for part in value]
    if isinstance(value, Card):
        return Card(guarded(value.what), value.suit, value.piece)
    return f"«{value}»" if isinstance(value, str) and value else value


def guarded_catalogue(setting: Setting, viewer: int | None) -> Catalogue:
    players = {seat: f"«Player {seat}»" for seat in range(setting.seats - 1)}  # the last one has none
    catalogue = setting.catalogue(viewer, players, PSEUDO)
    labels = {key: f"«{name}»" for key, name in catalogue.labels.items()}
    return Catalogue(catalogue.templates, labels, players, viewer)


def check(what: Any, catalogue: Catalogue) -> None:
    """Fail if anything is said in plain English."""
    text = catalogue.value(guarded(what))
    if isinstance(what, Message):
        said = catalogue.mark(guarded(what))
        assert said.text == text
        cited = [text[mark.at : mark.at + mark.length] for mark in said.marks if mark.section]
        assert cited == re.findall(r"§\d+", text)
    own = FILLED.sub("", text)
    assert not PLAIN.search(own), f"{what} is said as {text}"
    assert not any(map(str.isalpha, outside_of_brackets(own))), f"{text} has words outside of brackets"


def outside_of_brackets(text: str) -> str:
    while (less := INNERMOST.sub("", text)) != text:
        text = less
    return text


def texts_in(thing: Any, field: str = "") -> Iterator[Any]:
    """List all that a scene, or a part of one, says."""
    if isinstance(thing, Message | Label | Seat | Card):
        yield thing
    elif isinstance(thing, str):
        assert field not in TEXTS or not WORD.search(thing), f"{field} is {thing!r}, which no catalogue knows"
    elif isinstance(thing, Struct):
        for name in thing.__struct_fields__:
            if not (isinstance(thing, Piece) and name == "face"):
                yield from texts_in(getattr(thing, name), name)
    elif isinstance(thing, tuple):
        for part in thing:
            yield from texts_in(part, field)


def played(setting: Setting, seed: str) -> Sitting:
    """Play a game at random to its end."""
    sitting, rng = Sitting(setting), numbered(seed, 0)
    while not sitting.is_over:
        sitting.random_step(rng)
    return sitting


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS, ids=lambda value: str(value))
def test_a_whole_game_is_said_in_the_pseudo_language(name: str, seats: int, options: Mapping[str, Any]) -> None:
    game = games.find(name)
    setting = game.setting(seats, options)
    sitting = played(setting, f"pseudo {name}")
    viewers = [SPECTATOR, *range(seats)]
    catalogues = {viewer: guarded_catalogue(setting, None if viewer < 0 else viewer) for viewer in viewers}
    number = 0
    for news in retold(setting, sitting.events, *viewers):
        number += 1
        for viewer, catalogue in catalogues.items():
            v = plain(news.after[viewer])
            said = [*news.story(game, viewer), game.words.prompt(v, viewer), *texts_in(news.change(game, viewer))]
            if number % 7 == 1:
                said += [*game.words.describe(v, viewer), *texts_in(game.scene(news.after[viewer], viewer))]
            for message in said:
                check(message, catalogue)
    for line in game.words.result(plain(sitting.view(SPECTATOR))):
        check(line, catalogues[SPECTATOR])
    assert number == len(sitting.events) > 15


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS, ids=lambda value: str(value))
def test_reasons_and_refusals_are_said_in_the_pseudo_language(
    name: str, seats: int, options: Mapping[str, Any]
) -> None:
    game = games.find(name)
    setting = game.setting(seats, options)
    catalogues = [guarded_catalogue(setting, seat) for seat in range(seats)]
    sitting, rng = Sitting(setting), numbered(f"reasons {name}", 0)
    reasons, refusals = set[str](), set[str]()
    while not sitting.is_over:
        for seat in range(seats):
            v, legal = plain(sitting.view(seat)), sitting.legal(seat)
            for action in legal[:: max(1, len(legal) // 3)]:
                for reason in game.words.reasons(v, seat, action):
                    check(reason, catalogues[seat])
                    reasons.add(reason.key)
            for action in (int(number) for number in rng[:2] % game.rules.ACTIONS):
                refusal = game.words.why_not(v, seat, action)
                if refusal is not None:
                    check(refusal, catalogues[seat])
                    refusals.add(refusal.key)
        sitting.random_step(rng)
    assert len(reasons) > 3
    assert len(refusals) > 2


ESTIMATES = [  # shares, their errors and points of the actions of a position
    [(0.62, 0.03, 4.2), (0.61, 0.03, 3.0), (0.1, 0.02, 1.0)],  # about as good, and worse
    [(0.62, 0.03, 4.2), (0.3, 0.03, 3.0)],  # clearly better
    [(1.0, 0.0, 4.2), (0.5, 0.1, 3.0)],  # all but won
    [(0.0, 0.0, 4.2), (0.5, 0.1, 3.0)],  # all but lost
    [(1.0, 0.0, 9.0), (1.0, 0.0, 8.9), (1.0, 0.0, 1.0)],  # points decide
    [(1.0, 0.0, 9.0), (1.0, 0.0, 1.0)],
    [(1.0, 0.0, 9.0)],
    [(0.5, 0.1, 9.0)],
]


@pytest.mark.parametrize("name", games.NAMES)
def test_hints_are_said_in_the_pseudo_language(name: str) -> None:
    game = games.find(name)
    setting = game.setting(game.seat_counts[-1])
    sitting, rng = Sitting(setting), numbered(f"hints {name}", 0)
    while len([action for seat in sitting.actors if seat >= 0 for action in sitting.legal(seat)]) < 3:
        sitting.random_step(rng)
    seat = next(seat for seat in sitting.actors if len(sitting.legal(seat)) >= 3)
    legal, v, catalogue = sitting.legal(seat), plain(sitting.view(seat)), guarded_catalogue(setting, seat)
    said = set[str]()
    for estimates in ESTIMATES:
        numbers = zip(legal, estimates, strict=False)
        found = [Estimate(action, 9999, share, share, error, points, 0.1) for action, (share, error, points) in numbers]
        for hint in hints(game, v, seat, found, catalogue):
            for text in (hint.value, hint.more, hint.sentence):
                own = text
                for reason in hint.reasons:  # another test reads them
                    own = own.replace(reason, "")
                own = FILLED.sub("", own)
                assert not PLAIN.search(own), text
                assert not any(map(str.isalpha, outside_of_brackets(own))), text
                said.add(own)
    assert len(said) > 15
