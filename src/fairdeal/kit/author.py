"""A game of few words: what its own modules do not have follows from them."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import msgspec
from msgspec import Meta, defstruct

from fairdeal.contract.components import Component
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Json
from fairdeal.engine import kernel
from fairdeal.engine.fields import facts_of
from fairdeal.kit import plain_faces, slips
from fairdeal.kit.data import DataForm, DataTable, Word
from fairdeal.kit.deriving import whole_rules, whole_worlds
from fairdeal.kit.faces import BACK, MAT, WEAVE, draw_face
from fairdeal.kit.kinds import Cards
from fairdeal.language.voice import Voice

SPEECH, STAGING = "fairdeal.kit.speech", "fairdeal.kit.staging"
NUMBERS, NAMES = "numbers", "names"


def game(name: str, title: str, rules: Any, words: Any, scene: Any, **more: Any) -> Game:
    """Make a game of its rules, words and scene; `more` are fields of `Game`, and take the place of what is derived.

    Raise BrokenGame.
    """
    folder = Path(rules.__file__).parent
    slips.check(rules, words, scene, more.get("options", ()), folder)
    plain = kernel.in_mode(whole_rules(rules), "interpreted")
    speech = kernel.bind(SPEECH, kernel.layered(plain, words, scene))
    staging = kernel.bind(STAGING, kernel.layered(plain, speech, words, scene))
    drawn = kernel.layered(staging, scene)
    form = form_of(rules.BOX, Voice(folder))
    if "read_data" not in more:
        slips.check_data(form, folder)
    derived = {
        "seat_counts": range(2, rules.SEATS + 1),
        "options": (),
        "read_data": form.read,
        "read_labels": functools.partial(labels, folder),
        "data_form": form,
        "public_scene": drawn.public_scene,
        "own_scene": drawn.own_scene,
        "change": drawn.change,
        "meant": drawn.meant,
        "about": drawn.about,
        **faces(getattr(words, "CARDS_OF", None)),
    }
    if "worlds" not in more:
        derived["worlds"] = rules if hasattr(rules, "resample") else whole_worlds(rules)
    return Game(
        name=name,
        title=title,
        rules=whole_rules(rules),
        words=kernel.layered(staging, speech, words),
        folder=folder,
        **(derived | more),
    )


def game_of(name: str, title: str, modules: Iterable[Any], **more: Any) -> Game:
    """Make a game of modules that are called as CASTER's are; `more` are other fields of `Game`."""
    of = SimpleNamespace(**{module.__name__.rpartition(".")[2]: module for module in modules})
    return Game(
        name=name,
        title=title,
        rules=whole_rules(of.rules),
        worlds=of.worlds,
        words=of.words,
        folder=Path(of.rules.__file__).parent,
        read_data=of.data.FORM.read,
        read_labels=of.data.labels,
        data_form=of.data.FORM,
        public_scene=of.scene.public_scene,
        own_scene=of.scene.own_scene,
        change=of.scene.change,
        meant=of.scene.meant,
        opening=of.opening.opening,
        about=of.about.about,
        is_alike=of.words.is_alike,
        draw_face=functools.partial(draw_face, of.faces, of.mood),
        all_faces=(*of.faces.all_faces(), BACK, MAT, WEAVE),
        components=of.faces.components,
        mood=of.mood.MOOD,
        **more,
    )


def faces(cards: Cards | None) -> dict[str, Any]:
    """Give plain faces for cards of suits and ranks."""
    if cards is None:
        return {}
    return {
        "draw_face": functools.partial(plain_faces.draw, cards),
        "all_faces": tuple(plain_faces.all_faces(cards)),
        "paints": dict(zip(cards.letters, cards.paints, strict=True)),
        "components": functools.partial(components, cards),
    }


def components(cards: Cards, setting: Setting) -> list[Component]:
    """List every card once."""
    return [Component(text) for text in cards.texts]


# --- the data file ---------------------------------------------------------------------------------------------------


def form_of(box: Any, voice: Voice) -> DataForm[Any]:
    """Give the form of data files: the numbers of the box under `[numbers]`, and words under `[names]`."""
    ranges: Mapping[str, tuple[int, int]] = facts_of(box).get("ranges", {})
    kinds = [(key, Annotated[int, Meta(ge=low, le=high)]) for key, (low, high) in ranges.items()]
    tables: list[Any] = [(NUMBERS, defstruct("Numbers", kinds, bases=(DataTable,)))] if ranges else []
    names: Any = (NAMES, dict[str, Word], msgspec.field(default_factory=dict))
    return DataForm(
        defstruct("NumbersAndNames", [*tables, names], bases=(DataTable,)), voice, functools.partial(fill, box)
    )


def fill(box: Any, document: Any) -> Any:
    """Write the numbers of a data file into the record that the rules read."""
    out = kernel.blank(box)[0]
    numbers = msgspec.structs.asdict(document.numbers) if hasattr(document, NUMBERS) else {}
    for key, number in numbers.items():
        out[key] = number
    return out


def labels(folder: Path, document: Mapping[str, Json]) -> dict[str, str]:
    """Give the names that a data file has for things, such as `suit.C`; the others are those of the game's own file."""
    return {**_own_names(folder), **document.get(NAMES, {})}


@functools.cache
def _own_names(folder: Path) -> dict[str, str]:
    return dict(tomllib.loads((folder / "cards.toml").read_text("utf-8")).get(NAMES, {}))
