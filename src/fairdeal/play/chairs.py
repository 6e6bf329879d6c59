"""The chairs of a table: who plays each seat."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from fairdeal.contract.game import Game
from fairdeal.play.clocks import Watch
from fairdeal.play.fairness import SeatPart


@dataclass
class Chair:
    """One seat of the table: who plays it."""

    name: str = ""
    level: str = ""
    sessions: set[str] = field(default_factory=set)
    link: str = ""
    commitment: str = ""
    nonce: str = ""
    stand_in: str = ""
    """The level of the bot that plays on for the player, or for a bot that failed."""
    by_wish: bool = False
    """The player let it play on."""
    watch: Watch = field(default_factory=lambda: Watch(0))

    @property
    def is_free(self) -> bool:
        return not self.name

    @property
    def is_person(self) -> bool:
        return bool(self.sessions)

    @property
    def bot(self) -> str:
        """The level of the bot that acts for this seat; empty when a person does."""
        return self.stand_in or self.level

    @property
    def fair_part(self) -> SeatPart:
        """What the seat promised, and the nonce if it is open."""
        return SeatPart(self.commitment, self.nonce or None) if self.is_person else SeatPart(bot=True)


def bot_name(seat: int) -> str:
    """Name the bot of a seat; that it is one, and of which level, is said beside its name."""
    return ("Ada", "Bela", "Cleo", "Dora", "Emil", "Faye", "Gus", "Hedy")[seat]


def bot_of(game: Game, name: str, named: Collection[str]) -> str:
    """Check the name of a bot: a level of the game, or one that whoever serves has named. Raise BadOption."""
    return name if name in named else game.level(name).name


def bot_levels(chairs: list[Chair]) -> dict[int, str]:
    """The levels of the bots, by seat; stand-ins are none."""
    return {seat: chair.level for seat, chair in enumerate(chairs) if chair.level}
