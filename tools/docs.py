"""The tables of docs/games and of both protocols, printed from the code between marker comments.

A table stands between `<!-- table: NAME -->` and `<!-- end -->` in the page named after its game, or of a protocol.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from fairdeal import games
from fairdeal.contract.data import DataEntry
from fairdeal.contract.game import Game
from fairdeal.contract.options import Json, Option, meaning_of
from fairdeal.engine import observed
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.fields import BY_NOBODY, OWN, places_of
from fairdeal.engine.kernel import DEALER
from fairdeal.engine.observed import Written
from fairdeal.errors import FairdealError
from fairdeal.lab.whynot import markdown, why_table
from fairdeal.language.messages import say
from fairdeal.play.sitting import Sitting
from fairdeal.play.tempo import Tempo
from fairdeal.server.schedule import PERCENT
from tools import protocol_page

PAGES = Path(__file__).resolve().parents[1] / "docs" / "games"

LEARNT = {1: "while playing", 2: "in a first game", 3: "in a game or two"}

_MARKED = re.compile(r"(<!-- table: ([^\n]*?) -->\n).*?(<!-- end -->)", re.DOTALL)


def refresh(check: bool = False, pages: Path = PAGES) -> list[str]:
    """Print all tables anew; with `check` change nothing. Name the pages that were stale."""
    if not pages.is_dir():
        raise FairdealError("The folder docs/games is not here: its tables are printed in a checkout of the project.")
    stale = []
    for path, name, fill in _printed_pages(pages):
        old = path.read_text("utf-8")
        new = fill(old, path.name)
        if new != old:
            stale.append(f"docs/{name}")
            if not check:
                path.write_text(new, "utf-8")
    return stale


def _printed_pages(pages: Path) -> Iterator[tuple[Path, str, Callable[[str, str], str]]]:
    """List the pages that are there, their names within docs, and what prints their tables."""
    for name in games.NAMES:
        if (pages / f"{name}.md").is_file():
            yield pages / f"{name}.md", f"games/{name}.md", partial(filled, games.find(name))
    for name in ("protocol.md", "bot-protocol.md"):
        if (pages.parent / name).is_file():
            yield pages.parent / name, name, filled_protocol


def filled(game: Game, page: str, name: str) -> str:
    """Give the page of a game with its tables printed anew."""
    return _filled(page, name, partial(table, game))


def filled_protocol(page: str, name: str) -> str:
    """Give the page of a protocol with its tables printed anew."""
    return _filled(page, name, protocol_table)


def _filled(page: str, name: str, print_table: Callable[[str], str]) -> str:
    if page.count("<!-- table:") != len(_MARKED.findall(page)):
        raise FairdealError(f"In {name} a table begins and does not end: each needs its <!-- end -->.")
    return _MARKED.sub(lambda match: f"{match[1]}\n{print_table(match[2])}\n{match[3]}", page)


def table(game: Game, name: str) -> str:
    """Print one table in Markdown: one of TABLES, or one list of the data file (data.NAME)."""
    kind, _, part = name.partition(".")
    if kind == "data" and part in game.own_data:
        return _data_table(game.own_data[part])
    if name not in TABLES:
        known = [*TABLES, *(f"data.{key}" for key in game.own_data)]
        raise FairdealError(f"There is no table {name!r} of {game.title}; there are {', '.join(known)}.")
    return TABLES[name](game)


def _options(game: Game) -> str:
    return markdown(["option", "default", "values", "meaning"], [_option(game, option) for option in game.options])


def _option(game: Game, option: Option) -> list[str]:
    said = [game.said(text) for text in (option.allowed, meaning_of(option))]
    return [f"`{option.name}`", f"`{json.dumps(option.default)}`", *said]


def _ranges(game: Game) -> str:
    entries = () if game.data_form is None else game.data_form.entries()
    return markdown(["key", "values", "if missing", "meaning"], [_range(game, entry) for entry in entries])


def _range(game: Game, entry: DataEntry) -> list[str]:
    key, usual = f"{entry.table} {entry.key}".strip(), "" if entry.usual is None else f"`{json.dumps(entry.usual)}`"
    return [f"`{key}`", game.said(entry.allowed), usual, game.said(say(entry.meaning))]


def _sizes(game: Game) -> str:
    rules = game.rules
    rows: list[list[Json]] = [
        ["actions", rules.ACTIONS],
        ["most legal actions of a seat", rules.MOST_LEGAL],
        ["most events of a game", rules.MOST_EVENTS],
        ["most numbers of an outcome of chance", rules.MOST_OUTCOME],
        ["numbers of an observation", rules.OBSERVATION],
        ["bytes of a state", rules.STATE.itemsize],
        ["bytes of a plan", game.worlds.PLAN.itemsize],
        ["real time", "yes" if rules.REAL_TIME else "no"],
        ["rules version", game.rules_version],
    ]
    return markdown(["what", "size"], rows)


def _observation(game: Game) -> str:
    """What learners observe, field by field: where it stands, which numbers it has, and what it means."""
    rows: dict[str, list[Json]] = {}
    for written in observed.written_of(game.rules):
        name = written.place.name
        first = rows[name][1] if name in rows else written.first
        rows[name] = [name, first, written.end - 1, _observed_values(written), observed_meaning(game, name)]
    place = observed.length_of(game.rules)
    for name, feature in observed.features_of(game.rules).items():
        values = f"a number from 0 to {feature.most}"
        rows[name] = [name, place, place + feature.count - 1, values, observed_meaning(game, name)]
        place += feature.count
    columns = ["field", "places", "each is", "meaning"]
    table = markdown(columns, [[f"`{row[0]}`", f"{row[1]}-{row[2]}", *row[3:]] for row in rows.values()])
    return table + "".join(f"\n{line}\n" for line in _left_out(game))


def observed_meaning(game: Game, name: str) -> str:
    """Say what a field is, as the option of that name does, or as the catalogue says for learners."""
    option = next((option for option in game.options if name == f"options.{option.name}"), None)
    return game.said(say(f"observed.{name.replace('.', '_')}") if option is None else meaning_of(option))


def _observed_values(written: Written) -> str:
    own = f" ({'own' if written.seen.rows == OWN else 'by seat, from the own one'})" if written.step is not None else ""
    hidden = ", or unknown" if written.place.field.is_hidden and written.kind == observed.SET else ""
    if written.kind == observed.SET:
        return f"a set of {written.place.field.bits}{hidden}{own}"
    if written.kind in (observed.SEAT, observed.SEATS_SET):
        return f"{'a seat' if written.kind == observed.SEAT else 'a set of seats'}, from the own one{own}"
    if written.kind == observed.ONE_OF:
        least = written.seen.least
        return f"one of {least} to {least + written.size - 1}, or none{own}"
    if written.kind == observed.TWO_OF:
        return f"{' and '.join(f'one of {size}' for size in written.seen.one_of)}, or none{own}"
    width = "" if written.size == 1 else f", in {written.size} bytes" if written.size else ""
    return f"a number from {written.low} to {written.low + written.spread}{width}{own}"


def _left_out(game: Game) -> list[str]:
    """Say which fields are left out, and why that cannot matter."""
    reasons: dict[str, list[str]] = {}
    for name in observed.left_out_of(game.rules):
        fields = {place.name: place.field for place in places_of(game.rules.STATE)}
        is_secret = fields[name].is_hidden and fields[name].sees == BY_NOBODY
        key = "nobody sees it" if is_secret else game.said(say(f"unobserved.{name.partition('.')[0]}"))
        reasons.setdefault(key, []).append(f"`{name}`")
    return [f"Left out: {', '.join(names)}: {reason}." for reason, names in reasons.items()]


def _credit(game: Game) -> str:
    seats = f"{game.seat_counts[0]} to {game.seat_counts[-1]}"
    return markdown(
        ["game", "name", "seats", "credit"], [[game.title, f"`{game.name}`", seats, game.said(game.credit)]]
    )


def _facts(game: Game) -> str:
    facts = game.facts
    assert facts is not None, f"{game.title} has no facts."
    kind, source = game.said(game.kind), game.said(game.source)
    row: list[Json] = [kind, facts.minutes, facts.age, LEARNT[facts.weight], facts.best_seats, source]
    return markdown(["kind", "minutes", "age", "learnt", "best seats", "source"], [row])


def _data(game: Game) -> str:
    return "\n".join(f"**{key}**\n\n{_data_table(value)}" for key, value in game.own_data.items())


def _data_table(value: Json) -> str:
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        columns = list(dict.fromkeys(key for row in value for key in row))
        return markdown(columns, [[_cell(row.get(column, "")) for column in columns] for row in value])
    if isinstance(value, dict):
        return markdown(["name", "value"], [[key, _cell(part)] for key, part in value.items()])
    return f"{_cell(value)}\n"


def _cell(value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(_cell(part) for part in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def protocol_table(name: str) -> str:
    """Print what the page of a protocol has at one marker."""
    if name not in protocol_page.SECTIONS:
        known = ", ".join(protocol_page.SECTIONS)
        raise FairdealError(f"There is no table {name!r} of the protocol; there are {known}.")
    return "\n".join(map(_section, protocol_page.sections(name)))


def _section(section: protocol_page.Section) -> str:
    head = f"### {section.heading}\n\n{section.words}\n\n" if section.heading else ""
    return head + (markdown(section.columns, section.rows) if section.rows else "(no fields)\n")


TIMED = 20  # games of each level, to measure its pace


def _pace(game: Game) -> str:
    """How many seconds bots of each level take for a card, at each pace of a table, and for a game of two."""
    rows = []
    for place, level in enumerate(game.levels if game.pace else ()):
        card, whole = _measured(game, place)
        paces = [f"{card * percent / 100_000:.1f} s" for percent in PERCENT.values()]
        rows.append([level.name, *paces, f"{whole / 1000:.0f} s"])
    return markdown(["level", *(f"a card, {pace}" for pace in PERCENT), "a game, usual"], rows)


def _measured(game: Game, level: int) -> tuple[float, float]:
    """Let two bots who act at random keep a level's pace: give the milliseconds for a card and for a game."""
    waits, lengths = [], []
    for number in range(TIMED):
        sitting, rng = Sitting(game.setting(2, {"countdown": 0})), numbered("pace", number)
        tempo, last = Tempo(sitting, {0: level, 1: level}), dict[int, int]()
        while not sitting.is_over:
            who, at = tempo.next_actor(partial(_same, rng))
            if who == DEALER:
                sitting.deal(rng, at)
            else:
                sitting.play_at_random(who, rng, at)
            if sitting.events[-1].action == "draw":
                waits += [at - last[who]] if who in last else []
                last[who] = at
        lengths.append(sitting.now)
    return statistics.fmean(waits), statistics.fmean(lengths)


def _same(rng: Rng, who: int) -> Rng:
    """All who act share one generator."""
    return rng


TABLES: Mapping[str, Callable[[Game], str]] = {
    "options": _options,
    "sizes": _sizes,
    "observation": _observation,
    "credit": _credit,
    "facts": _facts,
    "data": _data,
    "ranges": _ranges,
    "why": why_table,
    "pace": _pace,
}


def main() -> None:
    stale = refresh(check := "--check" in sys.argv[1:])
    for path in stale:
        print(f"{path} {'is stale: run make docs' if check else 'is written anew'}.")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
