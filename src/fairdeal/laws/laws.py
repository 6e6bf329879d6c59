"""The laws of the contract: each a plain function that raises AssertionError with a sentence.

A law of a position looks at one moment of a random game; `POSITION_LAWS` are cheap enough for every moment, `DEEP_LAWS`
are tried at some. A law of a game looks at a whole one. `check_all` tries all of them over many games.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from fairdeal.contract.game import Game, Setting, has_turned_up, members, points_of, shares_of
from fairdeal.contract.rules import Numbers, State
from fairdeal.contract.scene import Change, rendered
from fairdeal.engine import kernel
from fairdeal.engine.chance import Rng, below, numbered, shuffle
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR, UNKNOWN
from fairdeal.engine.plain import plain, record_of
from fairdeal.errors import Refused, Unreadable
from fairdeal.language.messages import Message
from fairdeal.laws.walks import (
    GUARD,
    Event,
    Policy,
    at_random,
    clone,
    draw_outcome,
    eyes_of,
    filled,
    legal_of,
    random_game,
    seats_of,
    view_of,
)

FILLS = (0x55, 0xAA)
WORLDS = 2
SAMPLE = 16
MOST_REASONS = 3
FEW = 8

Census = Callable[[State], Hashable]
"""Count the cards of a full state: the same for all states of a game, or a sentence of trouble."""
Kind = Callable[[int], Hashable]
"""What everybody sees of a sealed action."""
Reveals = Callable[[Game, State, int, int], bool]
"""Tell whether an actor's action shows some seat what was hidden from it (apart from the action itself).

The actor may be DEALER, the action then NOBODY: chance that lays out cards nobody has seen.
"""


def no_census(s: State) -> Hashable:
    return None


def everywhere(s: State) -> bool:
    return True


def hold(condition: object, sentence: str) -> None:
    """Raise AssertionError with a sentence unless the condition holds; `python -O` does not silence it."""
    if not condition:
        raise AssertionError(sentence)


@dataclass(frozen=True)
class Moment:
    """A position of a random game, with what the laws need to know of the game."""

    setting: Setting
    s: State
    seed: str = "0"
    number: int = 0
    census: Census = no_census
    kind: Kind | None = None
    reveals: Reveals | None = None
    counted: Hashable = None
    plans: dict[tuple[int, bytes], State] = field(default_factory=dict)
    """The plans made so far, by seat and view: some are dear."""

    @property
    def game(self) -> Game:
        return self.setting.game

    @property
    def rules(self) -> Any:
        return self.setting.game.rules

    @property
    def actors(self) -> int:
        return int(self.rules.actors(self.s))

    @property
    def seats(self) -> range:
        return seats_of(self.s)

    @property
    def eyes(self) -> list[int]:
        return eyes_of(self.s)

    @property
    def acting(self) -> list[int]:
        """The seats that may act."""
        return [who for who in members(self.actors) if who != DEALER]

    def rng(self, purpose: str) -> Rng:
        return numbered(f"{purpose} {self.seed}", self.number)

    def view(self, seat: int) -> State:
        return view_of(self.game, self.s, seat)

    def plan(self, seat: int, v: State) -> State:
        key = (seat, v.tobytes())
        if key not in self.plans:
            self.plans[key] = filled(self.game.worlds.PLAN, FILLS[0])
            self.game.worlds.plan(v, seat, self.plans[key])
        return self.plans[key]

    def legal(self, seat: int) -> list[int]:
        return legal_of(self.game, self.s, seat)

    def some_legal(self, seat: int) -> list[int]:
        """The seat's legal actions, or a sample of them where they are many."""
        legal = self.legal(seat)
        rng = self.rng(f"some legal of {seat}")
        return legal if len(legal) <= SAMPLE else [legal[below(rng, len(legal))] for _ in range(SAMPLE)]

    def one_of(self, things: Sequence[int], purpose: str) -> int:
        return things[below(self.rng(purpose), len(things))]

    def at(self, s: State) -> Moment:
        return replace(self, s=s)


Law = Callable[[Moment], None]


# --- who acts, and what may be done ----------------------------------------------------------------------------------


def actors_are_seats_or_the_dealer(m: Moment) -> None:
    everybody = (1 << len(m.seats)) - 1 | 1 << DEALER
    hold(m.actors & ~everybody == 0, f"actors is {m.actors:b}, which names a seat that is not there.")


def legal_actions_are_well_formed(m: Moment) -> None:
    """Ascending, distinct, in range and in the buffer; none for who may not act, some for who may."""
    for seat in m.seats:
        legal = m.legal(seat)
        hold(legal == sorted(set(legal)), f"Seat {seat}'s legal actions are not ascending and distinct: {legal}.")
        hold(all(0 <= a < m.rules.ACTIONS for a in legal), f"A legal action of seat {seat} is out of range: {legal}.")
        if m.actors >> seat & 1:
            hold(legal, f"A dead end: seat {seat} is an actor and has no legal action.")
        else:
            hold(not legal, f"Seat {seat} is no actor and has the legal actions {legal}.")


def cards_are_conserved(m: Moment) -> None:
    found = m.census(m.s)
    hold(found == m.counted, f"The census was {m.counted!r} and is now {found!r}.")


# --- views -----------------------------------------------------------------------------------------------------------


def a_view_writes_every_byte(m: Moment) -> None:
    for seat in m.eyes:
        made = []
        for byte in FILLS:
            out = filled(m.rules.STATE, byte)
            m.rules.view(m.s, seat, out)
            made.append(out.tobytes())
        hold(made[0] == made[1], f"The view of {seat} leaves bytes unwritten.")


def the_view_of_a_view_is_itself(m: Moment) -> None:
    for seat in m.eyes:
        v = m.view(seat)
        hold(view_of(m.game, v, seat).tobytes() == v.tobytes(), f"The view of {seat}'s view differs from it.")


def a_spectator_sees_no_more_than_a_seat(m: Moment) -> None:
    """What all may see follows from any view, so it is drawn of any."""
    seen = m.view(SPECTATOR).tobytes()
    for seat in m.seats:
        masked = view_of(m.game, m.view(seat), SPECTATOR)
        hold(masked.tobytes() == seen, f"The spectator's view of seat {seat}'s view is not the spectator's view.")


def who_acts_and_what_is_legal_follow_from_the_view(m: Moment) -> None:
    for seat in m.eyes:
        v = m.view(seat)
        hold(m.rules.actors(v) == m.actors, f"actors differs on the view of {seat}.")
        if seat != SPECTATOR:
            hold(legal_of(m.game, v, seat) == m.legal(seat), f"legal differs on the view of seat {seat}.")


def a_finished_game_is_open(m: Moment) -> None:
    """The result is told from a view, so points and winners follow from any view at the end."""
    if m.actors:
        return
    shares = shares_of(m.game, m.s)
    hold(abs(sum(shares) - 1) < 1e-9 and min(shares) >= 0, f"The shares of the victory are {shares}.")
    for seat in m.eyes:
        v = m.view(seat)
        if v.tobytes() == m.s.tobytes():
            continue
        hold(shares_of(m.game, v) == shares, f"winners differs on the view of {seat}.")
        hold(points_of(m.game, v) == points_of(m.game, m.s), f"points at the end differs on the view of {seat}.")


def questions_change_nothing(m: Moment) -> None:
    before = m.s.tobytes()
    for seat in m.eyes:
        v = m.view(seat)
        seen = v.tobytes()
        points_of(m.game, v)
        if seat != SPECTATOR:
            _ask_everything(m, seat, v)
        hold(v.tobytes() == seen, f"A question changed the view of {seat}.")
    if m.actors >> DEALER & 1:
        draw_outcome(m.game, m.s, m.rng("draw"))
    points_of(m.game, m.s)
    hold(m.s.tobytes() == before, "A question changed the state.")


def _ask_everything(m: Moment, seat: int, v: State) -> None:
    for action in m.some_legal(seat)[:3]:
        m.rules.teaches(m.s, seat, action)
        has_turned_up(m.rules, m.s, m.s, seat, action)
        for viewer in m.eyes:
            m.rules.told(m.s, seat, action, viewer)
    m.plan(seat, v)
    m.rules.observe(v, seat, np.empty(m.rules.OBSERVATION, np.float32))


# --- worlds ----------------------------------------------------------------------------------------------------------


def worlds_of(m: Moment, seat: int, count: int = WORLDS) -> list[State]:
    """Sample worlds from the seat's view."""
    v = m.view(seat)
    plan = m.plan(seat, v)
    rng = m.rng(f"worlds of {seat}")
    worlds = [clone(v) for _ in range(count)]
    for world in worlds:
        m.game.worlds.resample(world, seat, plan, rng)
    return worlds


def resampling_keeps_the_view(m: Moment) -> None:
    for seat in m.seats:
        seen = m.view(seat).tobytes()
        for world in worlds_of(m, seat):
            hold(view_of(m.game, world, seat).tobytes() == seen, f"resample changed the view of seat {seat}.")


def a_world_is_a_state(m: Moment) -> None:
    """The cheap laws hold in it, and what the others know in it is true: their worlds keep their views."""
    seat, other = m.one_of(m.seats, "seat"), m.one_of(m.seats, "other")
    world = m.at(worlds_of(m, seat, 1)[0])
    cards_are_conserved(world)
    hold(world.actors == m.actors, f"In a world of seat {seat} the actors differ.")
    hold(world.legal(seat) == m.legal(seat), f"In a world of seat {seat} its legal actions differ.")
    for law in POSITION_LAWS:
        law(world)
    inner = worlds_of(world, other, 1)[0]
    hold(
        view_of(m.game, inner, other).tobytes() == world.view(other).tobytes(),
        f"In a world of seat {seat} something that seat {other} knows is not true.",
    )


def a_world_plays_on_to_the_end(m: Moment) -> None:
    seat = m.one_of(m.seats, "seat")
    world = worlds_of(m, seat, 1)[0]
    last = world
    for event in random_game(m.setting, m.rng("play on"), start=world):
        last = event.after
    cards_are_conserved(m.at(last))
    a_finished_game_is_open(m.at(last))


def worlds_repeat(m: Moment) -> None:
    """The same generator gives the same worlds, whatever was in the plan's buffer and however often it was used."""
    seat = m.one_of(m.seats, "repeat")
    v = m.view(seat)
    fresh = filled(m.game.worlds.PLAN, FILLS[1])
    m.game.worlds.plan(v, seat, fresh)
    worlds = [_world(m, v, seat, plan) for plan in (m.plan(seat, v), fresh, fresh)]
    hold(worlds[0] == worlds[1], f"plan leaves something unwritten that resample reads (seat {seat}).")
    hold(worlds[1] == worlds[2], f"resample leaves something in the plan that changes the next world (seat {seat}).")


def _world(m: Moment, v: State, seat: int, plan: State) -> bytes:
    world = clone(v)
    m.game.worlds.resample(world, seat, plan, m.rng("same"))
    return bytes(world.tobytes())


def check_uniform(
    game: Game,
    view: State,
    seat: int,
    worlds: Iterable[Hashable],
    draws: int,
    key: Callable[[State], Hashable] = lambda world: world.tobytes(),
    rng: Rng | None = None,
    smallest: float = 1e-4,
) -> float:
    """Test by chi-square that `resample` is uniform over the enumerated worlds; return the p-value.

    `worlds` lists the keys of all worlds that have this view, a key once for each deal that has it.
    """
    from scipy.stats import chisquare  # of the extra `test`

    weights: dict[Hashable, int] = {}
    for name in worlds:
        weights[name] = weights.get(name, 0) + 1
    counts = dict.fromkeys(weights, 0)
    for name in _keys_of_worlds(game, view, seat, draws, key, rng if rng is not None else numbered("uniform", 0)):
        hold(name in counts, f"resample made a world that is not among the {len(counts)} possible ones: {name!r}.")
        counts[name] += 1
    hold(draws >= 5 * len(counts), f"{draws} draws are too few for {len(counts)} worlds.")
    if len(counts) == 1:
        return 1.0
    total = sum(weights.values())
    expected = [draws * weight / total for weight in weights.values()]
    chance = float(chisquare(list(counts.values()), expected).pvalue)
    hold(
        chance >= smallest, f"resample is not uniform over {len(counts)} worlds: p = {chance:.2g} after {draws} draws."
    )
    return chance


def _keys_of_worlds(
    game: Game, view: State, seat: int, draws: int, key: Callable[[State], Hashable], rng: Rng
) -> Iterable[Hashable]:
    plan = filled(game.worlds.PLAN, 0x55)
    game.worlds.plan(view, seat, plan)
    for _ in range(draws):
        world = clone(view)
        game.worlds.resample(world, seat, plan, rng)
        yield key(world)


# --- who is told what ------------------------------------------------------------------------------------------------


def an_actor_is_told_the_truth(m: Moment) -> None:
    for seat in m.acting:
        for action in m.some_legal(seat):
            hold(m.rules.told(m.s, seat, action, seat) == action, f"Seat {seat} is not told its own action {action}.")


def a_hidden_action_is_masked(m: Moment) -> None:
    """Others are told the truth or a mask from ACTIONS on, the same by the viewer's own view."""
    for seat in m.acting:
        legal = m.some_legal(seat)
        for viewer in m.eyes:
            v = m.view(viewer)
            told = {action: int(m.rules.told(m.s, seat, action, viewer)) for action in legal}
            for action, mask in told.items():
                fair = mask == action or mask >= m.rules.ACTIONS
                hold(fair, f"{action} of seat {seat} is told to {viewer} as {mask}.")
                again = m.rules.told(v, seat, action, viewer)
                hold(again == mask, f"What {viewer} is told of {action} does not follow from its view.")
            _check_masks(m, seat, viewer, {action: mask for action, mask in told.items() if mask != action})


def _check_masks(m: Moment, seat: int, viewer: int, masks: dict[int, int]) -> None:
    """A mask stands for all actions of a kind; without kinds, for more than one of several."""
    kinds: dict[Hashable, set[int]] = {}
    for action, mask in masks.items():
        kinds.setdefault(m.kind(action) if m.kind else mask, set()).add(mask if m.kind else action)
    for kind, found in kinds.items():
        if m.kind:
            hold(len(found) == 1, f"{viewer} can tell sealed actions of seat {seat} of kind {kind!r} apart.")
        else:
            hold(len(found) > 1 or len(masks) == 1, f"The mask {kind} tells {viewer} the very action of seat {seat}.")
    for mask in set(masks.values()):
        _check_mask_text(m, mask)


def _check_mask_text(m: Moment, mask: int) -> None:
    text = m.game.words.text(mask)
    _check_line(m, text)
    try:
        read = m.game.words.action(text)
    except Unreadable:
        return
    hold(read >= m.rules.ACTIONS, f"The text of a hidden action, {text!r}, reads as an action.")


def teaches_follows_from_the_view(m: Moment) -> None:
    for seat in m.acting:
        v = m.view(seat)
        for action in m.some_legal(seat):
            full = bool(m.rules.teaches(m.s, seat, action))
            hold(full == bool(m.rules.teaches(v, seat, action)), f"teaches differs on the view of seat {seat}.")


def an_action_that_teaches_nothing_shows_nothing(m: Moment) -> None:
    for seat in m.acting:
        for action in m.some_legal(seat)[:3]:
            if not m.rules.teaches(m.s, seat, action):
                after = clone(m.s)
                m.rules.play(after, seat, action)
                for viewer in m.eyes:
                    if viewer != seat:
                        _check_nothing_shown(m, after, seat, action, viewer)


def _check_nothing_shown(m: Moment, after: State, seat: int, action: int, viewer: int) -> None:
    hidden = (numbers_of(m.view(viewer)) == UNKNOWN) & (numbers_of(m.s) != UNKNOWN)
    shown = numbers_of(view_of(m.game, after, viewer)) != UNKNOWN
    hold(not (hidden & shown).any(), f"Action {action} of seat {seat} teaches nothing, yet shows {viewer} something.")


def what_is_turned_up_is_said(m: Moment) -> None:
    """Else the seat sees the same after its action, whatever it did not know before."""
    for seat in m.acting:
        worlds = worlds_of(m, seat, FEW)
        for action in m.some_legal(seat)[:3]:
            after = _played(m, m.s, seat, action)
            if has_turned_up(m.rules, m.s, after, seat, action):
                continue
            seen = view_of(m.game, after, seat).tobytes()
            for world in worlds:
                found = view_of(m.game, _played(m, world, seat, action), seat).tobytes()
                hold(found == seen, f"Action {action} of seat {seat} turned something up, and the rules deny it.")


def _played(m: Moment, s: State, seat: int, action: int) -> State:
    after = clone(s)
    m.rules.play(after, seat, action)
    return after


def numbers_of(record: State) -> Numbers:
    """Give all numbers of a record in a row."""
    parts: list[Numbers] = []
    for name in record.dtype.names:
        value = record[name]
        nested = getattr(value, "dtype", None) is not None and value.dtype.names
        parts.append(numbers_of(value) if nested else np.asarray(value, np.float64).ravel())
    return np.concatenate(parts)


# --- leaks -----------------------------------------------------------------------------------------------------------


def hidden_cards_do_not_leak(m: Moment) -> None:
    """Two games that differ only in what a seat never sees send it the same bytes, as long as nobody shows anything."""
    for number in range(2):
        seat, rng = m.one_of(m.seats, f"spy {number}"), m.rng(f"leaks {number}")
        pair = (m.s, worlds_of(m, seat, 1)[0])
        for _ in range(4):
            step = _common_step(m, pair, rng)
            if step is None:
                break
            after = _do_both(m, pair, *step)
            if not m.rules.actors(after[0]):
                break  # a finished game is open
            _compare_sent(m, seat, pair, after, *step)
            pair = after


def _common_step(m: Moment, pair: tuple[State, State], rng: Rng) -> tuple[int, int, Numbers] | None:
    """Choose something that can happen in both games and shows nobody anything but itself."""
    actors = members(int(m.rules.actors(pair[0])))
    if not actors:
        return None
    who = actors[below(rng, len(actors))]
    if who == DEALER:
        if m.reveals and any(m.reveals(m.game, s, DEALER, NOBODY) for s in pair):
            return None
        outcome = _common_outcome(m, pair, rng)
        return None if outcome is None else (who, NOBODY, outcome)
    both = set(legal_of(m.game, pair[0], who)) & set(legal_of(m.game, pair[1], who))
    legal = sorted(both)[:: max(1, len(both) // SAMPLE)]
    legal = [a for a in legal if not any(_reveals(m, s, who, a) for s in pair)]
    if not legal:
        return None
    return who, legal[below(rng, len(legal))], np.empty(0, np.int16)


def _common_outcome(m: Moment, pair: tuple[State, State], rng: Rng) -> Numbers | None:
    words = m.game.words
    try:
        outcome = words.outcome(pair[1], words.outcome_text(pair[0], draw_outcome(m.game, pair[0], rng)))
    except (Refused, Unreadable):
        return None
    return outcome


def _reveals(m: Moment, s: State, who: int, action: int) -> bool:
    if m.reveals:
        return m.reveals(m.game, s, who, action)
    return any(m.rules.told(s, who, action, viewer) != action for viewer in eyes_of(s))


def _do_both(m: Moment, pair: tuple[State, State], who: int, action: int, outcome: Numbers) -> tuple[State, State]:
    after = (clone(pair[0]), clone(pair[1]))
    for s in after:
        if who == DEALER:
            m.rules.deal(s, outcome)
        else:
            m.rules.play(s, who, action)
    return after


def _compare_sent(
    m: Moment,
    seat: int,
    before: tuple[State, State],
    after: tuple[State, State],
    who: int,
    action: int,
    outcome: Numbers,
) -> None:
    sent = [_sent(m, seat, before[game], after[game], who, action) for game in (0, 1)]
    for name in sent[0]:
        hold(
            sent[0][name] == sent[1][name],
            f"{name} sent to seat {seat} depends on what it cannot see: {sent[0][name]!r} and {sent[1][name]!r}.",
        )


def _sent(m: Moment, seat: int, before: State, after: State, who: int, action: int) -> dict[str, object]:
    told = DEALER if who == DEALER else int(m.rules.told(before, who, action, seat))
    view = view_of(m.game, after, seat)
    then, now = plain(view_of(m.game, before, seat)), plain(view)
    render = m.setting.catalogue(seat).render
    words = m.game.words
    sample = _some_actions(m, seat)
    return {
        "The view": view.tobytes(),
        "The scene": rendered(m.game.scene(view, seat), m.setting.catalogue(seat)) if m.game.is_drawn else None,
        "What is told": told,
        "legal": legal_of(m.game, after, seat),
        "The prompt": render(words.prompt(now, seat)),
        "The look": [render(line) for line in words.describe(now, seat)],
        "The story": [render(line) for line in words.story(then, now, who, told if who != DEALER else NOBODY)],
        "What it did": _did(_change(m, then, now, who, told if who != DEALER else NOBODY)),
        "why_not": [_rendered(render, words.why_not(now, seat, a)) for a in sample],
    }


def _did(change: Change) -> tuple[object, ...]:
    return change.moved, change.clash, change.sums, [still.as_bytes for still in change.stills]


def _rendered(render: Callable[[Message], str], message: Message | None) -> str | None:
    return None if message is None else render(message)


# --- choosing at once ------------------------------------------------------------------------------------------------


def seats_that_choose_at_once_are_blind(m: Moment) -> None:
    """Except in real time, several actors are told nothing of each other's choices."""
    if m.rules.REAL_TIME or len(m.acting) < 2:
        return
    for seat in m.acting:
        hold(_is_sealed(m, m.s, seat), f"Seat {seat} chooses at the same time as others, who are told what.")


def the_order_of_sealed_choices_does_not_matter(m: Moment) -> None:
    """Where several seats choose sealed actions at once, the phase ends in the same bytes in any order."""
    if len(m.acting) < 2 or not all(_is_sealed(m, m.s, seat) for seat in m.acting):
        return
    s, choices = _choose_in_order(m)
    for number in range(3):
        order = [seat for seat in choices for _ in choices[seat]]
        mixed = np.array(order[::-1])
        if number:
            shuffle(m.rng(f"order {number}"), mixed, len(mixed))
        hold(_play_in(m, mixed.tolist(), choices).tobytes() == s.tobytes(), f"The order {mixed.tolist()} matters.")


def _is_sealed(m: Moment, s: State, seat: int) -> bool:
    """Tell whether all that the seat may do is hidden from the others."""
    others = [other for other in seats_of(s) if other != seat]
    legal = legal_of(m.game, s, seat)
    return all(m.rules.told(s, seat, action, other) != action for other in others for action in legal)


def _choose_in_order(m: Moment) -> tuple[State, dict[int, list[int]]]:
    """Let the seats choose in ascending order until the phase is over; give its end and their choices."""
    s, rng = clone(m.s), m.rng("sealed choices")
    choices: dict[int, list[int]] = {seat: [] for seat in m.acting}
    left = m.actors
    while True:
        seat = kernel.lowest(left)
        legal = legal_of(m.game, s, seat)
        choices[seat].append(legal[below(rng, len(legal))])
        m.rules.play(s, seat, choices[seat][-1])
        actors = int(m.rules.actors(s))
        if not actors or actors & ~left or not all(_is_sealed(m, s, other) for other in members(actors)):
            return s, choices
        left = actors


def _play_in(m: Moment, order: list[int], choices: dict[int, list[int]]) -> State:
    s = clone(m.s)
    left = {seat: list(actions) for seat, actions in choices.items()}
    for seat in order:
        action = left[seat].pop(0)
        hold(action in legal_of(m.game, s, seat), f"Another's sealed choice makes {action} of seat {seat} illegal.")
        m.rules.play(s, seat, action)
    return s


# --- words -----------------------------------------------------------------------------------------------------------

BROKEN = re.compile(r"[{}]|\bNone\b|\bnan\b|\barray\(|\bu?int\d+\(|\bobject at 0x|^$")
RAGGED = re.compile(r"  |^\s|\s$")
MASK = re.compile(r"(?<![\w.])-1(?!\w|\.\d)")


def _check_text(m: Moment, text: str) -> None:
    """Tell a text from a template with gaps, a Python value or a masked number."""
    hold(not BROKEN.search(text), f"{text!r} is no text to show.")
    if MASK.search(text) and not _counts_below_zero(m.game):
        hold(min(points_of(m.game, m.s)) < 0, f"{text!r} shows a mask.")


def _check_line(m: Moment, text: str) -> None:
    _check_text(m, text)
    hold(not RAGGED.search(text), f"{text!r} has too many spaces.")


@functools.cache
def _counts_below_zero(game: Game) -> bool:
    """Tell whether -1 is a number like others in a game's texts, as a coordinate for example."""
    return any(MASK.search(game.words.text(action)) for action in range(game.rules.ACTIONS))


def what_is_said_can_be_read(m: Moment) -> None:
    """Prompt, look and result render for everybody, with a missing key for nobody."""
    words = m.game.words
    for seat in m.eyes:
        v = plain(m.view(seat))
        render = m.setting.catalogue(seat, {0: "Ada"}).render
        _check_line(m, render(words.prompt(v, seat)))
        for message in words.describe(v, seat):
            _check_text(m, render(message))  # a look may be drawn with spaces
        for message in words.result(v) if not m.actors else []:
            _check_line(m, render(message))


def why_not_says_why(m: Moment) -> None:
    """`why_not` is None for legal actions only; else a sentence, which cites the rule to who may act."""
    for seat in m.seats:
        v = plain(m.view(seat))
        legal = set(m.legal(seat))
        render = m.setting.catalogue(seat).render
        for action in _some_actions(m, seat):
            why = m.game.words.why_not(v, seat, action)
            hold((why is None) == (action in legal), f"why_not of seat {seat} and {action} disagrees with legal.")
            if why is not None:
                _check_reason(m, render(why), seat)


def _some_actions(m: Moment, seat: int, most: int = 40) -> list[int]:
    """All actions if they are few, else a sample and all legal ones."""
    actions = range(m.rules.ACTIONS)
    if len(actions) <= most:
        return list(actions)
    rng = m.rng(f"actions {seat}")
    return [*m.some_legal(seat), *(below(rng, m.rules.ACTIONS) for _ in range(most))]


def _check_reason(m: Moment, text: str, seat: int) -> None:
    _check_line(m, text)
    hold(text.endswith(".") and text[0].isupper(), f"{text!r} is no full sentence.")
    if m.actors >> seat & 1:
        hold("§" in text, f"{text!r} cites no rule.")


def picks_mean_their_action(m: Moment) -> None:
    """What a path picks means its action alone; whatever a single piece means may be done, or there is a reason."""
    if m.game.meant is None:
        return
    for seat in m.seats:
        v, scene = plain(m.view(seat)), m.game.scene(m.view(seat), seat)
        for path in scene.paths:
            found = [m.game.words.text(action) for action in m.game.meant(v, seat, path.picks)]
            hold(found == [path.action], f"The picks of {path.action} mean {found} to seat {seat}.")
        legal = set(m.legal(seat))
        for piece in scene.pieces():
            for action in m.game.meant(v, seat, (piece.id,)):
                reason = m.game.words.why_not(v, seat, action)
                hold(
                    (reason is None) == (action in legal),
                    f"{piece.id} means {m.game.words.text(action)} without reason.",
                )


def reasons_are_facts_that_the_seat_knows(m: Moment) -> None:
    """Every legal action has one to three, in parts of a sentence, and the same in worlds that it cannot tell apart."""
    for seat in m.acting:
        render = m.setting.catalogue(seat).render
        known = [m.view(seat), *worlds_of(m, seat)]
        for action in m.some_legal(seat):
            name = f"{m.game.words.text(action)!r} of seat {seat}"
            reasons, *in_worlds = ([render(r) for r in m.game.words.reasons(plain(s), seat, action)] for s in known)
            hold(0 < len(set(reasons)) == len(reasons) <= MOST_REASONS, f"{name} has the reasons {reasons}.")
            hold(in_worlds[0] == in_worlds[1], f"The reasons for {name} depend on hidden cards: {in_worlds}.")
            for reason in reasons:
                _check_part(m, reason)


def _check_part(m: Moment, text: str) -> None:
    """Several parts are joined by semicolons, and a full stop ends the last one."""
    _check_line(m, text)
    is_whole = text[-1].isalnum() or text.endswith(")")
    hold(is_whole and ";" not in text and text.count("(") == text.count(")"), f"{text!r} is no part of a sentence.")


def a_plain_view_reads_like_its_record(m: Moment) -> None:
    """Words and scenes say the same of both."""
    for seat in m.eyes:
        v = m.view(seat)
        of_record, of_plain = _read(m, v, seat), _read(m, plain(v), seat)
        for name, found in of_record.items():
            hold(found == of_plain[name], f"{name} of {seat} reads otherwise of a plain view.")


def _read(m: Moment, v: State, seat: int) -> dict[str, object]:
    words = m.game.words
    found: dict[str, object] = {"The prompt": words.prompt(v, seat), "The look": words.describe(v, seat)}
    if not m.actors:
        found["The result"] = words.result(v)
    if seat == SPECTATOR:
        found["The scene"] = m.game.public_scene(v) if m.game.public_scene else None
        return found
    found["why_not"] = [words.why_not(v, seat, action) for action in _some_actions(m, seat)[-FEW:]]
    found["reasons"] = [words.reasons(v, seat, action) for action in m.some_legal(seat)[:FEW]]
    found["The scene"] = m.game.own_scene(v, seat, m.legal(seat)) if m.game.own_scene else None
    return found


def an_idle_seat_is_drawn_of_few_fields(m: Moment) -> None:
    """A server does not draw it again as long as they stay as they are; what is set up before the game always does."""
    if m.game.own_scene is None or m.game.idle_fields is None:
        return
    for seat in range(m.s.seats):
        v = plain(m.view(seat))
        m.game.own_scene(v, seat, [])
        others = vars(v).keys() - {"as_bytes", "seats", "options", "box", *m.game.idle_fields}
        hold(not others, f"What idle seat {seat} is drawn of includes {', '.join(sorted(others))}.")


def an_outcome_and_its_text_are_inverse(m: Moment) -> None:
    if not m.actors >> DEALER & 1:
        return
    words = m.game.words
    drawn = draw_outcome(m.game, m.s, m.rng("outcome"))
    text = words.outcome_text(m.s, drawn)
    hold(words.outcome(m.s, text).tolist() == drawn.tolist(), f"The outcome {text!r} reads as another.")
    again = draw_outcome(m.game, m.s, m.rng("outcome"))
    hold(again.tolist() == drawn.tolist(), "draw made two outcomes of one generator.")
    for garbled in garbage(text, m.rng("garbage")):
        _check_garbled_outcome(m, garbled)


def _check_garbled_outcome(m: Moment, text: str) -> None:
    try:
        outcome = m.game.words.outcome(m.s, text)
    except (Refused, Unreadable) as error:
        hold(str(error).endswith("."), f"{str(error)!r} is no full sentence.")
        return
    after = clone(m.s)
    m.rules.deal(after, outcome)
    legal_actions_are_well_formed(m.at(after))
    cards_are_conserved(m.at(after))


def garbage(text: str, rng: Rng) -> list[str]:
    """Make texts that are wrong, or nearly right, of a right one."""
    words = text.split(" ")
    cut = below(rng, len(text))
    swap = below(rng, len(words))
    return [
        "",
        " ",
        "\x00",
        "?" * 5000,
        "9" * 30,
        "-1",
        "१",
        "²",
        "é👍",
        text[:cut],
        text[:cut] + "१" + text[cut + 1 :],
        text[:cut] + "²" + text[cut + 1 :],
        text[:cut] + "-" + text[cut:],
        f"{text} {text}",
        f"{text} ",
        f" {text}",
        f"{text}\n",
        text.swapcase(),
        " ".join([*words, words[-1]]),
        " ".join(words[:swap] + words[swap + 1 :]),
        " ".join([*words[:swap], words[0], *words[swap + 1 :]]),
        " ".join([*words[:-1], "99999999999999999999"]),
        " ".join([*words[:-1], "-1"]),
    ]


def texts_and_actions_are_inverse(game: Game, rng: Rng) -> None:
    """A law of the words alone: all actions have texts of their own; what is no action is Unreadable."""
    texts = [game.words.text(action) for action in range(game.rules.ACTIONS)]
    hold(len(set(texts)) == len(texts), "Two actions have the same text.")
    for action, text in enumerate(texts):
        hold(text == text.strip() and text.isprintable(), f"{text!r} is no text to type.")
        hold(game.words.action(text) == action, f"{text!r} reads as another action.")
    for garbled in garbage(texts[below(rng, len(texts))], rng):
        _check_garbled_action(game, garbled)


def _check_garbled_action(game: Game, text: str) -> None:
    try:
        action = game.words.action(text)
    except Unreadable as error:
        hold(str(error).endswith("."), f"{str(error)!r} is no full sentence.")
        return
    hold(text.strip() != "" and text.isprintable(), f"{text!r} is garbage and reads as action {action}.")
    hold(0 <= action < game.rules.ACTIONS, f"{text!r} reads as {action}, which is no action.")


# --- learners, clocks ------------------------------------------------------------------------------------------------


def an_observation_is_whole(m: Moment) -> None:
    size = m.rules.OBSERVATION
    for seat in m.seats:
        v = m.view(seat)
        made = []
        for fill in (-1e30, 1e30):
            out = np.full(size + GUARD, fill, np.float32)
            m.rules.observe(v, seat, out[:size])
            hold((out[size:] == np.float32(fill)).all(), "observe wrote behind OBSERVATION numbers.")
            made.append(out[:size].tobytes())
            hold(
                np.abs(out[:size]).max() < 1e9, f"observe of seat {seat} leaves a number unwritten or makes a huge one."
            )
        hold(made[0] == made[1], f"observe of seat {seat} reads what was in its buffer.")


def time_passes(m: Moment) -> None:
    """Real time: who acts next may act, the dealer only if it is awaited, after a while that is not negative."""
    if not m.rules.REAL_TIME or not m.actors:
        return
    for number in range(3):
        who, delay = m.rules.tempo(m.s, m.rng(f"tempo {number}"))
        hold(m.actors >> who & 1, f"tempo names {who}, who may not act.")
        hold(who != DEALER or m.actors == 1 << DEALER, "tempo names the dealer, who is not awaited.")
        hold(delay >= 0, f"tempo waits {delay} milliseconds.")
    least = 0 if m.actors == 1 << DEALER else -1
    hold(m.rules.patience(m.s) >= least, f"patience is {m.rules.patience(m.s)} with the actors {m.actors:b}.")


# --- all together ----------------------------------------------------------------------------------------------------

POSITION_LAWS: tuple[Law, ...] = (
    actors_are_seats_or_the_dealer,
    legal_actions_are_well_formed,
    cards_are_conserved,
    a_view_writes_every_byte,
    the_view_of_a_view_is_itself,
    a_spectator_sees_no_more_than_a_seat,
    who_acts_and_what_is_legal_follow_from_the_view,
    a_finished_game_is_open,
)

DEEP_LAWS: tuple[Law, ...] = (
    questions_change_nothing,
    resampling_keeps_the_view,
    a_world_is_a_state,
    a_world_plays_on_to_the_end,
    worlds_repeat,
    an_actor_is_told_the_truth,
    a_hidden_action_is_masked,
    teaches_follows_from_the_view,
    an_action_that_teaches_nothing_shows_nothing,
    what_is_turned_up_is_said,
    hidden_cards_do_not_leak,
    seats_that_choose_at_once_are_blind,
    the_order_of_sealed_choices_does_not_matter,
    what_is_said_can_be_read,
    why_not_says_why,
    picks_mean_their_action,
    reasons_are_facts_that_the_seat_knows,
    a_plain_view_reads_like_its_record,
    an_idle_seat_is_drawn_of_few_fields,
    an_outcome_and_its_text_are_inverse,
    an_observation_is_whole,
    time_passes,
)


def setup_writes_every_byte(setting: Setting) -> None:
    rules = setting.game.rules
    options = setting.new_state().options
    made = []
    for byte in FILLS:
        s = filled(rules.STATE, byte)
        rules.setup(s, setting.seats, options, setting.game.read_data(setting.document))
        made.append(s.tobytes())
    hold(made[0] == made[1], "setup leaves bytes unwritten.")


def a_still_shows_nothing_new(m: Moment, event: Event) -> None:
    """A still is a view of its seat, and shows no card that was not seen before or after it, or told."""
    for seat in m.eyes:
        told = _told_of(m, event, seat)
        before, after = view_of(m.game, event.before, seat), view_of(m.game, event.after, seat)
        stills = _change(m, before, after, event.actor, told).stills
        known = _seen(m, before, seat) | _seen(m, after, seat) if stills else set()
        known |= set(m.game.words.text(told).split()) if stills else set()
        for still in stills:
            masked = view_of(m.game, record_of(still), seat)
            hold(masked.tobytes() == still.as_bytes, f"A still for {seat} is no view of {seat}.")
            new = _seen(m, still, seat) - known
            hold(not new, f"A still shows {new} to {seat}, which was seen neither before nor after it.")


def what_was_moved_is_there(m: Moment, event: Event) -> None:
    """The pieces that an event names lie in the scene after it, or in a still."""
    if m.game.change is None:
        return
    for seat in m.eyes:
        before, after = view_of(m.game, event.before, seat), view_of(m.game, event.after, seat)
        change = _change(m, before, after, event.actor, _told_of(m, event, seat))
        there = {piece.id for view in (after, *change.stills) for piece in m.game.scene(view, seat).pieces()}
        hold(set(change.moved) <= there, f"What was moved for {seat} is not there: {set(change.moved) - there}.")


def _change(m: Moment, before: State, after: State, actor: int, told: int) -> Change:
    return Change() if m.game.change is None else m.game.change(plain(before), plain(after), actor, told)


def _told_of(m: Moment, event: Event, seat: int) -> int:
    return NOBODY if event.actor == DEALER else int(m.rules.told(event.before, event.actor, event.action, seat))


def _seen(m: Moment, v: State, seat: int) -> set[str]:
    """The cards that can be seen, by the ids that they have wherever they lie."""
    return {piece.id for piece in m.game.scene(v, seat).pieces() if piece.face}


def events_are_told_to_all(m: Moment, event: Event) -> None:
    """Every seat and the spectator can read what happened, as told to them."""
    for seat in m.eyes:
        told = _told_of(m, event, seat)
        views = view_of(m.game, event.before, seat), view_of(m.game, event.after, seat)
        render = m.setting.catalogue(seat).render
        story = m.game.words.story(plain(views[0]), plain(views[1]), event.actor, told)
        hold(story == m.game.words.story(*views, event.actor, told), "The story reads otherwise of plain views.")
        for line in story:
            _check_line(m.at(event.after), render(line))
        _check_alike(m, event, seat, story)


def _check_alike(m: Moment, event: Event, seat: int, story: list[Message]) -> None:
    """What is the same for all is told once, by what onlookers know."""
    told = _told_of(m, event, SPECTATOR)
    if m.game.is_alike is not None and m.game.is_alike(event.actor, told):
        before, after = (plain(view_of(m.game, s, SPECTATOR)) for s in (event.before, event.after))
        alike = m.game.words.story(before, after, event.actor, told)
        hold(story == alike, f"Seat {seat} is told {story!r}, and onlookers {alike!r}.")


def check_game(
    setting: Setting,
    seed: int | str,
    census: Census = no_census,
    *,
    policy: Policy = at_random,
    kind: Kind | None = None,
    reveals: Reveals | None = None,
    every: int = 8,
    cheap_every: int = 1,
    deep: Sequence[Law] = DEEP_LAWS,
    deep_at: Callable[[State], bool] = everywhere,
) -> None:
    """Play one random game and try the laws in it: the cheap ones everywhere, the deep ones at one position in eight.

    Positions where other kinds of actors than before are awaited, and the last one, are tried deeply too. For rules
    that are slow when interpreted, `deep_at` spares positions with dear plans and `cheap_every` thins the cheap laws.
    """
    start = setting.new_state()
    rng = numbered(seed, 0)
    m = Moment(setting, start, str(seed), 0, census, kind, reveals, census(start))
    try_laws(m, (*POSITION_LAWS, *deep))
    seen: set[tuple[int, bool]] = set()
    for event in random_game(setting, rng, policy, start=start):
        m = replace(m, s=event.after, number=event.number + 1, plans={})
        sort = (min(len(m.acting), 2), bool(m.actors >> DEALER & 1))
        is_deep = (sort not in seen or not m.actors or below(rng, every) == 0) and deep_at(m.s)
        seen.add(sort)
        if is_deep or event.number % cheap_every == 0:
            try_laws(m, POSITION_LAWS)
        try_laws(m, [functools.partial(a_still_shows_nothing_new, event=event)])
        if is_deep:
            try_laws(m, deep)
            laws = (events_are_told_to_all, what_was_moved_is_there)
            try_laws(m, [functools.partial(law, event=event) for law in laws])


def try_laws(m: Moment, laws: Iterable[Law]) -> None:
    """Try laws of a position; whatever is raised, say which law it was, and in which game."""
    for law in laws:
        try:
            law(m)
        except Exception as error:
            name = getattr(law, "func", law).__name__
            raise AssertionError(f"{name}: {error or type(error).__name__} ({_place(m)})") from error


def _place(m: Moment) -> str:
    options = ", ".join(f"{name} {value}" for name, value in m.setting.options.items())
    return f"{m.game.name}, {m.setting.seats} seats, {options or 'no options'}, seed {m.seed}, after {m.number} events"


def check_all(
    settings: Iterable[Setting],
    seeds: Iterable[int | str],
    census: Census = no_census,
    *,
    kind: Kind | None = None,
    reveals: Reveals | None = None,
    every: int = 8,
    cheap_every: int = 1,
    deep_at: Callable[[State], bool] = everywhere,
) -> None:
    """Try all laws but those about modes and uniform worlds, in a game of each setting and seed."""
    seeds = list(seeds)
    for setting in settings:
        setup_writes_every_byte(setting)
        for seed in seeds:
            texts_and_actions_are_inverse(setting.game, numbered(f"texts {seed}", 0))
            check_game(
                setting,
                seed,
                census,
                kind=kind,
                reveals=reveals,
                every=every,
                cheap_every=cheap_every,
                deep_at=deep_at,
            )


# --- modes and records -----------------------------------------------------------------------------------------------


def trace(
    setting: Setting, seed: int | str, every: int = 5, deep_at: Callable[[State], bool] = everywhere
) -> list[str]:
    """Play a random game and write down every byte the rules make: states, views, observations, worlds and numbers."""
    lines = [f"setup {setting.new_state().tobytes().hex()}"]
    for event in random_game(setting, numbered(seed, 0)):
        m = Moment(setting, event.after, str(seed), event.number)
        lines.append(f"event {event.number} {event.actor} {event.action} {event.outcome.tolist()}")
        lines.append(f"state {event.after.tobytes().hex()}")
        if (event.number % every == 0 or not m.actors) and deep_at(m.s):
            lines += _trace_position(m)
    return lines


def _trace_position(m: Moment) -> list[str]:
    lines = [f"points {points_of(m.game, m.s)}"]
    if not m.actors:
        lines.append(f"winners {shares_of(m.game, m.s)}")
    for seat in m.eyes:
        lines.append(f"view {seat} {m.view(seat).tobytes().hex()}")
    for seat in m.seats:
        out = np.empty(m.rules.OBSERVATION, np.float32)
        m.rules.observe(m.view(seat), seat, out)
        lines.append(f"observe {seat} {out.tobytes().hex()}")
        lines += [f"world {seat} {world.tobytes().hex()}" for world in worlds_of(m, seat)]
    for seat in m.acting:
        for action in m.some_legal(seat):
            told = [int(m.rules.told(m.s, seat, action, viewer)) for viewer in m.eyes]
            turned_up = has_turned_up(m.rules, m.s, _played(m, m.s, seat, action), seat, action)
            lines.append(f"told {seat} {action} {told} {bool(m.rules.teaches(m.s, seat, action))} {turned_up}")
    if m.rules.REAL_TIME and m.actors:
        who, delay = m.rules.tempo(m.s, m.rng("tempo"))
        lines.append(f"tempo {int(who)} {int(delay)} {int(m.rules.patience(m.s))}")
    return lines


def modes_agree(
    setting: Setting,
    seed: int | str,
    modes: Sequence[str] = kernel.MODES,
    every: int = 5,
    deep_at: Callable[[State], bool] = everywhere,
) -> None:
    """Interpreted, compiled and checked runs of a game make the same bytes."""
    traces = [trace(replace(setting, game=setting.game.in_mode(mode)), seed, every, deep_at) for mode in modes]
    for mode, lines in zip(modes[1:], traces[1:], strict=True):
        for one, other in zip(traces[0], lines, strict=False):
            hold(one == other, f"{modes[0]} and {mode} differ (seed {seed}): {one[:200]!r} and {other[:200]!r}.")
        hold(len(traces[0]) == len(lines), f"{modes[0]} and {mode} make games of different lengths (seed {seed}).")


def no_record_is_the_beginning_of_another(games: Iterable[Game]) -> None:
    """Compiled code takes a record for any shorter one that it begins with, so there must be none."""
    found: dict[str, np.dtype[Any]] = {}
    for game in games:
        for name, dtype in _records_of(game):
            for other, known in found.items():
                same = known == dtype and known.fields == dtype.fields
                hold(same or not _begins(known, dtype), f"{name} and {other} begin with the same fields.")
            found[name] = dtype


def _records_of(game: Game) -> list[tuple[str, np.dtype[Any]]]:
    state = game.rules.STATE
    return [
        (f"{game.name}.STATE", state),
        (f"{game.name}.PLAN", game.worlds.PLAN),
        (f"{game.name}.OPTIONS", state["options"]),
        (f"{game.name}.BOX", state["box"]),
    ]


def _begins(one: np.dtype[Any], other: np.dtype[Any]) -> bool:
    """Tell whether the shorter record is how the longer one begins."""
    names = (one.names or (), other.names or ())
    shared = min(map(len, names))
    return all(names[0][i] == names[1][i] and one[i] == other[i] for i in range(shared))
