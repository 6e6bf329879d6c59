"""A report as one page that opens offline, in light and dark, and as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from fairdeal import __version__
from fairdeal.lab.report import plots
from fairdeal.lab.report.figures import PERCENT, Figure, Section, even_text, interval_text, number_text
from fairdeal.lab.report.sections import GameReport
from fairdeal.language.messages import Catalogue, Message, say

STYLE = """
:root { color-scheme: light dark; --ink: #1f2933; --faint: #5a6675; --paper: #fbfaf7; --line: #d9d5cb; --mark: #2f6fb5;
  --soft: #2f6fb540; --even: #a3541b }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --faint: #a3afbd; --paper: #171b21; --line: #343c47;
  --mark: #7db4f0; --soft: #7db4f050; --even: #e5a067 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .4rem; border-top: 1px solid var(--line); padding-top: 1rem }
p { margin: .4rem 0 }
.faint, figcaption, th { color: var(--faint); font-size: .875rem }
table { border-collapse: collapse; width: 100%; margin: .8rem 0; font-variant-numeric: tabular-nums }
th { font-weight: 500; text-align: right; vertical-align: bottom }
th:first-child, td:first-child { text-align: left }
td, th { padding: .3rem .2rem .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap }
td:first-child, th:first-child { padding-left: 0; white-space: normal }
@media (max-width: 30rem) { table { font-size: .85rem } td, th { padding-left: .35rem } }
figure { margin: .8rem 0; max-width: 26rem }
svg { display: block; width: 100%; height: auto }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink) }
svg .name { paint-order: stroke; stroke: var(--paper); stroke-width: 4px }
svg .faint { fill: var(--faint); font-size: 12px }
.grid { stroke: var(--line) }
.even { stroke: var(--even); stroke-width: 1.5; stroke-dasharray: 4 3 }
.reach { stroke: var(--soft); stroke-width: 9; stroke-linecap: round }
.dot, .bar { fill: var(--mark) }
.heat { fill: var(--mark); stroke: var(--line) }
a { color: var(--mark) }
code { font: .85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
dt { margin-top: .8rem }
dd { margin: 0 }
"""


def page(report: GameReport, catalogue: Catalogue, run: str) -> str:
    """Write the page; `run` is the folder whose games its commands tell."""

    def told(message: Message) -> str:
        return escape(catalogue.render(message))

    title = catalogue.render(say("report.heading", game=report.sample.plan.found.title))
    body = [
        *(f'<p class="faint">{told(sentence)}</p>' for sentence in head(report)),
        *(part for section in report.sections for part in _section(section, catalogue)),
        *_games(report, catalogue, run),
    ]
    return shell(title, catalogue, body)


def shell(title: str, catalogue: Catalogue, body: Sequence[str]) -> str:
    """Write a page around what it has to say."""
    made = catalogue.render(say("report.made", version=__version__))
    parts = [
        "<!doctype html>",
        f'<html lang="{escape(catalogue.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(title)}</h1>",
        *body,
        f'<p class="faint">{escape(made)}</p>',
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def head(report: GameReport) -> Iterator[Message]:
    """Say what was played, by whom, and how it is counted."""
    sample, plan = report.sample, report.sample.plan
    options = [f"{name}={_typed(plan.setting.options[name])}" for name in _chosen(report)]
    yield say("report.played", count=sample.games, deals=sample.deals, bots=list(plan.bots), seed=plan.seed)
    yield (
        say("report.setting", count=plan.seats, options=options)
        if options
        else say("report.seats_only", count=plan.seats)
    )
    if plan.data is not None:
        yield say("report.own_data")
    yield say("report.method")
    if report.is_stopped:
        yield say("report.stopped")


def _chosen(report: GameReport) -> list[str]:
    return [option.name for option in report.sample.plan.found.options if option.default is not None]


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _section(section: Section, catalogue: Catalogue) -> Iterator[str]:
    render = catalogue.render
    yield f'<section id="{section.key}"><h2>{escape(render(section.title))}</h2>'
    yield from (f"<p>{escape(render(sentence))}</p>" for sentence in section.sentences)
    if section.even is not None:
        rows = [row for row in section.rows if row.unit == PERCENT]
        drawn = [(render(row.label), row.value, render(number_text(row.value, row.unit))) for row in rows]
        caption = render(say("report.plot.even", even=even_text(section.even)))
        yield _figure(plots.dots(render(section.title), drawn, section.even), caption)
    for bars in section.bars:
        caption = render(say("report.plot.bars", what=bars.label))
        yield _figure(plots.bars(caption, bars.low, bars.width, bars.shares), caption)
    if not section.rows:
        yield "</section>"
        return
    heads = [render(say(f"report.head.{key}")) for key in ("what", "value", "interval", "game")]
    yield f"<table><thead><tr>{''.join(f'<th>{escape(text)}</th>' for text in heads)}</tr></thead><tbody>"
    yield from (_row(row, catalogue) for row in section.rows)
    yield "</tbody></table></section>"


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"


def _row(row: Figure, catalogue: Catalogue) -> str:
    texts = [row.label, number_text(row.value, row.unit), interval_text(row.value, row.unit)]
    cells = [escape(catalogue.render(text)) for text in texts]
    cells.append("" if row.game is None else f'<a href="#game-{row.game + 1}">{row.game + 1}</a>')
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _games(report: GameReport, catalogue: Catalogue, run: str) -> Iterator[str]:
    """List the games that are like no other, and those behind the numbers, each with the command that tells it."""
    yield f'<section id="games"><h2>{escape(catalogue.render(say("report.title.games")))}</h2>'
    yield f"<p>{escape(catalogue.render(say('report.games')))}</p><dl>"
    for game, why in behind(report).items():
        shown = catalogue.render(say("report.game", number=game + 1, why=why))
        yield f'<dt id="game-{game + 1}">{escape(shown)}</dt>'
        yield f"<dd><code>{escape(command(run, game))}</code></dd>"
    yield "</dl></section>"


def behind(report: GameReport) -> dict[int, list[Message]]:
    """List the games that are worth a look, and what each of them shows."""
    found: dict[int, list[Message]] = {}
    for outlier in report.outliers:
        found.setdefault(outlier.game, []).append(say("report.outlier_told", what=outlier.label, value=outlier.value))
    for section in report.sections:
        for row in section.rows:
            if row.game is not None:
                found.setdefault(row.game, []).append(say("report.row_told", section=section.title, what=row.label))
    return found


def command(run: str, game: int) -> str:
    """Write the command that tells a game."""
    return f"fairdeal replay {shlex.quote(run)} --game-number {game + 1}"


def document(report: GameReport) -> dict[str, Any]:
    """Give all numbers of a report."""
    sample = report.sample
    return {
        **sample.plan.document(),
        "games": sample.games,
        "deals": sample.deals,
        "is_stopped": report.is_stopped,
        "sections": {section.key: {row.key: _number(row) for row in section.rows} for section in report.sections},
        "outliers": {outlier.key: outlier.game + 1 for outlier in report.outliers},
    }


def _number(row: Figure) -> dict[str, Any]:
    game = None if row.game is None else row.game + 1
    return {"mean": row.value.mean, "low": row.value.low, "high": row.value.high, "game": game}
