/** The keyboard on a stage: moving among pieces, and a key for everything that can be done. */

import { tick, untrack } from "svelte";
import type { BoardModel } from "../model/board";
import type { Piece } from "../model/types";
import { directionOf, nextSpot, type Direction, type Spot } from "./arrows";
import type { Closer } from "./closer.svelte";
import type { Drawing } from "./drawing.svelte";
import type { Gestures } from "./gestures.svelte";
import type { Place } from "./layout/boxes";

interface PieceSpot extends Spot, Place {}

export class Keys {
  /** The piece that has the focus. */
  focused = $state("");

  /** The pieces of the hand, by zone and in order, as they were when one of them had the focus. */
  private hand: Map<string, string[]> = new Map();
  /** The focus goes to the hand as soon as there is one. */
  private wantsHand = $state(false);

  /** To be made while a component is. */
  constructor(
    private readonly model: BoardModel,
    private readonly drawing: Drawing,
    private readonly gestures: Gestures,
    private readonly closer: Closer,
  ) {
    $effect(() => {
      const hand = this.handNow();
      untrack(() => this.stay(hand));
    });
    $effect(() => {
      if (this.wantsHand && drawing.ownHand.length) void this.enterHand();
    });
  }

  /** Whatever had the focus is gone: it goes to the hand, unless somebody takes it elsewhere. */
  goToHand(): void {
    this.wantsHand = true;
  }

  private async enterHand(): Promise<void> {
    this.wantsHand = false;
    await tick();
    const first = this.drawing.ownHand.find(({ piece }) => this.tabStops.has(piece.id));
    if (first && document.activeElement === document.body)
      document.getElementById(`piece-${first.piece.id}`)?.focus({ preventScroll: true });
  }

  private handNow(): Map<string, string[]> {
    const hand = new Map<string, string[]>();
    for (const { piece, zone } of [...this.drawing.ownHand].sort((a, b) => a.place.z - b.place.z)) {
      hand.set(zone.id, [...(hand.get(zone.id) ?? []), piece.id]);
    }
    return hand;
  }

  /** When the focused card leaves the hand, the focus stays there, on its neighbour. */
  private stay(hand: Map<string, string[]>): void {
    for (const [zone, before] of this.hand) {
      const at = before.indexOf(this.focused);
      const after = hand.get(zone) ?? [...hand.values()][0] ?? [];
      if (at < 0 || after.includes(this.focused) || !this.isLeft) continue;
      const next = after[Math.min(at, after.length - 1)];
      if (next) focusPiece(next);
    }
    this.hand = hand;
  }

  /** Nothing else has the focus than the piece that had it last, if that is still there. */
  private get isLeft(): boolean {
    const { activeElement } = document;
    return activeElement === document.body || activeElement === pieceElement(this.focused);
  }

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
    if (found) focusPiece(found.id);
  };

  /** An arrow needs no Tab before it: it goes to the tile to be laid, to the hand, or to what else can be picked. */
  private begin(event: KeyboardEvent): void {
    const { choosing } = this.model;
    const region = this.drawing.tile && Object.values(this.gestures.regions).find(Boolean);
    if (region) return region.take(event);
    const open = this.drawing.nodes.filter(
      ({ piece, leaving }) => !leaving && this.tabStops.has(piece.id) && choosing.isOpen(piece),
    );
    const first = open.find((node) => this.drawing.areaOf(node) === "hand") ?? open[0];
    event.preventDefault();
    if (first) focusPiece(first.piece.id);
    else this.drawing.stage?.querySelector<HTMLElement>(".prompt .button.main")?.focus();
  }

  /** The focus is on nothing that has a use of its own for arrows. */
  private isFree(target: HTMLElement): boolean {
    if (target === document.body) return true;
    return (this.drawing.stage?.contains(target) ?? false) && !target.closest("[data-piece], .board");
  }

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
    if (node && node.piece.id === this.focused && !event.relatedTarget) return; // it was put elsewhere in the page
    this.focused = node?.piece.id ?? "";
    this.closer.follow(this.focused);
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
    } else if (directionOf(event.key) && this.model.isTurn && !this.model.past && this.isFree(target)) {
      this.begin(event);
    } else if (event.key === "r" || event.key === "R") {
      this.turn(event.shiftKey);
    } else if (event.key === "i" || event.key === "I") {
      if (this.focused) this.closer.toggle(this.focused);
    } else if (event.key === "u" && this.model.you !== null) {
      this.model.takeBack();
    }
  };

  private escape(): void {
    if (this.closer.look) return this.closer.close();
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

function pieceElement(id: string): HTMLElement | null {
  return id ? document.getElementById(`piece-${id}`) : null;
}

function focusPiece(id: string): void {
  pieceElement(id)?.focus();
}
