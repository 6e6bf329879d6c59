"""Comparisons and sweeps as pages that open offline, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from fairdeal.lab.report import plots
from fairdeal.lab.report.comparing import Comparison, Difference
from fairdeal.lab.report.figures import COUNT, MORE, PERCENT, interval_text, number_text
from fairdeal.lab.report.page import shell
from fairdeal.lab.report.plan import Plan
from fairdeal.lab.report.sweeping import Cell, Goal, Sweep, cell_name
from fairdeal.lab.report.variants import Measure
from fairdeal.lab.simulate import Average
from fairdeal.language.messages import Catalogue, Message, say


def _number(value: Average) -> dict[str, float | None]:
    return {"mean": value.mean, "low": value.low, "high": value.high}


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"<table><thead><tr>{''.join(f'<th>{escape(text)}</th>' for text in heads)}</tr></thead><tbody>"
    yield from (f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    yield "</tbody></table>"


# --- a comparison ----------------------------------------------------------------------------------------------------


def told(found: Comparison, texts: Sequence[str]) -> Iterator[Message]:
    """Say in sentences what was compared, and what was found; `texts` are the two variants as they were written."""
    a, b = found.a, found.b
    yield say("compare.variants", a=texts[0], b=texts[1])
    yield say("compare.played", count=a.games + b.games, deals=min(a.deals, b.deals), seed=a.plan.seed)
    yield say("compare.method")
    tested, unit = found.difference, _apart(found.tested)
    gaps = {
        "what": found.tested.label,
        "value": number_text(tested.more, unit),
        "interval": interval_text(tested.more, unit),
        "margin": margin_text(found),
    }
    yield say(f"compare.{found.verdict or 'open'}", **gaps)


def _apart(measure: Measure) -> str:
    return MORE if measure.unit == PERCENT else COUNT


def margin_text(found: Comparison) -> Message:
    """Give the smallest difference that matters."""
    return number_text(Average(found.margin, None, None), found.tested.unit)


def rows(found: Comparison, catalogue: Catalogue) -> list[list[str]]:
    """Give a line for each measure: what it is in either variant, how much more in the second, and how sure."""
    return [[catalogue.render(cell) for cell in _cells(each)] for each in found.differences]


def _cells(each: Difference) -> list[Message]:
    unit = each.measure.unit
    return [
        each.measure.label,
        number_text(each.a, unit),
        number_text(each.b, unit),
        number_text(each.more, _apart(each.measure)),
        interval_text(each.more, _apart(each.measure)),
    ]


def heads(catalogue: Catalogue) -> list[str]:
    """Say what the columns of a comparison are."""
    return [catalogue.render(say(f"compare.head.{key}")) for key in ("what", "a", "b", "more", "interval")]


def comparison_page(found: Comparison, texts: Sequence[str], catalogue: Catalogue) -> str:
    """Write the page of a comparison."""
    title = catalogue.render(say("compare.heading", game=found.a.plan.found.title))
    body = [f"<p>{escape(catalogue.render(sentence))}</p>" for sentence in told(found, texts)]
    return shell(title, catalogue, [*body, *_table(heads(catalogue), rows(found, catalogue))])


def comparison_document(found: Comparison) -> dict[str, Any]:
    """Give all numbers of a comparison."""
    return {
        "a": found.a.plan.document(),
        "b": found.b.plan.document(),
        "games": [found.a.games, found.b.games],
        "tested": found.tested.name,
        "margin": found.margin,
        "verdict": found.verdict,
        "is_interrupted": found.is_interrupted,
        "measures": {
            each.measure.name: {
                "a": _number(each.a),
                "b": _number(each.b),
                "more": _number(each.more),
                "narrower_by_same_deals": each.paired,
            }
            for each in found.differences
        },
    }


# --- a sweep ---------------------------------------------------------------------------------------------------------


def goal_text(goal: Goal) -> Message:
    """Say what is wanted of a measure."""
    number = number_text(Average(goal.number, None, None), goal.measure.unit)
    return say(f"sweep.aim.{goal.aim or 'near'}", what=goal.measure.label, number=number)


def sweep_told(found: Sweep) -> Iterator[Message]:
    """Say in sentences what was played, and which variant is best."""
    plan: Plan = found.cells[0].sample.plan
    yield say("sweep.played", count=len(found.cells), games=found.cells[0].sample.games, bots=list(plan.bots))
    yield say("sweep.wanted", goals=[goal_text(goal) for goal in found.goals])
    best, *others = [cell_name(found.names, cell.place) for cell in found.best]
    yield say("sweep.best", variant=best, values=_values(found, found.best[0]))
    if others:
        yield say("sweep.others", variants=others)


def _values(found: Sweep, cell: Cell) -> list[Message]:
    return [
        say("sweep.value", what=goal.measure.label, value=_value(goal, cell), interval=_interval(goal, cell))
        for goal in found.goals
    ]


def _value(goal: Goal, cell: Cell) -> Message:
    return number_text(cell.values[goal.measure.name], goal.measure.unit)


def _interval(goal: Goal, cell: Cell) -> Message:
    return interval_text(cell.values[goal.measure.name], goal.measure.unit)


def sweep_rows(found: Sweep, goal: Goal, catalogue: Catalogue) -> list[list[str]]:
    """Give a line for each variant: its value by a goal, and the interval."""
    render = catalogue.render
    return [
        [cell_name(found.names, cell.place), render(_value(goal, cell)), render(_interval(goal, cell))]
        for cell in found.cells
    ]


def sweep_page(found: Sweep, catalogue: Catalogue) -> str:
    """Write the page of a sweep: a heat map for each goal, the first name that is varied from left to right."""
    render = catalogue.render
    title = render(say("sweep.heading", game=found.cells[0].sample.plan.found.title))
    body = [f"<p>{escape(render(sentence))}</p>" for sentence in sweep_told(found)]
    columns = list(dict.fromkeys(cell.place[0] for cell in found.cells))
    lines = list(dict.fromkeys(cell.place[1:] for cell in found.cells))
    for goal in found.goals:
        shown = {(cell.place[0], cell.place[1:]): cell for cell in found.cells}
        grid = [[shown[column, line].values[goal.measure.name].mean for column in columns] for line in lines]
        texts = [[render(_value(goal, shown[column, line])) for column in columns] for line in lines]
        across = [f"{found.names[0]}={column}" for column in columns]
        caption = render(goal_text(goal))
        drawing = plots.heat(caption, across, [cell_name(found.names[1:], line) for line in lines], grid, texts)
        body.append(f"<h2>{escape(caption)}</h2><figure>{drawing}</figure>")
        named = [render(say(f"report.head.{key}")) for key in ("what", "value", "interval")]
        body += _table(named, sweep_rows(found, goal, catalogue))
    return shell(title, catalogue, body)


def sweep_document(found: Sweep) -> dict[str, Any]:
    """Give all numbers of a sweep."""
    return {
        "vary": list(found.names),
        "goals": [{"measure": goal.measure.name, "aim": goal.aim or goal.number} for goal in found.goals],
        "best": [cell_name(found.names, cell.place) for cell in found.best],
        "cells": {
            cell_name(found.names, cell.place): {
                "games": cell.sample.games,
                "measures": {name: _number(value) for name, value in cell.values.items()},
            }
            for cell in found.cells
        },
    }
