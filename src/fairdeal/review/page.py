"""A review as one page that opens offline, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from fairdeal import __version__
from fairdeal.language.messages import Catalogue, say
from fairdeal.review.telling import ToldAction, ToldChoice, ToldReview, ToldSeat

STYLE = """
:root { color-scheme: light dark; --ink: #1f2933; --faint: #5a6675; --paper: #fbfaf7; --line: #d9d5cb; --good: #2f6fb5;
  --bad: #b3471d }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --faint: #a3afbd; --paper: #171b21; --line: #343c47;
  --good: #7db4f0; --bad: #f09a6b } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .4rem; border-top: 1px solid var(--line); padding-top: 1rem }
h3 { font-size: 1rem; margin: 1.4rem 0 .2rem }
p, ul { margin: .4rem 0 }
figure { margin: .8rem 0 }
svg { display: block; width: 100%; height: auto }
svg text { font: 12px system-ui, sans-serif; fill: var(--faint) }
.faint { color: var(--faint); font-size: .875rem }
.grid { stroke: var(--line) }
.turn { stroke: var(--faint); stroke-dasharray: 2 3 }
.good { fill: var(--good) } .bad { fill: var(--bad) } .other { fill: var(--faint) }
.parts { max-width: 30rem }
.seat { display: inline-block; margin-right: 1rem; white-space: nowrap }
polyline { fill: none; stroke-width: 2.2; stroke-linejoin: round }
.key { display: inline-block; width: 1.4rem; height: .25rem; margin-right: .4rem; vertical-align: middle }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
td { padding: .15rem .6rem .15rem 0; vertical-align: middle }
td:last-child { text-align: right; white-space: nowrap; padding-right: 0 }
.chosen { font-weight: 600 }
"""
PAINTS = ("#2f6fb5", "#c2571a", "#2f8f5b", "#8b5bb5", "#b0912a", "#3f9aa5", "#b5487f", "#6b7280")  # by seat
WIDTH, HEIGHT, EDGE = 640, 240, 30
PARTS_WIDTH, ROW, NAMES, VALUES = 360, 22, 148, 52


def page(told: ToldReview, catalogue: Catalogue, turning: Sequence[int], shown: Sequence[int]) -> str:
    """Write the page with the faults of some seats."""
    made = catalogue.render(say("review.made", version=__version__))
    chosen = catalogue.render(say("review.chosen"))
    parts = [
        f'<!doctype html>\n<html lang="{escape(catalogue.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(told.title)}</title><style>{STYLE}</style></head><body><main><h1>{escape(told.title)}</h1>",
        *(f"<p>{escape(told.seats[seat].heading)}</p>" for seat in shown),
        *_section(told.chances_title, [_chart(told, turning), _keys(told), _faint(told.chances_note)]),
        *_section(told.moments_title, [*_moments(told), _faint(told.moments_note)]),
        *_section(told.parts_title, [part for seat in told.seats for part in _seat_parts(seat)]),
        *_section(told.faults_title, [part for seat in shown for part in _faults(told, told.seats[seat], chosen)]),
        *(_faint(note) for note in (told.assumption, *told.notes, made)),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _section(title: str, parts: Sequence[str]) -> Iterator[str]:
    yield f"<section><h2>{escape(title)}</h2>"
    yield from parts
    yield "</section>"


def _faint(text: str) -> str:
    return f'<p class="faint">{escape(text)}</p>' if text else ""


# --- chances ---------------------------------------------------------------------------------------------------------


def _chart(told: ToldReview, turning: Sequence[int]) -> str:
    """Draw each seat's chances over the game, with a line at every moment that decided it."""
    last = len(told.chances) - 1

    def x(moment: float) -> float:
        return round(EDGE + moment / last * (WIDTH - EDGE - 6), 1)

    def y(share: float) -> float:
        return round(8 + (1 - share) * (HEIGHT - 16), 1)

    name = escape(told.chances_title, quote=True)
    parts = [f'<figure><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}"><title>{name}</title>']
    for percent in (0, 25, 50, 75, 100):
        height = y(percent / 100)
        parts.append(f'<line class="grid" x1="{EDGE}" y1="{height}" x2="{WIDTH - 6}" y2="{height}"/>')
        parts.append(f'<text x="{EDGE - 4}" y="{height + 4}" text-anchor="end">{percent}</text>')
    for event in turning:
        place = x(event + 1)
        parts.append(f'<line class="turn" x1="{place}" y1="8" x2="{place}" y2="{HEIGHT - 8}"/>')
    for seat, paint in zip(told.seats, PAINTS, strict=False):
        line = " ".join(f"{x(moment)},{y(row[seat.seat])}" for moment, row in enumerate(told.chances))
        parts.append(f'<polyline points="{line}" stroke="{paint}"/>')
    return "".join([*parts, "</svg></figure>"])


def _keys(told: ToldReview) -> str:
    keys = (
        f'<span class="seat"><span class="key" style="background: {paint}"></span>{escape(seat.name)}</span>'
        for seat, paint in zip(told.seats, PAINTS, strict=False)
    )
    return f"<p>{''.join(keys)}</p>"


def _moments(told: ToldReview) -> Iterator[str]:
    yield "<ol>"
    yield from (f"<li>{escape(moment.sentence)}</li>" for moment in told.moments)
    yield "</ol>"


# --- parts -----------------------------------------------------------------------------------------------------------


def _seat_parts(seat: ToldSeat) -> Iterator[str]:
    """Draw where a seat's result came from: a bar a part, to the right if it helped."""
    most = max(0.01, *(abs(part.share) for part in seat.parts))
    middle, reach = (PARTS_WIDTH - VALUES + NAMES) / 2, (PARTS_WIDTH - VALUES - NAMES) / 2 - 4
    height, name = ROW * len(seat.parts), escape(seat.heading, quote=True)
    yield f"<h3>{escape(seat.heading)}</h3>"
    box = f'viewBox="0 0 {PARTS_WIDTH} {height}" role="img" aria-label="{name}"'
    yield f'<figure class="parts"><svg {box}><title>{name}</title>'
    yield f'<line class="grid" x1="{middle}" y1="0" x2="{middle}" y2="{height}"/>'
    for number, part in enumerate(seat.parts):
        top, wide = ROW * number, round(abs(part.share) / most * reach, 1)
        left, kind = (middle, "good") if part.share >= 0 else (middle - wide, "bad")
        yield f'<text x="{NAMES - 8}" y="{top + 15}" text-anchor="end">{escape(part.name)}</text>'
        yield f'<rect class="{kind}" x="{left}" y="{top + 4}" width="{wide}" height="{ROW - 8}" rx="2"/>'
        yield f'<text x="{PARTS_WIDTH}" y="{top + 15}" text-anchor="end">{escape(part.text)}</text>'
    yield "</svg></figure>"


# --- choices ---------------------------------------------------------------------------------------------------------


def _faults(told: ToldReview, seat: ToldSeat, chosen: str) -> Iterator[str]:
    yield f"<p>{escape(seat.summary)}</p>"
    for place in seat.faults:
        yield from _choice(told.choices[place], chosen)


def _choice(choice: ToldChoice, chosen: str) -> Iterator[str]:
    yield f"<h3>{escape(choice.title)}</h3><p>{escape(choice.sentence)}</p><table>"
    yield from (_action(each, chosen) for each in choice.actions)
    yield "</table>"
    yield _faint(choice.seen)


def _action(each: ToldAction, chosen: str) -> str:
    bar, kind = each.bar, "good" if each.is_best else "bad" if each.is_chosen else "other"
    name = escape(f"{each.name} ({chosen})" if each.is_chosen else each.name)
    reach = f'<rect x="{200 * bar.low:g}" y="4" width="{200 * (bar.high - bar.low):g}" height="4" class="{kind}"/>'
    dot = f'<circle cx="{200 * bar.at:g}" cy="6" r="4.5" class="{kind}"/>'
    line = '<line class="grid" x1="0" y1="6" x2="200" y2="6"/>'
    drawing = f'<svg viewBox="0 0 200 12" style="max-width: 200px" aria-hidden="true">{line}{reach}{dot}</svg>'
    style = ' class="chosen"' if each.is_chosen else ""
    return f"<tr><td{style}>{name}</td><td>{drawing}</td><td>{escape(each.value)}</td></tr>"
