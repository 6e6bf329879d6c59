/** How lists show tables. Pure. */

import type { TableCard } from "./types";

/** A finished game of others is looked at from its beginning; one's own has its end screen at the table. */
export function whereTo(table: TableCard): string {
  return table.phase === "over" && table.mine == null ? `/replay/${table.table}` : table.link;
}

export function phaseText(table: TableCard): string {
  const free = table.names.filter((name) => !name).length;
  if (table.phase === "waiting") return free === 1 ? "1 seat free" : `${free} seats free`;
  if (table.phase === "called") return "about to start";
  if (table.phase === "over") return "finished";
  if (table.phase === "paused") return "paused";
  return "being played";
}

/** "just now", "5 min ago". */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 60 / 24)} days ago`;
}
