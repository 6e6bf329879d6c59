"""A user's own data file: whose it is, what it changes, all that is wrong with it, and whether games with it end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairdeal.contract.game import Game
from fairdeal.contract.options import Json
from fairdeal.errors import BadData
from fairdeal.language.messages import Message, say
from fairdeal.laws.fuzzer import fuzz

GAMES = 300  # at random, for each number of seats
MOST_DIFFERENCES = 40


def game_for(document: Mapping[str, Json], choices: Sequence[Game]) -> Game:
    """Find the game that a data file is for, by the names of its tables; raise BadData."""
    shared = [len(set(game.own_data) & set(document)) for game in choices]
    if max(shared) == 0 or shared.count(max(shared)) > 1:
        raise BadData(say("judged.which", option="--game", games=[game.name for game in choices]))
    return choices[shared.index(max(shared))]


def faults(game: Game, document: Mapping[str, Json]) -> list[Message]:
    """Say all that is wrong with a data file; the first fault where only the reader knows."""
    if game.data_form is not None:
        return game.data_form.faults(document)
    try:
        game.read_data(document)
    except BadData as error:
        return [say("text", text=str(error))]
    return []


def differences(game: Game, document: Mapping[str, Json]) -> list[Message]:
    """Say what a data file without faults changes."""
    if game.data_form is None:
        return []
    found = game.data_form.differences(document, game.own_data)
    more = len(found) - MOST_DIFFERENCES
    rest = [say("judged.more", count=more)] if more > 0 else []
    return [*found[:MOST_DIFFERENCES], *rest] or [say("judged.same")]


def trials(game: Game, document: Mapping[str, Json]) -> Iterator[Message]:
    """Play random games with a data file, and say how long they were; raise BadData if one does not end well."""
    for seats in game.seat_counts:
        try:
            figures = fuzz(game.setting(seats, data=document), GAMES, "data")
        except AssertionError as error:
            raise BadData(say("judged.broken", what=str(error))) from None
        events = round(figures.events / figures.games)
        yield say("judged.ended", count=seats, games=figures.games, events=events, longest=figures.longest)
