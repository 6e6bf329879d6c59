/** How far the compiling is, on a machine that is new to the games. */

import type { Prepared } from "./types";

/** What is done of one game, or of all if none is named; null when nothing is missing. */
export function howFar(all: readonly Prepared[], game = ""): { done: number; of: number } | null {
  const meant = all.filter((one) => !game || one.game === game);
  const done = meant.reduce((sum, one) => sum + one.done, 0);
  const of = meant.reduce((sum, one) => sum + one.of, 0);
  return done < of ? { done, of } : null;
}
