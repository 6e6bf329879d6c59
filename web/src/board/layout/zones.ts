/** Placing the zones of a seat, small: in lines, in shares of a line, as a region. */

import { kindOf, type FullScene } from "../../model/scene";
import type { Zone } from "../../model/types";
import type { Layout, Rect, ZoneBox } from "./boxes";
import { linesIn } from "./letters";
import { CORNER, lineUp, put, STACK } from "./pieces";
import { fitted, GAP, LABEL, lettersWide, MINI, NOTE, RATIO } from "./sizes";

export function zonesOf(scene: FullScene, seat: number): Zone[] {
  return scene.zones.filter((zone) => zone.seat === seat);
}

const LEAST_WIDE = 20; // px of a zone beside others
const SMALLEST = 24; // px of a card's width in a line
const BETWEEN = 3; // px from one card of a line to the next
const WORTH = 0.7; // of a card is as wide as what is left of its middle and its worth there

/** Place zones in lines, with any region beside or above them as large as it gets. */
export function placeSmall(made: Layout, zones: Zone[], rest: Rect, area: ZoneBox["area"]): void {
  const regions = zones.filter((zone) => zone.shape === "region");
  const lines = zones.filter((zone) => zone.shape !== "region");
  let left = rest;
  for (const zone of regions) {
    const line = lines.length ? Math.min(52, rest.h * 0.3) : 0;
    const beside = rest.w > 1.6 * rest.h && rest.w * 0.3 >= lines.length * LEAST_WIDE;
    const box = beside ? { ...rest, w: rest.w * 0.7 } : { ...rest, h: rest.h - line };
    placeRegion(made, zone, box, area, []);
    left = beside
      ? { x: rest.x + box.w + GAP, y: rest.y, w: rest.w - box.w - GAP, h: rest.h }
      : { x: rest.x, y: rest.y + box.h, w: rest.w, h: line };
  }
  if (!lines.length) return;
  const isTall = !regions.length && left.h >= 84 && left.h >= left.w * 0.5;
  if (isTall) {
    const h = Math.min(area === "own" ? 128 : 96, left.h / lines.length);
    lines.forEach((zone, at) => placeLine(made, zone, { ...left, y: left.y + at * h, h: h - 2 }, area));
  } else {
    placeShared(made, lines, left, area);
  }
}

/** Several zones in one line share its width by what they hold. */
export function placeShared(made: Layout, zones: Zone[], rect: Rect, area: ZoneBox["area"]): void {
  const isOpen = zones.some((zone) => !isHidden(zone) && zone.shape !== "pile" && zone.pieces?.length);
  const weights = zones.map((zone) => {
    if (zone.shape === "pile") return 1.2;
    // Backs say nothing that their counter does not say.
    return isHidden(zone) && isOpen ? 1.4 : Math.min(5, Math.max(1.4, countOf(zone)));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const gap = rect.w < zones.length * LEAST_WIDE * 2 ? 3 : GAP;
  const free = rect.w - (zones.length - 1) * gap;
  let x = rect.x;
  zones.forEach((zone, at) => {
    const w = (free * weights[at]!) / all;
    placeLine(made, zone, { x, y: rect.y, w, h: rect.h }, area);
    x += w + gap;
  });
}

function countOf(zone: Zone): number {
  return zone.shape === "pile" ? 1 : (zone.pieces?.length ?? 0);
}

function isHidden(zone: Zone): boolean {
  return zone.shape === "fan" && !(zone.pieces ?? []).some((piece) => piece.face);
}

/** A seat's hidden cards need no name: their backs and the counter of its panel say it. */
function labelOf(zone: Zone, rect: Rect, area: ZoneBox["area"]): number {
  const isEvident = area === "seat" && isHidden(zone) && rect.h < 84;
  return rect.h >= 44 && !isEvident && lettersWide(zone.name) <= rect.w ? 15 : 0;
}

/** The width of cards in a line, at most that: pictures whose corners are all in sight, else letters side by side. */
function cardWide(zone: Zone, wide: number, most: number, stacked: boolean): number {
  const count = zone.pieces?.length ?? 0;
  if (stacked || count < 2 || isHidden(zone)) return Math.min(most, wide);
  const seen = zone.pieces!.some((piece) => piece.worth != null) ? WORTH : CORNER * 1.1;
  const picture = Math.min(most, wide / (1 + seen * (count - 1)));
  return picture >= MINI ? picture : Math.min(most, Math.max(SMALLEST, Math.min(MINI - 1, wide / count - BETWEEN)));
}

/** A pile lies on one place, unless all may see its cards and there is room to tell them apart. */
function isStacked({ shape, pieces = [] }: Zone, wide: number): boolean {
  const isOpen = pieces.length > 1 && pieces.every((piece) => piece.face && kindOf(piece) === "card");
  return shape === "pile" && !(isOpen && wide >= pieces.length * (SMALLEST + BETWEEN));
}

/** Pieces in one line, closer together where there is no room. */
function placeLine(made: Layout, zone: Zone, rect: Rect, area: ZoneBox["area"]): void {
  const label = labelOf(zone, rect, area);
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  made.zones.push({ ...rect, id: zone.id, inner, area, captions: 0 });
  if (zone.shape === "pile" && label) Object.assign(inner, { y: inner.y + STACK, h: inner.h - STACK });
  const most = area === "own" ? 78 : 52;
  const h = Math.min(inner.h, most * RATIO);
  const pieces = zone.pieces ?? [];
  const stacked = isStacked(zone, inner.w);
  const card = cardWide(zone, inner.w, h / RATIO, stacked);
  const sizes = pieces.map((piece) => fitted(piece, card, h));
  lineUp(made, zone, pieces, sizes, inner, BETWEEN, stacked, "start");
  // A name alone would hang in the air.
  if (label && !pieces.length) made.zones.at(-1)!.slots = [{ x: inner.x, y: inner.y, w: h / RATIO, h, angle: 0 }];
}

const AIRY = 44; // px of a square of a region
const NOTE_EDGES = 20; // px beside the note of a region

export function placeRegion(
  made: Layout,
  zone: Zone,
  rect: Rect,
  area: ZoneBox["area"],
  extra: [number, number][],
): void {
  const lines = zone.note ? linesIn(zone.note, 12, rect.w - NOTE_EDGES) : made.narrow ? 0 : 1;
  const label = area === "middle" && lines ? LABEL + (lines - 1) * NOTE : 0;
  const marks = area === "middle" ? 24 : 0;
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  const spots: [number, number][] = [
    ...(zone.pieces ?? []).map((piece): [number, number] => [piece.row ?? 0, piece.column ?? 0]),
    ...extra,
  ];
  if (!spots.length) spots.push([0, 0], [2, 5]);
  const least = { row: Math.min(...spots.map(([row]) => row)), column: Math.min(...spots.map(([, column]) => column)) };
  const most = { row: Math.max(...spots.map(([row]) => row)), column: Math.max(...spots.map(([, column]) => column)) };
  const cellWith = (margin: number): number =>
    Math.min(
      (inner.w - marks) / (most.column - least.column + 1 + 2 * margin),
      (inner.h - marks) / (most.row - least.row + 1 + 2 * margin),
    );
  // Air around it, unless the squares need the room themselves.
  const margin = area === "middle" && !made.narrow && cellWith(1) >= AIRY ? 1 : 0;
  const [top, start] = [least.row - margin, least.column - margin];
  const rows = most.row + margin - top + 1;
  const columns = most.column + margin - start + 1;
  const cell = Math.max(2, Math.min(88, cellWith(margin)));
  const x = inner.x + marks + (inner.w - marks - columns * cell) / 2;
  const y = inner.y + marks + (inner.h - marks - rows * cell) / 2;
  const region = { row: top, column: start, rows, columns, cell, x, y };
  made.zones.push({ ...rect, id: zone.id, inner, area, captions: 0, region });
  for (const piece of zone.pieces ?? []) {
    const at = {
      x: x + ((piece.column ?? 0) - start) * cell,
      y: y + ((piece.row ?? 0) - top) * cell,
      w: cell,
      h: cell,
    };
    put(made, piece, zone, at, 0, 1);
  }
}
