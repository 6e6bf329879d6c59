/** Placing what all share: shelves of zones with the largest cards that fit, and the own region above them. */

import type { FullScene } from "../../model/scene";
import type { Zone } from "../../model/types";
import type { Layout, Rect, Size, Stage } from "./boxes";
import { itemOf, type Item } from "./items";
import { GAP, isBrief, LARGEST_CARD } from "./sizes";
import { placeRegion, zonesOf } from "./zones";

const REACH = 2; // squares

export function placeMiddle(made: Layout, scene: FullScene, stage: Stage): void {
  const shared = scene.zones.filter((zone) => zone.seat == null);
  const regions = stage.own === null ? [] : zonesOf(scene, stage.own).filter((zone) => zone.shape === "region");
  let rect = made.middle;
  if (regions.length) {
    const line = shared.length ? Math.min(120, rect.h * 0.3) : 0;
    const isOpen = scene.paths.length > 0 || scene.buttons.length > 0;
    for (const zone of regions) {
      placeRegion(made, zone, { ...rect, h: rect.h - line }, "middle", isOpen ? reachOf(zone) : []);
    }
    rect = { ...rect, y: rect.y + rect.h - line, h: line };
  }
  if (shared.length) packMiddle(made, shared, stage, rect);
}

/** How far a tile may reach beyond a region: room that stays while there is anything to do, so that nothing moves. */
function reachOf({ pieces }: Zone): [number, number][] {
  const rows = (pieces ?? []).map((piece) => piece.row ?? 0);
  const columns = (pieces ?? []).map((piece) => piece.column ?? 0);
  return rows.length
    ? [
        [Math.min(...rows) - REACH, Math.min(...columns) - REACH],
        [Math.max(...rows) + REACH - 1, Math.max(...columns) + REACH - 1],
      ]
    : [];
}

const SMALL = 56; // px: where cards of a trick lie around each other and are no wider, a line may be better

/** Shelves of zones, with the largest cards that fit; a trick lies in a line where that makes small cards larger. */
export function packMiddle(made: Layout, zones: Zone[], stage: Stage, rect: Rect): void {
  const around = fit(made, zones, stage, rect, false);
  const inLine = around.card < SMALL ? fit(made, zones, stage, rect, true) : around;
  const { card, shelves, apart, between } = inLine.card > around.card ? inLine : around;
  const tall = tallOf(shelves, between);
  const air = Math.max(0, rect.h - tall) / (shelves.length + 1);
  let y = rect.y + Math.min(air, 48);
  if (shelves.length === 1) y = rect.y + Math.max(0, rect.h - tall) / 2;
  for (const shelf of shelves) {
    let x = rect.x + beginOf(shelf, rect.w, apart);
    for (const { item, size } of shelf.items) {
      item.place({ x, y: y + (shelf.h - size.h) / 2, ...size }, card);
      x += size.w + apart;
    }
    y += shelf.h + between + Math.min(air, 32);
  }
}

/** Where a shelf begins: what is played on lies in the middle of the table, as far as the rest has room beside it. */
function beginOf({ items, w }: Shelf, wide: number, apart: number): number {
  const main = items.findIndex(({ item: { zone } }) => zone.shape === "grid" || zone.role === "trick");
  if (main < 0) return (wide - w) / 2;
  const before = items.slice(0, main).reduce((sum, { size }) => sum + size.w + apart, 0);
  return Math.max(0, Math.min(wide - w, (wide - items[main]!.size.w) / 2 - before));
}

interface Packed {
  card: number;
  shelves: Shelf[];
  /** px between two things on a shelf, and between two shelves. */
  apart: number;
  between: number;
}

const BESIDE_TRICK = 0.64; // of the size of its cards, on a phone: what was turned up says less than what is played

function fit(made: Layout, zones: Zone[], stage: Stage, rect: Rect, inLine: boolean): Packed {
  const share = made.narrow && zones.some((zone) => zone.role === "trick") ? BESIDE_TRICK : 1;
  const items = zones.map((zone) => itemOf(made, zone, stage, inLine, share));
  const apart = (made.narrow ? 2 : 3) * GAP;
  const between = isBrief(made.width, made.height) ? GAP / 2 : GAP;
  for (let card = LARGEST_CARD; ; card -= 2) {
    const shelves = shelve(items, card, rect.w, apart);
    const fits = tallOf(shelves, between) <= rect.h && shelves.every((shelf) => shelf.w <= rect.w);
    if (fits || card <= 20) return { card, shelves, apart, between };
  }
}

function tallOf(shelves: Shelf[], between: number): number {
  return shelves.reduce((sum, shelf) => sum + shelf.h, 0) + (shelves.length - 1) * between;
}

interface Shelf extends Size {
  items: { item: Item; size: Size }[];
}

function shelve(items: Item[], card: number, wide: number, apart: number): Shelf[] {
  const shelves: Shelf[] = [];
  for (const item of items) {
    const size = item.size(card, wide);
    const shelf = shelves.at(-1);
    if (shelf && shelf.w + apart + size.w <= wide) {
      shelf.items.push({ item, size });
      shelf.w += apart + size.w;
      shelf.h = Math.max(shelf.h, size.h);
    } else {
      shelves.push({ ...size, items: [{ item, size }] });
    }
  }
  return shelves;
}
