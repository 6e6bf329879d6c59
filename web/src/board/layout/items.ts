/** The zones of the middle: how large each is for a size of cards, and where its pieces lie. */

import { kindOf } from "../../model/scene";
import type { Zone } from "../../model/types";
import type { Layout, Rect, Size, Stage } from "./boxes";
import { isSign } from "../looks";
import { linesIn } from "./letters";
import { lineUp, put } from "./pieces";
import { opponents, sides } from "./seats";
import { BADGE, CAPTION, CHIP, fitted, GAP, isBrief, LABEL, nameWide, NOTE, noteWide, RATIO, RISE } from "./sizes";
import { placeRegion } from "./zones";

export interface Item {
  zone: Zone;
  size: (card: number, wide: number) => Size;
  place: (rect: Rect, card: number) => void;
}

/** The cards of a trick lie around each other, or in a line; `share` is how large others are beside it. */
export function itemOf(made: Layout, zone: Zone, stage: Stage, inLine: boolean, share: number): Item {
  const pieces = zone.pieces ?? [];
  if (zone.role === "trick") return trickItem(made, zone, stage, inLine);
  if (zone.shape === "grid") return gridItem(made, zone);
  if (zone.shape === "pile") return pileItem(made, zone);
  if (zone.shape === "region") return regionItem(made, zone);
  if (pieces.every((piece) => kindOf(piece) === "chip")) return chipsItem(made, zone);
  return rowItem(made, zone, share);
}

function box(made: Layout, zone: Zone, rect: Rect, captions = 0, label = LABEL): Rect {
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  made.zones.push({ ...rect, id: zone.id, inner, area: "middle", captions });
  return inner;
}

/** Cards of a row stay in one line, somewhat smaller if need be; where they would be too small, lines are equally long. */
const SMALLEST_IN_LINE = 72;
const SMALLEST_BESIDE = 38; // px of a card beside a trick: its picture is to be seen, and no sign lies on its letters

const SIGNED = 0.1; // of a card's width: by so much signs stand out of its upper edge, a little of it below all letters
const BELOW = 2; // px

/** Neither what a piece that is a whole pile grows upwards nor a sign on it may cover the name of its zone. */
function riseOf({ pieces = [] }: Zone, card: number): number {
  if (pieces.some((piece) => (piece.count ?? 0) > 0)) return RISE;
  return pieces.some((piece) => piece.lit?.some(isSign)) ? Math.max(0, card * SIGNED - BELOW) : 0;
}

function rowItem(made: Layout, zone: Zone, share: number): Item {
  const pieces = zone.pieces ?? [];
  const places = Math.max(pieces.length, zone.columns ?? 0); // what is missing for a moment moves nothing else
  const beside = (wished: number): number => Math.max(wished * share, Math.min(wished, SMALLEST_BESIDE));
  const isCaptioned = pieces.some((piece) => piece.lines?.length);
  /** Neighbours' words must not touch, and some without the others would puzzle: a closer look tells them all. */
  const captions = (card: number): number =>
    !isCaptioned ? 0 : pieces.every(({ lines }) => noteWide(lines?.[1] ?? "") <= card + GAP - 3) ? 2 : 1;
  const fit = (card: number, wide: number): { card: number; each: number; lines: number } => {
    const inLine = (wide + GAP) / Math.max(1, places) - GAP;
    const size = inLine >= SMALLEST_IN_LINE ? Math.min(card, inLine) : card;
    const most = Math.max(1, Math.floor((wide + GAP + 0.01) / (size + GAP)));
    const lines = Math.max(1, Math.ceil(places / most));
    return { card: size, each: Math.max(1, Math.ceil(places / lines)), lines };
  };
  const hangs = isCaptioned ? CAPTION : pieces.some((piece) => piece.price != null || piece.count != null) ? BADGE : 0;
  const tall = (card: number): number => card * RATIO + hangs;
  return {
    zone,
    size: (wished, wide) => {
      const { card, each, lines } = fit(beside(wished), wide);
      const w = Math.max(each * (card + GAP) - GAP, Math.min(wide, made.narrow ? nameWide(zone) : 120));
      return { w, h: LABEL + riseOf(zone, card) + lines * tall(card) + (lines - 1) * GAP };
    },
    place: (rect, wished) => {
      const { card, each, lines } = fit(beside(wished), rect.w);
      const whole = box(made, zone, rect, captions(card));
      const rise = riseOf(zone, card);
      const inner = { ...whole, y: whole.y + rise, h: whole.h - rise };
      for (let line = 0; line < lines; line++) {
        const some = pieces.slice(line * each, (line + 1) * each);
        const sizes = some.map((piece) => fitted(piece, card, card * RATIO));
        const at = { ...inner, y: inner.y + line * (tall(card) + GAP), h: card * RATIO };
        lineUp(made, zone, some, sizes, at, GAP, false, "centre");
      }
    },
  };
}

function chipsItem(made: Layout, zone: Zone): Item {
  const pieces = zone.pieces ?? [];
  const isSmall = made.low || isBrief(made.width, made.height);
  const chip = isSmall ? 30 : made.narrow ? 34 : CHIP;
  if (zone.shape === "track" && !made.narrow) return ringItem(made, zone, chip);
  const gap = zone.shape === "track" ? 24 : made.low ? 4 : made.narrow ? GAP : GAP + 4;
  return {
    zone,
    size: (_, wide) => ({
      w: Math.min(wide, Math.max(100, pieces.length * (chip + gap))),
      h: LABEL + chip + (isSmall && zone.shape !== "track" ? 8 : 16),
    }),
    place: (rect) => {
      const inner = box(made, zone, rect);
      lineUp(
        made,
        zone,
        pieces,
        pieces.map(() => ({ w: chip, h: chip })),
        inner,
        Math.min(gap, Math.max(0, (rect.w - pieces.length * chip) / pieces.length)),
        false,
        "centre",
      );
      pieces.forEach((piece, at) => (made.places.get(piece.id)!.z = pieces.length - at)); // signs over the next one
    },
  };
}

const RING = 66; // px from the middle of a ring to that of its chips

/** A ring whose pieces follow each other against the clock, so that arrows from each to the one before run with it. */
function ringItem(made: Layout, zone: Zone, chip: number): Item {
  const pieces = zone.pieces ?? [];
  return {
    zone,
    size: () => ({ w: 2 * RING + chip + 12, h: LABEL + 2 * RING + chip + 12 }),
    place: (rect) => {
      const inner = box(made, zone, rect);
      const x = inner.x + inner.w / 2;
      const y = inner.y + inner.h / 2;
      made.zones.at(-1)!.ring = { x, y, r: RING };
      pieces.forEach((piece, at) => {
        const turn = -Math.PI / 2 - (at * 2 * Math.PI) / pieces.length;
        const left = x + RING * Math.cos(turn) - chip / 2;
        put(made, piece, zone, { x: left, y: y + RING * Math.sin(turn) - chip / 2, w: chip, h: chip }, 0, at + 1);
      });
    },
  };
}

const NOTE_WIDE = 104;

/** A pile's note stands below it, in four lines at most. */
function noteTall(zone: Zone): number {
  return zone.note ? 60 : 0;
}

function pileItem(made: Layout, zone: Zone): Item {
  const share = made.narrow ? 0.75 : 1; // of a card's size: a pile says least
  return {
    zone,
    size: (card) => ({
      w: Math.max(card * share + 8, made.narrow ? 70 : NOTE_WIDE),
      h: LABEL + riseOf(zone, card * share) + card * share * RATIO + 8 + noteTall(zone),
    }),
    place: (rect, card) => {
      const whole = box(made, zone, rect);
      const rise = riseOf(zone, card * share);
      const inner = { ...whole, y: whole.y + rise, h: whole.h - rise - noteTall(zone) };
      const pieces = zone.pieces ?? [];
      const sizes = pieces.map((piece) => fitted(piece, card * share, card * share * RATIO));
      lineUp(made, zone, pieces, sizes, inner, 0, true, "centre");
      if (!pieces.length) made.zones.at(-1)!.slots = [emptyPile(inner, card * share)];
    },
  };
}

/** Where the cards of a pile lay that has none left. */
function emptyPile(inner: Rect, w: number): Rect & { angle: number } {
  const h = w * RATIO;
  return { x: inner.x + (inner.w - w) / 2, y: inner.y + (inner.h - h) / 2, w, h, angle: 0 };
}

function gridItem(made: Layout, zone: Zone): Item {
  const pieces = zone.pieces ?? [];
  const columns = zone.columns || 1 + Math.max(0, ...pieces.map((piece) => piece.column ?? 0));
  const rows = 1 + Math.max(columns - 1, ...pieces.map((piece) => piece.row ?? 0));
  return {
    zone,
    size: (card) => ({ w: columns * (card + GAP) - GAP, h: LABEL + rows * (card * RATIO + GAP) - GAP }),
    place: (rect, card) => {
      const inner = box(made, zone, rect);
      for (const piece of pieces) {
        const x = inner.x + (piece.column ?? 0) * (card + GAP);
        const y = inner.y + (piece.row ?? 0) * (card * RATIO + GAP);
        put(made, piece, zone, { x, y, w: card, h: card * RATIO }, 0, 1);
      }
    },
  };
}

function regionItem(made: Layout, zone: Zone): Item {
  return {
    zone,
    size: (card, wide) => ({ w: Math.min(wide, card * 4), h: LABEL + card * 3 }),
    place: (rect) => placeRegion(made, zone, rect, "middle", []),
  };
}

/** Of five cards on a circle neighbours would overlap: two above, two at the sides, the own one below. */
const FIVE: [number, number][] = [
  [0, 1],
  [-0.97, 0.12],
  [-0.34, -1],
  [0.34, -1],
  [0.97, 0.12],
];

/** What a note says of a trick has to be read: it gets the lines that it needs, and a trick needs no name. */
function labelTall(zone: Zone, wide: number): number {
  return LABEL + (zone.note ? linesIn(zone.note, 12, wide) - 1 : 0) * NOTE;
}

const HANGS = 0.13; // of a card's width: by so much the initial of its player hangs out of it

/** A trick in seat order: every card towards the seat that laid it, the own one nearest to the own hand. */
function trickItem(made: Layout, zone: Zone, stage: Stage, inLine: boolean): Item {
  const pieces = zone.pieces ?? [];
  const order = [...(stage.own === null ? [] : [stage.own]), ...opponents(stage.seats, stage.own)];
  // Who watches has nobody at the bottom: where the seats stand in a line above, so do their cards.
  const isBelow = stage.own === null && made.seats.every((seat) => seat.side === "top");
  const flat = inLine || made.narrow || isBelow || stage.seats <= 2 || stage.seats > FIVE.length;
  // Of five, the two above lie nearly over the own one, and their players' initials hang between them.
  const high = stage.seats === FIVE.length ? 2.2 : 2.06;
  const size = (card: number, wide: number): Size => {
    // Signs stand out of the cards at both ends.
    const cards = flat ? Math.max(stage.seats, 2) * (card + GAP) + GAP : card * 4.4;
    const room = made.low ? wide * 0.4 : wide; // a label of several lines leaves more to the cards
    const w = zone.note ? Math.max(cards, Math.min(room, noteWide(zone.note))) : cards;
    return { w, h: labelTall(zone, w) + (flat ? card * (RATIO + HANGS) + 2 : card * RATIO * high + 24) };
  };
  return {
    zone,
    size,
    place: (rect, card) => {
      const inner = box(made, zone, rect, 0, labelTall(zone, rect.w));
      const around = stage.own === null ? towardsSeats(stage.seats) : aroundTheTable(stage.seats);
      const lie = flat ? besideEachOther(inner, card, stage) : aroundEachOther(inner, card, around);
      made.zones.at(-1)!.slots = order.map((_, step) => lie(step));
      for (const piece of pieces) {
        const step = Math.max(0, order.indexOf(piece.seat ?? -1));
        const { angle, ...spot } = lie(step);
        // Signs stand out of a card on its right, over the next one.
        put(made, piece, zone, spot, angle, order.length - (flat ? placeInLine(step, stage) : step));
      }
    },
  };
}

/** Where the card of a seat lies, so many steps clockwise from the own one. */
type Lie = (step: number) => Rect & { angle: number };

/** From the left-hand neighbour to the own seat, as the panels stand. */
function placeInLine(step: number, { seats, own }: Stage): number {
  return own === null ? step : (step + seats - 1) % seats;
}

function besideEachOther(inner: Rect, card: number, stage: Stage): Lie {
  const { seats } = stage;
  const w = Math.min(card, (inner.w - 2 * GAP - (seats - 1) * 4) / seats);
  const gap = seats > 1 ? (inner.w - 2 * GAP - seats * w) / (seats - 1) : 0;
  const spread = Math.min(gap, GAP + 4);
  const start = inner.x + (inner.w - seats * w - (seats - 1) * spread) / 2;
  return (step) => ({
    x: start + placeInLine(step, stage) * (w + spread),
    y: inner.y,
    w,
    h: w * RATIO,
    angle: 0,
  });
}

/** Clockwise from the bottom, as the seats sit. */
function aroundTheTable(seats: number): [number, number][] {
  if (seats === FIVE.length) return FIVE;
  return Array.from({ length: seats }, (_, step) => {
    const turn = Math.PI / 2 + (step * 2 * Math.PI) / seats;
    return [Math.cos(turn) * 0.9, Math.sin(turn)];
  });
}

/** For who watches: up on the left, along the top, down on the right. */
function towardsSeats(seats: number): [number, number][] {
  const [left, top, right] = sides(seats);
  const line = (count: number, at: (share: number) => [number, number]): [number, number][] =>
    Array.from({ length: count }, (_, place) => at(count > 1 ? (2 * place) / (count - 1) - 1 : 0));
  return [
    ...line(left, (share) => [-0.9, -share]),
    ...line(top, (share) => [0.5 * share, -1]),
    ...line(right, (share) => [0.9, share]),
  ];
}

function aroundEachOther(inner: Rect, card: number, around: [number, number][]): Lie {
  const tall = card * RATIO;
  const room = inner.h - 24; // signs stand above the highest cards, and that of the lowest one's player hangs below it
  return (step) => {
    const [right, down] = around[step]!;
    const x = inner.x + inner.w / 2 + right * (inner.w / 2 - card / 2) - card / 2;
    const y = inner.y + 10 + room / 2 + down * (room / 2 - tall / 2) - tall / 2;
    return { x, y, w: card, h: tall, angle: right * 5 };
  };
}
