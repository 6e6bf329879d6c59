"""What a game from outside does that no game may: which of its functions it was, in a sentence."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fairdeal.contract.game import Game, members
from fairdeal.engine.kernel import DEALER
from fairdeal.errors import BrokenGame, FairdealError
from fairdeal.language.messages import Message, say


def broken(reason: Message) -> BrokenGame:
    """Say what a game did, as a sentence of its own."""
    return BrokenGame(say("outside.fault", reason=reason))


def reason_of(fault: BrokenGame) -> Message | str:
    """Give what it did, to stand in another sentence."""
    found: Message | str = fault.what if isinstance(fault.what, str) else fault.what.arguments.get("reason", fault.what)
    return found


def ask(game: Game, function: Callable[..., Any], *arguments: Any) -> Any:
    """Ask a game from outside; raise BrokenGame, which names the function, whatever it raises."""
    try:
        return function(*arguments)
    except FairdealError:
        raise
    except Exception as error:
        raise fault_of(game, error, function, *arguments) from error


def fault_of(
    game: Game, error: BaseException, function: Callable[..., Any] | None = None, *arguments: Any
) -> BrokenGame:
    """Name what raised an error; compiled code does not tell, so the same is asked once more in plain Python."""
    name = _function_of(game, error)
    if not name and hasattr(function, "plain"):
        try:
            function.plain(*arguments)  # type: ignore[union-attr]
        except Exception as again:
            name = _function_of(game, again)
    return broken(say("outside.raised", game=game.title, function=name or "rules", error=type(error).__name__))


def _function_of(game: Game, error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.name for frame in reversed(frames) if Path(frame.filename).parent == game.folder), "")


def check_moment(game: Game, seats: int, actors: int, legal: list[list[int]], events: int) -> None:
    """Raise BrokenGame unless who may act, and what they may do, is as the contract has it."""
    strange = [who for who in members(actors) if seats <= who < DEALER]
    if actors < 0 or strange:
        raise broken(say("outside.strange_actors", game=game.title))
    for seat, actions in enumerate(legal):
        if actions != sorted(set(actions)) or any(not 0 <= action < game.rules.ACTIONS for action in actions):
            raise broken(say("outside.strange_legal", game=game.title, seat=seat + 1))
        if bool(actions) != bool(actors >> seat & 1):
            raise broken(say("outside.dead_end", game=game.title, seat=seat + 1))
    if actors and events >= game.rules.MOST_EVENTS:
        raise broken(say("outside.endless", game=game.title, count=game.rules.MOST_EVENTS))
