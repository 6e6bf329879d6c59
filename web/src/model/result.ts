/** How a game ended: who won, and who came in at which place. Pure. */

import type { TableDoc } from "./types";
import { joined, ordinal, word } from "../words/words";

export interface Result {
  scores: number[];
  winners: number[];
  /** Why, in the game's own words; what decided a tie first of all. */
  lines: string[];
  /** The first line says no more than who won. */
  isPlain: boolean;
}

export function resultOf(table: TableDoc | null): Result | null {
  const result = table?.result;
  if (!result) return null;
  const list = <T>(name: string): T[] => (result[name] as T[] | undefined) ?? [];
  return { scores: list("scores"), winners: list("winners"), lines: list("lines"), isPlain: result["plain"] === true };
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

/** How it ended, said to whoever looks. */
export function verdictText(result: Result, you: number | null, nameOf: (seat: number) => string): string {
  const { scores, winners } = result;
  switch (verdictFor(result, you)) {
    case "others":
      return word("end.theirs", { names: joined(winners.map(nameOf)), count: winners.length });
    case "alone":
      return word("end.alone", { count: scores[0] ?? 0 });
    case "placed":
      return word("end.place", { place: ordinal(placeOf(result, you!)), count: scores.length });
    case "nobody":
      return word("end.nobody");
    case "won":
      return word("end.won");
    case "shared":
      return word("end.shared");
  }
}

/** Why it ended so, where that says more than the verdict: who won before whoever looks, and what decided a tie. */
export function whyOf(result: Result, you: number | null): string {
  const isSaid = result.isPlain && verdictFor(result, you) !== "placed";
  return isSaid ? "" : (result.lines[0] ?? "");
}
