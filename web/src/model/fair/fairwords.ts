/** What people read of the fair deal. */

import { isHidden, type Terms } from "./fair";
import { label, shown } from "../opening";
import type { Failed } from "./pins";

const MOST_VOIDS = 3; // starts that may fail; then the server closes the table
const WORDS = ["no", "one", "two", "three"];

/** "Anna", "Anna and Bob", "Anna, Bob and Cleo". */
export function namesText(names: string[]): string {
  const last = names.at(-1) ?? "nobody";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** How many starts are left. */
export function startsText(failed: number): string {
  const left = MOST_VOIDS - failed;
  return left <= 1
    ? "If the next start fails too, the table closes."
    : `If ${WORDS[left] ?? left} more starts fail, the table closes.`;
}

/** A sentence for the end of a game; empty if every start succeeded. */
export function startsFailed(failed: Failed[]): string {
  if (!failed.length) return "";
  const silent = failed.map((its) => `${namesText(its.silent)} at start ${its.start}`).join(", ");
  return `It was dealt after ${failed.length === 1 ? "a start" : `${failed.length} starts`} at which somebody did not answer (${silent}), so it could be the best of ${failed.length + 1} deals.`;
}

/** What is agreed for a table: its options, and whether it plays with cards or numbers of its own. */
export function agreedText(terms: Terms): string {
  const options = Object.entries((terms["options"] ?? {}) as Record<string, unknown>);
  const words = options.map(
    ([name, value]) => `${label(name).toLowerCase()} ${isHidden(value) ? "secret until the end" : shown(value)}`,
  );
  if (terms["data"]) words.push("with cards and numbers of its own");
  return words.join(", ");
}
