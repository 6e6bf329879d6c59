/** What a review shows: lines of chances, and parts that add up. Pure. */

import type { ReviewDoc, ReviewWait, ToldPart } from "../types";

export function isThere(found: ReviewDoc | ReviewWait): found is ReviewDoc {
  return "told" in found;
}

/** Shares of the victory over the game as a path in a box, the first at the left, certain victory at the top. */
export function lineOf(chances: readonly (readonly number[])[], seat: number, wide: number, tall: number): string {
  const last = Math.max(1, chances.length - 1);
  return chances
    .map((shares, at) => `${at ? "L" : "M"}${round((wide * at) / last)} ${round(tall * (1 - (shares[seat] ?? 0)))}`)
    .join("");
}

/** A part of a result as it is drawn: from where the parts before it have led to where it leads. */
export interface Step {
  part: ToldPart;
  from: number;
  to: number;
}

/** The parts one after another, from the even share to the result. */
export function stepsOf(parts: readonly ToldPart[], even: number): Step[] {
  let at = even;
  return parts.map((part) => ({ part, from: at, to: (at += part.share) }));
}

/** The ends of an axis on which all steps and the whole way from nothing to victory have room. */
export function reachOf(steps: readonly Step[]): { low: number; high: number } {
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  return { low: Math.min(0, ...ends), high: Math.max(1, ...ends) };
}

export function percent(share: number): number {
  return Math.round(100 * share);
}

/** The place among the moments, the one before the first event included, where a pointer is. */
export function placeAt(x: number, width: number, moments: number): number {
  const share = width > 0 ? x / width : 0;
  return Math.min(moments - 1, Math.max(0, Math.round(share * (moments - 1))));
}

function round(number: number): number {
  return Math.round(10 * number) / 10;
}
