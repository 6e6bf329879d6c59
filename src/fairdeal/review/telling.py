"""What a review found, in sentences ready for people; whoever shows them reads none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fairdeal.bots.hints import DOUBT, Bar
from fairdeal.bots.hints import bar as drawn
from fairdeal.bots.hints import share as share_told
from fairdeal.bots.searcher import Estimate
from fairdeal.contract.game import Setting
from fairdeal.contract.rules import State
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.language.languages import DEFAULT
from fairdeal.language.marks import Mark, apart
from fairdeal.language.messages import Catalogue, Message, Seat, joined, say
from fairdeal.play.sitting import Event, Sitting
from fairdeal.play.telling import News, retold
from fairdeal.review.findings import FAULTS, Candidate, Grade, Parts, Review, ReviewedChoice

PARTS = ("deal", "chance", "others", "own", "unknowable")  # of a result, as they are shown


class ToldAction(msgspec.Struct, frozen=True):
    """A serious action of a choice, and what its seat could expect of it."""

    action: str
    """As it is typed."""
    name: str
    marks: tuple[Mark, ...]
    value: str
    bar: Bar
    is_chosen: bool
    is_best: bool


class ToldChoice(msgspec.Struct, frozen=True):
    """A choice, how good it was, and what would have been better."""

    event: int
    seat: int
    grade: Grade
    title: str
    cost: float
    sentence: str
    marks: tuple[Mark, ...]
    actions: tuple[ToldAction, ...]
    reasons: tuple[str, ...]
    """What speaks for the best action."""
    reason_marks: tuple[tuple[Mark, ...], ...]
    seen: str
    """What would have been better with all cards seen; empty if nothing surely was."""
    seen_marks: tuple[Mark, ...]


class ToldMoment(msgspec.Struct, frozen=True):
    """A moment that decided the game."""

    event: int
    sentence: str
    marks: tuple[Mark, ...]


class ToldPart(msgspec.Struct, frozen=True):
    """A part of a seat's result."""

    key: str
    name: str
    share: float
    text: str


class ToldSeat(msgspec.Struct, frozen=True):
    """A seat: its result, where that came from, and its faults, the worst first."""

    seat: int
    name: str
    result: float
    adjusted: float
    heading: str
    summary: str
    parts: tuple[ToldPart, ...]
    faults: tuple[int, ...]
    """Places among the choices."""


class ToldReview(msgspec.Struct, frozen=True):
    """A review, for one reader."""

    title: str
    assumption: str
    notes: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    chances_title: str
    chances_note: str
    moments_title: str
    moments: tuple[ToldMoment, ...]
    moments_note: str
    parts_title: str
    faults_title: str
    seats: tuple[ToldSeat, ...]
    choices: tuple[ToldChoice, ...]


def told(
    review: Review,
    setting: Setting,
    events: Sequence[Event],
    names: Mapping[int, str] | None = None,
    language: str = DEFAULT,
    viewer: int | None = None,
) -> ToldReview:
    """Tell a review; `viewer` is the seat of who reads it, if any."""
    catalogue = setting.catalogue(viewer, names or {}, language)
    render = catalogue.render
    views = _views(setting, events, review)
    choices = tuple(told_choice(setting, catalogue, choice, views[choice.event]) for choice in review.choices)
    ended = () if review.is_over else (render(say("review.left")),)
    return ToldReview(
        title=render(say("review.heading", game=setting.game.title)),
        assumption=render(say("review.assumes", game=setting.game.title)),
        notes=(render(say("review.adds_up")), *ended),
        chances=review.chances,
        chances_title=render(say("review.title.chances")),
        chances_note=render(say("review.chances")),
        moments_title=render(say("review.title.moments")),
        moments=_moments(setting, catalogue, events, review),
        moments_note="" if review.turning else render(say("review.no_moments")),
        parts_title=render(say("review.title.parts")),
        faults_title=render(say("review.title.faults")),
        seats=tuple(_seat(catalogue, review, seat) for seat in range(review.seats)),
        choices=choices,
    )


def _views(setting: Setting, events: Sequence[Event], review: Review) -> dict[int, State]:
    """Give what the seat of each reviewed choice saw before it."""
    wanted, found, sitting = {choice.event: choice.seat for choice in review.choices}, {}, Sitting(setting)
    for number, event in enumerate(events):
        if number in wanted:
            found[number] = sitting.view(wanted[number])
        sitting.redo(event)
    return found


# --- choices ---------------------------------------------------------------------------------------------------------


def told_choice(setting: Setting, catalogue: Catalogue, choice: ReviewedChoice, view: State) -> ToldChoice:
    """Tell one choice; the view is that of its seat before it."""
    words, seat = setting.game.words, choice.seat
    why = words.reasons(view, seat, choice.best)
    reasons, reason_marks = apart(map(catalogue.mark, why))
    better = choice.best if choice.best != choice.chosen else _second(choice)
    sentence = catalogue.mark(
        say(
            f"review.{_said_of(choice)}",
            seat=Seat(seat),
            action=words.named(view, seat, choice.chosen),
            better=words.named(view, seat, better),
            reasons=joined("hint.reasons", why),
            cost=in_words(choice.cost),
        )
    )
    seen = catalogue.mark(say("review.seen", seat=Seat(seat), action=words.named(view, seat, choice.seen_best)))
    is_seen = choice.seen_best not in (choice.chosen, choice.best) and choice.seen_cost > DOUBT * choice.seen_error
    return ToldChoice(
        choice.event,
        seat,
        choice.grade,
        catalogue.render(say(f"review.grade.{choice.grade.value}")),
        choice.cost,
        sentence.text,
        sentence.marks,
        tuple(_action(setting, catalogue, choice, each, view) for each in choice.candidates),
        reasons,
        reason_marks,
        seen.text if is_seen else "",
        seen.marks if is_seen else (),
    )


def _second(choice: ReviewedChoice) -> int:
    """Give the best of the others."""
    return next((each.action for each in choice.candidates if each.action != choice.chosen), choice.chosen)


def _said_of(choice: ReviewedChoice) -> str:
    if choice.grade in FAULTS:
        return "fault"
    return {Grade.UNCLEAR: "unclear", Grade.FINE: "slight"}.get(choice.grade, "alike")


def _action(setting: Setting, catalogue: Catalogue, choice: ReviewedChoice, each: Candidate, view: State) -> ToldAction:
    words = setting.game.words
    name = catalogue.mark(words.named(view, choice.seat, each.action))
    estimate = Estimate(each.action, 0, each.share, each.share, each.error, 0.0, 0.0)
    return ToldAction(
        words.text(each.action),
        name.text,
        name.marks,
        catalogue.render(say("hint.share", share=share_told(estimate))),
        drawn(estimate, [estimate], by_points=False),
        each.action == choice.chosen,
        each.action == choice.best,
    )


def in_words(cost: float) -> Message:
    """Say a share of the victory so that one can imagine it.

    >>> [in_words(cost).key for cost in (0.12, 0.45, 0.9)], in_words(0.12).arguments
    (['review.one_in', 'review.half', 'review.whole'], {'number': 8})
    """
    if cost > 0.75:
        return say("review.whole")
    return say("review.half") if cost >= 0.4 else say("review.one_in", number=round(1 / max(cost, 0.001)))


# --- moments ---------------------------------------------------------------------------------------------------------


def _moments(setting: Setting, catalogue: Catalogue, events: Sequence[Event], review: Review) -> tuple[ToldMoment, ...]:
    viewers = (*range(setting.seats), SPECTATOR)
    news = dict(enumerate(retold(setting, events, *viewers)))
    return tuple(_moment(setting, catalogue, news[event], review, event) for event in review.turning)


def _moment(setting: Setting, catalogue: Catalogue, news: News, review: Review, event: int) -> ToldMoment:
    """Tell an event as who acted saw it, and what it did to the seat that it mattered to most."""
    story = news.story(setting.game, SPECTATOR if news.actor == DEALER else news.actor)
    before, after = review.chances[event], review.chances[event + 1]
    seat = max(range(review.seats), key=lambda seat: abs(after[seat] - before[seat]))
    told = catalogue.mark(
        say(
            f"review.{'rose' if after[seat] > before[seat] else 'fell'}",
            seat=Seat(seat),
            story=joined("review.then", story or [say("review.chance")]),
            before=round(100 * before[seat]),
            after=round(100 * after[seat]),
        )
    )
    return ToldMoment(event, told.text, told.marks)


# --- seats -----------------------------------------------------------------------------------------------------------


def _seat(catalogue: Catalogue, review: Review, seat: int) -> ToldSeat:
    own = [(place, choice) for place, choice in enumerate(review.choices) if choice.seat == seat]
    faults = sorted(((-choice.cost, place) for place, choice in own if choice.grade in FAULTS))
    key = "faults" if faults else "no_faults"
    result, adjusted = review.results[seat], review.adjusted[seat]
    heading = say("review.seat", seat=Seat(seat), result=points(result), adjusted=points(adjusted))
    return ToldSeat(
        seat,
        catalogue.value(Seat(seat)),
        result,
        adjusted,
        catalogue.render(heading),
        catalogue.render(say(f"review.{key}", seat=Seat(seat), choices=len(own), count=len(faults))),
        tuple(_part(catalogue, review.parts[seat], key) for key in PARTS),
        tuple(place for _, place in faults),
    )


def _part(catalogue: Catalogue, parts: Parts, key: str) -> ToldPart:
    share = float(getattr(parts, key))
    return ToldPart(key, catalogue.render(say(f"review.part.{key}")), share, catalogue.render(points(share)))


def points(share: float) -> Message:
    """Write a part of the victory with its sign, in percent.

    >>> points(-0.124).arguments
    {'sign': '\\u2212', 'percent': 12}
    """
    percent = round(100 * share)
    return say("review.points", sign="\N{MINUS SIGN}" if percent < 0 else "+" if percent else "", percent=abs(percent))
