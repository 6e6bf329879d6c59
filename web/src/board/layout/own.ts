/** Placing the own seat below everything: the hand as a fan or a strip, and what lies beside it. */

import type { FullScene } from "../../model/scene";
import type { Piece, Zone } from "../../model/types";
import type { Layout, Rect, Stage } from "./boxes";
import { lineUp, put } from "./pieces";
import { fitted, GAP, isBrief, lettersWide, notesIn, ownHeadOf, RATIO, TURNER } from "./sizes";
import { placeShared, placeSmall, zonesOf } from "./zones";

export function ownArea(scene: FullScene, stage: Stage, narrow: boolean): Rect {
  if (stage.own === null) return { x: 0, y: stage.height, w: stage.width, h: 0 };
  const mine = zonesOf(scene, stage.own);
  const hasHand = mine.some((zone) => zone.shape === "fan");
  const hasRegion = mine.some((zone) => zone.shape === "region");
  const isSmall = isBrief(stage.width, stage.height);
  const most = narrow
    ? hasRegion
      ? isSmall
        ? 150
        : stage.height < TALL
          ? 168
          : 190
      : stage.height < TALL
        ? 186
        : 226
    : Math.min(250, Math.max(150, Math.round(stage.height * 0.25)));
  const least = hasHand ? most : narrow ? (stage.height < TALL ? 56 : 88) : 104;
  const hasOthers = mine.some((zone) => !isHand(zone) && zone.shape !== "region");
  const line = headLine(scene, stage.own, headWide(stage.width, hasOthers), isSmall);
  const h = narrow ? least - LINE + line : least;
  return { x: 0, y: stage.height - h, w: stage.width, h };
}

const TALL = 740; // px of a narrow stage whose table is as wide as it can be, and leaves room to what is one's own
const LINE = 50; // px of the own head with one line of counters

/** px of the line in which the own head stands on a narrow stage. */
function headLine(scene: FullScene, own: number, wide: number, brief: boolean): number {
  const panel = scene.panels.find((one) => one.seat === own);
  return Math.max(LINE, ownHeadOf(panel, wide, brief) + 4);
}

function headWide(wide: number, hasOthers: boolean): number {
  return hasOthers ? wide * 0.5 - GAP : wide - 2 * GAP;
}

/** How tall a hand of cards is below a low table; one of tiles lies in the column. */
export function lowHandTall(scene: FullScene, stage: Stage): number {
  if (stage.own === null) return 0;
  const mine = zonesOf(scene, stage.own);
  const hasCards = mine.some(isHand) && !mine.some((zone) => zone.shape === "region");
  return hasCards ? Math.min(118, stage.height * 0.34) : 0;
}

/** The own seat on a low stage: its head and its small zones in the column, and the hand where there is room for it. */
export function placeOwnLow(made: Layout, scene: FullScene, own: number, column: Rect, strip: Rect): void {
  const zones = zonesOf(scene, own).filter((zone) => zone.shape !== "region");
  const hands = zones.filter(isHand);
  const others = zones.filter((zone) => !isHand(zone));
  const wide = column.w - 12;
  const head = { x: column.x + 6, y: column.y + 4, w: wide, h: headLine(scene, own, wide, false) - 4 };
  made.seats.push({ ...column, seat: own, head, side: "own", notes: 0 });
  const rest = { x: head.x, y: head.y + head.h + 6, w: head.w, h: column.h - head.h - 14 };
  const filled = hands.filter((zone) => zone.pieces?.length);
  const shown = filled.length ? filled : hands.slice(0, 1);
  const inColumn = strip.h <= 0 && hands.length > 0;
  // A single tile has all of the height.
  const isBeside = inColumn && others.length > 0 && shown.every((zone) => (zone.pieces?.length ?? 0) < 2);
  const [small, free] = isBeside ? besides(rest) : above(rest, others.length > 0, inColumn ? null : strip);
  if (others.length) placeShared(made, others, small, "own");
  const w = free.w / Math.max(1, shown.length);
  shown.forEach((zone, at) => placeStripHand(made, zone, { ...free, x: free.x + at * w, w }));
}

const BESIDE = 0.4; // of the column's width for what lies beside a tile

function besides(rest: Rect): [Rect, Rect] {
  const w = rest.w * BESIDE;
  return [
    { ...rest, w, h: Math.min(96, rest.h) },
    { ...rest, x: rest.x + w + GAP, w: rest.w - w - GAP },
  ];
}

/** The small zones, and below them the hand, unless it has a strip of its own. */
function above(rest: Rect, hasOthers: boolean, strip: Rect | null): [Rect, Rect] {
  const line = strip ? Math.min(110, rest.h) : Math.min(58, rest.h * 0.4);
  const used = hasOthers ? line : 0;
  return [{ ...rest, h: line }, strip ?? { ...rest, y: rest.y + used, h: rest.h - used }];
}

function isHand(zone: Zone): boolean {
  return zone.role === "hand";
}

export function placeOwn(made: Layout, scene: FullScene, own: number, rect: Rect): void {
  const zones = zonesOf(scene, own).filter((zone) => zone.shape !== "region");
  const hands = zones.filter(isHand);
  const others = zones.filter((zone) => !isHand(zone));
  if (made.narrow) placeOwnNarrow(made, scene, own, hands, others, rect);
  else placeOwnWide(made, own, hands, others, rect);
}

function placeOwnNarrow(made: Layout, scene: FullScene, own: number, hands: Zone[], others: Zone[], rect: Rect): void {
  const wide = headWide(rect.w, others.length > 0);
  const line = headLine(scene, own, wide, isBrief(made.width, made.height));
  const head = { x: GAP, y: rect.y + 2, w: wide, h: line - 4 };
  made.seats.push({ x: 0, y: rect.y, w: rect.w, h: rect.h, seat: own, head, side: "own", notes: 0 });
  if (others.length) {
    const x = wide + 2 * GAP;
    placeShared(made, others, { x, y: rect.y, w: rect.w - x - GAP, h: (hands.length ? line : rect.h) - 2 }, "own");
  }
  if (!hands.length) return;
  const free = { x: GAP, y: rect.y + line, w: rect.w - 2 * GAP, h: rect.h - line - 4 };
  const filled = hands.filter((zone) => zone.pieces?.length);
  const shown = filled.length ? filled : hands.slice(0, 1);
  const h = free.h / shown.length;
  shown.forEach((zone, at) => placeStripHand(made, zone, { ...free, y: free.y + at * h, h }));
}

const RISING = 14; // px above a hand for cards that can be played
const LARGEST = 84; // px of a card's width in a strip

/** A flat strip; in two rows when one would hide too much of each card to tap it. */
function placeStripHand(made: Layout, zone: Zone, rect: Rect): void {
  const pieces = zone.pieces ?? [];
  if (!pieces.length) return placeEmptyHand(made, zone, rect);
  const inner = rect; // where cards rise, there is no room for a name
  made.zones.push({ ...rect, id: zone.id, inner, area: "hand", captions: 0 });
  if (areTurned(pieces)) return placeTurned(made, zone, { ...inner, y: inner.y + RISING, h: inner.h - RISING });
  const card = Math.min(LARGEST, (inner.h - RISING - 4) / RATIO);
  const isTight = pieces.length > 1 && (inner.w - card) / (pieces.length - 1) < 40 && inner.h > 100;
  const rows = isTight ? 2 : 1;
  const each = Math.ceil(pieces.length / rows);
  for (let row = 0; row < rows; row++) {
    const some = pieces.slice(row * each, (row + 1) * each);
    const sizes = some.map((piece) => fitted(piece, rows > 1 ? Math.min(card, 58) : card, inner.h - RISING - 4));
    const tall = sizes[0]?.h ?? 0;
    const y = rows > 1 ? inner.y + (row ? inner.h - tall : RISING) : inner.y + Math.max(RISING, (inner.h - tall) / 2);
    const z = made.places.size;
    lineUp(made, zone, some, sizes, { ...inner, y, h: tall }, 5, false, "centre");
    for (const piece of some) made.places.get(piece.id)!.z += row ? z : 0;
  }
}

/** Each of several tiles has a button of its own that turns it; a single one is turned by the prompt's. */
function areTurned(pieces: Piece[]): boolean {
  return pieces.length > 1 && pieces.every((piece) => (piece.turns?.length ?? 0) > 1);
}

/** Tiles in a row, as large as they can be with their buttons beside or below them. */
function placeTurned(made: Layout, zone: Zone, rect: Rect): void {
  const pieces = zone.pieces ?? [];
  const each = (rect.w + GAP) / pieces.length - GAP;
  const besides = fitted(pieces[0]!, (each - TURNER - 4) / 1.3, rect.h - 4);
  const above = fitted(pieces[0]!, each / 1.3, rect.h - TURNER - 8);
  const isBeside = besides.h >= above.h;
  const size = isBeside ? besides : above;
  const wide = isBeside ? size.w + 4 + TURNER : Math.max(size.w, TURNER);
  const y = rect.y + (rect.h - size.h - (isBeside ? 0 : 4 + TURNER)) / 2;
  const start = rect.x + (rect.w - pieces.length * (wide + GAP) + GAP) / 2;
  pieces.forEach((piece, at) => {
    const x = start + at * (wide + GAP);
    put(made, piece, zone, { x: isBeside ? x : x + (wide - size.w) / 2, y, ...size }, 0, at + 1);
    made.places.get(piece.id)!.turner = isBeside
      ? { x: x + size.w + 4, y: y + (size.h - TURNER) / 2 }
      : { x: x + (wide - TURNER) / 2, y: y + size.h + 4 };
  });
}

const EMPTY_HAND = 96; // px at most

/** Where what is drawn will lie, with the name of the hand on it. */
function placeEmptyHand(made: Layout, zone: Zone, rect: Rect): void {
  const h = Math.min(EMPTY_HAND, rect.h - 2 * GAP);
  const w = Math.min(rect.w, Math.max(h / RATIO, lettersWide(zone.name) + 2 * GAP));
  const slot = { x: rect.x + (rect.w - w) / 2, y: rect.y + (rect.h - h) / 2, w, h, angle: 0 };
  made.zones.push({ ...rect, id: zone.id, inner: rect, area: "hand", captions: 0, slots: [slot] });
}

function placeOwnWide(made: Layout, own: number, hands: Zone[], others: Zone[], rect: Rect): void {
  const side = Math.min(250, rect.w * 0.22);
  const head = { x: rect.x + 2 * GAP, y: rect.y + GAP, w: side - 2 * GAP, h: rect.h - 2 * GAP };
  made.seats.push({ ...rect, seat: own, head, side: "own", notes: notesIn(head.h, 66) });
  const right = { x: rect.x + rect.w - side, y: rect.y + 4, w: side - 2 * GAP, h: rect.h - 12 };
  if (!hands.length) {
    const x = head.x + head.w + 3 * GAP;
    placeSmall(made, others, { ...right, x, w: rect.x + rect.w - x - 2 * GAP }, "own");
    return;
  }
  if (others.length) placeSmall(made, others, right, "own");
  const free = { x: rect.x + side + GAP, y: rect.y, w: rect.w - 2 * side - 2 * GAP, h: rect.h };
  const weights = hands.map((zone) =>
    zone.pieces?.length ? Math.max(3, zone.pieces.length) : hands.length > 1 ? 0.5 : 3,
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let x = free.x;
  hands.forEach((zone, at) => {
    const w = ((free.w - (hands.length - 1) * 2 * GAP) * weights[at]!) / all;
    placeFan(made, zone, { x, y: free.y, w, h: free.h });
    x += w + 2 * GAP;
  });
}

const SPREAD = 1.05; // of a card's width from one to the next, where there is room

/** A fan with a few degrees a card; tiles lie side by side. */
function placeFan(made: Layout, zone: Zone, rect: Rect): void {
  const pieces = zone.pieces ?? [];
  const count = pieces.length;
  if (!count) return placeEmptyHand(made, zone, rect);
  const label = 14;
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  made.zones.push({ ...rect, id: zone.id, inner, area: "hand", captions: 0 });
  const tall = inner.h - 46; // room to rise, for the arc and for turned corners
  const card = Math.min(146, tall / RATIO, inner.w);
  if (pieces.some((piece) => piece.squares?.length)) {
    const below = { ...inner, y: inner.y + RISING, h: inner.h - RISING };
    if (areTurned(pieces)) return placeTurned(made, zone, below);
    const gap = 14;
    const sizes = pieces.map((piece) => fitted(piece, card, inner.h - RISING - 12));
    const whole = sizes.reduce((sum, size) => sum + size.w, 0);
    const share = Math.min(1, (inner.w - gap * (count - 1)) / whole);
    const smaller = sizes.map((size) => ({ w: size.w * share, h: size.h * share }));
    lineUp(made, zone, pieces, smaller, below, gap, false, "centre");
    return;
  }
  const degrees = count > 1 ? Math.min(3, 30 / (count - 1)) : 0;
  const middle = (count - 1) / 2;
  const turned = card * RATIO * Math.sin((middle * degrees * Math.PI) / 180); // by which the outer cards are wider
  const step = count > 1 ? Math.min(card * SPREAD, (inner.w - card - turned - 24) / (count - 1)) : 0;
  pieces.forEach((piece, at) => {
    const off = at - middle;
    const arc = middle ? (off / middle) ** 2 * Math.min(16, count * 1.6) : 0;
    const x = inner.x + inner.w / 2 + off * step - card / 2;
    put(made, piece, zone, { x, y: inner.y + 14 + arc, w: card, h: card * RATIO }, off * degrees, at + 1);
  });
}
