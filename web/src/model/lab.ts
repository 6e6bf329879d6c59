/** What the lab asks for, and where it draws what it finds. Pure. */

import type { LabFile, LabHistory, LabPoint, LabRow, LabVariant, LabWish } from "./types";

/** How sure somebody wants to be: after so many games, or when intervals reach no farther. */
export const SURE = ["look", "usual", "precise"] as const;
export type Sure = (typeof SURE)[number];
const LOOK = { quick: 2000, slow: 160 }; // games
const PRECISE = 0.01;

/** One side of an experiment, while it is put together. */
export interface Side {
  seats: number;
  /** Only what differs from the defaults. */
  options: Record<string, unknown>;
  file: LabFile | null;
}

export interface Draft {
  game: string;
  /** One for all seats, or one a seat. */
  bots: string[];
  isQuick: boolean;
  a: Side;
  b: Side | null;
  by: string;
  sure: Sure;
}

export function wishOf(draft: Draft): LabWish {
  const wish: LabWish = { game: draft.game, bots: draft.bots, a: variantOf(draft.a) };
  if (draft.b) return { ...wish, b: variantOf(draft.b), by: draft.by };
  if (draft.sure === "look") return { ...wish, games: draft.isQuick ? LOOK.quick : LOOK.slow };
  return draft.sure === "precise" ? { ...wish, precision: PRECISE } : wish;
}

function variantOf({ seats, options, file }: Side): LabVariant {
  return file ? { seats, options, file } : { seats, options };
}

export function isUnderWay(state: string): boolean {
  return state === "starting" || state === "playing" || state === "trying";
}

// --- drawing ---

export interface Span {
  low: number;
  high: number;
}

/** What a history is drawn within: the last intervals with room around them, and where all would be even. */
export function reachOf({ points, even, is_share }: LabHistory): Span {
  const last = points.at(-1)?.lines ?? [];
  const lows = last.map(([, low]) => low!);
  const highs = last.map(([, , high]) => high!);
  const low = Math.min(...lows, even ?? Infinity);
  const high = Math.max(...highs, even ?? -Infinity);
  const room = Math.max(0.6 * (high - low), ...last.map(([, from, to]) => to! - from!), 1e-6);
  const span = { low: low - room, high: high + room };
  // A difference may be below 0, and a share may not.
  return is_share && even !== 0 ? { low: Math.max(0, span.low), high: Math.min(1, span.high) } : span;
}

/** Where a number of games lies from 0 to 1: every doubling is as wide. */
export function along(points: readonly LabPoint[], games: number): number {
  const first = Math.log(points[0]?.games ?? 1);
  const last = Math.log(points.at(-1)?.games ?? 1);
  return last > first ? (Math.log(games) - first) / (last - first) : 1;
}

/** The outline of a band, there along its low edge and back along the high one. */
export function bandOf(
  points: readonly LabPoint[],
  line: number,
  x: (games: number) => number,
  y: (value: number) => number,
): string {
  const there = points.map((point) => `${x(point.games)},${y(point.lines[line]![1]!)}`);
  const back = points.map((point) => `${x(point.games)},${y(point.lines[line]![2]!)}`).reverse();
  return [...there, ...back].join(" ");
}

export function pathOf(
  points: readonly LabPoint[],
  line: number,
  x: (games: number) => number,
  y: (value: number) => number,
): string {
  return points.map((point) => `${x(point.games)},${y(point.lines[line]![0]!)}`).join(" ");
}

/** What rows of shares are drawn within. */
export function sharesReach(rows: readonly LabRow[], even: number): Span {
  const ends = rows.flatMap(({ mean, low, high }) => [mean, low ?? mean, high ?? mean]);
  const low = Math.min(even, ...ends);
  const high = Math.max(even, ...ends);
  const room = Math.max(0.02, 0.15 * (high - low));
  return { low: Math.max(0, low - room), high: Math.min(1, high + room) };
}

/** Keep lines of text at least so far apart, in their order, and none past the bottom. */
export function apart(places: readonly number[], least: number, bottom: number): number[] {
  const order = places.map((_, at) => at).sort((a, b) => places[a]! - places[b]!);
  const found = [...places];
  order.forEach((at, rank) => {
    if (rank) found[at] = Math.max(found[at]!, found[order[rank - 1]!]! + least);
  });
  const over = Math.max(0, ...found.map((place) => place - bottom));
  return found.map((place) => place - over);
}
