/** Where things lie in a picture: what all share above, then a line for each seat with its numbers and its zones. */

import type { FullScene } from "../../model/scene";
import type { Zone } from "../../model/types";
import type { Layout, Rect } from "./boxes";
import { packMiddle } from "./middle";
import { GAP } from "./sizes";
import { placeRegion, placeShared, zonesOf } from "./zones";

const HEAD = 118; // px for a seat's name and numbers
const LINE = 132; // px at most for a seat
const BELOW = 92; // px for a seat below what all share
const REGION = 0.7; // of the width is for a region, where its seat has something else

export function pictureLayout(scene: FullScene, width: number, height: number, seats: number): Layout {
  const made: Layout = {
    width,
    height,
    narrow: true,
    low: false,
    column: false,
    prompt: { x: 0, y: height, w: width, h: 0 },
    middle: { x: GAP, y: GAP, w: width - 2 * GAP, h: height - 2 * GAP },
    seats: [],
    zones: [],
    places: new Map(),
  };
  const shared = scene.zones.filter((zone) => zone.seat == null);
  const shown = seatsOf(scene);
  const above = shared.length ? made.middle.h - shown.length * BELOW : 0;
  if (shared.length) packMiddle(made, shared, { width, height, own: 0, seats }, { ...made.middle, h: above });
  const rest = { ...made.middle, y: made.middle.y + above, h: made.middle.h - above };
  const tall = Math.min(hasRegion(scene) ? Infinity : LINE, rest.h / shown.length);
  const top = rest.y + (rest.h - tall * shown.length) / 2;
  shown.forEach((seat, at) => placeSeat(made, scene, seat, { ...rest, y: top + at * tall, h: tall - GAP }));
  return made;
}

function seatsOf(scene: FullScene): number[] {
  const zones = scene.zones.flatMap((zone) => (zone.seat == null ? [] : [zone.seat]));
  return [...new Set([...scene.panels.map((panel) => panel.seat), ...zones])].sort((a, b) => a - b);
}

function hasRegion(scene: FullScene): boolean {
  return scene.zones.some((zone) => zone.shape === "region");
}

function placeSeat(made: Layout, scene: FullScene, seat: number, rect: Rect): void {
  const hasHead = scene.panels.some((panel) => panel.seat === seat);
  const head = { ...rect, w: HEAD };
  if (hasHead) made.seats.push({ ...rect, seat, head, side: "own", notes: 0 });
  const left = hasHead ? { ...rect, x: rect.x + HEAD + GAP, w: rect.w - HEAD - GAP } : rect;
  const zones = zonesOf(scene, seat);
  const regions = zones.filter((zone) => zone.shape === "region");
  const others = zones.filter((zone) => zone.shape !== "region");
  if (!regions.length) {
    if (others.length) placeShared(made, others, left, "own");
    return;
  }
  const wide = others.length ? left.w * REGION : left.w;
  for (const zone of regions) placeRegion(made, zone, { ...left, w: wide }, "middle", []);
  placeColumn(made, others, { ...left, x: left.x + wide + GAP, w: left.w - wide - GAP });
}

function placeColumn(made: Layout, zones: Zone[], rect: Rect): void {
  const tall = Math.min(LINE, rect.h / Math.max(1, zones.length));
  const top = rect.y + (rect.h - tall * zones.length) / 2;
  zones.forEach((zone, at) => placeShared(made, [zone], { ...rect, y: top + at * tall, h: tall - GAP }, "own"));
}
