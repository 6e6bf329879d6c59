"""What a review finds, in numbers only: made once, kept, and said in any language.

A share is a share of the victory, from 0 to 1. Seats, events and actions are numbered as in the game's own record.
"""

from __future__ import annotations

import enum

import msgspec


class Grade(enum.StrEnum):
    """How good a choice was, by what its seat knew then."""

    BEST = "best"
    """Nothing better was found."""
    FINE = "fine"
    """What was found better is better by so little that it does not matter."""
    UNCLEAR = "unclear"
    """The play-outs do not tell."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


FAULTS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


class Candidate(msgspec.Struct, frozen=True):
    """An action and what its seat could expect of it, by what it knew."""

    action: int
    share: float
    error: float


class ReviewedChoice(msgspec.Struct, frozen=True):
    """A choice among several actions; forced ones are not reviewed."""

    event: int
    """Its place among the events of the record, from 0."""
    seat: int
    chosen: int
    best: int
    """By what the seat knew; the chosen action where nothing better was found."""
    cost: float
    """What the best is worth more than the chosen, on worlds that had no part in finding the best; never below 0."""
    cost_error: float
    grade: Grade
    candidates: tuple[Candidate, ...]
    """The serious actions, best first; the chosen one is always among them."""
    seen_best: int
    """With all cards seen, which nobody could."""
    seen_cost: float
    seen_error: float


class Parts(msgspec.Struct, frozen=True):
    """What became of one seat's even share: all parts add up to its result."""

    deal: float
    """Its place, settled options, and all chance before the first choice."""
    chance: float
    """All later chance."""
    others: float
    """What the other seats did."""
    own: float
    """Its own choices, by the mean over the worlds that it could think possible."""
    unknowable: float
    """What its choices did beyond that, with all cards seen."""

    @property
    def total(self) -> float:
        return self.deal + self.chance + self.others + self.own + self.unknowable


class Review(msgspec.Struct, frozen=True):
    """All that was found of one game."""

    game: str
    rules_version: int
    seats: int
    level: str
    bots: str
    """A digest of the code that found it: another one may find something else."""
    is_over: bool
    """Whether the game was played to its end; else its result is what was to be expected when it was left."""
    results: tuple[float, ...]
    """By seat: its share of the victory minus the even share."""
    chances: tuple[tuple[float, ...], ...]
    """By moment, before the first event and after each: the share that each seat may expect, all cards seen."""
    errors: tuple[tuple[float, ...], ...]
    """Of the chances."""
    choices: tuple[ReviewedChoice, ...]
    parts: tuple[Parts, ...]
    luck: tuple[float, ...]
    """By seat: the sum of all luck, which has mean 0 whoever plays."""
    adjusted: tuple[float, ...]
    """By seat: its result without that luck."""
    turning: tuple[int, ...]
    """At most three events that decided the game, in their order."""
