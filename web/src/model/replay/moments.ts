/** The moments of a finished game that decided it, found by the points alone. Pure. */

import type { ReplayDoc } from "../types";

export interface KeyMoment {
  number: number;
  seat: number;
  /** The seat got the lead and never lost it; or its points changed by much. */
  kind: "lead" | "change";
  by: number;
}

const MOST = 3; // large changes, besides the lead
const LEAST = 2; // points: less is no moment

/** The largest changes by what players did, and when the winner went ahead for good, in the order in which they happened. */
export function keyMoments({ numbers, seats, points, result }: ReplayDoc): KeyMoment[] {
  const changes = points.slice(1).flatMap((now, at) => {
    if (seats[at + 1] == null) return [];
    const by = now.map((value, seat) => value - points[at]![seat]!);
    const seat = by.reduce((best, _, other) => (Math.abs(by[other]!) > Math.abs(by[best]!) ? other : best), 0);
    const moment = { number: numbers[at + 1]!, seat, kind: "change" as const, by: by[seat]! };
    return Math.abs(moment.by) >= LEAST ? [moment] : [];
  });
  const large = changes.sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, MOST);
  const lead = leadOf(numbers, points, (result["winners"] as number[] | undefined) ?? []);
  const found: KeyMoment[] = [...large.filter(({ number }) => number !== lead?.number), ...(lead ? [lead] : [])];
  return found.sort((a, b) => a.number - b.number);
}

/** When the only winner went ahead of everybody and stayed there; nothing if that was so from the first event on. */
function leadOf(numbers: number[], points: number[][], winners: number[]): KeyMoment | null {
  const [seat] = winners;
  if (seat === undefined || winners.length > 1) return null;
  const isAhead = (at: number): boolean =>
    points[at]!.every((value, other) => other === seat || value < points[at]![seat]!);
  let at = points.length - 1;
  while (at >= 0 && isAhead(at)) at -= 1;
  const first = at + 1;
  if (first === 0 || first >= points.length || points[0]!.length < 2) return null;
  return { number: numbers[first]!, seat, kind: "lead", by: points[first]![seat]! - points[first - 1]![seat]! };
}

/** A change as people write it. */
export function changeText(by: number): string {
  return `${by < 0 ? "−" : "+"}${Math.abs(by)}`;
}
