/** Which games this browser has shown the goal of: once before a first game, and again when somebody asks. */

import { keep, kept } from "./kept";

const PLACE = "goals";

function shown(): unknown[] {
  const found = kept<unknown>(PLACE);
  return Array.isArray(found) ? found : [];
}

export function isShown(game: string): boolean {
  return shown().includes(game);
}

export function noteShown(game: string): void {
  if (!isShown(game)) keep(PLACE, [...shown(), game]);
}

/** Show all of them again. */
export function forgetShown(): void {
  keep(PLACE, []);
}
