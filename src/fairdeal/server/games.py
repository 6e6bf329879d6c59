"""The games as documents: what a client must know to open a table of one."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator

import msgspec

from fairdeal import games
from fairdeal.bots.named import NamedBot
from fairdeal.contract.game import Facts, Game
from fairdeal.contract.levels import Level
from fairdeal.contract.options import Choice, Flag, Json, Option, Whole, meaning_of, name_of, name_of_choice
from fairdeal.kit import faces
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import say
from fairdeal.language.voice import HOUSE
from fairdeal.play.commands.talk import PHRASES
from fairdeal.server.documents import FactsDoc, GameDoc, Games, LevelDoc, OptionDoc

SHOWN = 5  # faces in the picture of a game
SUIT = "suit."  # begins the face of a colour alone


@functools.cache
def encoded_games(language: str, named: tuple[NamedBot, ...] = ()) -> bytes:
    """Give the document of all games as JSON."""
    return msgspec.json.encode(games_document(language, named))


def games_document(language: str = DEFAULT, named: tuple[NamedBot, ...] = ()) -> Games:
    """Describe all games and the phrases; `named` are the bots that play here beside the levels."""
    return Games(tuple(_game_document(game, language, named) for game in games.all_games()), PHRASES)


def _game_document(game: Game, language: str, named: tuple[NamedBot, ...]) -> GameDoc:
    levels = [_level_document(game, level, language) for level in game.levels]
    return GameDoc(
        name=game.name,
        title=game.title,
        credit=game.said(game.credit, language),
        summary=game.said(game.summary, language),
        facts=None if game.facts is None else _facts_document(game, game.facts, language),
        seats=tuple(game.seat_counts),
        real_time=bool(game.rules.REAL_TIME),
        options=tuple(_option_document(game, option, language) for option in game.options),
        levels=(*levels, *_named_documents(game, language, named)),
        own_deck=game.judge_deck is not None,
        faces=tuple(_shown_faces(game)),
        suits=tuple(face.removeprefix(SUIT) for face in game.all_faces if face.startswith(SUIT)),
        paints=dict(game.paints),
        faces_version=_faces_version(game),
        mood=game.mood,
    )


def _faces_version(game: Game) -> str:
    """Sum up how all faces look."""
    draw = game.draw_face
    if draw is None:
        return ""
    drawn = hashlib.blake2s(digest_size=4)
    for theme in faces.THEMES:
        for face in game.all_faces:
            drawn.update(draw(face, theme).encode())
    return drawn.hexdigest()


def _shown_faces(game: Game) -> list[str]:
    """Choose a few cards from all over the box, for a picture of the game."""
    draw = game.draw_face
    if draw is None:
        return []
    sheet = f'viewBox="0 0 {faces.WIDTH} {faces.HEIGHT}"'
    cards = [face for face in game.all_faces if face != faces.BACK and sheet in draw(face, "light")]
    return [cards[place * (len(cards) - 1) // (SHOWN - 1)] for place in range(SHOWN)]


def _level_document(game: Game, level: Level, language: str) -> LevelDoc:
    label, meaning = game.said(level.label, language), game.said(level.meaning, language)
    return LevelDoc(level.name, label, meaning, tuple(game.seat_counts))


def _named_documents(game: Game, language: str, named: tuple[NamedBot, ...]) -> Iterator[LevelDoc]:
    """Describe the named bots that play a game."""
    meaning = HOUSE.said(say("bots.named"), language)
    for bot in named:
        if seats := tuple(count for count in game.seat_counts if bot.is_offered(game.name, count)):
            yield LevelDoc(bot.name, bot.name, meaning, seats)


def _facts_document(game: Game, facts: Facts, language: str) -> FactsDoc:
    return FactsDoc(
        kind=game.said(game.kind, language),
        minutes=facts.minutes,
        age=facts.age,
        weight=facts.weight,
        best_seats=facts.best_seats,
        source=game.said(game.source, language),
    )


def _by_pace(game: Game, option: Option) -> dict[str, Json]:
    return {pace: defaults[option.name] for pace, defaults in game.by_pace.items() if option.name in defaults}


def _option_document(game: Game, option: Option, language: str) -> OptionDoc:
    label, allowed, meaning = (
        game.said(text, language) for text in (name_of(option), option.allowed, meaning_of(option))
    )
    document = OptionDoc(
        option.name, option.default, label, allowed, meaning, "other", None, None, (), (), _by_pace(game, option)
    )
    match option:
        case Whole():
            return msgspec.structs.replace(document, kind="whole", low=option.low, high=option.high)
        case Flag():
            return msgspec.structs.replace(document, kind="flag")
        case Choice():
            named = tuple(game.said(name_of_choice(option, choice), language) for choice in option.choices)
            return msgspec.structs.replace(document, kind="choice", choices=option.choices, choice_labels=named)
    return document
