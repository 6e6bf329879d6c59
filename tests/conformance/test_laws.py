"""The laws can be broken: each of them notices rules or words that were tampered with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from inspect import signature
from random import random
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.choices import Deed, Group
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.scene import Change
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEFAULT_MODE, NOBODY, copy
from fairdeal.engine.plain import plain, record_of
from fairdeal.games.caster.subject import census
from fairdeal.language.messages import Message, say
from fairdeal.laws import actors, check_uniform, fuzz, leaks, learners, modes, sealed, suite, told, views, words, worlds
from fairdeal.laws.moment import Law, Moment
from fairdeal.laws.subject import has_few_splits
from fairdeal.laws.walks import clone, positions, view_of
from fairdeal.laws.words import texts_and_actions_are_inverse
from tests.conformance.subjects import SUBJECTS
from tests.conformance.test_uniform import cards_of, small_tables

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(DEFAULT_MODE != "interpreted", reason="what is tampered with is plain Python in every mode"),
]

GAME = SUBJECTS["caster"].game.in_mode("interpreted")  # compiled rules would not survive what is done to them here
RULES: Any = GAME.rules
WORLDS: Any = GAME.worlds
OPTIONS = {"rounds": 1, "passing": True}


class Namespace(SimpleNamespace):
    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def tampered(rules: dict[str, Any] | None = None, words: dict[str, Any] | None = None) -> Setting:
    """Give a setting of a game with some of its functions replaced."""
    game = replace(
        GAME,
        rules=Namespace(**{**vars(GAME.rules), **(rules or {})}),
        worlds=Namespace(**{**vars(GAME.worlds), **(rules or {})}),
        words=Namespace(**{**vars(GAME.words), **(words or {})}),
    )
    return game.setting(3, OPTIONS)


def notices(law: Law, setting: Setting) -> None:
    """Check that the law holds in the honest game's positions and not in the tampered one's."""
    moments = [
        Moment(setting, s, "tampered", number, census, counted="one deck")
        for number, s in enumerate(positions(GAME.setting(3, OPTIONS), "tampered"))
    ]
    chosen = [*moments[:5], moments[10], moments[12], moments[-2], moments[-1]]
    try_all(law, [replace(moment, setting=GAME.setting(3, OPTIONS), plans={}) for moment in chosen])
    with pytest.raises(AssertionError, match=f"^{law.__name__}: ") as caught:
        try_all(law, chosen)
    assert isinstance(caught.value.__cause__, AssertionError), "the law did not notice, it crashed"


def try_all(law: Law, moments: list[Moment]) -> None:
    for moment in moments:
        suite.try_laws(moment, [law])


def backwards(s: Any, seat: int, out: Any) -> int:
    count = int(RULES.legal(s, seat, out))
    out[:count] = out[:count][::-1].copy()
    return count


def too_early(s: Any, seat: int, out: Any) -> int:
    out[0] = 0
    return max(1, int(RULES.legal(s, seat, out)))


def open_view(s: Any, seat: int, out: Any) -> None:
    copy(s, out)


def hasty_view(s: Any, seat: int, out: Any) -> None:
    kept = out.turn
    RULES.view(s, seat, out)
    out.turn = kept


def shifting_view(s: Any, seat: int, out: Any) -> None:
    RULES.view(s, seat, out)
    out.turn = s.turn + 1


def counting_legal(s: Any, seat: int, out: Any) -> int:
    """Count a card that only the full state shows."""
    return int(RULES.legal(s, seat, out)) - int(s.hand[(seat + 1) % s.seats, 0] > 0)


def two_winners(s: Any, out: Any) -> None:
    out[:] = 1.0


def peeking(s: Any, seat: int, out: Any) -> None:
    s.turn = 0


def lazy_resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Forget to deal."""


def restless_resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    WORLDS.resample(v, seat, plan, rng)
    v.hand[(seat + 1) % v.seats, 0] ^= plan.need[0] & 1
    plan.need[0] += 1


def telling_some(s: Any, actor: int, action: int, viewer: int) -> int:
    """Tell the truth about a gift of one who holds the first card."""
    return action if s.hand[actor, 0] & 1 else int(RULES.told(s, actor, action, viewer))


def first_come(s: Any, seat: int, action: int) -> None:
    RULES.play(s, seat, action)
    s.leader = seat


def half_observed(v: Any, seat: int, out: Any) -> None:
    out[:-1] = 0


BROKEN_RULES: dict[str, tuple[Law, dict[str, Any]]] = {
    "actors": (actors.actors_are_seats_or_the_dealer, {"actors": lambda s: 1 << 7}),
    "legal backwards": (actors.legal_actions_are_well_formed, {"legal": backwards}),
    "legal out of turn": (actors.legal_actions_are_well_formed, {"legal": too_early}),
    "a dead end": (actors.legal_actions_are_well_formed, {"legal": lambda s, seat, out: 0}),
    "legal of hidden cards": (views.who_acts_and_what_is_legal_follow_from_the_view, {"legal": counting_legal}),
    "a view with old bytes": (views.a_view_writes_every_byte, {"view": hasty_view}),
    "a spectator's view that shifts": (views.a_spectator_sees_no_more_than_a_seat, {"view": shifting_view}),
    "a view that shifts": (views.the_view_of_a_view_is_itself, {"view": shifting_view}),
    "winners": (views.a_finished_game_is_open, {"winners": two_winners}),
    "a question that acts": (views.questions_change_nothing, {"observe": peeking}),
    "a view of everything": (worlds.resampling_keeps_the_view, {"view": open_view}),
    "a world that is a view": (worlds.a_world_is_a_state, {"resample": lazy_resample}),
    "a world without an end": (worlds.a_world_plays_on_to_the_end, {"MOST_EVENTS": 3}),
    "a plan that wears out": (worlds.worlds_repeat, {"resample": restless_resample}),
    "a lie": (told.an_actor_is_told_the_truth, {"told": lambda s, actor, action, viewer: 150}),
    "a mask that tells": (told.a_hidden_action_is_masked, {"told": lambda s, actor, action, viewer: 150 + action}),
    "a mask of hidden cards": (told.a_hidden_action_is_masked, {"told": telling_some}),
    "no mask": (sealed.seats_that_choose_at_once_are_blind, {"told": lambda s, actor, action, viewer: action}),
    "teaches of hidden cards": (
        told.teaches_follows_from_the_view,
        {"teaches": lambda s, seat, action: s.hand[(seat + 1) % s.seats, 0] > 0},
    ),
    "teaches nothing": (told.an_action_that_teaches_nothing_shows_nothing, {"teaches": lambda s, seat, action: False}),
    "nothing turned up": (told.what_is_turned_up_is_said, {"turned_up": lambda s, after, seat: False}),
    "nothing taught": (told.what_is_turned_up_is_said, {"teaches": lambda s, seat, action: False}),
    "a leak": (leaks.hidden_cards_do_not_leak, {"legal": counting_legal}),
    "first come": (sealed.the_order_of_sealed_choices_does_not_matter, {"play": first_come}),
    "half an observation": (learners.an_observation_is_whole, {"observe": half_observed}),
}

BROKEN_WORDS: dict[str, tuple[Law, dict[str, Any]]] = {
    "a missing key": (
        words.what_is_said_can_be_read,
        {"prompt": lambda v, seat: say("describe.gave", cards=None, left="x")},
    ),
    "a mask shown": (
        words.what_is_said_can_be_read,
        {"describe": lambda v, seat: [say("usual.your_hand", cards=[-1])]},
    ),
    "no reason": (words.why_not_says_why, {"why_not": lambda v, seat, action: None}),
    "a reason for everything": (words.why_not_says_why, {"why_not": lambda v, seat, action: say("why.no_passing")}),
    "a reason without a rule": (
        words.why_not_says_why,
        {"why_not": lambda v, seat, a: GAME.words.why_not(v, seat, a) and say("usual.is_over")},
    ),
    "an action named as it is typed": (
        words.actions_have_names,
        {"named": lambda v, seat, action: say("text", text=GAME.words.text(action))},
    ),
    "actions named alike": (words.actions_have_names, {"named": lambda v, seat, action: say("usual.is_over")}),
    "no reason for an action": (words.reasons_are_facts_that_the_seat_knows, {"reasons": lambda v, seat, action: []}),
    "the same reason twice": (
        words.reasons_are_facts_that_the_seat_knows,
        {"reasons": lambda v, seat, action: 2 * GAME.words.reasons(v, seat, action)[:1]},
    ),
    "a reason that is a sentence": (
        words.reasons_are_facts_that_the_seat_knows,
        {"reasons": lambda v, seat, action: [say("usual.is_over")]},
    ),
    "a reason that names a hidden card": (
        words.reasons_are_facts_that_the_seat_knows,
        {"reasons": lambda v, seat, action: [say("reason.beaten", card=max(0, int(v.hand[(seat + 1) % v.seats, 0])))]},
    ),
    "words that know a record": (
        words.a_plain_view_reads_like_its_record,
        {"prompt": lambda v, seat: say("usual.is_over", kind=type(v).__name__)},
    ),
    "another outcome": (words.an_outcome_and_its_text_are_inverse, {"outcome": lambda s, text: np.zeros(1, np.int16)}),
}


@pytest.mark.parametrize("name", BROKEN_RULES)
def test_broken_rules_are_noticed(name: str) -> None:
    law, functions = BROKEN_RULES[name]
    notices(law, tampered(rules=functions))


@pytest.mark.parametrize("name", BROKEN_WORDS)
def test_broken_words_are_noticed(name: str) -> None:
    law, functions = BROKEN_WORDS[name]
    notices(law, tampered(words=functions))


FAMILIES = (actors, views, worlds, told, leaks, sealed, words, learners)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__.rpartition(".")[2])
def test_every_law_of_a_family_is_tried(family: ModuleType) -> None:
    own = {f for f in vars(family).values() if isinstance(f, FunctionType) and f.__module__ == family.__name__}
    laws = {f for f in own if not f.__name__.startswith("_") and list(signature(f).parameters) == ["m"]}
    assert laws
    assert laws <= {*suite.POSITION_LAWS, *suite.DEEP_LAWS}


def first_only(v: Any, seat: int, legal: Sequence[int]) -> list[Group]:
    return GAME.choices(v, seat, legal[:1])


def all_alike(v: Any, seat: int, legal: Sequence[int]) -> list[Group]:
    return [Group(say("choice.play"), tuple(Deed(action, say("choice.give")) for action in legal))]


def peeping(v: Any, seat: int, legal: Sequence[int]) -> list[Group]:
    hidden = int(record_of(v).hand[(seat + 1) % v.seats].max())
    return [Group(say("seat", number=hidden), group.choices) for group in GAME.choices(v, seat, legal)]


@pytest.mark.parametrize("choices", [first_only, all_alike, peeping])
def test_choices_that_are_not_the_legal_actions_in_words_are_noticed(choices: Any) -> None:
    setting = replace(GAME, group_choices=choices).setting(3, OPTIONS)
    notices(words.choices_are_the_legal_actions_in_words, setting)


def test_a_field_that_an_idle_seat_is_secretly_drawn_of_is_noticed() -> None:
    notices(words.an_idle_seat_is_drawn_of_few_fields, replace(GAME, idle_fields=("phase",)).setting(3, OPTIONS))


def test_a_piece_that_nothing_is_said_of_is_noticed() -> None:
    setting = replace(GAME, about=lambda v, seat, piece: ()).setting(3, OPTIONS)
    notices(words.every_piece_can_be_looked_at_closely, setting)


def test_a_closer_look_at_what_is_hidden_is_noticed() -> None:
    def leaking(v: Any, seat: int, piece: str) -> tuple[Message, ...]:
        return say("usual.is_over"), say("usual.waiting", players=[random()])

    notices(words.every_piece_can_be_looked_at_closely, replace(GAME, about=leaking).setting(3, OPTIONS))


def test_a_story_that_is_not_the_same_for_all_is_noticed() -> None:
    with pytest.raises(AssertionError, match=r"is told .* and onlookers"):
        suite.check_game(replace(GAME, is_alike=lambda actor, action: True).setting(3, OPTIONS), "alike", deep=())


def revealing(before: Any, after: Any, actor: int, told: int) -> Change:
    """Let the hands that a seat may not see rest on the table, as if they were empty."""
    full = record_of(before)
    full.hand[:] = 0
    return Change(stills=(plain(full),) if told != NOBODY else ())


def newly_shown(before: Any, after: Any, actor: int, told: int) -> Change:
    """Show a card in the trick that nobody has laid."""
    if before.phase != RULES.TRICK:
        return Change()
    full = record_of(before)
    full.trick[actor], full.laid, full.leader = (told + 1) % 9, 1, actor
    return Change(stills=(plain(full),))


def elsewhere(before: Any, after: Any, actor: int, told: int) -> Change:
    return Change(("nowhere",))


@pytest.mark.parametrize(
    ("change", "law"),
    [
        (revealing, "a_still_shows_nothing_new: A still for .* is no view"),
        (newly_shown, "a_still_shows_nothing_new: A still shows"),
        (elsewhere, "what_was_moved_is_there: What was moved"),
    ],
)
def test_events_that_do_what_cannot_be_are_noticed(change: Any, law: str) -> None:
    game = replace(GAME, change=change)
    with pytest.raises(AssertionError, match=law):
        suite.check_game(game.setting(3, OPTIONS), "changed", deep=(), every=1)


def test_picks_that_mean_something_else_are_noticed() -> None:
    game = replace(GAME, meant=lambda v, seat, picks: [0])
    notices(words.picks_mean_their_action, game.setting(3, OPTIONS))


def test_a_lost_card_is_noticed() -> None:
    def losing(s: Any, seat: int, action: int) -> None:
        RULES.play(s, seat, action)
        s.played[:] = 0

    with pytest.raises(AssertionError, match=r"cards_are_conserved: .* is now '44 cards are dealt'"):
        suite.check_game(tampered(rules={"play": losing}), "lost", census, deep=())


def test_an_endless_game_is_noticed() -> None:
    with pytest.raises(AssertionError, match="goes on after MOST_EVENTS"):
        suite.check_game(tampered(rules={"MOST_EVENTS": 20}), "endless", deep=())


def test_a_setup_with_old_bytes_is_noticed() -> None:
    def hasty(s: Any, seats: int, options: Any, box: Any) -> None:
        kept = clone(s).latest.copy()
        RULES.setup(s, seats, options, box)
        s.latest[:] = kept

    with pytest.raises(AssertionError, match="setup leaves bytes unwritten"):
        modes.setup_writes_every_byte(tampered(rules={"setup": hasty}))


@pytest.mark.parametrize(
    "words",
    [{"text": lambda action: "play R1"}, {"action": lambda text: 0}, {"action": lambda text: int(text)}],
    ids=["one text", "one action", "another exception"],
)
def test_texts_that_are_no_inverse_are_noticed(words: dict[str, Any]) -> None:
    texts_and_actions_are_inverse(GAME, numbered("texts", 0))
    with pytest.raises((AssertionError, ValueError)):
        texts_and_actions_are_inverse(tampered(words=words).game, numbered("texts", 0))


def test_worlds_that_are_not_uniform_are_noticed() -> None:
    def lopsided(v: Any, seat: int, plan: Any, rng: Any) -> None:
        """Take the better of two worlds."""
        other = clone(v)
        WORLDS.resample(v, seat, plan, rng)
        WORLDS.resample(other, seat, plan, rng)
        if other.hand[1].tolist() > v.hand[1].tolist():
            copy(other, v)

    s, worlds = next(small_tables(GAME, 3))
    game: Game = tampered(rules={"resample": lopsided}).game
    with pytest.raises(AssertionError, match="resample is not uniform"):
        check_uniform(
            game,
            view_of(GAME, s, 0),
            0,
            worlds,
            40 * len(worlds),
            lambda w: tuple(map(cards_of, w.hand[1 : w.seats])),
            numbered("lopsided", 0),
        )


def test_different_modes_are_noticed() -> None:
    class TwoFaced(Game):
        def in_mode(self, mode: str) -> Game:
            deal = (lambda s, outcome: RULES.deal(s, outcome[::-1].copy())) if mode == "checked" else RULES.deal
            return replace(GAME, rules=SimpleNamespace(**{**vars(GAME.rules), "deal": deal}))

    game = TwoFaced(**{name: getattr(GAME, name) for name in GAME.__dataclass_fields__})
    with pytest.raises(AssertionError, match="compiled and checked differ"):
        modes.modes_agree(game.setting(3, OPTIONS), "modes", ("compiled", "checked"))


def test_records_that_begin_alike_are_noticed() -> None:
    longer = np.dtype((GAME.rules.STATE.type, [*GAME.rules.STATE.descr, ("more", "i1")]))
    other = replace(tampered(rules={"STATE": longer}).game, name="other")
    with pytest.raises(AssertionError, match=r"other\.STATE and .*\.STATE begin with the same fields"):
        modes.no_record_is_the_beginning_of_another([GAME, other])


def test_the_fuzzer_names_the_setting_of_a_game_in_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = GAME.generic("fairdeal.laws.fuzzing")
    assert fuzz(GAME.setting(3, OPTIONS), 2).games == 2
    monkeypatch.setattr(loop, "fuzz_games", lambda *arguments: loop.DEAD_END)
    with pytest.raises(AssertionError, match=r"3 seats, .*: a dead end: .*policy uniform, generator \[0, 0, 0, 0\]"):
        fuzz(GAME.setting(3, OPTIONS), 2)


def test_plans_are_dear_only_where_several_hands_are_known_to_lack_something() -> None:
    s = GAME.setting(4, OPTIONS).new_state()
    s.held[:4] = 9
    assert has_few_splits(s)
    s.lacks[:2] = 1
    assert not has_few_splits(s)
    assert has_few_splits(SUBJECTS["battle"].game.setting(2).new_state())
