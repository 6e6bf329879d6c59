/** Scenes: putting their two parts together, finding pieces, and choosing an action pick by pick. Pure. */

import type { Panel, Path, Piece, Scene, Zone } from "./types";

/** A scene with nothing left out. */
export interface FullScene {
  prompt: string;
  zones: Zone[];
  panels: Panel[];
  paths: Path[];
  buttons: { id: string; name: string }[];
  status: string[];
  suits: [string, string][];
}

export const EMPTY: FullScene = { prompt: "", zones: [], panels: [], paths: [], buttons: [], status: [], suits: [] };

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
export function openAfter(
  paths: Path[],
  picks: readonly string[],
  turnFor: (id: string) => number = () => 0,
): Open {
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

// --- why not ---------------------------------------------------------------------------------------------------------

/** Write the action that picking a piece would have been, after the model of an action that is legal.
 *
 * Texts of actions name their pieces by face or text ("play R4"), so the words of a legal action with another piece of
 * the same zone tell how to ask. Null where there is no model.
 */
export function actionLike(scene: FullScene, picks: readonly string[], piece: Piece, zone: Zone): string | null {
  const pieces = piecesOf(scene);
  const place = picks.length;
  const all = pathsAfter(scene.paths, picks);
  const models = all.length ? all : scene.paths;
  for (const sameZone of [true, false]) {
    for (const path of models) {
      const model = pieces.get(path.picks[place] ?? "");
      if (!model || (sameZone && model.zone.id !== zone.id)) continue;
      const words = path.action.split(" ");
      const at = words.findIndex((word) => word === model.piece.face || word === model.piece.text);
      if (at < 0 || !(piece.face || piece.text)) continue;
      words[at] = words[at] === model.piece.text && piece.text ? piece.text : piece.face || piece.text || "";
      return words.join(" ");
    }
  }
  return actionTowards(scene, picks, piece);
}

const MOST_ASKED = 6; // of the actions that a card of a grid cannot do

/** Write all that a card of a grid might have done, after the models of what others can do. */
export function actionsOf(scene: FullScene, piece: Piece, zone: Zone): string[] {
  const pieces = piecesOf(scene);
  const found = new Set<string>();
  for (const path of scene.paths) {
    const model = pieces.get(path.picks[0] ?? "");
    if (model?.zone.id !== zone.id || !piece.text) continue;
    found.add(path.action.split(" ").map((word) => (word === model.piece.text ? piece.text : word)).join(" "));
  }
  return [...found].slice(0, MOST_ASKED);
}

/** Write the action that would lay a tile on a square, after the model of one that is legal; its words name both. */
export function actionAt(paths: Path[], zone: string, row: number, column: number, degrees: number): string | null {
  const laying = paths.filter((path) => squareOf(path.picks.at(-1) ?? "")?.zone === zone);
  const turnIn = (path: Path): number => path.picks.map(turnOf).find((turn) => turn !== null) ?? 0;
  const path = laying.find((other) => turnIn(other) === degrees);
  const square = squareOf(path?.picks.at(-1) ?? "");
  if (!path || !square) return null;
  const there = `${square.row},${square.column}`;
  return path.action.split(" ").map((word) => (word === there ? `${row},${column}` : word)).join(" ");
}

/** Write the action that would go from the picked piece of a grid to another, after one of the same direction. */
function actionTowards(scene: FullScene, picks: readonly string[], piece: Piece): string | null {
  const pieces = piecesOf(scene);
  const way = (from: Piece | undefined, to: Piece | undefined): string =>
    from && to ? `${(to.row ?? 0) - (from.row ?? 0)},${(to.column ?? 0) - (from.column ?? 0)}` : "";
  const at = picks.length;
  const from = pieces.get(picks.at(-1) ?? "");
  const mine = pathsAfter(scene.paths, picks)[0];
  if (from?.zone.shape !== "grid" || !mine) return null;
  const wanted = way(from.piece, piece);
  const like = scene.paths.find(
    (path) => way(pieces.get(path.picks[at - 1] ?? "")?.piece, pieces.get(path.picks[at] ?? "")?.piece) === wanted,
  );
  if (!like) return null;
  return [...mine.action.split(" ").slice(0, -1), like.action.split(" ").at(-1)].join(" ");
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

// --- what changed ----------------------------------------------------------------------------------------------------

const MANY = 8; // pieces: more are a deal and no move

/** The pieces that an action moved: those that can be seen and lie elsewhere, or else those that say something new. */
export function movedIn(before: FullScene, after: FullScene): Set<string> {
  const old = piecesOf(before);
  const moved: string[] = [];
  const changed: string[] = [];
  for (const [id, { piece, zone }] of piecesOf(after)) {
    const was = old.get(id);
    if (!piece.face) continue;
    if (!was || was.zone.id !== zone.id || isElsewhere(was.piece, piece)) moved.push(id);
    else if (was.piece.text !== piece.text) changed.push(id);
  }
  const found = moved.length ? moved : changed;
  return new Set(found.length <= MANY ? found : []);
}

/** Two cards of a grid that met: one went to a seat, the other took its place. */
export interface Clash {
  zone: string;
  winner: string;
  /** Where the winner came from. */
  row: number;
  column: number;
  /** The numbers that met, the winner's first. */
  text: string;
}

export function clashIn(before: FullScene, after: FullScene): Clash | null {
  const now = piecesOf(after);
  for (const zone of before.zones.filter((one) => one.shape === "grid")) {
    const cells = zone.pieces ?? [];
    for (const loser of cells) {
      if (now.get(loser.id)?.zone.seat == null) continue;
      const winner = cells.find((one) => one !== loser && isAt(now.get(one.id), zone, loser));
      if (!winner) continue;
      const { row = 0, column = 0 } = winner;
      return { zone: zone.id, winner: winner.id, row, column, text: meetingOf(winner, loser) };
    }
  }
  return null;
}

function isAt(lying: Lying | undefined, zone: Zone, cell: Piece): boolean {
  return lying?.zone.id === zone.id && !isElsewhere(lying.piece, cell);
}

/** The two numbers that meet when one card of a grid is moved on another; empty where the first has none there. */
export function meetingOf(one: Piece, other: Piece): string {
  const down = (other.row ?? 0) - (one.row ?? 0);
  const right = (other.column ?? 0) - (one.column ?? 0);
  const mine = numberAt(one, 1 + down, 1 + right);
  const theirs = numberAt(other, 1 - down, 1 - right);
  return mine ? `${mine} › ${theirs === "·" ? "–" : theirs}` : "";
}

function numberAt(piece: Piece, row: number, column: number): string {
  const cells = (piece.lines ?? []).map((line) => line.trim().split(/\s+/));
  return cells.length === 3 ? (cells[row]?.[column] ?? "") : "";
}

function isElsewhere(was: Piece, is: Piece): boolean {
  return (was.row ?? 0) !== (is.row ?? 0) || (was.column ?? 0) !== (is.column ?? 0);
}

/** The last lines of an event in which every seat's points are told; none if they are not. */
export function sumsIn(lines: readonly string[], names: readonly string[], own: number | null): string[] {
  const isOf = (line: string, seat: number): boolean => line.startsWith(`${seat === own ? "You" : names[seat]} `);
  const points = lines.filter((line) => /\bpoints?\b/.test(line));
  const start = (told: string[]): number => Math.min(...names.map((_, seat) => told.findLastIndex((line) => isOf(line, seat))));
  const closed = start(points.slice(0, -1)); // the last line may be a remark on what was told before it
  const first = closed < 0 ? start(points) : closed;
  return names.length > 1 && first >= 0 ? points.slice(first) : [];
}

/** Sort a hand by colour and then by value, as far as names of faces tell it. */
export function sortedHand(pieces: Piece[], suits: [string, string][], byValue: boolean): Piece[] {
  const order = new Map(suits.map(([letter], at) => [letter, at]));
  const value = (piece: Piece): number => Number(/-?\d+/.exec(piece.text ?? "")?.[0] ?? 0);
  const suit = (piece: Piece): number => order.get(piece.suit ?? "") ?? suits.length;
  const keys = byValue ? [value, suit] : [suit, value];
  return [...pieces].sort((a, b) => keys[0]!(a) - keys[0]!(b) || keys[1]!(a) - keys[1]!(b));
}

/** The last trick, still lying, when an event both completed and took it away; null if it did not.
 *
 * A shared row whose pieces say who laid them is a trick. Its last card was told in words only, so its piece is made
 * after the model of the others: where their ids are their faces, the word of the action that names it is both.
 */
export function restingTrick(
  before: FullScene,
  after: FullScene,
  seat: number | null,
  told: string | null,
): FullScene | null {
  if (seat === null || told === null) return null;
  for (const zone of before.zones) {
    const laid = zone.pieces ?? [];
    const isTrick = zone.seat == null && zone.shape === "row" && laid.length > 0 && laid.every((p) => p.seat != null);
    if (!isTrick || laid.some((piece) => piece.seat === seat)) continue;
    const now = after.zones.find((other) => other.id === zone.id)?.pieces ?? [];
    if (now.some((piece) => laid.some((old) => old.id === piece.id))) continue;
    const last = lastCard(before, after, laid, seat, told);
    if (!last) continue;
    return layOver(before, zone, last);
  }
  return null;
}

function lastCard(before: FullScene, after: FullScene, laid: Piece[], seat: number, told: string): Piece | null {
  const word = told.split(" ").at(-1) ?? "";
  const isPlain = laid.every((piece) => piece.id === piece.face);
  if (!isPlain || !/\d/.test(word)) return null;
  const known = piecesOf(before).get(word)?.piece ?? piecesOf(after).get(word)?.piece;
  const suit = before.suits.find(([letter]) => word.startsWith(letter))?.[0] ?? "";
  const hand = before.zones.find((zone) => zone.seat === seat && zone.shape === "fan")?.pieces ?? [];
  const slot = hand.at(-1)?.id ?? "";
  return { name: word, suit, ...known, id: word, face: word, text: word, seat, lit: [], came_from: slot };
}

function layOver(scene: FullScene, trick: Zone, last: Piece): FullScene {
  const slot = last.came_from;
  const zones = scene.zones.map((zone) => {
    if (zone.id === trick.id) return { ...zone, pieces: [...(zone.pieces ?? []), last] };
    const kept = zone.pieces?.filter((piece) => piece.id !== last.id && piece.id !== slot);
    return kept && kept.length !== zone.pieces!.length ? { ...zone, pieces: kept } : zone;
  });
  return { ...scene, zones, paths: [], buttons: [] };
}
