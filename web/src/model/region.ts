/** Regions: their lines as people count them, and what a tile would make of them. Pure. */

import type { Piece, Zone, ZoneLine } from "./types";
import { word } from "../words/words";

type Side = "row" | "column";

/** From where to where a region reaches; people count its lines from 1 at the top and at the left. */
export function reach(pieces: readonly Piece[], side: Side): { first: number; last: number } {
  const numbers = pieces.map((piece) => piece[side] ?? 0);
  return { first: Math.min(...numbers), last: Math.max(...numbers) };
}

/** What a line is called as the region lies, within it or beyond its edges. */
export function lineName(pieces: readonly Piece[], side: Side, number: number): string {
  const { first, last } = reach(pieces, side);
  if (number < first) return word(`lines.${side}.before`, { count: first - number });
  if (number > last) return word(`lines.${side}.behind`, { count: number - last });
  return word(`lines.${side}`, { number: number - first + 1 });
}

/** The pieces of a region with a tile laid on it: it covers what lies there. */
export function laid(pieces: readonly Piece[], squares: readonly Piece[], row: number, column: number): Piece[] {
  const tile = squares.map((one) => ({ ...one, row: (one.row ?? 0) + row, column: (one.column ?? 0) + column }));
  const at = (piece: Piece): string => `${piece.row ?? 0},${piece.column ?? 0}`;
  const covered = new Set(tile.map(at));
  return [...pieces.filter((piece) => !covered.has(at(piece))), ...tile];
}

/** What is said of the lines of a region with these pieces, as the server says it of those that lie there. */
export function balances({ balance }: Zone, pieces: readonly Piece[]): ZoneLine[] {
  const [one, other] = balance ?? [];
  if (!one || !other) return [];
  const lines = (side: Side): ZoneLine[] => {
    const { first, last } = reach(pieces, side);
    const found: ZoneLine[] = [];
    for (let number = first; number <= last; number++) {
      const own = pieces.filter((piece) => (piece[side] ?? 0) === number);
      const ones = own.filter((piece) => piece.suit === one).length;
      const more = ones - own.filter((piece) => piece.suit === other).length;
      if (more) found.push({ [side]: number, text: more > 0 ? `+${more}` : String(more) });
      else if (ones) found.push({ [side]: number, text: "=", lit: ["good"] });
    }
    return found;
  };
  return [...lines("row"), ...lines("column")];
}

export function isGood(line: ZoneLine | undefined): boolean {
  return line?.lit?.includes("good") ?? false;
}

export const keyOf = (line: ZoneLine): string => `${line.row ?? ""}/${line.column ?? ""}`;
