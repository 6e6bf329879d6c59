"""Scenes of which only what has changed is drawn and encoded are, byte for byte, those that are drawn anew."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from fairdeal import games
from fairdeal.contract import scene
from fairdeal.contract.game import Setting
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain, record_of
from fairdeal.kit.redrawing import Sketchbook, changed, drawn_into, kept, part, redrawn
from fairdeal.language.marks import apart
from fairdeal.language.messages import Card, Message, Seat, say
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import News, retold
from fairdeal.server.artist import Artist
from fairdeal.server.teller import seats_named

EVENTS = 160
NAMES = {0: "Ada", 1: "Ben"}


def played(game: str, **options: bool) -> tuple[Setting, list[News]]:
    """Play at random, and give how everybody learned of it."""
    setting = games.find(game).setting(seats=3 if game == "caster" else 2, options=dict(options))
    sitting, luck = Sitting(setting), numbered(f"drawing {game}", 0)
    while not sitting.is_over and len(sitting.events) < EVENTS:
        seat = sitting.actors[0]
        if seat < setting.seats:
            sitting.play_at_random(seat, luck, sitting.now if setting.game.rules.REAL_TIME else None)
        else:
            sitting.deal(luck)
    return setting, list(retold(setting, sitting.events, *range(setting.seats), SPECTATOR))


@pytest.mark.parametrize("names", [NAMES, {0: "Cleo", 2: "Dan"}], ids=str)
@pytest.mark.parametrize(("game", "options"), [("caster", {}), ("caster", {"passing": True}), ("cryptruck", {})])
def test_what_is_kept_of_scenes_changes_no_byte(game: str, options: dict[str, bool], names: dict[int, str]) -> None:
    setting, told = played(game, **options)
    artist = Artist(setting, names)
    assert artist.game.public_scene is not None
    assert artist.game.own_scene is not None
    for news in told:
        for view in (*news.change(artist.game, SPECTATOR).stills, news.after[SPECTATOR]):
            anew = scene.encode(artist.game.public_scene(view), artist.catalogue(SPECTATOR))
            assert bytes(artist.public(view)) == anew
        for seat in range(setting.seats):
            for view in (*news.change(artist.game, seat).stills, news.after[seat]):
                drawn = artist.own(view, seat, [])
                anew = scene.encode(artist.game.own_scene(view, seat, []), artist.catalogue(seat))
                assert drawn is not None
                assert bytes(drawn) == anew
    assert len(told) > 20


# --- what is drawn again ---------------------------------------------------------------------------------------------


def test_a_part_is_drawn_again_only_when_what_it_is_drawn_of_has_changed() -> None:
    drawn = []

    @redrawn
    def draw(seat: int, cards: tuple[int, ...]) -> list[int]:
        drawn.append(seat)
        return [seat, *cards]

    book, other = Sketchbook(msgspec.json.encode), Sketchbook(msgspec.json.encode)
    first = drawn_into(book, draw, 0, (1, 2))
    assert drawn_into(book, draw, 0, (1, 2)) is first
    drawn_into(book, draw, 1, (1, 2))
    assert drawn_into(other, draw, 0, (1, 2)) is not first
    assert drawn_into(book, draw, 0, (1, 2)) is first
    assert drawn_into(book, draw, 0, (1, 3)) == [0, 1, 3]
    assert drawn == [0, 1, 0, 0]
    assert draw(0, (1, 3)) == [0, 1, 3]
    assert len(drawn) == 5, "without a book nothing is kept"


def test_a_part_stands_in_a_scene_of_a_book_as_its_json_and_one_of_all_tables_is_drawn_once() -> None:
    drawn = []

    @part
    def number(some: int) -> list[int]:
        return [some]

    @kept
    @part
    def alike(some: int) -> list[list[int]]:
        drawn.append(some)
        return [number(some)]

    parts: dict[Any, Any] = {}
    book, other = Sketchbook(msgspec.json.encode, parts), Sketchbook(msgspec.json.encode, parts)
    first = drawn_into(book, alike, 3)
    assert msgspec.json.encode([first]) == b"[[[3]]]"
    assert drawn_into(other, alike, 3) is first
    assert drawn == [3]
    assert alike(3) == [[3]]
    assert drawn == [3, 3]


def test_a_changed_view_is_that_of_a_changed_record() -> None:
    _, told = played("caster")
    view = told[40].after[0]
    record = record_of(plain(view))
    record.trick[1] = 7
    record.hand[2, 3] = 5
    record.laid = 2
    by_bytes = changed(view, {("trick", 1): 7, ("hand", 2 * record.hand.shape[1] + 3): 5, ("laid", 0): 2})
    assert by_bytes.as_bytes == np.asarray(record).tobytes()
    assert view.as_bytes != by_bytes.as_bytes


# --- what is said ----------------------------------------------------------------------------------------------------


def test_whoever_is_not_spoken_to_reads_what_onlookers_read() -> None:
    for setting, told in map(played, ("caster", "cryptruck", "battle")):
        artist, counts = Artist(setting, NAMES), [0, 0]
        for news in told:
            if not news.is_alike(artist.game):
                continue
            story = news.story(artist.game, SPECTATOR)
            onlookers = apart([artist.catalogue(SPECTATOR).mark(message) for message in story])
            for seat in set(range(setting.seats)) - set(seats_named(story)):
                assert apart([artist.catalogue(seat).mark(message) for message in story]) == onlookers
                counts[0] += 1
            counts[1] += 1
        assert min(counts) > 10


NESTED = (
    say("a", seat=Seat(1)),
    say("a", what=say("b", seat=Seat(1)), other=Seat(2)),
    say("a", what=[say("b", seat=Seat(1)), "text"]),
    say("a", card=Card(say("b", seat=Seat(1)))),
)


@pytest.mark.parametrize("message", NESTED, ids=repr)
def test_a_seat_is_found_wherever_it_is_spoken_to(message: Message) -> None:
    assert list(seats_named([message])) == [1]
