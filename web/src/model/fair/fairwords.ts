/** What people read of the fair deal. */

import { isHash, isHidden, type Terms } from "./fair";
import { shown } from "../opening";
import type { GameDoc } from "../types";
import type { Failed } from "./pins";
import { joined, listed, say, word, type Message } from "../../words/words";

const MOST_VOIDS = 3; // starts that may fail; then the server closes the table

/** "Anna", "Anna and Bob", "Anna, Bob and Cleo". */
export function namesText(names: string[]): string {
  return names.length ? joined(names) : word("nobody");
}

/** How many starts are left. */
export function startsText(failed: number): string {
  return word("room.void.left", { count: Math.max(1, MOST_VOIDS - failed) });
}

/** A sentence for the end of a game; empty if every start succeeded. */
export function startsFailed(failed: Failed[]): string {
  if (!failed.length) return "";
  const silent = failed.map(({ silent, start }) => word("end.silent", { names: namesText(silent), start }));
  return word("end.failed", { count: failed.length, silent: listed(silent), deals: failed.length + 1 });
}

/** What was found against the server. Nobody reads 64 digits, so fewer are shown; the file has them all. */
export function evidenceText({ key, gaps }: Message): string {
  const short = Object.entries(gaps).map(([name, value]) => [name, isHash(value) ? `${value.slice(0, 8)}…` : value]);
  return say({ key, gaps: Object.fromEntries(short) });
}

/** What is agreed for a table: its options, and whether it plays with cards or numbers of its own. */
export function agreedText(terms: Terms, game: GameDoc): string {
  const options = Object.entries((terms["options"] ?? {}) as Record<string, unknown>);
  const words = options.map(([name, value]) => {
    const option = game.options.find((one) => one.name === name);
    const agreed = isHidden(value) ? word("agreed.hidden") : shown(value, option);
    return word("agreed.option", { name: option?.label ?? name, value: agreed });
  });
  if (terms["data"]) words.push(word("agreed.data"));
  return listed(words);
}
