/** Moving among pieces with arrow keys: the nearest in a direction. Pure. */

import type { Rect } from "./layout/boxes";

export type Direction = "left" | "right" | "up" | "down";

const STEPS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

export interface Spot extends Rect {
  id: string;
}

/** The nearest other spot in a direction, what lies aside counting three times; null if there is none. */
export function nextSpot(from: Spot, others: Spot[], direction: Direction): Spot | null {
  const [dx, dy] = STEPS[direction];
  let best: Spot | null = null;
  let least = Infinity;
  for (const other of others) {
    if (other.id === from.id) continue;
    const x = other.x + other.w / 2 - from.x - from.w / 2;
    const y = other.y + other.h / 2 - from.y - from.h / 2;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = along + 3 * aside;
    if (along > 1 && far < least) [best, least] = [other, far];
  }
  return best;
}

export function directionOf(key: string): Direction | null {
  return key.startsWith("Arrow") ? (key.slice(5).toLowerCase() as Direction) : null;
}
