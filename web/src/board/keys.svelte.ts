/** The keyboard on a stage: moving among pieces, and a key for everything that can be done. */

import type { BoardModel } from "../model/board";
import type { Piece } from "../model/types";
import { directionOf, nextSpot, type Direction, type Spot } from "./arrows";
import type { Drawing } from "./drawing.svelte";
import type { Gestures } from "./gestures.svelte";
import type { Place } from "./layout/boxes";

interface PieceSpot extends Spot, Place {}

export class Keys {
  /** The piece that has the focus. */
  focused = $state("");

  constructor(
    private readonly model: BoardModel,
    private readonly drawing: Drawing,
    private readonly gestures: Gestures,
  ) {}

  /** One piece of each zone is reached by Tab: the focused one, else one that can be picked, else the first. */
  readonly tabStops: Set<string> = $derived.by(() => {
    const { choosing } = this.model;
    const found = new Map<string, Piece>();
    for (const { piece, zone, leaving } of this.drawing.nodes) {
      if (leaving || !(piece.face || piece.text)) continue;
      const old = found.get(zone.id);
      const isBetter =
        piece.id === this.focused ||
        (old?.id !== this.focused && choosing.isOpen(piece) && !(old && choosing.isOpen(old)));
      if (!old || isBetter) found.set(zone.id, piece);
    }
    return new Set([...found.values()].map((piece) => piece.id));
  });

  /** Move the focus with an arrow key. */
  readonly move = (event: KeyboardEvent): void => {
    const node = this.drawing.nodeAt(event.target);
    const direction = directionOf(event.key);
    if (!node || !direction || event.altKey) return;
    event.preventDefault();
    const spots = this.spots();
    const from = spots.find((spot) => spot.id === node.piece.id);
    const found = from && this.nextTo(from, spots, direction);
    if (found) document.getElementById(`piece-${found.id}`)?.focus();
  };

  private spots(): PieceSpot[] {
    return this.drawing.nodes
      .filter(({ piece, leaving }) => !leaving && (piece.face || piece.text) && !piece.of)
      .map(({ piece, zone, place }) => ({ ...place, id: piece.id, zone: zone.id }));
  }

  private nextTo(from: PieceSpot, spots: PieceSpot[], direction: Direction): Spot | null | undefined {
    const inZone = spots.filter((spot) => spot.zone === from.zone);
    const isLevel = direction === "left" || direction === "right";
    // A fan is a line, however its cards are turned.
    if (isLevel && this.drawing.boxes.get(from.zone)?.area === "hand") {
      const order = inZone.sort((a, b) => a.z - b.z);
      return order[order.indexOf(from) + (direction === "left" ? -1 : 1)];
    }
    return nextSpot(from, inZone, direction) ?? (isLevel ? null : nextSpot(from, spots, direction));
  }

  /** What has the focus and cannot be picked says why. */
  readonly focus = (event: FocusEvent): void => {
    const { choosing, isTurn } = this.model;
    const node = this.drawing.nodeAt(event.target);
    this.focused = node?.piece.id ?? "";
    const element = event.target as Element;
    if (!node || !isTurn || choosing.isOpen(node.piece) || !element.matches(":focus-visible")) return;
    if (this.drawing.areaOf(node) === "hand" && this.drawing.openZones.has(node.zone.id)) void choosing.why(node.piece);
  };

  /** Keys that hold wherever the focus is. */
  readonly press = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return this.escape();
    if (event.altKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      if (event.key === "ArrowLeft") this.model.time?.back();
      else this.model.time?.forward();
    } else if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    } else if (event.key === "r" || event.key === "R") {
      this.turn(event.shiftKey);
    } else if (event.key === "u" && this.model.you !== null) {
      this.model.takeBack();
    }
  };

  private escape(): void {
    this.gestures.cancel();
    this.model.choosing.cancel();
    if (this.model.past) this.model.time?.now();
  }

  private turn(back: boolean): void {
    const single = this.focused ? this.drawing.nodeOf(this.focused)?.piece : undefined;
    const isSingle = single?.turns?.length && single.id !== this.drawing.tile?.id;
    this.model.choosing.turn(isSingle ? single.id : null, back);
  }
}
