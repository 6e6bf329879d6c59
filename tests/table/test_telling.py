"""What is worked out once for many listeners is what each of them would be told and shown alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from fairdeal import games
from fairdeal.chance import below, numbered
from fairdeal.game import Game, Setting
from fairdeal.kernel import DEFAULT_MODE, SPECTATOR
from fairdeal.plain import plain, traced
from fairdeal.server.drawing import Artist
from fairdeal.table.sitting import Sitting
from fairdeal.table.telling import Moment, moments

MOMENTS = 250 if DEFAULT_MODE != "interpreted" else 40
NAMES = {0: "Ada", 1: "Ben", 2: "Cleo", 3: "Dora", 4: "Emil"}

each_game = pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)


def played(game: Game) -> tuple[Setting, Iterator[Moment], list[int]]:
    """The moments of a random game, as everybody learns of them."""
    seats = game.seat_counts[-1]
    setting = game.setting(seats)
    sitting, rng = Sitting(setting), numbered("telling", seats)
    while not sitting.is_over and len(sitting.events) < MOMENTS:
        sitting.random_step(rng)
    listeners = [*range(seats), SPECTATOR]
    return setting, moments(setting, sitting.events, *listeners), listeners


@each_game
def test_the_sentences_of_a_listener_do_not_depend_on_who_else_was_told_before(game: Game) -> None:
    setting, told, listeners = played(game)
    artist, rng = Artist(setting, NAMES), numbered("order", 0)
    for moment in told:
        first = below(rng, len(listeners))
        for listener in listeners[first:] + listeners[:first]:
            alone, catalogue = replace(moment, stories=[]), artist.catalogue(listener)
            assert moment.private_lines(game, listener, catalogue) == alone.private_lines(game, listener, catalogue)
            said = game.words.story(
                moment.before[listener], moment.after[listener], moment.actor, moment.told[listener]
            )
            assert moment.lines(game, listener, catalogue) == tuple(catalogue.render(message) for message in said)


@each_game
def test_a_seat_that_waits_is_shown_what_would_be_drawn_for_it_now(game: Game) -> None:
    setting, told, listeners = played(game)
    artist = Artist(setting, NAMES)
    for moment in told:
        for seat in listeners[:-1]:
            fresh = Artist(setting, NAMES).own(moment.after[seat], seat, [])
            assert bytes(artist.own(moment.after[seat], seat, []) or b"") == bytes(fresh or b"")


def test_a_view_knows_what_was_read_of_it() -> None:
    setting = games.find("caster").setting(3)
    sitting, rng = Sitting(setting), numbered("reads", 0)
    for _ in range(8):
        sitting.random_step(rng)
    before = traced(plain(sitting.view(0)))
    assert before.phase == sitting.state.phase
    traces = before.traces()
    sitting.random_step(rng)
    after = plain(sitting.view(0))
    assert traces.fits(after)
    assert before.held != after.held
    assert not before.traces().fits(after)
