"""Laws of scenes: nobody is shown what is not so."""

from __future__ import annotations

from collections import Counter

from fairdeal.contract.scene import Scene, Zone
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.laws.moment import Law, Moment, hold


def all_are_shown_the_same_cards(m: Moment) -> None:
    """Where two viewers see the faces of all pieces in a zone, they see the same cards."""
    if not m.game.is_drawn:
        return
    seen: dict[str, tuple[int, Counter[str]]] = {}
    for viewer in m.viewers:
        for zone, faces in _open_zones(m.game.scene(m.view(viewer), viewer)):
            other, theirs = seen.setdefault(zone, (viewer, faces))
            hold(
                faces == theirs,
                f"In the zone {zone} {_named(viewer)} sees {_listed(faces)}, and {_named(other)} {_listed(theirs)}.",
            )


def zones_and_pieces_have_ids_of_their_own(m: Moment) -> None:
    """A client finds a zone, and a piece of it, by its id."""
    if not m.game.is_drawn:
        return
    for viewer in m.viewers:
        scene = m.game.scene(m.view(viewer), viewer)
        public = m.game.public_scene(plain(m.view(SPECTATOR))) if m.game.public_scene else scene
        for zones in (scene.zones, public.zones):
            _check_ids([zone.id for zone in zones], "zones", viewer)
        _check_ids([piece.id for piece in scene.pieces()], "pieces", viewer)


def _check_ids(ids: list[str], things: str, viewer: int) -> None:
    twice = [id for id, count in Counter(ids).items() if count > 1]
    hold(not twice, f"There are several {things} {', '.join(twice)} for {_named(viewer)}.")


def _open_zones(scene: Scene) -> list[tuple[str, Counter[str]]]:
    """List the zones of which every piece shows its face."""
    return [(zone.id, Counter(faces)) for zone in scene.zones if all(faces := _faces(zone)) and faces]


def _faces(zone: Zone) -> list[str]:
    return [str(piece.face) for piece in zone.pieces]


def _named(viewer: int) -> str:
    return "the spectator" if viewer == SPECTATOR else f"seat {viewer}"


def _listed(faces: Counter[str]) -> str:
    return " ".join(sorted(faces.elements()))


LAWS: tuple[Law, ...] = (all_are_shown_the_same_cards, zones_and_pieces_have_ids_of_their_own)
