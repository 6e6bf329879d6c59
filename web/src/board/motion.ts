/** Which node shows which piece, and from where to where it moves. Pure: the stage draws what is decided here.
 *
 * A piece has one node for its whole life. One that becomes visible takes over the node of the slot it came from, or
 * begins where that slot lay; one that leaves flies to whoever took it and is gone.
 */

import type { Layout, Place } from "./layout/boxes";
import { kindOf, type FullScene } from "../model/scene";
import type { Piece, Zone } from "../model/types";

export interface Node {
  key: number;
  piece: Piece;
  zone: Zone;
  place: Place;
  /** Where it is before it moves, of a node that is new; null once it has begun to move. */
  from: Place | null;
  leaving: boolean;
  /** The seat that has just got what everybody could see on the table. */
  taker: number | null;
  /** On its way there, above all else. */
  flies: boolean;
  /** Milliseconds before it moves. */
  delay: number;
}

const DEALING = 1200; // ms in all
const MANY = 4; // new pieces that are dealt one after another

export interface Drawn {
  scene: FullScene;
  layout: Layout;
}

let lastKey = 0;

/** The nodes of the next scene, made of those that are there. */
export function nextNodes(nodes: Node[], now: Drawn, duration: number): Node[] {
  const old = new Map(nodes.filter((node) => !node.leaving).map((node) => [node.piece.id, node]));
  const here = new Set(now.scene.zones.flatMap((zone) => (zone.pieces ?? []).map((piece) => piece.id)));
  const taken = new Set<string>();
  const made: Node[] = [];
  const fresh: Node[] = [];
  for (const zone of now.scene.zones) {
    for (const piece of zone.pieces ?? []) {
      const place = now.layout.places.get(piece.id);
      if (!place) continue;
      const known = old.get(piece.id) ?? heir(old, here, taken, piece);
      if (known) {
        taken.add(known.piece.id);
        const taker = duration ? takerIn(known, zone) : null;
        const flies = taker !== null && (known.flies || known.zone.id !== zone.id);
        made.push({ ...known, piece, zone, place, from: null, leaving: false, taker, flies, delay: 0 });
      } else {
        const from = duration ? startOf(old, piece, place, now) : null;
        const node = { key: ++lastKey, piece, zone, place, from, leaving: false, taker: null, flies: false, delay: 0 };
        made.push(node);
        fresh.push(node);
      }
    }
  }
  stagger(fresh, duration);
  const gone = duration ? [...old.values()].filter((node) => !taken.has(node.piece.id)) : [];
  return [...made, ...gone.map((node) => leaving(node, now, old))];
}

function takerIn(known: Node, zone: Zone): number | null {
  if (known.zone.id === zone.id) return known.taker;
  return known.zone.seat == null && known.piece.face ? (zone.seat ?? null) : null;
}

/** The node of the slot a piece came from, if nothing lies there any more. */
function heir(old: Map<string, Node>, here: Set<string>, taken: Set<string>, piece: Piece): Node | undefined {
  const slot = piece.came_from;
  if (!slot || here.has(slot) || taken.has(slot)) return undefined;
  const node = old.get(slot);
  return node && kindOf(node.piece) === kindOf(piece) ? node : undefined;
}

/** Where a new piece begins: at its slot, on its tile, at a pile, or in the middle of the table. */
function startOf(old: Map<string, Node>, piece: Piece, place: Place, now: Drawn): Place | null {
  if (!old.size) return null; // the page has just been opened: nothing has moved
  const slot = old.get(piece.came_from ?? "") ?? old.get(piece.of ?? "");
  if (slot) return centred(slot.place, place);
  const head = seatOfSlot(piece.came_from ?? "", now);
  if (head) return head;
  if (piece.of) return null;
  const pile = now.layout.zones.find((zone) => now.scene.zones.find((z) => z.id === zone.id)?.shape === "pile");
  const around = pile && now.scene.zones.find((z) => z.id === pile.id)?.seat == null ? pile : now.layout.middle;
  return { ...place, x: around.x + around.w / 2 - place.w / 2, y: around.y + around.h / 2 - place.h / 2, angle: 0 };
}

/** The panel of the seat whose hidden slot it was, for slots that are not drawn. */
function seatOfSlot(slot: string, { scene, layout }: Drawn): Place | null {
  const zone = scene.zones.find((one) => one.seat != null && slot.startsWith(`${one.id}.`));
  const box = layout.seats.find((other) => other.seat === zone?.seat);
  return box ? { ...box.head, w: 30, h: 42, angle: 0, z: 50, zone: "", mini: true, bare: false } : null;
}

function centred(at: Place, size: Place): Place {
  return { ...at, x: at.x + at.w / 2 - size.w / 2, y: at.y + at.h / 2 - size.h / 2, w: size.w, h: size.h };
}

/** Dealing: one after another, all of it within a fixed time. */
function stagger(fresh: Node[], duration: number): void {
  if (!duration || fresh.length <= MANY) return;
  const step = Math.min(70, (DEALING - duration) / fresh.length);
  fresh.forEach((node, at) => (node.delay = Math.round(at * step)));
}

/** A piece that is no longer drawn flies to the seat that took what lay beside it, or fades where it is. */
function leaving(node: Node, now: Drawn, old: Map<string, Node>): Node {
  const taker = node.zone.seat == null ? takerOf(node, now, old) : undefined;
  const box = taker === undefined ? undefined : now.layout.seats.find((seat) => seat.seat === taker);
  const place = box
    ? { ...centred({ ...node.place, ...box.head }, { ...node.place, w: 30, h: 42 }), z: 60 }
    : node.place;
  return { ...node, place, from: null, leaving: true, delay: 0 };
}

/** Who took a shared zone's pieces: who has one of them now, else whose piece was winning there. */
function takerOf(node: Node, now: Drawn, old: Map<string, Node>): number | undefined {
  const beside = [...old.values()].filter((other) => other.zone.id === node.zone.id).map((other) => other.piece);
  const ids = new Set(beside.map((piece) => piece.id));
  const zone = now.scene.zones.find((z) => z.seat != null && (z.pieces ?? []).some((piece) => ids.has(piece.id)));
  return zone?.seat ?? beside.find((piece) => piece.lit?.includes("winning"))?.seat ?? undefined;
}
