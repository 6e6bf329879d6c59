"""Laws of words and drawings: what is said can be read, and refusals and reasons are true."""

from __future__ import annotations

import functools
import re
from typing import Any

from fairdeal.contract.game import Game, points_of
from fairdeal.contract.rules import State
from fairdeal.engine.chance import Rng, below
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.errors import Refused, Unreadable
from fairdeal.language.marks import sections_in
from fairdeal.laws.actors import cards_are_conserved, legal_actions_are_well_formed
from fairdeal.laws.moment import FEW, Law, Moment, hold
from fairdeal.laws.walks import clone, draw_outcome
from fairdeal.laws.worlds import worlds_of

MOST_REASONS = 3
BROKEN = re.compile(r"[{}]|\bNone\b|\bnan\b|\barray\(|\bu?int\d+\(|\bobject at 0x|^$")
RAGGED = re.compile(r"  |^\s|\s$")
MASK = re.compile(r"(?<![\w.])-1(?!\w|\.\d)")


def check_text(m: Moment, text: str) -> None:
    """Tell a text from a template with gaps, a Python value or a masked number."""
    hold(not BROKEN.search(text), f"{text!r} is no text to show.")
    if MASK.search(text) and not _counts_below_zero(m.game):
        hold(min(points_of(m.game, m.s)) < 0, f"{text!r} shows a mask.")


def check_line(m: Moment, text: str) -> None:
    check_text(m, text)
    hold(not RAGGED.search(text), f"{text!r} has too many spaces.")


@functools.cache
def _counts_below_zero(game: Game) -> bool:
    """Tell whether -1 is a number like others in a game's texts, as a coordinate for example."""
    return any(MASK.search(game.words.text(action)) for action in range(game.rules.ACTIONS))


def what_is_said_can_be_read(m: Moment) -> None:
    """Prompt, description and result render for everybody, with a missing key for nobody."""
    words = m.game.words
    for seat in m.viewers:
        v = plain(m.view(seat))
        render = m.setting.catalogue(seat, {0: "Ada"}).render
        check_line(m, render(words.prompt(v, seat)))
        for message in words.describe(v, seat):
            check_text(m, render(message))  # a description may be drawn with spaces
        for message in words.result(v) if not m.actors else []:
            check_line(m, render(message))


def why_not_says_why(m: Moment) -> None:
    """`why_not` is None for legal actions only; else a sentence, which cites the rule to who may act."""
    for seat in m.seats:
        v = plain(m.view(seat))
        legal = set(m.legal(seat))
        render = m.setting.catalogue(seat).render
        for action in m.some_actions(seat):
            why = m.game.words.why_not(v, seat, action)
            hold((why is None) == (action in legal), f"why_not of seat {seat} and {action} disagrees with legal.")
            if why is not None:
                _check_reason(m, render(why), seat)


def _check_reason(m: Moment, text: str, seat: int) -> None:
    check_line(m, text)
    hold(text.endswith(".") and text[0].isupper(), f"{text!r} is no full sentence.")
    if m.actors >> seat & 1:
        hold("§" in text, f"{text!r} cites no rule.")
    for mark in sections_in(text):
        hold(
            f"**§{mark.section}**" in m.game.rulebook(), f"{text!r} cites §{mark.section}, which is not in rulebook.md."
        )


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


def actions_have_names(m: Moment) -> None:
    """Every legal action is called by a part of a sentence, by nothing that is typed, and like no other one."""
    for seat in m.acting:
        v, render = plain(m.view(seat)), m.setting.catalogue(seat).render
        found = {action: render(m.game.words.named(v, seat, action)) for action in m.legal(seat)}
        for action, name in found.items():
            _check_part(m, name)
            hold(name != m.game.words.text(action) or " " not in name, f"{name!r} is what is typed, and no name.")
        hold(len(set(found.values())) == len(found), f"Two actions of seat {seat} have the same name.")


def every_piece_can_be_looked_at_closely(m: Moment) -> None:
    """It has a name and sentences, and the same in worlds that its viewer cannot tell apart: nothing hidden is told."""
    if m.game.about is None or not m.game.is_drawn:
        return
    for viewer in m.viewers:
        view = m.view(viewer)
        scene, render = m.game.scene(view, viewer), m.setting.catalogue(viewer).render
        scores = [counter.id for panel in scene.panels for counter in panel.counters if counter.role == "score"]
        pieces = [*scores, *(piece.id for piece in scene.pieces())]
        rng = m.rng(f"pieces of {viewer}")
        alike = [plain(m.at(world).view(viewer)) for world in worlds_of(m, viewer)] if viewer >= 0 else []
        for piece in [pieces[below(rng, len(pieces))] for _ in range(FEW)] if pieces else []:
            told = list(map(render, m.game.about(plain(view), viewer, piece)))
            hold(len(told) > 1, f"There is nothing to say of {piece}.")
            for line in told:
                check_line(m, line)
                hold(line.endswith(".") or line is told[0], f"{line!r} of {piece} is no full sentence.")
            for v in alike:
                again = list(map(render, m.game.about(v, viewer, piece)))
                hold(again == told, f"What {viewer} is told of {piece} depends on what is hidden.")


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


def choices_are_the_legal_actions_in_words(m: Moment) -> None:
    """Each stands in one group, with a sentence of its own, and the same in worlds that the seat cannot tell apart."""
    for seat in m.acting:
        legal = m.legal(seat)
        render = m.setting.catalogue(seat).render
        found = m.game.choices(plain(m.view(seat)), seat, legal)
        actions = [choice.action for group in found for choice in group.choices]
        hold(sorted(actions) == sorted(legal), f"The choices of seat {seat} are not its legal actions: {actions}.")
        _check_unlike(m, [render(group.title) for group in found])
        for group in found:
            _check_unlike(m, [render(choice.text) for choice in group.choices])
        few = m.some_legal(seat)
        one, other = (m.game.choices(plain(world), seat, few) for world in worlds_of(m, seat))
        hold(one == other, f"The choices of seat {seat} depend on hidden cards.")


def _check_unlike(m: Moment, texts: list[str]) -> None:
    """What is read one after another is told apart."""
    hold(len(set(texts)) == len(texts), f"Two choices read alike: {texts}.")
    for text in texts:
        check_line(m, text)


def _check_part(m: Moment, text: str) -> None:
    """Several parts are joined by semicolons, and a full stop ends the last one."""
    check_line(m, text)
    is_whole = text[-1].isalnum() or text.endswith(")")
    hold(is_whole and ";" not in text and text.count("(") == text.count(")"), f"{text!r} is no part of a sentence.")


def a_plain_view_reads_like_its_record(m: Moment) -> None:
    """Words and scenes say the same of both."""
    for seat in m.viewers:
        v = m.view(seat)
        of_record, of_plain = _read(m, v, seat), _read(m, plain(v), seat)
        for name, found in of_record.items():
            hold(found == of_plain[name], f"{name} of {seat} reads otherwise of a plain view.")


def _read(m: Moment, v: State, seat: int) -> dict[str, object]:
    words = m.game.words
    found: dict[str, object] = {"The prompt": words.prompt(v, seat), "The description": words.describe(v, seat)}
    if not m.actors:
        found["The result"] = words.result(v)
    if seat == SPECTATOR:
        found["The scene"] = m.game.public_scene(v) if m.game.public_scene else None
        return found
    found["why_not"] = [words.why_not(v, seat, action) for action in m.some_actions(seat)[-FEW:]]
    found["names"] = [words.named(v, seat, action) for action in m.some_legal(seat)[:FEW]]
    found["reasons"] = [words.reasons(v, seat, action) for action in m.some_legal(seat)[:FEW]]
    found["The scene"] = m.game.own_scene(v, seat, m.legal(seat)) if m.game.own_scene else None
    return found


def an_idle_seat_is_drawn_of_few_fields(m: Moment) -> None:
    """A server does not draw it again as long as they stay as they are; what is set up before the game always does."""
    if m.game.own_scene is None or m.game.idle_fields is None:
        return
    for seat in range(m.s.seats):
        v, read = watched(plain(m.view(seat)))
        m.game.own_scene(v, seat, [])
        others = read - {"seats", "options", "box", *m.game.idle_fields}
        hold(not others, f"What idle seat {seat} is drawn of includes {', '.join(sorted(others))}.")


def watched(v: Any) -> tuple[Any, set[str]]:
    """Give the same plain view once more, and the names of its fields that have been read so far."""
    kind: Any = type(v)
    fields, read = set(kind.dtype.names), set[str]()

    class Watched(kind):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name in fields:
                read.add(name)
            return super().__getattribute__(name)

    return Watched(v.as_bytes), read


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


LAWS: tuple[Law, ...] = (
    what_is_said_can_be_read,
    why_not_says_why,
    picks_mean_their_action,
    actions_have_names,
    every_piece_can_be_looked_at_closely,
    reasons_are_facts_that_the_seat_knows,
    choices_are_the_legal_actions_in_words,
    a_plain_view_reads_like_its_record,
    an_idle_seat_is_drawn_of_few_fields,
    an_outcome_and_its_text_are_inverse,
)
