/** Scenes: putting their two parts together, finding pieces, and choosing an action pick by pick. Pure. */

import type { Clash, Counter, Panel, Path, Piece, PieceRole, Scene, Zone } from "./types";

/** A scene with nothing left out. */
export interface FullScene {
  prompt: string;
  zones: Zone[];
  panels: Panel[];
  paths: Path[];
  buttons: { id: string; name: string }[];
  status: string[];
  suits: [string, string][];
  lesson: string;
}

export const EMPTY: FullScene = {
  prompt: "",
  zones: [],
  panels: [],
  paths: [],
  buttons: [],
  status: [],
  suits: [],
  lesson: "",
};

/** Put a seat's own part over what all may see, as the server's `merged` does. */
export function merged(common: Scene | null | undefined, own: Scene | null | undefined): FullScene {
  const zones = new Map<string, Zone>();
  const panels = new Map<number, Panel>();
  for (const part of [common, own]) {
    for (const zone of part?.zones ?? []) zones.set(zone.id, zone);
    for (const panel of part?.panels ?? []) panels.set(panel.seat, panel);
  }
  const over = <T>(mine: T[] | undefined, all: T[] | undefined): T[] => (mine?.length ? mine : (all ?? []));
  return {
    prompt: own?.prompt || common?.prompt || "",
    zones: [...zones.values()],
    panels: [...panels.values()],
    paths: over(own?.paths, common?.paths),
    buttons: over(own?.buttons, common?.buttons),
    status: over(own?.status, common?.status),
    suits: over(own?.suits, common?.suits),
    lesson: own?.lesson || common?.lesson || "",
  };
}

/** Where a piece lies. */
export interface Lying {
  piece: Piece;
  zone: Zone;
}

/** All pieces of a scene by their ids, without the squares of tiles. */
export function piecesOf(scene: FullScene): Map<string, Lying> {
  const found = new Map<string, Lying>();
  for (const zone of scene.zones) for (const piece of zone.pieces ?? []) found.set(piece.id, { piece, zone });
  return found;
}

// --- picks -----------------------------------------------------------------------------------------------------------

const TURN = "turn.";
const SQUARE = /^(.*)@(-?\d+),(-?\d+)$/;

export interface Square {
  zone: string;
  row: number;
  column: number;
}

/** Read the id of a square of a region, such as `seat0.region@-1,2`. */
export function squareOf(id: string): Square | null {
  const match = SQUARE.exec(id);
  return match ? { zone: match[1]!, row: Number(match[2]), column: Number(match[3]) } : null;
}

export function squareId(zone: string, row: number, column: number): string {
  return `${zone}@${row},${column}`;
}

export function turnId(degrees: number): string {
  return `${TURN}${degrees}`;
}

export function turnOf(id: string): number | null {
  return id.startsWith(TURN) ? Number(id.slice(TURN.length)) : null;
}

/** The paths that begin with these picks. */
export function pathsAfter(paths: Path[], picks: readonly string[]): Path[] {
  return paths.filter((path) => picks.every((pick, at) => path.picks[at] === pick));
}

/** What can be picked next: pieces, buttons, squares and turns, and what a turn leads to. */
export interface Open {
  /** Ids of pieces, buttons and squares that can be picked now, with the picks that picking them adds. */
  ids: Map<string, string[]>;
  /** The turns that paths offer next; none where nothing can be turned. */
  turns: number[];
}

/** `turnFor` says how far the player has turned a tile, or what is to be laid on a square. */
export function openAfter(paths: Path[], picks: readonly string[], turnFor: (id: string) => number = () => 0): Open {
  const ids = new Map<string, string[]>();
  const turns = new Set<number>();
  for (const path of pathsAfter(paths, picks)) {
    const next = path.picks[picks.length];
    if (next === undefined) continue;
    const degrees = turnOf(next);
    if (degrees === null) {
      if (turnFor(next) === 0 && !ids.has(next)) ids.set(next, [next]);
      continue;
    }
    turns.add(degrees);
    const then = path.picks[picks.length + 1];
    if (then !== undefined && turnFor(then) === degrees) ids.set(then, [next, then]);
  }
  return { ids, turns: [...turns].sort((a, b) => a - b) };
}

export type Step = { kind: "play"; action: string } | { kind: "picked"; picks: string[] } | { kind: "closed" };

/** Pick something: the action is complete, or there is more to pick, or it cannot be picked now.
 *
 * When one path is left, the rest of its picks is no choice and it is played.
 */
export function pick(paths: Path[], picks: readonly string[], open: Open, id: string): Step {
  const added = open.ids.get(id);
  if (!added) return { kind: "closed" };
  const now = [...picks, ...added];
  const left = pathsAfter(paths, now);
  if (left.length === 1) return { kind: "play", action: left[0]!.action };
  return { kind: "picked", picks: now };
}

/** The id whose paths serve a piece: its own, or that of the piece it is a copy of. */
export function pickId(piece: Piece): string {
  return piece.like || piece.id;
}

/** Where a drag from one piece can be dropped: pieces and squares that complete or continue a path with both. */
export function dropTargets(paths: Path[], picks: readonly string[], from: string): Set<string> {
  const found = new Set<string>();
  for (const path of pathsAfter(paths, picks)) {
    const at = path.picks.indexOf(from, picks.length);
    if (at < 0) continue;
    for (const [place, id] of path.picks.entries()) {
      if (place >= picks.length && place !== at && turnOf(id) === null) found.add(id);
    }
  }
  return found;
}

// --- tiles -----------------------------------------------------------------------------------------------------------

/** The squares of a tile as they lie when it is turned clockwise; rows and columns again count from 0. */
export function turned(squares: Piece[], degrees: number): Piece[] {
  let now = squares.map((square) => ({ ...square, row: square.row ?? 0, column: square.column ?? 0 }));
  for (let quarter = 0; quarter < degrees / 90; quarter++) {
    const bottom = Math.max(...now.map((square) => square.row));
    now = now.map((square) => ({ ...square, row: square.column, column: bottom - square.row }));
  }
  return now.sort((a, b) => a.row - b.row || a.column - b.column);
}

export interface Extent {
  rows: number;
  columns: number;
}

export function extentOf(squares: Piece[]): Extent {
  return {
    rows: 1 + Math.max(0, ...squares.map((square) => square.row ?? 0)),
    columns: 1 + Math.max(0, ...squares.map((square) => square.column ?? 0)),
  };
}

// --- what is shown ---------------------------------------------------------------------------------------------------

/** The last action: who did it, and the ids of the pieces that it moved. */
export interface Mark {
  seat: number;
  moved: Set<string>;
  clash: Clash | null;
}

export function markOf(seat: number, event: { moved?: string[]; clash?: Clash | null }): Mark {
  return { seat, moved: new Set(event.moved), clash: event.clash ?? null };
}

/** The paths' own words for the numbers that meet, by the id of the last pick. */
export function meetingsAfter(paths: Path[], picks: readonly string[]): Map<string, string> {
  const last = pathsAfter(paths, picks).filter((path) => path.meets && path.picks.length === picks.length + 1);
  return new Map(last.map((path) => [path.picks.at(-1)!, path.meets!]));
}

export function kindOf(piece: Piece): PieceRole {
  return piece.role ?? "card";
}

/** Points stand out among the counters. */
export function isScore(counter: Counter): boolean {
  return counter.role === "score";
}

/** What a larger drawing of a piece shows, line by line. */
export function linesOf(piece: Piece): string[] {
  return piece.lines ?? (piece.cells ?? []).map((row) => row.map((cell) => cell || "·").join(" "));
}

/** Sort a hand by colour and then by value, or the other way round. */
export function sortedHand(pieces: Piece[], suits: [string, string][], byValue: boolean): Piece[] {
  const order = new Map(suits.map(([letter], at) => [letter, at]));
  const value = (piece: Piece): number => piece.rank ?? 0;
  const suit = (piece: Piece): number => order.get(piece.suit ?? "") ?? suits.length;
  const keys = byValue ? [value, suit] : [suit, value];
  return [...pieces].sort((a, b) => keys[0]!(a) - keys[0]!(b) || keys[1]!(a) - keys[1]!(b));
}
