/** Mouse and touch on a stage: picking pieces by a press, and dragging them to where they go. */

import { untrack } from "svelte";
import type { BoardModel } from "../model/board";
import { dropTargets, linesOf, pickId } from "../model/scene";
import type { Piece, Zone } from "../model/types";
import type { Closer } from "./closer.svelte";
import type { Drawing } from "./drawing.svelte";
import type { Rect } from "./layout/boxes";
import type { Node } from "./motion";

interface Point {
  x: number;
  y: number;
}

interface Drag {
  node: Node;
  pointer: number;
  touch: boolean;
  startX: number;
  startY: number;
  dx: number;
  dy: number;
  active: boolean;
}

/** A region on which a tile can be laid. */
interface Region {
  aim: (x: number, y: number) => void;
  lay: () => boolean;
  /** Take the focus, and an arrow key. */
  take: (event: KeyboardEvent) => void;
}

const DRAG = 3; // px before a press becomes a drag
const LAID = -1; // no pointer holds it
const TOUCH_DRAG = 10; // px: fingers tremble

function isIn(at: Point, rect: Rect): boolean {
  return at.x >= rect.x && at.y >= rect.y && at.x <= rect.x + rect.w && at.y <= rect.y + rect.h;
}

export class Gestures {
  /** The piece that was picked up by touch, to be played by the second tap. */
  armed = $state("");
  hovered = $state("");
  /** The seat that is looked at closer. */
  looking = $state<number | null>(null);
  drag = $state.raw<Drag | null>(null);
  regions = $state<Record<string, Region | undefined>>({});
  private suppressClick = false;
  /** The piece that a press of the mouse began on, and where. */
  private pressed: (Point & { id: string }) | null = null;
  private isTouch = false; // not every browser says it of clicks
  private isHeld = false; // a finger is on a piece
  private heldAt: Point = { x: 0, y: 0 };

  /** To be made while a component is. */
  constructor(
    private readonly model: BoardModel,
    private readonly drawing: Drawing,
    private readonly closer: Closer,
  ) {
    // What happens elsewhere does not lay down what was picked up; a tap counts once nothing can be meant but it.
    $effect(() => {
      void model.latest;
      const node = untrack(() => drawing.nodeOf(this.armed));
      if (this.armed && !(node && this.wouldPlay(node.piece))) this.armed = "";
    });
    $effect(() => {
      if (!model.choosing.sending) untrack(() => this.laid && (this.drag = null));
    });
  }

  readonly armedPiece: Piece | null = $derived.by(() =>
    this.armed ? (this.drawing.nodeOf(this.armed)?.piece ?? null) : null,
  );

  /** Where what is being dragged can be dropped. */
  readonly targets: Set<string> = $derived.by(() => {
    if (!this.drag?.active) return new Set<string>();
    return dropTargets(this.model.latest.paths, this.model.choosing.picks, pickId(this.drag.node.piece));
  });

  /** Where a dragged tile is, for the region below it. */
  readonly carried: Point | null = $derived.by(() => {
    if (!this.drag?.active || !this.isTile(this.drag.node.piece)) return null;
    const { node, dx, dy, touch } = this.drag;
    return { x: node.place.x + node.place.w / 2 + dx, y: node.place.y + node.place.h / 2 + dy - (touch ? 40 : 0) };
  });

  isDropZone(zone: Zone): boolean {
    if (!this.drag?.active || this.drag.node.zone.id === zone.id) return false;
    if (zone.shape === "region") return zone.seat === this.model.you && this.drawing.tile !== null;
    return (
      zone.seat == null &&
      this.targets.size === 0 &&
      zone.shape === "row" &&
      !(zone.pieces ?? []).some((piece) => piece.seat == null)
    );
  }

  /** Lay the tile where its region shows it. */
  lay(): void {
    this.region?.lay();
  }

  /** Forget what was begun. */
  cancel(): void {
    // The piece is still under the pointer, whose release must not play it.
    this.suppressClick = this.drag?.active ?? false;
    this.drag = null;
    this.armed = "";
  }

  // --- pressing ------------------------------------------------------------------------------------------------------

  readonly over = (event: PointerEvent): void => {
    this.hovered = event.pointerType === "mouse" ? (this.drawing.nodeAt(event.target)?.piece.id ?? "") : "";
  };

  /** The pointer has left the stage. */
  readonly out = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse") return;
    this.hovered = "";
    this.closer.rest("");
  };

  /** What the pointer rests on is told of; squares of a region are found by their places. */
  private restOn(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || this.drag?.active || !this.drawing.stage) return;
    if (!this.drawing.stage.contains(event.target as Element)) return this.closer.rest("");
    const node = this.drawing.nodeAt(event.target) ?? this.squareAt(this.pointOf(event));
    this.closer.rest(node?.piece.id ?? "");
  }

  private squareAt(at: Point): Node | undefined {
    return this.drawing.nodes.find((node) => node.piece.of && !node.leaving && isIn(at, node.place));
  }

  /** Fingers that stay on a piece look closer, and a long press opens no menu of the browser's. */
  readonly menu = (event: Event): void => {
    if (!this.isHeld) return;
    event.preventDefault();
    this.closer.press();
  };

  private hold(event: PointerEvent): void {
    const node = this.drawing.nodeAt(event.target) ?? this.squareAt(this.pointOf(event));
    this.isHeld = event.pointerType === "touch" && node !== undefined;
    if (!this.isHeld || !node) return;
    this.heldAt = { x: event.clientX, y: event.clientY };
    this.closer.hold(node.piece.id, () => {
      this.suppressClick = true;
      this.drag = null;
    });
  }

  readonly click = (event: MouseEvent): void => {
    if (this.suppressClick) {
      this.suppressClick = false;
      return;
    }
    const node = this.drawing.nodeAt(event.target);
    if (this.pressed && !node) return; // the piece was drawn anew under it: `pressLate` finds it
    this.pressed = null;
    if (node) return this.press(node, this.isTouch && event.detail > 0); // 0 by keyboard
    // What a label has no room for, it tells when it is pressed.
    const label = (event.target as Element).closest<HTMLElement>("[data-tells]");
    this.model.choosing.bubble = label ? { id: label.dataset.tells!, text: label.title } : null;
    this.armed = "";
  };

  private press(node: Node, isTouch: boolean): void {
    this.model.hurry();
    this.take(node, isTouch);
  }

  /**
   * Of a press on a piece that moved away, or was drawn anew, before its end no click comes, or one on what lies below; it
   * counts all the same.
   */
  private pressLate({ clientX, clientY }: PointerEvent): void {
    const { pressed } = this;
    const isNear = pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) <= DRAG;
    const node = isNear && this.drawing.nodes.find((one) => one.piece.id === pressed.id && !one.leaving);
    this.pressed = null;
    if (node) this.press(node, false);
  }

  /** Pick a piece; by touch, what would play is picked up first and played by the second tap. */
  private take(node: Node, isTouch: boolean): void {
    const { choosing } = this.model;
    const { piece } = node;
    choosing.makeRoomFor(pickId(piece));
    if (isTouch && this.wouldPlay(piece) && this.armed !== piece.id) {
      this.armed = piece.id;
      choosing.bubble = null;
      return;
    }
    this.armed = "";
    if (choosing.isOpen(piece)) choosing.choose(pickId(piece));
    else if (choosing.picks.includes(pickId(piece))) choosing.cancel();
    else if (this.isTile(piece)) choosing.turn();
    else this.tellOf(node);
  }

  /** What cannot be picked tells why, or more of itself. */
  private tellOf(node: Node): void {
    const { piece, zone } = node;
    const { choosing, you } = this.model;
    if (zone.seat === you || this.drawing.openZones.has(zone.id)) void choosing.why(piece);
    else if (this.drawing.areaOf(node) === "seat" && zone.seat != null) this.looking = zone.seat;
    else choosing.bubble = { id: piece.id, text: [piece.name, ...linesOf(piece)].filter(Boolean).join(" · ") };
  }

  private wouldPlay(piece: Piece): boolean {
    return this.model.choosing.isOpen(piece) && this.model.choosing.wouldPlay(pickId(piece));
  }

  private isTile(piece: Piece): boolean {
    return piece.id === this.drawing.tile?.id;
  }

  // --- dragging ------------------------------------------------------------------------------------------------------

  readonly down = (event: PointerEvent): void => {
    const node = this.drawing.nodeAt(event.target);
    this.isTouch = event.pointerType === "touch";
    this.suppressClick = false;
    this.pressed =
      node && event.pointerType === "mouse" && !event.button
        ? { id: node.piece.id, x: event.clientX, y: event.clientY }
        : null;
    if (event.pointerType === "mouse") this.closer.dismiss();
    // What is still to be shown is drawn while the finger is down, so that its release is answered at once.
    if (node) this.model.hurry();
    this.hold(event);
    if (!node || event.button || this.laid) return;
    if (!this.model.choosing.isOpen(node.piece) && !this.isTile(node.piece)) return;
    this.drag = {
      node,
      pointer: event.pointerId,
      touch: event.pointerType === "touch",
      startX: event.clientX,
      startY: event.clientY,
      dx: 0,
      dy: 0,
      active: false,
    };
  };

  readonly move = (event: PointerEvent): void => {
    const { drag } = this;
    if (this.isHeld && Math.hypot(event.clientX - this.heldAt.x, event.clientY - this.heldAt.y) > TOUCH_DRAG)
      this.letGo();
    if (!drag) this.restOn(event);
    if (!drag || event.pointerId !== drag.pointer) return;
    const dx = event.clientX - drag.startX;
    const dy = event.clientY - drag.startY;
    const active = drag.active || Math.hypot(dx, dy) > (drag.touch ? TOUCH_DRAG : DRAG);
    if (active && !drag.active) this.model.choosing.bubble = null;
    this.drag = { ...drag, dx, dy, active };
  };

  private letGo(): void {
    this.isHeld = false;
    this.closer.release();
  }

  readonly up = (event: PointerEvent): void => {
    this.letGo();
    if (this.pressed && !this.drag?.active) setTimeout(() => this.pressLate(event));
    if (!this.drag || event.pointerId !== this.drag.pointer) return;
    const { node, active } = this.drag;
    const at = this.pointOf(event);
    const target = this.targetAt(at);
    const { drag } = this;
    this.drag = null;
    if (!active) return;
    this.suppressClick = true;
    setTimeout(() => (this.suppressClick = false), 0);
    if (this.isTile(node.piece)) return this.dropTile(at);
    this.drop(node, at, target);
    // What was played stays where it was dropped until it is heard of.
    if (this.model.choosing.sending) this.drag = { ...drag, pointer: LAID };
  };

  private get laid(): boolean {
    return this.drag?.pointer === LAID;
  }

  readonly leave = (): void => {
    this.letGo();
    this.drag = null;
  };

  private drop(node: Node, at: Point, target: string | null): void {
    const { choosing } = this.model;
    const { prompt } = this.drawing.layout;
    const home = this.drawing.boxes.get(node.zone.id);
    if (target !== null) {
      choosing.choose(pickId(node.piece));
      if (choosing.picks.length) choosing.choose(target);
    } else if (home && !isIn(at, home) && at.y < prompt.y + prompt.h) {
      choosing.choose(pickId(node.piece));
    }
  }

  private dropTile(at: Point): void {
    if (at.y >= this.drawing.layout.prompt.y) return;
    this.region?.aim(at.x, at.y);
    this.lay();
  }

  private get region(): Region | undefined {
    return Object.values(this.regions).find(Boolean);
  }

  private targetAt(at: Point): string | null {
    for (const id of this.targets) {
      const place = this.drawing.layout.places.get(id);
      if (place && isIn(at, place)) return id;
    }
    return null;
  }

  private pointOf(event: MouseEvent): Point {
    const rect = this.drawing.stage!.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  }
}
