"""The figures of the soak: every test appends a line to docs/soak.jsonl, and `write` makes docs/soak.md of them."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
LINES = DOCS / "soak.jsonl"
PAGE = DOCS / "soak.md"

HEAD = """# The soak

Long runs over random games. A row is written when its run has ended without trouble; games that are not listed have not
been run. `make soak` repeats them and prints this page anew.

- *Fuzzed games* are checked, natively, at every event for strange actors, a dead end, disordered or too many legal
  actions, an outcome that is too long and a game without an end, and at the end for shares that do not add up to 1.
  A quarter of them choose at random, a quarter always the first, a quarter always the last, and a quarter swing between
  both. Laws and cards are not checked.
- *Ordered deals and stubborn players*: the same choices with sorted, reversed and rotated deals; cards are counted.
- *All laws*: the cheap ones at every position, the deep ones at some of each game.
- *Compiled and interpreted*: states at every event; views, worlds and observations at some, where worlds are cheap.
- *Killed servers*: `kill -9` at random moments while one person with bots and two people play; every acknowledged
  action must be stored once and in order, every game must end, and its record must agree with all receipts.
- *One of three servers* of one PostgreSQL, every other part with NATS between them: people come in anywhere, half of
  the games are of two people and half of one among bots; a quarter of the strikes halt a server for up to 20 s. Judged
  as *killed servers* are.
- *Bad messages*: unreadable, wrongly typed, out of order, foreign, stale, repeated; after each one the state, the
  answer and who heard of it are compared.
- *All that a seat is sent, cards swapped*: games are played twice, the second time with two cards swapped that
  the seat cannot see; every byte that it is sent must be equal until one of them comes to light.
- *What a learner gets, in worlds*: observation, mask, info and picture of the seat that is to act, in positions of
  random games; they must be equal, byte by byte, in worlds drawn from its view.
- *300 tables at a time*, for an hour unless the row says otherwise: two people and bots at each, game after game, and a
  move every few seconds. The server's memory may grow by at most a tenth after a sixth of the time.
  *Of a player*: the most memory after that beyond what the server had after one game of each kind, over all people; it
  may be at most 100 kB.
- *Start on unfinished games*: a tenth of them is due at once; ready within 3 s of the CPU, with at most 300 MB half a
  minute later, when those that are due have been looked at.
- *Searches*: 32 iterations at every choice of random games, or as many as the highest level's at some of them, with
  all of the game's knowledge but inference; exactly the legal actions must be judged, and one of them be the best.
- *In a browser*: a person in Chromium plays whole games against bots, by mouse, by keyboard alone and by touch, at 360,
  768 and 1440 pixels, in light and dark; the page must offer all that the server does, and nothing may go wrong in it.
  *Boxes at all sizes*: what stands on a table is measured at seven sizes and in both themes, at several moments of a
  game; no text may be cut, covered, out of the window or under 12 px.
- *Planted fault*: a tiny game has one fault, or none; in how many reports of 6,144 games it is named.
- *Comparisons* of two variants whose truth is known are looked at after each part of 60 deals, 40 parts at most, and
  stop when they are sure; the margin is 8 %. *--precision*: reports that stop when wins by order of play are known to
  4 % to either side.
- *In firefox* and *in webkit*, as Debian ships them: a person plays a short game of each kind by mouse, with motion;
  every press must be sent, and no script may fail.
- *By the table in words*: a player who reads headings, lists and buttons and nothing else does what the words promise
  most of, against bots that play at random.

| what | how many | seconds | date |
|---|---:|---:|---|
"""


def note(what: str, count: int, unit: str, seconds: float) -> None:
    """Append one figure."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    line = {"what": what, "count": count, "unit": unit, "seconds": round(seconds, 1), "date": today}
    with LINES.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def write() -> None:
    """Print the page, with the last figure of each kind, and forget the older ones."""
    if not LINES.exists():
        return
    latest = {line["what"]: line for line in map(json.loads, LINES.read_text("utf-8").splitlines())}
    lines = [latest[what] for what in sorted(latest)]
    LINES.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    PAGE.write_text(HEAD + "".join(map(_row, lines)), "utf-8")


def _row(line: dict[str, str | int | float]) -> str:
    return f"| {line['what']} | {line['count']:,} {line['unit']} | {line['seconds']:,} | {line['date']} |\n"
