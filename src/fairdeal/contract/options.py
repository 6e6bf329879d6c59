"""The named settings of a table: whole numbers, flags and choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from fairdeal.contract.rules import State
from fairdeal.language.messages import Message, either, say

Json = Any


class Option(Protocol):
    """A named setting of a table. What people call it, and what it means, says the game's catalogue."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Json: ...
    @property
    def allowed(self) -> Message:
        """Say which values there are."""

    def check(self, value: Json) -> bool:
        """Tell whether a JSON value is one of them."""

    def parse(self, text: str) -> Json:
        """Read a value as typed on a command line; anything that `check` refuses if it is none."""

    def write(self, options: State, value: Json) -> None:
        """Write the value into the record that the rules read."""


@dataclass(frozen=True)
class Whole:
    """An option that is a whole number."""

    name: str
    default: int
    low: int
    high: int

    @property
    def allowed(self) -> Message:
        return say("allowed.whole", low=self.low, high=self.high)

    def check(self, value: Json) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def parse(self, text: str) -> Json:
        return int(text) if text.removeprefix("-").isdecimal() else text

    def write(self, options: State, value: Json) -> None:
        options[self.name] = value


@dataclass(frozen=True)
class Flag:
    """An option that is true or false."""

    name: str
    default: bool

    @property
    def allowed(self) -> Message:
        return either(["true", "false"])

    def check(self, value: Json) -> bool:
        return type(value) is bool

    def parse(self, text: str) -> Json:
        return {"true": True, "false": False}.get(text, text)

    def write(self, options: State, value: Json) -> None:
        options[self.name] = value


@dataclass(frozen=True)
class Choice:
    """An option that is one of a few words; the rules see its position."""

    name: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.choices[0]

    @property
    def allowed(self) -> Message:
        return either(self.choices)

    def check(self, value: Json) -> bool:
        return value in self.choices

    def parse(self, text: str) -> Json:
        return text

    def write(self, options: State, value: Json) -> None:
        options[self.name] = self.choices.index(value)


def name_of(option: Option) -> Message:
    """Say what people call an option."""
    return say(f"option.{option.name}.name")


def meaning_of(option: Option) -> Message:
    """Say what an option is about."""
    return say(f"option.{option.name}.meaning")


def name_of_choice(option: Option, value: str) -> Message:
    """Say what people call one of the words that an option may be."""
    return say(f"option.{option.name}.choice.{value}")
