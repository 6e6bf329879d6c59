"""The games as documents: what a client must know to open a table of one."""

from __future__ import annotations

import hashlib

import msgspec

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.contract.options import Choice, Flag, Option, Whole
from fairdeal.kit import faces
from fairdeal.play.commands.talk import PHRASES
from fairdeal.server.documents import GameDoc, Games, LevelDoc, OptionDoc

SHOWN = 5  # faces in the picture of a game
SUIT = "suit."  # begins the face of a colour alone


def games_document() -> Games:
    """Describe all games and the phrases."""
    return Games(tuple(_game_document(game) for game in games.all_games()), PHRASES)


def _game_document(game: Game) -> GameDoc:
    return GameDoc(
        name=game.name,
        title=game.title,
        credit=game.credit,
        summary=game.summary,
        seats=tuple(game.seat_counts),
        real_time=bool(game.rules.REAL_TIME),
        options=tuple(_option_document(option) for option in game.options),
        levels=tuple(LevelDoc(level.name, level.meaning) for level in game.levels),
        own_deck=game.judge_deck is not None,
        faces=tuple(_shown_faces(game)),
        suits=tuple(face.removeprefix(SUIT) for face in game.all_faces if face.startswith(SUIT)),
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


def _option_document(option: Option) -> OptionDoc:
    document = OptionDoc(option.name, option.default, option.allowed, option.meaning, "other", None, None, ())
    match option:
        case Whole():
            return msgspec.structs.replace(document, kind="whole", low=option.low, high=option.high)
        case Flag():
            return msgspec.structs.replace(document, kind="flag")
        case Choice():
            return msgspec.structs.replace(document, kind="choice", choices=option.choices)
    return document
