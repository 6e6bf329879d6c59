/** How a game ended: who won, and who came in at which place. Pure. */

import type { TableDoc } from "./types";

export interface Result {
  scores: number[];
  winners: number[];
  /** Why, in the game's own words; what decided a tie first of all. */
  lines: string[];
}

export function resultOf(table: TableDoc | null): Result | null {
  const result = table?.result;
  if (!result) return null;
  const list = <T>(name: string): T[] => (result[name] as T[] | undefined) ?? [];
  return { scores: list("scores"), winners: list("winners"), lines: list("lines") };
}

/** The place of a seat: winners are first whatever their points, and equals share a place. */
export function placeOf({ scores, winners }: Result, seat: number): number {
  if (winners.includes(seat)) return 1;
  const own = scores[seat] ?? 0;
  return 1 + scores.filter((score, other) => winners.includes(other) || score > own).length;
}

/** The seats, the best first. */
export function standings(result: Result): number[] {
  const seats = result.scores.map((_, seat) => seat);
  return seats.sort((a, b) => placeOf(result, a) - placeOf(result, b));
}

export type Verdict = "won" | "shared" | "placed" | "alone" | "others" | "nobody";

/** What is to be said to whoever looks, or watches. */
export function verdictFor({ scores, winners }: Result, you: number | null): Verdict {
  if (!winners.length) return "nobody";
  if (you === null) return "others";
  if (scores.length === 1) return "alone";
  if (!winners.includes(you)) return "placed";
  return winners.length > 1 ? "shared" : "won";
}
