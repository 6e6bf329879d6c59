"""The options of a table: which cards are played, and what follows from that.

`deck` names the cards and `cards` is their list. Whoever opens a table names a deck; `settle` makes its cards. A record
has both, and there the list decides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from fairdeal.contract.game import Setting
from fairdeal.contract.options import Json
from fairdeal.contract.rules import State
from fairdeal.engine.chance import Rng
from fairdeal.errors import BadOption
from fairdeal.games.battle import data, deck, faces
from fairdeal.games.battle.deck import VOICE
from fairdeal.games.battle.rules import CARDS, CELLS, NONE
from fairdeal.language.messages import Message, say

RANDOM, STARTER = "random", "starter"


@dataclass(frozen=True)
class Deck:
    """The name of the deck; on its way in also a deck of a user's own: `{"name": ..., "cards": [...]}`."""

    name: str = "deck"
    default: str = RANDOM

    @property
    def allowed(self) -> Message:
        return say("option.deck.allowed", random=RANDOM, starter=STARTER)

    def check(self, value: Json) -> bool:
        if isinstance(value, Mapping):
            left_out = value.get(deck.UNUSABLE, [])
            is_read = isinstance(left_out, list) and all(isinstance(reason, Message) for reason in left_out)
            return set(value) - {deck.UNUSABLE} == {"name", "cards"} and is_name(value["name"]) and is_read
        return is_name(value)

    def parse(self, text: str) -> Json:
        """Read what a command line says, a file of cards included."""
        path = Path(text)
        if path.suffix.lower() not in (".csv", ".json"):
            return text
        return {"name": path.stem, **deck.usable_cards(deck.read_file(path))}

    def write(self, options: State, value: Json) -> None:
        """The rules know cards, and no names."""


def is_name(value: Json) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= len(value) <= deck.LONGEST_NAME


@dataclass(frozen=True)
class CardsOfDeck:
    """The cards of the deck, in the order that a shuffle refers to; nobody chooses them by themselves."""

    name: str = "cards"
    default: None = None

    @property
    def allowed(self) -> Message:
        return say("option.cards.allowed", low=CELLS, high=CARDS)

    def check(self, value: Json) -> bool:
        return isinstance(value, list)

    def parse(self, text: str) -> Json:
        return text

    def write(self, options: State, value: Json) -> None:
        for number, card in enumerate(value):
            options.edges[number] = [card["edges"].get(place, NONE) for place in deck.PLACE_NAMES]
            options.worth[number] = deck.worth(card)
            options.template[number] = data.template_of(card)


def settle(setting: Setting, rng: Rng) -> Mapping[str, Json]:
    """Complete the options: make the cards, and check what depends on the seats or on another option."""
    options = dict(setting.options)
    if options["match"] > setting.seats:
        raise BadOption(say("option.match.too_long", seats=setting.seats, match=options["match"]), VOICE)
    size = data.size_of_deck(setting.document)
    if isinstance(options["deck"], Mapping):
        options["deck"], options["cards"] = _own_deck(options["deck"], options["cards"], size)
    elif options["cards"] is None:
        options["cards"] = _make_cards(options["deck"], setting.document, rng)
    if options["deck"] == STARTER and not options["open_list"]:
        raise BadOption(say("option.open_list.starter"), VOICE)
    options["cards"] = _checked(options["cards"], size)
    return options


def hidden(options: Mapping[str, Json]) -> Collection[str]:
    """Name what is secret until the end: a deck of one's own whose list is not open."""
    is_own = isinstance(options.get("deck"), Mapping)
    return ("deck",) if is_own and not options.get("open_list", True) else ()


def _own_deck(given: Mapping[str, Json], cards: Json, size: int) -> tuple[str, Json]:
    if given["name"] in (RANDOM, STARTER):
        raise BadOption(say("option.deck.taken", name=given["name"]), VOICE)
    if cards is not None:
        raise BadOption(say("option.cards.twice"), VOICE)
    if deck.UNUSABLE in given and len(given["cards"]) != size:
        raise BadOption(deck.wrong_number(size, len(given["cards"]), given[deck.UNUSABLE]), VOICE)
    return given["name"], given["cards"]


def _make_cards(name: str, document: Mapping[str, Json], rng: Rng) -> Json:
    if name == RANDOM:
        return data.random_cards(document, rng)
    if name == STARTER:
        return data.starter(document)
    raise BadOption(say("option.deck.unknown", name=name, allowed=Deck().allowed), VOICE)


def _checked(cards: Json, size: int) -> Json:
    try:
        return deck.check_cards(cards, size)
    except deck.Unusable as unusable:
        raise BadOption(say("option.cards.unusable", reason=unusable.reason), VOICE) from None


def judge_deck(path: Path, document: Mapping[str, Json]) -> tuple[list[Message], Message | None]:
    """Judge a file of cards by the size that a data file gives decks."""
    return deck.judge_file(path, data.size_of_deck(document))


def card_names(options: Mapping[str, Json]) -> Mapping[str, str]:
    """Give the names of the cards and of their faces, for the catalogue."""
    cards = list(enumerate(options["cards"], 1))
    names = {f"card.{number}": card["name"] for number, card in cards}
    return names | {f"face.{number}": faces.face_of(card) for number, card in cards}
