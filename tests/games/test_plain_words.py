"""No codes where people read: what games say in scenes, stories, refusals, hints, results and closer looks.

A code is what a record or a player types and no card prints: the sign of an ability half, of a tile, of a place on a
card, the letter of a colour, and the text of an action. The corner of a card of the trick games, as R7, is
printed on it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.contract.scene import rendered
from fairdeal.engine.chance import Rng, below, numbered
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import retold
from tests.breadth import mostly_soaked
from tests.conformance.subjects import TRICK_TAKERS

SIGNS = {"id", "face", "text", "suit", "came_from", "of", "like", "lesson", "picks", "action", "lit", "role", "shape"}
"""Parts of a scene that nobody reads, but for `text`: a few letters where there is no room for a picture."""
SOME = 6  # pieces, and actions, of each position that are asked about


def texts_in(thing: Any) -> Iterator[str]:
    """List what people read of a scene."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for name, part in thing.items():
            if name not in SIGNS and name not in ("cells", "suits"):
                yield from texts_in(part)
    elif isinstance(thing, list):
        for part in thing:
            yield from texts_in(part)


def some(things: list[Any], rng: Rng) -> list[Any]:
    return [things[below(rng, len(things))] for _ in range(SOME)] if things else []


def said_at(sitting: Sitting, viewer: int, rng: Rng) -> Iterator[str]:
    """List what a viewer reads, and can ask for, in one position."""
    game, setting = sitting.game, sitting.setting
    v, catalogue = plain(sitting.view(viewer)), setting.catalogue(None if viewer < 0 else viewer)
    scene = game.scene(sitting.view(viewer), viewer)
    yield from texts_in(rendered(scene, catalogue))
    assert game.about is not None
    counters = [counter.id for panel in scene.panels for counter in panel.counters]
    for piece in some([*counters, *(piece.id for piece in scene.pieces())], rng):
        yield from map(catalogue.render, game.about(v, viewer, piece))
    if viewer == SPECTATOR:
        return
    for action in some(list(range(game.rules.ACTIONS)), rng):
        reason = game.words.why_not(v, viewer, action)
        yield catalogue.render(reason) if reason else ""
    for action in some(sitting.legal(viewer) if viewer in sitting.actors else [], rng):
        yield catalogue.render(game.words.named(v, viewer, action))
        yield from map(catalogue.render, game.words.reasons(v, viewer, action))


def told_of(sitting: Sitting, viewer: int) -> Iterator[str]:
    """List what a viewer is told of a finished game: its story, the sums of its rounds, its result."""
    game, setting = sitting.game, sitting.setting
    catalogue = setting.catalogue(None if viewer < 0 else viewer)
    for news in retold(setting, sitting.events, viewer, SPECTATOR):
        yield from (line.text for line in news.marked_lines(game, viewer, catalogue))
        sums = news.change(game, viewer).sums
        yield from texts_in(rendered(sums, catalogue)) if sums else ()
    yield from map(catalogue.render, game.words.result(plain(sitting.view(viewer))))


def codes_in(game: Game, text: str) -> list[str]:
    """Find the codes of a game in a text: as words of their own, and texts of actions of more than one word."""
    codes = games.subject(game.name).codes
    found = [word for word in re.findall(r"[A-Za-z0-9']+", text) if word.removesuffix("'") in codes]
    if game.name in TRICK_TAKERS:  # cards are spoken of by their corners, and so is playing one
        return found
    return [*found, *(typed for typed in typed_in(game) if typed in f" {text} ")]


def typed_in(game: Game) -> list[str]:
    if game.name not in TYPED:
        texts = [game.words.text(action) for action in range(game.rules.ACTIONS)]
        TYPED[game.name] = [f" {text} " for text in texts if " " in text]
    return TYPED[game.name]


TYPED: dict[str, list[str]] = {}


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("seed", mostly_soaked(range(4), 0))
def test_nobody_reads_a_code(name: str, seed: int) -> None:
    game = games.find(name)
    sitting, rng = Sitting(game.setting(game.best_seats)), numbered(f"plain words {name}", seed)
    read: set[str] = set()
    while not sitting.is_over:
        sitting.random_step(rng)
        actors = [seat for seat in sitting.actors if seat != DEALER]
        for viewer in {SPECTATOR, *actors[:1]}:
            read.update(said_at(sitting, viewer, rng))
    for viewer in (0, SPECTATOR):
        read.update(told_of(sitting, viewer))
    assert len(read) > 100
    found = {text: codes for text in read if (codes := codes_in(game, text))}
    assert not found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("traders", "You use D1a, W1a."),
        ("coast", "You place T01 there."),
        ("coast", "Lay C1, C2' and C3."),
        ("coast", "You do place 270 2,4 now"),
        ("battle", "It attacks BR."),
        ("cryptruck", "lacks B"),
    ],
)
def test_a_code_is_found(name: str, text: str) -> None:
    assert codes_in(games.find(name), text)


def leaves(texts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """All texts of a part of a catalogue, each with its last key."""
    for key, text in texts.items():
        yield from leaves(text) if isinstance(text, dict) else [(key, text)]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_reasons_speak_to_nobody_for_a_review_gives_them_of_any_seat(game: Game, language: str) -> None:
    reasons = tomllib.loads((game.folder / f"{language}.toml").read_text("utf-8"))["reason"]
    said = [text for key, text in leaves(reasons) if key != "you"]
    assert said
    assert not [text for text in said if re.search(r"\byou|あなた", text)]
