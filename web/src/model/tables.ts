/** How lists show tables. Pure. */

import type { TableCard } from "./types";
import { word } from "../words/words";

/** A finished game of others is looked at from its beginning; one's own has its end screen at the table. */
export function whereTo(table: TableCard): string {
  return table.phase === "over" && table.mine == null ? `/replay/${table.table}` : table.link;
}

export function phaseText(table: TableCard): string {
  const free = table.names.filter((name) => !name).length;
  if (table.phase === "waiting") return word("tables.waiting", { count: free });
  if (table.phase === "called") return word("tables.called");
  if (table.ended) return word("tables.ended");
  if (table.phase === "over") return word("tables.over");
  if (table.phase === "void") return word("tables.closed");
  if (table.phase === "paused") return word("tables.paused");
  return word("tables.playing");
}

/** "just now", "5 min ago". */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return word("ago.now");
  if (minutes < 60) return word("ago.minutes", { count: minutes });
  if (minutes < 48 * 60) return word("ago.hours", { count: Math.floor(minutes / 60) });
  return word("ago.days", { count: Math.floor(minutes / 60 / 24) });
}
