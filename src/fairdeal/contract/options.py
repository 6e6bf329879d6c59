"""The named settings of a table: whole numbers, flags and choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from fairdeal.contract.rules import State

Json = Any


class Option(Protocol):
    """A named setting of a table."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Json: ...
    @property
    def meaning(self) -> str: ...
    @property
    def allowed(self) -> str:
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
    meaning: str

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

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
    meaning: str
    allowed: str = "true or false"

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
    meaning: str

    @property
    def default(self) -> str:
        return self.choices[0]

    @property
    def allowed(self) -> str:
        return " or ".join(self.choices)

    def check(self, value: Json) -> bool:
        return value in self.choices

    def parse(self, text: str) -> Json:
        return text

    def write(self, options: State, value: Json) -> None:
        options[self.name] = self.choices.index(value)
