"""What a report says: sections of sentences and of numbers, each with its interval and a game to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from fairdeal.contract.measures import measure_label
from fairdeal.contract.rules import Numbers
from fairdeal.lab.ratings import share_of
from fairdeal.lab.report.figures import (
    COUNT,
    PERCENT,
    Bars,
    Figure,
    Outlier,
    Section,
    even_text,
    number_text,
    told,
)
from fairdeal.lab.report.offers import offers
from fairdeal.lab.report.probes import KNOWN, PLAYOUTS
from fairdeal.lab.report.sample import MATTERS, Sample
from fairdeal.language.messages import Message, say
from fairdeal.play.tracks import cards_of, measures_of

CHOICE_SECONDS, FORCED_SECONDS = 10, 3  # that people need, by our guess
MOST_BARS = 24
SHOWN = 3  # cards at either end


@dataclass(frozen=True)
class GameReport:
    """All that is said of the games of a run."""

    sample: Sample
    sections: tuple[Section, ...]
    outliers: tuple[Outlier, ...]
    is_stopped: bool


def new_report(sample: Sample, is_stopped: bool = False, skill: Section | None = None) -> GameReport:
    """Say all that there is to say of these games, and of the skill that others have shown."""
    found = [*(make(sample) for make in MAKERS), skill]
    return GameReport(sample, tuple(filter(None, found)), tuple(outliers(sample)), is_stopped)


# --- games to look at ------------------------------------------------------------------------------------------------


def _first(games: Numbers) -> int | None:
    """Give the first game of which this is true."""
    found = np.flatnonzero(games)
    return int(found[0]) if len(found) else None


def _typical(values: Numbers) -> int:
    """Give the first game that is nearest to the mean."""
    return int(np.argmin(np.abs(values - values.mean())))


def _since(sample: Sample, game: int | None) -> int | None:
    """Give the event from which on the lead of a game is as at its end."""
    return None if game is None else max(0, int(sample.columns["led_since"][game]) - 1)


def _last(sample: Sample, game: int) -> int:
    return max(0, int(sample.columns["events"][game]) - 1)


def _at(sample: Sample, name: str, game: int) -> int | None:
    """Give the event that a column names; runs of before have no such columns."""
    number = sample.columns[name][game] if name in sample.columns else np.nan
    return None if np.isnan(number) else max(0, int(number))


# --- sections --------------------------------------------------------------------------------------------------------


def order(sample: Sample) -> Section | None:
    """Say whether the order of play is fair."""
    if not sample.has_order:
        return None
    won, points, even = sample.by_place(sample.won), sample.by_place(sample.points), 1 / sample.seats
    shares = [sample.share(won[:, place]) for place in range(sample.seats)]
    stands = [sample.unfair[f"place_{place}"] for place in range(sample.seats)]
    sentences = [say("report.order.first", **told(shares[0], PERCENT), even=even_text(even))]
    for place, share in enumerate(shares):
        if stands[place]:
            key = "better" if share.mean > even else "worse"
            sentences.append(say(f"report.order.{key}", place=say(f"report.place.{place + 1}")))
    if not any(stands):
        sentences.append(say("report.order.even"))
    rows = [
        Figure(f"wins_{place + 1}", _place("wins", place), share, PERCENT, game, _since(sample, game))
        for place, share in enumerate(shares)
        for game in [_first(won[:, place] == 1)]
    ]
    rows += [
        Figure(f"points_{place + 1}", _place("points", place), sample.mean(points[:, place]), COUNT, None)
        for place in range(sample.seats)
    ]
    return Section("order", tuple(sentences), tuple(rows), even)


def _place(key: str, place: int) -> Message:
    return say(f"report.by_place.{key}", place=say(f"report.place.{place + 1}"))


def rounds(sample: Sample) -> Section | None:
    """Say whether it is good to lead a round."""
    if sample.seats == 1 or "rounds" not in sample.columns or sample.deals < 2:
        return None
    even = 1 / sample.seats
    shares = [sample.round_share(step) for step in range(sample.seats)]
    stands = [step for step in range(sample.seats) if sample.unfair[f"round_{step}"]]
    rows = [Figure(f"best_{step + 1}", _place("best", step), share, PERCENT) for step, share in enumerate(shares)]
    rows += [
        Figure(f"gained_{step + 1}", _place("gained", step), sample.round_points(step), COUNT)
        for step in range(sample.seats)
    ]
    sentences = [say("report.rounds.told", **told(shares[0], PERCENT), even=even_text(even))]
    for step in stands:
        key = "better" if shares[step].mean > even else "worse"
        sentences.append(say(f"report.rounds.{key}", place=say(f"report.place.{step + 1}")))
    if not stands:
        sentences.append(say("report.rounds.even"))
    return Section("rounds", tuple(sentences), tuple(rows), even)


def seats(sample: Sample) -> Section | None:
    """Say whether the seats are alike; who starts is drawn among them in most games."""
    if sample.seats == 1:
        return None
    even = 1 / sample.seats
    columns = [sample.won[:, seat] for seat in range(sample.seats)]
    stands = [sample.unfair[f"seat_{seat}"] for seat in range(sample.seats)]
    rows = [
        Figure(
            f"wins_{seat + 1}",
            say("report.seat", number=seat + 1),
            sample.share(column),
            PERCENT,
            game,
            _since(sample, game),
        )
        for seat, column in enumerate(columns)
        for game in [_first(column == 1)]
    ]
    key = "uneven" if any(stands) else "even"
    return Section("seats", (say(f"report.seats.{key}"),), tuple(rows), even)


def bots(sample: Sample) -> Section | None:
    """Say which of different bots wins."""
    if sample.plan.is_even:
        return None
    rows = [
        Figure(f"wins_{number + 1}", say("text", text=bot), sample.share_by_deal(sample.alone(number)), PERCENT)
        for number, bot in enumerate(sample.plan.match.bots)
    ]
    return Section("bots", (say("report.bots_alone", seats=sample.seats),), tuple(rows), 1 / sample.seats)


def length(sample: Sample) -> Section:
    """Say how long a game is."""
    columns = sample.columns
    decisions, turns, minutes = columns["decisions"], columns["turns"], minutes_of(sample)
    is_timed = sample.plan.found.rules.REAL_TIME
    rows = [Figure("decisions", say("report.row.decisions"), sample.mean(decisions), COUNT, _typical(decisions))]
    if not is_timed:
        rows.append(Figure("turns", say("report.row.turns"), sample.mean(turns), COUNT, _typical(turns)))
    rows.append(Figure("minutes", say("report.row.minutes"), sample.mean(minutes), COUNT, _typical(minutes)))
    key = "clock" if is_timed else "guess"
    guess = say(f"report.length.{key}", choice=CHOICE_SECONDS, forced=FORCED_SECONDS)
    sentence = say("report.length.decisions", **told(rows[0].value, COUNT), **_range(decisions))
    return Section("length", (sentence, guess), tuple(rows), None, _bars(say("report.row.decisions"), decisions))


def minutes_of(sample: Sample) -> Numbers:
    """The minutes of each game: by its clock, or by how long people think."""
    columns = sample.columns
    if sample.plan.found.rules.REAL_TIME:
        return np.asarray(columns["time"] / 60_000)
    free = columns["decisions"] - columns["forced"]
    return np.asarray((free * CHOICE_SECONDS + columns["forced"] * FORCED_SECONDS) / 60)


def _range(values: Numbers) -> dict[str, int]:
    low, high = np.quantile(values, [0.05, 0.95], method="nearest")
    return {"low": int(low), "high": int(high)}


def choices(sample: Sample) -> Section:
    """Say how much there is to choose."""
    columns = sample.columns
    decisions = np.maximum(columns["decisions"], 1)
    width, forced = columns["choices"] / decisions, columns["forced"] / decisions
    rows = [
        Figure("choices", say("report.row.choices"), sample.mean(width), COUNT, _typical(width)),
        Figure("forced", say("report.row.forced"), sample.share(forced), PERCENT, _typical(forced)),
        Figure("widest", say("report.row.widest"), sample.mean(columns["widest"]), COUNT, _typical(columns["widest"])),
    ]
    sentences = [say("report.choices.told", **told(rows[0].value, COUNT), forced=number_text(rows[1].value, PERCENT))]
    if sample.gaps is not None:
        gap, is_sure = sample.gaps
        game = int(np.nanargmax(columns["gap"] - 2 * columns["gap_error"]))
        at = _at(sample, "gap_at", game)
        rows.append(Figure("gap", say("report.row.gap"), gap, PERCENT, game, at))
        rows.append(Figure("matter", say("report.row.matter"), is_sure, PERCENT, game, at))
        count, least = sample.probed("gap").size, even_text(MATTERS)
        sentences.append(say("report.choices.matter", **told(is_sure, PERCENT), count=count, least=least))
    return Section("choices", tuple(sentences), tuple(rows))


def points(sample: Sample) -> Section:
    """Say how points are spread, and how close the end is."""
    each = sample.points.mean(axis=1)
    best = sample.points.max(axis=1)
    rows = [
        Figure("points", say("report.row.points"), sample.mean(each), COUNT, _typical(each)),
        Figure("best", say("report.row.best"), sample.mean(best), COUNT, _typical(best)),
    ]
    bars = _bars(say("report.row.points"), sample.points.ravel())
    if sample.seats == 1:
        return Section("points", (), tuple(rows), None, bars)
    margin, tied, shared = margin_of(sample), margin_of(sample) == 0, (sample.won > 0).sum(axis=1) > 1
    rows += [
        Figure("margin", say("report.row.margin"), sample.mean(margin), COUNT, _typical(margin)),
        Figure("tied", say("report.row.tied"), sample.share(tied), PERCENT, _first(tied)),
        Figure("shared", say("report.row.shared"), sample.share(shared), PERCENT, _first(shared)),
    ]
    sentence = say(
        "report.points.told",
        margin=number_text(rows[2].value, COUNT),
        shared=number_text(rows[4].value, PERCENT),
    )
    return Section("points", (sentence,), tuple(rows), None, (*bars, *_bars(say("report.row.margin"), margin)))


def margin_of(sample: Sample) -> Numbers:
    """By how many points the best seat of each game is ahead of the next."""
    sorted_points = np.sort(sample.points, axis=1)
    return np.asarray(sorted_points[:, -1] - sorted_points[:, -2])


def lead(sample: Sample) -> Section | None:
    """Say how the lead changes."""
    if sample.seats == 1:
        return None
    columns = sample.columns
    changes, since = columns["changes"], columns["led_since"] / np.maximum(columns["events"], 1)
    late = _typical(since)
    rows = [
        Figure("changes", say("report.row.changes"), sample.mean(changes), COUNT, _typical(changes)),
        Figure("never", say("report.row.never"), sample.share(changes == 0), PERCENT, _first(changes == 0)),
        Figure("decided", say("report.row.decided"), sample.share(since), PERCENT, late, _since(sample, late)),
    ]
    sentences = [say("report.lead.told", **told(rows[0].value, COUNT), decided=number_text(rows[2].value, PERCENT))]
    known = sample.probed("known")
    if len(known):
        share = share_of(known.tolist(), 1.0)
        game = int(np.nanargmin(np.abs(columns["known"] - share.mean)))
        known_at = int(columns["known"][game] * _last(sample, game))
        rows.append(Figure("known", say("report.row.known"), share, PERCENT, game, known_at))
        sentences.append(
            say(
                "report.lead.known",
                **told(share, PERCENT),
                count=len(known),
                playouts=PLAYOUTS,
                known=even_text(KNOWN),
            )
        )
    return Section("lead", tuple(sentences), tuple(rows), None, _bars(say("report.row.changes"), changes))


def luck(sample: Sample) -> Section | None:
    """Say how much of the result the deal decides."""
    if sample.seats == 1 or not sample.plan.is_even or sample.plan.takes == 1 or sample.deals < 2:
        return None
    if sample.is_repeated:
        return Section("luck", (say("report.luck.repeated"),), ())
    rows = (
        Figure("deal_wins", say("report.row.deal_wins"), sample.deal_share(sample.won), PERCENT),
        Figure("deal_points", say("report.row.deal_points"), sample.deal_share(sample.points), PERCENT),
    )
    sentence = say("report.luck.told", **told(rows[0].value, PERCENT), takes=sample.plan.takes)
    return Section("luck", (sentence,), rows)


def measures(sample: Sample) -> Section | None:
    """Say what the game measures of its own: how often, and how much more for who wins."""
    names = measures_of(sample.plan.found)
    if not names:
        return None
    rows = []
    for name in names:
        values = sample.by_seat(name)
        each = values.mean(axis=1)
        rows.append(Figure(name, measure_label(name), sample.mean(each), COUNT, _first(values.sum(axis=1) > 0)))
        if sample.seats > 1:
            others = (values * (1 - sample.won)).sum(axis=1) / (sample.seats - 1)
            more = (values * sample.won).sum(axis=1) - others
            label = say("report.row.winners", what=measure_label(name))
            rows.append(Figure(f"{name}_winners", label, sample.mean(more), COUNT))
    return Section("measures", (say("report.measures.told"),), tuple(rows))


def cards(sample: Sample) -> Section | None:
    """Say which cards are good to be dealt: those that are sure, and the best and worst of all."""
    known = cards_of(sample.plan.found)
    if known is None or not sample.cards or sample.deals < 2:
        return None
    shares = {card: sample.holders(card).within(0.0, 1.0) for card in sample.cards}
    ranked = sorted(shares, key=lambda card: -shares[card].mean)
    shown = {*ranked[:SHOWN], *ranked[-SHOWN:], *(card for card in ranked if sample.unfair[f"card_{card}"])}
    rows = tuple(
        Figure(card, say("text", text=known.name(known.texts.index(card))), shares[card], PERCENT)
        for card in ranked
        if card in shown
    )
    names = [row.label for row in rows if sample.unfair[f"card_{row.key}"]]
    verdict = say("report.cards.uneven", cards=names) if names else say("report.cards.even")
    return Section("cards", (say("report.cards.told"), verdict), rows, 1 / sample.seats)


MAKERS: tuple[Callable[[Sample], Section | None], ...] = (
    order,
    rounds,
    seats,
    bots,
    length,
    choices,
    points,
    lead,
    luck,
    cards,
    offers,
    measures,
)


# --- plots and outliers ----------------------------------------------------------------------------------------------


def _bars(label: Message, values: Numbers) -> tuple[Bars, ...]:
    """Count whole numbers in bars; nothing where all are alike."""
    low, high = int(values.min()), int(values.max())
    if low == high:
        return ()
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    counts = np.bincount((values.astype(np.int64) - low) // width)
    return (Bars(label, low, width, tuple((counts / counts.sum()).tolist())),)


def outliers(sample: Sample) -> Iterator[Outlier]:
    """Name the games that are like no other."""
    decisions = sample.columns["decisions"]
    for key, game in (("shortest", int(np.argmin(decisions))), ("longest", int(np.argmax(decisions)))):
        yield Outlier(key, game, say("report.outlier_decisions", count=int(decisions[game])), _last(sample, game))
    if sample.seats == 1:
        return
    margin, changes = margin_of(sample), sample.columns["changes"]
    close = np.lexsort((-sample.points.sum(axis=1), margin))[0]
    for key, game in (("closest", int(close)), ("lopsided", int(np.argmax(margin)))):
        points = say("report.outlier_points", points=sample.points[game].tolist())
        yield Outlier(key, game, points, _since(sample, game))
    if len(sample.probed("doubted")):
        game = int(np.nanargmin(sample.columns["doubted"]))
        chance = even_text(float(sample.columns["doubted"][game]))
        doubt = say("report.outlier_chance", chance=chance)
        yield Outlier("surprising", game, doubt, _at(sample, "doubted_at", game))
    game = int(np.argmax(changes))
    yield Outlier("changeful", game, say("report.outlier_changes", count=int(changes[game])), _since(sample, game))
