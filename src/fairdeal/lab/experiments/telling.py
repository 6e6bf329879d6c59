"""What is known of an experiment, in the words of one language: for a page that draws it while it plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdeal.lab.experiments.documents import (
    FIRST,
    ONLY,
    SECOND,
    LabBars,
    LabGame,
    LabHistory,
    LabPoint,
    LabRow,
    LabSection,
    Path,
)
from fairdeal.lab.report import page, variant_pages
from fairdeal.lab.report.comparing import Comparison, Difference
from fairdeal.lab.report.figures import COUNT, MORE, PERCENT, Bars, Figure, Outlier, Section, interval_text, number_text
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.sections import GameReport, outliers
from fairdeal.lab.simulate import Average
from fairdeal.language.messages import Catalogue, Message, say

# --- a report --------------------------------------------------------------------------------------------------------


def report_told(report: GameReport, catalogue: Catalogue) -> tuple[str, ...]:
    """Say what was played."""
    return tuple(catalogue.render(sentence) for sentence in page.head(report))


def report_sections(report: GameReport, catalogue: Catalogue) -> tuple[LabSection, ...]:
    """Say all topics of a report."""
    return tuple(_section(section, catalogue) for section in report.sections)


def report_games(report: GameReport, catalogue: Catalogue) -> tuple[LabGame, ...]:
    """Name the games of a report that are like no other."""
    return tuple(_game(ONLY, outlier, catalogue) for outlier in report.outliers)


def _section(section: Section, catalogue: Catalogue) -> LabSection:
    return LabSection(
        section.key,
        catalogue.render(section.title),
        tuple(catalogue.render(sentence) for sentence in section.sentences),
        tuple(_row(row, catalogue) for row in section.rows),
        section.even,
        tuple(_bars(bars, catalogue) for bars in section.bars),
    )


def _row(row: Figure, catalogue: Catalogue) -> LabRow:
    return LabRow(
        key=row.key,
        label=catalogue.render(row.label),
        value=catalogue.render(number_text(row.value, row.unit)),
        interval=catalogue.render(interval_text(row.value, row.unit)),
        mean=row.value.mean,
        low=row.value.low,
        high=row.value.high,
        is_share=row.unit == PERCENT,
        game=None if row.game is None else row.game + 1,
        moment=row.moment,
    )


def _bars(bars: Bars, catalogue: Catalogue) -> LabBars:
    return LabBars(catalogue.render(say("report.plot.bars", what=bars.label)), bars.low, bars.width, bars.shares)


def _game(of: Path, outlier: Outlier, catalogue: Catalogue) -> LabGame:
    label, value = catalogue.render(outlier.label), catalogue.render(outlier.value)
    return LabGame(of, outlier.game + 1, label, value, outlier.moment)


# --- a comparison ----------------------------------------------------------------------------------------------------


def comparison_sections(found: Comparison, catalogue: Catalogue) -> tuple[LabSection, ...]:
    """Say all measures of both variants, and how far they are apart."""
    rows = tuple(_compared(each, catalogue) for each in found.differences)
    return (LabSection("compare", catalogue.render(say("compare.differences")), (), rows),)


def _compared(each: Difference, catalogue: Catalogue) -> LabRow:
    unit = each.measure.unit
    apart = MORE if unit == PERCENT else COUNT
    return LabRow(
        key=each.measure.name,
        label=catalogue.render(each.measure.label),
        value=catalogue.render(number_text(each.more, apart)),
        interval=catalogue.render(interval_text(each.more, apart)),
        mean=each.more.mean,
        low=each.more.low,
        high=each.more.high,
        is_share=unit == PERCENT,
        a=catalogue.render(number_text(each.a, unit)),
        b=catalogue.render(number_text(each.b, unit)),
    )


def comparison_told(found: Comparison, texts: Sequence[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Say what was compared, and what was found."""
    return tuple(catalogue.render(sentence) for sentence in variant_pages.told(found, texts))


def comparison_games(found: Comparison, catalogue: Catalogue) -> tuple[LabGame, ...]:
    """Name the games of both variants that are like no other."""
    sides: tuple[tuple[Path, Sample], ...] = ((FIRST, found.a), (SECOND, found.b))
    return tuple(_game(of, outlier, catalogue) for of, sample in sides for outlier in outliers(sample))


# --- how intervals become narrower -----------------------------------------------------------------------------------


class Curves:
    """What a history draws: named numbers whose intervals become narrower."""

    def __init__(self, title: Message, names: Sequence[Message], even: float | None, is_share: bool) -> None:
        self.title, self.names, self.even, self.is_share = title, names, even, is_share

    def told(self, points: Sequence[LabPoint], catalogue: Catalogue) -> LabHistory:
        names = tuple(catalogue.render(name) for name in self.names)
        return LabHistory(catalogue.render(self.title), names, self.even, self.is_share, tuple(points))


def lines_of(sample: Sample) -> Curves:
    """Say which numbers of a report are drawn: wins by order of play or by seat, and of one seat its points."""
    seats = range(sample.seats)
    if sample.seats == 1:
        return Curves(say("report.title.points"), [say("report.row.points")], None, False)
    if sample.has_order:
        names = [say("report.by_place.wins", place=say(f"report.place.{place + 1}")) for place in seats]
        return Curves(say("report.title.order"), names, 1 / sample.seats, True)
    return Curves(
        say("report.title.seats"), [say("report.seat", number=seat + 1) for seat in seats], 1 / len(seats), True
    )


def compared_lines(found: Comparison) -> Curves:
    """Draw how far the variants are apart in what is tested."""
    return Curves(found.tested.label, [say("compare.head.more")], 0.0, found.tested.unit == PERCENT)


def point_of(sample: Sample) -> LabPoint:
    """Give what is known after these games."""
    if sample.seats == 1:
        return LabPoint(sample.games, tuple(_reaches([sample.mean(sample.points[:, 0])])))
    shares = sample.by_place(sample.won) if sample.has_order else sample.won
    return LabPoint(sample.games, tuple(_reaches([sample.share(column) for column in shares.T])))


def compared_point(found: Comparison) -> LabPoint:
    """Give what is known of the difference after these games."""
    return LabPoint(found.a.games + found.b.games, tuple(_reaches([found.difference.more])))


def _reaches(values: Sequence[Average]) -> Iterator[tuple[float, float, float]]:
    for value in values:
        low, high = (value.mean if end is None else end for end in (value.low, value.high))
        yield value.mean, low, high
