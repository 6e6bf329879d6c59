"""Cryptruck in words: texts of actions, what a seat sees and is asked, what happened, and why something may not be."""

from __future__ import annotations

import sys
from typing import Any

from fairdeal.engine.kernel import DEALER, NOBODY, UNKNOWN
from fairdeal.engine.plain import interpreted, plain, record_of
from fairdeal.games.cryptruck.data import LETTERS
from fairdeal.games.cryptruck.rules import COLOURS, DECLINE, GIVE, NUMBERS, PLAY, REVEAL, TRICKS, WANT, WHITE
from fairdeal.kit.deriving import speech_of
from fairdeal.kit.kinds import Act, Cards, Dealing, Start, Worded
from fairdeal.kit.words import asked_for_card, first_player, must_follow, number_of, round_number, your_hand
from fairdeal.language.messages import Card, Label, Message, Seat, say

rules = interpreted("fairdeal.games.cryptruck.rules")

# --- texts -----------------------------------------------------------------------------------------------------------

CARDS_OF = Cards(LETTERS, "0123456789", paints=LETTERS, is_printed=True)
ACTS = {
    "reveal": Act(REVEAL, CARDS_OF),
    "want": Act(WANT),
    "decline": Act(DECLINE),
    "give": Act(GIVE, CARDS_OF),
    "play": Act(PLAY, CARDS_OF),
}
STOCKS = Worded(tuple(LETTERS[:WHITE]))


def _out_of_order(s: Any, colours: list[int]) -> Message | None:
    """§4 Chance may choose the colours, which stand in the order of the box."""
    return None if colours == sorted(colours) else say("refused.no_colours", order=" ".join(STOCKS.texts))


OUTCOMES = {
    rules.START: Start(),
    rules.CHOOSE: Dealing(STOCKS, lambda s: s.seats, verb="colours", wrong=_out_of_order),
    rules.DEAL: Dealing(CARDS_OF, rules.cards_in_use, rules.deck),
}
SECTIONS = {"start": "5", "colours": "4", "deal": "6", "deck": "4", "over": "16", "victory": "16", "win": "16"}
ANSWERS = {"want": WANT, "decline": DECLINE}


def verb_of(action: int) -> str:
    """Name what an action is, without its card."""
    verb: str = usual.act_of(action)[0]
    return verb


def card_of(action: int) -> int:
    """Give the card of an action that has one."""
    return action - ACTS[verb_of(action)].start


def named(v: Any, seat: int, action: int) -> Message:
    verb = verb_of(action)
    card = usual.thing_of(ACTS["play"], PLAY + (int(v.revealed) if verb in ANSWERS else card_of(action)))
    return say(f"action.{verb}", card=card, first=Seat(int(v.first)))


def is_in_use(v: Any, number: int) -> bool:
    return bool(rules.deck(v) >> number & 1)


# --- names -----------------------------------------------------------------------------------------------------------


def led_card(v: Any) -> Card:
    return CARDS_OF.name(int(v.laid[v.tricks_played, v.leader]))


# --- why not ---------------------------------------------------------------------------------------------------------

DUE = {rules.REVEALING: "reveal", rules.ASKING: "answer", rules.GIVING: "give", rules.PLAYING: "play"}


def forbidden(v: Any, seat: int, action: int) -> Message:
    return _why_not_this(v, action) or _why_not_card(v, seat, action)


def out_of_turn(v: Any, seat: int) -> Message:
    if v.phase == rules.ASKING:
        return _why_no_answer(v, seat)
    if v.phase == rules.PLAYING and v.laid[v.tricks_played, seat] != rules.NO_CARD:
        return say("why.has_led" if v.leader == seat else "why.has_played", player=Seat(int(v.turn)))
    return say(f"why.others_{DUE[int(v.phase)]}", player=Seat(int(v.turn)))


def _why_no_answer(v: Any, seat: int) -> Message:
    player = Seat(int(v.turn))
    if v.first == seat:
        return say("why.own_card", player=player)
    return say("why.has_answered" if has_answered(v, seat) else "why.others_answer", player=player)


def has_answered(v: Any, seat: int) -> bool:
    """§9 While the seats answer: whether this one's turn has been."""
    return bool((seat - v.first) % v.seats < (v.turn - v.first) % v.seats)


def _why_not_this(v: Any, action: int) -> Message | None:
    """Say why an action of this kind is out of place."""
    verb = "answer" if action in ANSWERS.values() else verb_of(action)
    due = DUE[int(v.phase)]
    if verb == due:
        return None
    if due == "play":
        return say(f"why.no_{verb}", card=led_card(v))
    revealed = "" if due == "reveal" else CARDS_OF.name(int(v.revealed))
    return say(f"why.first_{due}", card=revealed, player=Seat(int(v.first)))


def _why_not_card(v: Any, seat: int, action: int) -> Message:
    number = card_of(action)
    name = CARDS_OF.name(number)
    if not int(v.box.cards[number // NUMBERS]) >> number & 1:
        return say("why.no_such_card", card=name)
    if not is_in_use(v, number):
        return say("why.not_in_use", card=name, colour=CARDS_OF.suit(number // NUMBERS))
    if not int(v.hand[seat]) >> number & 1:
        return say(f"why.not_held_to_{verb_of(action)}", card=name)
    return must_follow(CARDS_OF.names(rules.playable(v, seat)), CARDS_OF.suit(rules.led_colour(v)), "12")


def due_with(v: Any, number: int) -> int:
    """§8 §10 §11 Give the action that a card of the hand is for now."""
    return ACTS.get(DUE.get(int(v.phase), ""), ACTS["play"]).start + number


# --- the table as a seat sees it -------------------------------------------------------------------------------------


def prompt(v: Any, seat: int) -> Message:
    if _is_trick_full(v):
        return say("usual.taken", seat=Seat(int(v.turn)))
    found: Message = usual.prompt(v, seat)
    return found


def asked(v: Any, seat: int) -> Message:
    if v.phase == rules.PLAYING:
        return asked_for_card(CARDS_OF.suit(rules.led_colour(v)), rules.must_follow(v, seat))
    revealed = "" if v.phase == rules.REVEALING else CARDS_OF.name(int(v.revealed))
    return say(f"prompt.{DUE[int(v.phase)]}", card=revealed, first=Seat(int(v.first)))


def _is_trick_full(v: Any) -> bool:
    """§11 All have laid a card, and it is not yet taken."""
    return v.phase == rules.PLAYING and all(v.laid[v.tricks_played, seat] != rules.NO_CARD for seat in range(v.seats))


def describe(v: Any, seat: int) -> list[Message]:
    lines = [round_line(v)]
    if v.in_use:
        lines.append(
            say("describe.colours", colours=[_stock(colour) for colour in range(COLOURS) if v.in_use >> colour & 1])
        )
    if v.turned != rules.NO_CARD:
        lines.append(_trumps_line(v))
    lines += [_seat_line(v, other) for other in range(v.seats)]
    lines += _table_lines(v)
    lines += [_gift_line(v, seat, trick) for trick in range(TRICKS) if v.giver[trick] != NOBODY]
    if 0 <= seat < v.seats and v.held[seat] > 0:
        lines.append(your_hand(CARDS_OF.names(v.hand[seat])))
    return lines


def round_line(v: Any) -> Message:
    return say("describe.round", number=round_number(v), rounds=int(v.options.rounds), trick=_trick_part(v))


def _trick_part(v: Any) -> Message | str:
    return (
        say("describe.trick_number", number=int(v.tricks_played) + 1, tricks=TRICKS)
        if rules.is_round_running(v)
        else ""
    )


def _stock(colour: int) -> Message:
    letter = LETTERS[colour]
    return say("describe.stock", letter=letter, stock=Label(f"stock.{letter}"), ticker=Label(f"ticker.{letter}"))


def _trumps_line(v: Any) -> Message:
    """§7 The trumps, and the card that made them."""
    colour = rules.colour_of(v.turned)
    key = "describe.white_alone" if colour == WHITE else "describe.trumps"
    return say(key, card=CARDS_OF.name(int(v.turned)), white=CARDS_OF.suit(WHITE), colour=CARDS_OF.suit(colour))


def _seat_line(v: Any, seat: int) -> Message:
    lacking = [LETTERS[colour] for colour in range(COLOURS) if v.lacks[seat] >> colour & 1]
    blocks = CARDS_OF.names(v.blocks[seat])
    return say(
        "describe.seat",
        player=Seat(seat),
        points=number_of("points", rules.points_of(v, seat)),
        held=number_of("cards", v.held[seat]),
        blocks=say("describe.blocks", cards=blocks) if blocks else say("describe.no_blocks"),
        others=number_of("others", v.others[seat]),
        lacks=say("describe.lacks", colours=lacking) if lacking else "",
    )


def _table_lines(v: Any) -> list[Message]:
    """Tell what lies on the table: the revealed card with the answers to it, or the trick."""
    if v.phase == rules.PLAYING:
        order = [(v.leader + step) % v.seats for step in range(v.seats)]
        laid = [(seat, int(v.laid[v.tricks_played, seat])) for seat in order]
        cards = [say("usual.laid", player=Seat(int(seat)), card=CARDS_OF.name(c)) for seat, c in laid if c >= 0]
        return [say("describe.trick", cards=cards, led=CARDS_OF.suit(rules.led_colour(v)))]
    if v.revealed == rules.NO_CARD:
        return []
    wanting = [Seat(seat) for seat in range(v.seats) if v.wanted >> seat & 1]
    answers = say("describe.wanted", players=wanting) if wanting else say("describe.unwanted")
    return [say("describe.revealed", card=CARDS_OF.name(int(v.revealed)), player=Seat(int(v.first)), answers=answers)]


def _gift_line(v: Any, seat: int, trick: int) -> Message:
    """§10 A gift of this round, as the seat knows it."""
    giver, receiver = int(v.giver[trick]), int(v.receiver[trick])
    parts = {"giver": Seat(giver), "receiver": Seat(receiver), "trick": trick + 1}
    if v.gift[trick] == UNKNOWN:
        return say("describe.hidden_gift", **parts)
    key = {giver: "describe.gave", receiver: "describe.got"}.get(seat, "describe.gift")
    return say(key, card=CARDS_OF.name(int(v.gift[trick])), **parts)


# --- what happened ---------------------------------------------------------------------------------------------------


def story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    if actor == DEALER:
        return _dealers_story(before, after)
    if action >= PLAY and action != rules.GIVE_HIDDEN:
        return _play_story(before, after, actor, card_of(action))
    if action >= GIVE:
        return _gift_story(before, after, actor, action)
    if action in ANSWERS.values():
        return _answer_story(before, after, actor, action)
    return [say("story.reveal", seat=Seat(actor), card=CARDS_OF.name(card_of(action)))]


def _dealers_story(before: Any, after: Any) -> list[Message]:
    if before.phase == rules.START:
        return [first_player(after)]
    if before.phase == rules.CHOOSE:
        return [say("story.colours", colours=CARDS_OF.suits(after.in_use))]
    return [say("story.deal", number=round_number(after), rounds=int(after.options.rounds)), _trumps_line(after)]


def _answer_story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    name = CARDS_OF.name(int(before.revealed))
    lines = [say(f"story.{verb_of(action)}", seat=Seat(actor), card=name)]
    if after.phase == rules.GIVING:
        lines.append(say("story.buyer", seat=Seat(int(after.leader)), card=name))
    elif after.phase == rules.PLAYING:
        lines.append(say("story.lead", seat=Seat(int(after.leader)), card=name))
    return lines


def _gift_story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    """§10 The gift as the viewer knows it; only its receiver sees into the hand that got it."""
    first = int(before.first)
    lead = say("story.lead", seat=Seat(actor), card=CARDS_OF.name(int(before.revealed)))
    if action == rules.GIVE_HIDDEN:
        return [say("story.hidden_gift", seat=Seat(actor), receiver=Seat(first)), lead]
    key = "story.gift" if after.hand[first] == UNKNOWN else "story.got"
    return [say(key, seat=Seat(actor), receiver=Seat(first), card=CARDS_OF.name(card_of(action))), lead]


def _play_story(before: Any, after: Any, actor: int, number: int) -> list[Message]:
    lines = [say("story.play", seat=Seat(actor), card=CARDS_OF.name(number))]
    if after.phase != rules.PLAYING:
        lines.append(_trick_story(before, after))
    if not rules.is_round_running(after):
        lines += [_round_story(after, seat) for seat in range(after.seats)]
    if after.phase == rules.DEAL:
        lines.append(say("story.next_first", seat=Seat(int(after.first))))
    return lines


def _trick_story(before: Any, after: Any) -> Message:
    taker = int(after.first)
    best = CARDS_OF.name(int(after.laid[before.tricks_played, taker]))
    blocks = CARDS_OF.names(after.blocks[taker] ^ before.blocks[taker])
    key = "story.take_blocks" if blocks else "story.take"
    return say(key, seat=Seat(taker), card=best, blocks=blocks)


def _round_story(after: Any, seat: int) -> Message:
    """§15 The points of a round, and why."""
    blocks = int(after.blocks[seat]).bit_count()
    colours = rules.colours_among(after.blocks[seat])
    key = "story.no_blocks" if blocks == 0 else "story.few_blocks" if blocks <= after.box.few else "story.many_blocks"
    points = number_of("points", after.scored[after.rounds_played - 1, seat])
    parts = {"blocks": number_of("blocks", blocks), "colours": number_of("colours", colours)}
    return say(key, seat=Seat(seat), points=points, **parts)


# --- what speaks for an action ---------------------------------------------------------------------------------------

MOST_REASONS = 3


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    if action in ANSWERS.values():
        return _answer_reasons(v, seat, action)
    number, last = card_of(action), "reason.last_of_colour"
    if action >= PLAY:
        found = _play_reasons(v, seat, number)
    elif action >= GIVE:
        after = record_of(plain(v))
        rules.take_from_hand(after, seat, number)
        found = [*_block_reasons(v, number, "reason.gives_block"), _lead_reason(after, seat, int(v.revealed))]
    else:
        found = [_lead_reason(v, seat, number), *_block_reasons(v, number, "reason.offers_block")]
        last = "reason.last_but_gift"
    return (found + _hand_reasons(v, seat, number, last))[:MOST_REASONS]


def _answer_reasons(v: Any, seat: int, action: int) -> list[Message]:
    """§9 §10 Who leads the card after this answer, if no later seat wants it."""
    name, is_last = CARDS_OF.name(int(v.revealed)), rules.left_of(v, seat) == v.first
    if action == WANT:
        key = "reason.buy" if is_last else "reason.buy_unless"
        return [
            say(key, card=name, first=Seat(int(v.first))),
            _lead_reason(v, seat, int(v.revealed)),
            _standing_reason(v, seat, "reason.standing"),
        ]
    key = "reason.other_leads" if is_last else "reason.other_leads_unless"
    return [say(key, card=name, player=Seat(int(v.leader))), _standing_reason(v, seat, "reason.standing")]


def _play_reasons(v: Any, seat: int, number: int) -> list[Message]:
    """§13 §14 What the card makes of the trick: all of it if it is the last one."""
    after = record_of(plain(v))
    if rules.left_of(v, seat) == v.leader:
        rules.play_card(after, seat, number)
        return _full_trick(v, after, seat)
    after.laid[v.tricks_played, seat] = number
    taker = int(rules.trick_taker(after))
    if taker == seat:
        return [_beaters_reason(after, seat, number)]
    best = CARDS_OF.name(int(after.laid[v.tricks_played, taker]))
    return [say("reason.beaten", card=best), *_block_reasons(v, number, "reason.loses_block")]


def _full_trick(v: Any, after: Any, seat: int) -> list[Message]:
    taker = int(after.first)
    blocks = CARDS_OF.names(after.blocks[taker] ^ v.blocks[taker])
    who = "takes" if taker == seat else "leaves"
    key = f"reason.{who}_blocks" if blocks else f"reason.{who}"
    found = [say(key, player=Seat(taker), blocks=blocks)]
    return [*found, _standing_reason(after, taker, "reason.then")] if blocks else found


def _standing_reason(v: Any, seat: int, key: str) -> Message:
    """§15 What a seat's blocks would score if the round ended with them."""
    blocks, colours = int(v.blocks[seat]).bit_count(), rules.colours_among(v.blocks[seat])
    points = number_of("points", rules.round_points(v, seat))
    parts = {"blocks": number_of("blocks", blocks), "colours": number_of("colours", colours)}
    return say(key if blocks else "reason.no_blocks", seat=Seat(seat), points=points, **parts)


def _lead_reason(v: Any, seat: int, number: int) -> Message:
    """§13 What can beat a card that is led."""
    led = record_of(plain(v))
    led.led[v.tricks_played] = number // NUMBERS
    return _beaters_reason(led, seat, number)


def _beaters_reason(v: Any, seat: int, number: int) -> Message:
    """§13 How many cards, played later, would beat this one; of equals the later one does."""
    strength = rules.strength(v, number)
    beaters = [other for other in CARDS_OF.members(elsewhere(v, seat)) if rules.strength(v, other) >= strength]
    name = CARDS_OF.name(number)
    return say("reason.beaters", card=name, count=len(beaters)) if beaters else say("reason.unbeatable", card=name)


def elsewhere(v: Any, seat: int) -> int:
    """Give the cards in other hands, and with them the one that lies face down."""
    cards = rules.deck(v) & ~int(v.hand[seat]) & ~rules.one(v.turned) & ~rules.one(v.revealed)
    for trick in range(TRICKS):
        for other in range(v.seats):
            cards &= ~rules.one(v.laid[trick, other])
    return int(cards)


def _block_reasons(v: Any, number: int, key: str) -> list[Message]:
    """§14 §15 Who may get the block that a card shows."""
    return [say(key, card=CARDS_OF.name(number), first=Seat(int(v.first)))] if v.box.blocks >> number & 1 else []


def _hand_reasons(v: Any, seat: int, number: int, last: str) -> list[Message]:
    """§12 Whether a colour is gone from the hand with this card."""
    colour = number // NUMBERS
    of_colour = int(v.hand[seat]) & rules.all_of(colour)
    if of_colour == rules.one(number):
        return [say(last, colour=CARDS_OF.suit(colour))]
    return [say("reason.highest", colour=CARDS_OF.suit(colour))] if of_colour >> number == 1 else []


# --- the result ------------------------------------------------------------------------------------------------------


def standing(v: Any, seat: int) -> Message:
    """§16 Everybody's points round by round."""
    return say("result.rounds", rounds=[int(v.scored[played, seat]) for played in range(v.rounds_played)])


# --- what games say alike --------------------------------------------------------------------------------------------

usual = speech_of(rules, sys.modules[__name__])
text, action, outcome_text, outcome = usual.text, usual.action, usual.outcome_text, usual.outcome
why_not, result, is_alike = usual.why_not, usual.result, usual.is_alike
