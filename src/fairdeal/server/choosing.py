"""What a player can do, in words, for who reads the table and does not look at it: made of the seat's view alone."""

from __future__ import annotations

from typing import NamedTuple

from fairdeal.contract.rules import State
from fairdeal.errors import Refused
from fairdeal.language.messages import say
from fairdeal.play.table import Table
from fairdeal.server import protocol as out
from fairdeal.server.artist import Artist


class Offer(NamedTuple):
    """What a seat could see and do after an event."""

    number: int
    seat: int
    view: State
    legal: list[int]


def offer_to(table: Table, seat: int) -> Offer:
    """Give what a seat sees and can do now; before the game it can do nothing."""
    if table.sitting is None:
        raise Refused(say("table.not_begun"))
    return Offer(table.number, seat, table.view(seat), table.legal(seat))


def groups_of(artist: Artist, offer: Offer) -> tuple[out.GroupDoc, ...]:
    """Put an offer into words for its player."""
    game, catalogue = artist.game, artist.catalogue(offer.seat)
    return tuple(
        out.GroupDoc(
            catalogue.render(group.title),
            tuple(
                out.ChoiceDoc(game.words.text(choice.action), *catalogue.mark(choice.text)) for choice in group.choices
            ),
        )
        for group in game.choices(offer.view, offer.seat, offer.legal)
    )
