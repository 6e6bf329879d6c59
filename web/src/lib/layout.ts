/** Where everything lies: a pure function from a scene, the size of the stage and the own seat to rectangles and places.
 *
 * The whole table always fits its stage: opponents clockwise from the left, shared things in the middle, the prompt at
 * one place, the own things below it. What is too small to read can be opened larger from its seat's panel.
 */

import { extentOf, squareOf, type FullScene } from "./scene";
import type { Counter, Panel, Piece, PieceRole, Zone } from "./types";

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Of a piece: its top left corner before it is turned, its size, and how it lies. */
export interface Place extends Rect {
  angle: number;
  z: number;
  zone: string;
  /** Too small for a picture: letters only. */
  mini: boolean;
}

export interface ZoneBox extends Rect {
  id: string;
  /** Where the pieces lie; above it stand the name, the counters and the note. */
  inner: Rect;
  area: "seat" | "middle" | "hand" | "own";
  /** Pieces hang their lines below them. */
  captions: boolean;
  region?: RegionBox;
}

/** The part of an endless plane that is shown: its first row and column, their numbers, and the size of a square. */
export interface RegionBox {
  row: number;
  column: number;
  rows: number;
  columns: number;
  cell: number;
  x: number;
  y: number;
}

export interface SeatBox extends Rect {
  seat: number;
  /** Where name, counters and notes stand. */
  head: Rect;
  side: "left" | "top" | "right" | "own";
  /** Lines of notes that there is room for. */
  notes: number;
}

export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  prompt: Rect;
  middle: Rect;
  seats: SeatBox[];
  zones: ZoneBox[];
  places: Map<string, Place>;
}

export interface Stage {
  width: number;
  height: number;
  /** The own seat, or null for who watches. */
  own: number | null;
  seats: number;
  /** There is a line for tips above the prompt. */
  taught?: boolean;
}

/** px of the line for tips. */
export function tipTall(narrow: boolean): number {
  return narrow ? 50 : 34;
}

export const RATIO = 1.4; // of a card's height to its width
export const MINI = 40; // px: narrower cards show letters instead of a picture
const NARROW = 700;
const GAP = 8;
const LABEL = 18;
const CAPTION = 34; // px below a card for its lines
const CHIP = 40;
const LARGEST_CARD = 132;
const HEAD = 92; // px of a seat's name, counters and notes, where there is room for all
const FLAT = 92; // px of a lone opponent's box: the head on the left, the zones beside it
const LETTER = 0.57; // of its size is a letter wide, on average
const BOLD = 0.63;

export function kindOf(piece: Piece): PieceRole {
  return piece.role ?? "card";
}

export function layout(scene: FullScene, stage: Stage): Layout {
  const narrow = stage.width < NARROW;
  const made: Layout = {
    width: stage.width,
    height: stage.height,
    narrow,
    prompt: { x: 0, y: 0, w: stage.width, h: 0 },
    middle: { x: 0, y: 0, w: 0, h: 0 },
    seats: [],
    zones: [],
    places: new Map(),
  };
  const below = ownArea(scene, stage, narrow);
  const promptHeight = (narrow ? 92 : 60) + (stage.taught ? tipTall(narrow) : 0);
  made.prompt = { x: 0, y: below.y - promptHeight, w: stage.width, h: promptHeight };
  const board = { x: GAP, y: GAP, w: stage.width - 2 * GAP, h: made.prompt.y - GAP };
  made.middle = placeOpponents(made, scene, stage, board);
  placeMiddle(made, scene, stage);
  if (stage.own !== null) placeOwn(made, scene, stage.own, below);
  return made;
}

function zonesOf(scene: FullScene, seat: number): Zone[] {
  return scene.zones.filter((zone) => zone.seat === seat);
}

function isHand(zone: Zone): boolean {
  return zone.role === "hand";
}

function ownArea(scene: FullScene, stage: Stage, narrow: boolean): Rect {
  if (stage.own === null) return { x: 0, y: stage.height, w: stage.width, h: 0 };
  const mine = zonesOf(scene, stage.own);
  const hasHand = mine.some((zone) => zone.shape === "fan");
  const hasRegion = mine.some((zone) => zone.shape === "region");
  const most = narrow ? (hasRegion ? 150 : 186) : Math.min(216, Math.max(150, Math.round(stage.height * 0.25)));
  const h = hasHand ? most : narrow ? 56 : 88;
  return { x: 0, y: stage.height - h, w: stage.width, h };
}

// --- opponents -------------------------------------------------------------------------------------------------------

/** The other seats clockwise from the left. */
export function opponents(seats: number, own: number | null): number[] {
  const first = own === null ? 0 : own + 1;
  return Array.from({ length: own === null ? seats : seats - 1 }, (_, step) => (first + step) % seats);
}

/** How many sit on the left, on top and on the right. */
export function sides(count: number): [number, number, number] {
  if (count <= 1) return [0, count, 0];
  const side = Math.min(3, Math.floor(count / 2));
  return [side, count - 2 * side, side];
}

/** Place the opponents and give what is left in the middle. */
function placeOpponents(made: Layout, scene: FullScene, stage: Stage, board: Rect): Rect {
  const others = opponents(stage.seats, stage.own);
  if (!others.length) return board;
  // Who watches a game without shared things sees every seat as large as all can be.
  if (stage.own === null && !scene.zones.some((zone) => zone.seat == null))
    return placeGrid(made, scene, others, board);
  return made.narrow || board.w < 760
    ? placeStrip(made, scene, others, board)
    : placeAround(made, scene, others, board);
}

function placeGrid(made: Layout, scene: FullScene, others: number[], board: Rect): Rect {
  const columns = made.narrow
    ? others.length > 3
      ? 2
      : 1
    : Math.min(others.length, others.length > 4 ? 4 : others.length === 4 ? 2 : 3);
  const rows = Math.ceil(others.length / columns);
  const w = (board.w - (columns - 1) * GAP) / columns;
  const h = (board.h - (rows - 1) * GAP) / rows;
  others.forEach((seat, at) => {
    const x = board.x + (at % columns) * (w + GAP);
    placeSeat(made, scene, seat, "top", { x, y: board.y + Math.floor(at / columns) * (h + GAP), w, h });
  });
  return board;
}

function placeStrip(made: Layout, scene: FullScene, others: number[], board: Rect): Rect {
  const hasRegion = scene.zones.some((zone) => zone.shape === "region" && others.includes(zone.seat ?? -1));
  // Hands of cards are wide; regions are not, and one row of them leaves more of the table to the own one.
  const inRow = others.length > 3 && board.w < 560 && !hasRegion ? Math.ceil(others.length / 2) : others.length;
  const rows = Math.ceil(others.length / inRow);
  const gap = inRow > 3 && made.narrow ? GAP / 2 : GAP;
  const w = (board.w - (inRow - 1) * gap) / inRow;
  const wanted = hasRegion ? (board.h > 640 ? 216 : 132) : rows > 1 ? 92 : others.length > 1 ? 118 : FLAT;
  const h = Math.min(wanted, (board.h * 0.44) / rows);
  others.forEach((seat, at) => {
    const row = Math.floor(at / inRow);
    const rect = { x: board.x + (at % inRow) * (w + gap), y: board.y + row * (h + 6), w, h };
    placeSeat(made, scene, seat, "top", rect);
  });
  const used = rows * (h + 6) + 2;
  return { x: board.x, y: board.y + used, w: board.w, h: board.h - used };
}

function placeAround(made: Layout, scene: FullScene, others: number[], board: Rect): Rect {
  const [left, top, right] = sides(others.length);
  const wide = Math.min(260, Math.max(190, board.w * 0.2));
  const tall = top ? 108 : 0;
  const column = (seats: number[], x: number, side: "left" | "right"): void => {
    const most = Math.max(0, ...seats.map((seat) => tallOf(zonesOf(scene, seat))));
    const h = Math.min(most, (board.h - (seats.length - 1) * GAP) / seats.length);
    const start = board.y + Math.max(0, (board.h - seats.length * h - (seats.length - 1) * GAP) / 2);
    seats.forEach((seat, at) => placeSeat(made, scene, seat, side, { x, y: start + at * (h + GAP), w: wide, h }));
  };
  // Clockwise from the left: up on the left, along the top, down on the right.
  column(others.slice(0, left).reverse(), board.x, "left");
  column(others.slice(left + top), board.x + board.w - wide, "right");
  const x = board.x + (left ? wide + 2 * GAP : 0);
  const w = board.w - (left ? wide + 2 * GAP : 0) - (right ? wide + 2 * GAP : 0);
  const each = Math.min(620, (w - (top - 1) * GAP) / Math.max(1, top));
  const from = x + (w - top * each - Math.max(0, top - 1) * GAP) / 2;
  others.slice(left, left + top).forEach((seat, at) => {
    placeSeat(made, scene, seat, "top", { x: from + at * (each + GAP), y: board.y, w: each, h: tall });
  });
  const used = tall ? tall + GAP : 0;
  return { x, y: board.y + used, w, h: board.h - used };
}

/** How tall a seat's box is at most: its head, and its zones one below the other. */
function tallOf(zones: Zone[]): number {
  const hasRegion = zones.some((zone) => zone.shape === "region");
  return hasRegion ? 340 : HEAD + 20 + zones.length * 90;
}

/** Place a seat's panel and its zones, small: beside the head where the box is flat, else below it. */
function placeSeat(made: Layout, scene: FullScene, seat: number, side: SeatBox["side"], rect: Rect): void {
  const pad = made.narrow ? 5 : 9;
  const flat = rect.w > 3.4 * rect.h;
  const headWide = flat ? Math.min(230, rect.w * 0.4) : rect.w - 2 * pad;
  const needed = headOf(made, panelOf(scene, seat), headWide);
  const headTall = flat ? rect.h - 2 * pad : Math.max(needed, rect.h >= 240 ? HEAD : rect.h >= 130 ? 76 : 0);
  const head = { x: rect.x + pad, y: rect.y + pad, w: headWide, h: headTall };
  made.seats.push({ ...rect, seat, head, side, notes: notesIn(headTall, needed) });
  const rest: Rect = flat
    ? { x: head.x + headWide + GAP, y: rect.y + pad, w: rect.w - headWide - 2 * pad - GAP, h: rect.h - 2 * pad }
    : { x: head.x, y: head.y + headTall, w: headWide, h: rect.h - headTall - 2 * pad };
  placeSmall(made, zonesOf(scene, seat), rest, "seat");
}

function panelOf(scene: FullScene, seat: number): Panel | undefined {
  return scene.panels.find((panel) => panel.seat === seat);
}

/** How tall a seat's name and counters are, whose lines break where they must. */
function headOf(made: Layout, panel: Panel | undefined, wide: number): number {
  const size = made.narrow ? 11 : 12.5;
  const row = made.narrow ? 25 : 33;
  return row + linesOf(panel, wide, size, made.narrow ? 6 : 9) * size * 1.3 + 3;
}

const NOTE = 15; // px of a line of notes

function notesIn(tall: number, needed: number): number {
  return Math.max(0, Math.floor((tall - needed + 3) / NOTE));
}

/** How many lines the counters take. */
function linesOf(panel: Panel | undefined, wide: number, size: number, gap: number): number {
  let lines = 1;
  let used = 0;
  for (const counter of panel?.counters ?? []) {
    const { name, value, limit } = counter;
    const letters = `${value}${limit == null ? "" : `/${limit}`} ${name}`.length + (isScore(counter) ? 2 : 0);
    const each = letters * size * LETTER;
    if (used && used + gap + each > wide) [lines, used] = [lines + 1, each];
    else used += (used ? gap : 0) + each;
  }
  return lines;
}

/** Points stand out among the counters. */
export function isScore(counter: Counter): boolean {
  return counter.role === "score";
}

/** Place zones in lines, with any region beside or above them as large as it gets. */
function placeSmall(made: Layout, zones: Zone[], rest: Rect, area: ZoneBox["area"]): void {
  const regions = zones.filter((zone) => zone.shape === "region");
  const lines = zones.filter((zone) => zone.shape !== "region");
  let left = rest;
  for (const zone of regions) {
    const line = lines.length ? Math.min(52, rest.h * 0.3) : 0;
    const beside = rest.w > 1.6 * rest.h;
    const box = beside ? { ...rest, w: rest.w * 0.7 } : { ...rest, h: rest.h - line };
    placeRegion(made, zone, box, area, []);
    left = beside
      ? { x: rest.x + box.w + GAP, y: rest.y, w: rest.w - box.w - GAP, h: rest.h }
      : { x: rest.x, y: rest.y + box.h, w: rest.w, h: line };
  }
  if (!lines.length) return;
  const isTall = !regions.length && left.h >= 84 && left.h >= left.w * 0.5;
  if (isTall) {
    const h = Math.min(96, left.h / lines.length);
    lines.forEach((zone, at) => placeLine(made, zone, { ...left, y: left.y + at * h, h: h - 2 }, area));
  } else {
    placeShared(made, lines, left, area);
  }
}

/** Several zones in one line share its width by what they hold. */
function placeShared(made: Layout, zones: Zone[], rect: Rect, area: ZoneBox["area"]): void {
  const weights = zones.map((zone) => (zone.shape === "pile" ? 1.2 : Math.min(5, Math.max(1.4, countOf(zone)))));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const free = rect.w - (zones.length - 1) * GAP;
  let x = rect.x;
  zones.forEach((zone, at) => {
    const w = (free * weights[at]!) / all;
    placeLine(made, zone, { x, y: rect.y, w, h: rect.h }, area);
    x += w + GAP;
  });
}

function countOf(zone: Zone): number {
  return zone.shape === "pile" ? 1 : (zone.pieces?.length ?? 0);
}

// --- single zones ----------------------------------------------------------------------------------------------------

/** A seat's hidden cards need no name: their backs and the counter of its panel say it. */
function labelOf(zone: Zone, rect: Rect, area: ZoneBox["area"]): number {
  const isHidden = area === "seat" && zone.shape === "fan" && !(zone.pieces ?? []).some((piece) => piece.face);
  return rect.h >= 44 && !(isHidden && rect.h < 84) ? 15 : 0;
}

/** Pieces in one line, closer together where there is no room; a pile on one place. */
function placeLine(made: Layout, zone: Zone, rect: Rect, area: ZoneBox["area"]): void {
  const label = labelOf(zone, rect, area);
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  made.zones.push({ ...rect, id: zone.id, inner, area, captions: false });
  if (zone.shape === "pile" && label) Object.assign(inner, { y: inner.y + STACK, h: inner.h - STACK });
  const most = area === "own" ? 78 : 52;
  const h = Math.min(inner.h, most * RATIO);
  const pieces = zone.pieces ?? [];
  const sizes = pieces.map((piece) => fitted(piece, Math.min(h / RATIO, inner.w), h));
  lineUp(made, zone, pieces, sizes, inner, 3, zone.shape === "pile", "start");
}

/** The size of a piece in a box of a card's width, at most so tall. */
function fitted(piece: Piece, w: number, tall: number): { w: number; h: number } {
  const kind = kindOf(piece);
  if (kind === "chip") return { w: Math.min(CHIP, w, tall), h: Math.min(CHIP, w, tall) };
  if (kind === "tile") {
    const extent = extentOf(piece.squares ?? []);
    const cell = Math.min((w * 1.3) / extent.columns, tall / extent.rows);
    return { w: cell * extent.columns, h: cell * extent.rows };
  }
  if (kind === "square") return { w: Math.min(w, tall), h: Math.min(w, tall) };
  const card = Math.min(w, tall / RATIO);
  return { w: card, h: card * RATIO };
}

type Size = { w: number; h: number };

const STACK = 3; // px that a pile of pieces grows to the left and upwards

function lineUp(
  made: Layout,
  zone: Zone,
  pieces: Piece[],
  sizes: Size[],
  inner: Rect,
  gap: number,
  stacked: boolean,
  align: "start" | "centre",
): void {
  const whole = sizes.reduce((sum, size) => sum + size.w, 0) + gap * Math.max(0, sizes.length - 1);
  const last = sizes.at(-1)?.w ?? 0;
  // Overlapping pieces keep the last one whole.
  const squeeze = whole > inner.w && sizes.length > 1 ? (inner.w - last) / (whole - last) : 1;
  const used = stacked ? last : whole > inner.w ? inner.w : whole;
  let x = inner.x + (align === "centre" ? (inner.w - used) / 2 : 0);
  pieces.forEach((piece, at) => {
    const size = sizes[at]!;
    const lift = stacked ? Math.min(STACK, pieces.length - 1 - at) : 0;
    const y = inner.y + (align === "centre" ? (inner.h - size.h) / 2 : 0);
    put(made, piece, zone, { x: x - lift, y: y - lift, ...size }, 0, at + 1);
    if (!stacked) x += (size.w + gap) * squeeze;
  });
}

function put(made: Layout, piece: Piece, zone: Zone, rect: Rect, angle: number, z: number): void {
  const mini = kindOf(piece) === "card" && rect.w < MINI;
  made.places.set(piece.id, { ...rect, angle, z, zone: zone.id, mini });
}

function placeRegion(made: Layout, zone: Zone, rect: Rect, area: ZoneBox["area"], extra: [number, number][]): void {
  const label = area === "middle" && !made.narrow ? LABEL : 0;
  const marks = area === "middle" ? 24 : 0;
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  const spots: [number, number][] = [
    ...(zone.pieces ?? []).map((piece): [number, number] => [piece.row ?? 0, piece.column ?? 0]),
    ...extra,
  ];
  if (!spots.length) spots.push([0, 0], [2, 5]);
  const margin = area === "middle" && !made.narrow ? 1 : 0;
  const top = Math.min(...spots.map(([row]) => row)) - margin;
  const start = Math.min(...spots.map(([, column]) => column)) - margin;
  const rows = Math.max(...spots.map(([row]) => row)) + margin - top + 1;
  const columns = Math.max(...spots.map(([, column]) => column)) + margin - start + 1;
  const cell = Math.max(2, Math.min(64, (inner.w - marks) / columns, (inner.h - marks) / rows));
  const x = inner.x + marks + (inner.w - marks - columns * cell) / 2;
  const y = inner.y + marks + (inner.h - marks - rows * cell) / 2;
  const region = { row: top, column: start, rows, columns, cell, x, y };
  made.zones.push({ ...rect, id: zone.id, inner, area, captions: false, region });
  for (const piece of zone.pieces ?? []) {
    const at = {
      x: x + ((piece.column ?? 0) - start) * cell,
      y: y + ((piece.row ?? 0) - top) * cell,
      w: cell,
      h: cell,
    };
    put(made, piece, zone, at, 0, 1);
  }
}

// --- the middle ------------------------------------------------------------------------------------------------------

interface Item {
  zone: Zone;
  size: (card: number, wide: number) => Size;
  place: (rect: Rect, card: number) => void;
}

function placeMiddle(made: Layout, scene: FullScene, stage: Stage): void {
  const shared = scene.zones.filter((zone) => zone.seat == null);
  const regions = stage.own === null ? [] : zonesOf(scene, stage.own).filter((zone) => zone.shape === "region");
  let rect = made.middle;
  if (regions.length) {
    const line = shared.length ? Math.min(120, rect.h * 0.3) : 0;
    const extra = scene.paths.flatMap((path) => spotsOf(path.picks.at(-1) ?? "", scene, stage.own ?? 0));
    for (const zone of regions) placeRegion(made, zone, { ...rect, h: rect.h - line }, "middle", extra);
    rect = { ...rect, y: rect.y + rect.h - line, h: line };
  }
  if (shared.length) packMiddle(made, shared, stage, rect);
}

/** The squares around one that a tile laid there may cover. */
function spotsOf(id: string, scene: FullScene, own: number): [number, number][] {
  const square = squareOf(id);
  if (!square) return [];
  const tile = zonesOf(scene, own)
    .flatMap((zone) => zone.pieces ?? [])
    .find((piece) => piece.turns?.length);
  const extent = extentOf(tile?.squares ?? []);
  const reach = Math.min(extent.rows, extent.columns) - 1;
  return [
    [square.row, square.column],
    [square.row + reach, square.column + reach],
  ];
}

/** Shelves of zones, with the largest cards that fit. */
function packMiddle(made: Layout, zones: Zone[], stage: Stage, rect: Rect): void {
  const items = zones.map((zone) => itemOf(made, zone, stage));
  const apart = (made.narrow ? 2 : 3) * GAP;
  for (let card = LARGEST_CARD; card >= 20; card -= 2) {
    const shelves = shelve(items, card, rect.w, apart);
    const tall = shelves.reduce((sum, shelf) => sum + shelf.h, 0) + (shelves.length - 1) * GAP;
    if (tall > rect.h && card > 20) continue;
    if (shelves.some((shelf) => shelf.w > rect.w) && card > 20) continue;
    const air = Math.max(0, rect.h - tall) / (shelves.length + 1);
    let y = rect.y + Math.min(air, 48);
    if (shelves.length === 1) y = rect.y + Math.max(0, rect.h - tall) / 2;
    for (const shelf of shelves) {
      let x = rect.x + (rect.w - shelf.w) / 2;
      for (const { item, size } of shelf.items) {
        item.place({ x, y: y + (shelf.h - size.h) / 2, ...size }, card);
        x += size.w + apart;
      }
      y += shelf.h + GAP + Math.min(air, 32);
    }
    return;
  }
}

interface Shelf extends Size {
  items: { item: Item; size: Size }[];
}

function shelve(items: Item[], card: number, wide: number, apart: number): Shelf[] {
  const shelves: Shelf[] = [];
  for (const item of items) {
    const size = item.size(card, wide);
    const shelf = shelves.at(-1);
    if (shelf && shelf.w + apart + size.w <= wide) {
      shelf.items.push({ item, size });
      shelf.w += apart + size.w;
      shelf.h = Math.max(shelf.h, size.h);
    } else {
      shelves.push({ ...size, items: [{ item, size }] });
    }
  }
  return shelves;
}

function itemOf(made: Layout, zone: Zone, stage: Stage): Item {
  const pieces = zone.pieces ?? [];
  if (zone.role === "trick") return trickItem(made, zone, stage);
  if (zone.shape === "grid") return gridItem(made, zone);
  if (zone.shape === "pile") return pileItem(made, zone);
  if (zone.shape === "region") return regionItem(made, zone);
  if (pieces.every((piece) => kindOf(piece) === "chip")) return chipsItem(made, zone);
  return rowItem(made, zone);
}

function box(made: Layout, zone: Zone, rect: Rect, captions = false): Rect {
  const inner = { x: rect.x, y: rect.y + LABEL, w: rect.w, h: rect.h - LABEL };
  made.zones.push({ ...rect, id: zone.id, inner, area: "middle", captions });
  return inner;
}

/** Cards of a row stay in one line, somewhat smaller if need be; where they would be too small, lines are equally long. */
const SMALLEST_IN_LINE = 72;

export const RISE = 12; // px that a pile in a row grows upwards

function rowItem(made: Layout, zone: Zone): Item {
  const pieces = zone.pieces ?? [];
  const rise = pieces.some((piece) => (piece.count ?? 0) > 0) ? RISE : 0;
  const captions = pieces.some((piece) => piece.lines?.length);
  const fit = (card: number, wide: number): { card: number; each: number; lines: number } => {
    const inLine = (wide + GAP) / Math.max(1, pieces.length) - GAP;
    const size = inLine >= SMALLEST_IN_LINE ? Math.min(card, inLine) : card;
    const most = Math.max(1, Math.floor((wide + GAP + 0.01) / (size + GAP)));
    const lines = Math.max(1, Math.ceil(pieces.length / most));
    return { card: size, each: Math.max(1, Math.ceil(pieces.length / lines)), lines };
  };
  const tall = (card: number): number => card * RATIO + (captions ? CAPTION : 0);
  return {
    zone,
    size: (wished, wide) => {
      const { card, each, lines } = fit(wished, wide);
      const w = Math.max(each * (card + GAP) - GAP, Math.min(wide, made.narrow ? nameWide(zone) : 120));
      return { w, h: LABEL + rise + lines * tall(card) + (lines - 1) * GAP };
    },
    place: (rect, wished) => {
      const whole = box(made, zone, rect, captions);
      const inner = { ...whole, y: whole.y + rise, h: whole.h - rise };
      const { card, each, lines } = fit(wished, rect.w);
      for (let line = 0; line < lines; line++) {
        const some = pieces.slice(line * each, (line + 1) * each);
        const sizes = some.map((piece) => fitted(piece, card, card * RATIO));
        const at = { ...inner, y: inner.y + line * (tall(card) + GAP), h: card * RATIO };
        lineUp(made, zone, some, sizes, at, GAP, false, "centre");
      }
    },
  };
}

function nameWide(zone: Zone): number {
  return zone.pieces?.length ? zone.name.length * 12 * BOLD + 4 : 100;
}

function chipsItem(made: Layout, zone: Zone): Item {
  const pieces = zone.pieces ?? [];
  const chip = made.narrow ? 34 : CHIP;
  const isRing = zone.shape === "track" && !made.narrow;
  const gap = isRing ? 22 : made.narrow ? GAP : GAP + 4;
  return {
    zone,
    size: () => ({ w: Math.max(100, pieces.length * (chip + gap)), h: LABEL + chip + 16 }),
    place: (rect) => {
      const inner = box(made, zone, rect);
      lineUp(
        made,
        zone,
        pieces,
        pieces.map(() => ({ w: chip, h: chip })),
        inner,
        gap,
        false,
        "centre",
      );
    },
  };
}

const NOTE_WIDE = 104;

/** A pile's note stands below it, in four lines at most. */
function noteTall(zone: Zone): number {
  return zone.note ? 60 : 0;
}

function pileItem(made: Layout, zone: Zone): Item {
  const share = made.narrow ? 0.75 : 1; // of a card's size: a pile says least
  return {
    zone,
    size: (card) => ({
      w: Math.max(card * share + 8, made.narrow ? 70 : NOTE_WIDE),
      h: LABEL + card * share * RATIO + 8 + noteTall(zone),
    }),
    place: (rect, card) => {
      const whole = box(made, zone, rect);
      const inner = { ...whole, h: whole.h - noteTall(zone) };
      const pieces = zone.pieces ?? [];
      const sizes = pieces.map((piece) => fitted(piece, card * share, card * share * RATIO));
      lineUp(made, zone, pieces, sizes, inner, 0, true, "centre");
    },
  };
}

function gridItem(made: Layout, zone: Zone): Item {
  const pieces = zone.pieces ?? [];
  const columns = zone.columns || 1 + Math.max(0, ...pieces.map((piece) => piece.column ?? 0));
  const rows = 1 + Math.max(columns - 1, ...pieces.map((piece) => piece.row ?? 0));
  return {
    zone,
    size: (card) => ({ w: columns * (card + GAP) - GAP, h: LABEL + rows * (card * RATIO + GAP) - GAP }),
    place: (rect, card) => {
      const inner = box(made, zone, rect);
      for (const piece of pieces) {
        const x = inner.x + (piece.column ?? 0) * (card + GAP);
        const y = inner.y + (piece.row ?? 0) * (card * RATIO + GAP);
        put(made, piece, zone, { x, y, w: card, h: card * RATIO }, 0, 1);
      }
    },
  };
}

function regionItem(made: Layout, zone: Zone): Item {
  return {
    zone,
    size: (card, wide) => ({ w: Math.min(wide, card * 4), h: LABEL + card * 3 }),
    place: (rect) => placeRegion(made, zone, rect, "middle", []),
  };
}

/** Of five cards on a circle neighbours would overlap: two above, two at the sides, the own one below. */
const FIVE: [number, number][] = [
  [0, 1],
  [-0.97, 0.12],
  [-0.34, -1],
  [0.34, -1],
  [0.97, 0.12],
];

/** A trick in seat order: every card towards the seat that laid it, the own one nearest to the own hand. */
function trickItem(made: Layout, zone: Zone, stage: Stage): Item {
  const pieces = zone.pieces ?? [];
  const order = [...(stage.own === null ? [] : [stage.own]), ...opponents(stage.seats, stage.own)];
  const flat = made.narrow || stage.seats <= 2 || stage.seats > FIVE.length;
  const size = (card: number): Size => {
    if (!flat) return { w: card * 4.4, h: LABEL + card * RATIO * 2.06 + 24 };
    // Signs stand out of the cards at both ends.
    return { w: Math.max(stage.seats, 2) * (card + GAP) + GAP, h: LABEL + card * RATIO + 16 };
  };
  return {
    zone,
    size,
    place: (rect, card) => {
      const inner = box(made, zone, rect);
      const turn = (2 * Math.PI) / stage.seats;
      pieces.forEach((piece, at) => {
        const step = Math.max(0, order.indexOf(piece.seat ?? -1));
        if (flat) {
          // Side by side from the left-hand neighbour to the own seat, as the panels stand.
          const place = stage.own === null ? step : (step + stage.seats - 1) % stage.seats;
          const w = Math.min(card, (inner.w - 2 * GAP - (stage.seats - 1) * 4) / stage.seats);
          const gap = stage.seats > 1 ? (inner.w - 2 * GAP - stage.seats * w) / (stage.seats - 1) : 0;
          const spread = Math.min(gap, GAP + 4);
          const start = inner.x + (inner.w - stage.seats * w - (stage.seats - 1) * spread) / 2;
          put(made, piece, zone, { x: start + place * (w + spread), y: inner.y, w, h: w * RATIO }, 0, at + 1);
          return;
        }
        // Clockwise from the bottom, as the seats sit.
        const angle = Math.PI / 2 + step * turn;
        const [right, down] = stage.seats === FIVE.length ? FIVE[step]! : [Math.cos(angle) * 0.9, Math.sin(angle)];
        const x = inner.x + inner.w / 2 + right * (inner.w / 2 - card / 2) - card / 2;
        const tall = card * RATIO;
        const room = inner.h - 24; // signs stand above the highest cards, and that of the lowest one's player hangs below it
        const y = inner.y + 10 + room / 2 + down * (room / 2 - tall / 2) - tall / 2;
        put(made, piece, zone, { x, y, w: card, h: tall }, right * 5, at + 1);
      });
    },
  };
}

// --- the own seat ----------------------------------------------------------------------------------------------------

function placeOwn(made: Layout, scene: FullScene, own: number, rect: Rect): void {
  const zones = zonesOf(scene, own).filter((zone) => zone.shape !== "region");
  const hands = zones.filter(isHand);
  const others = zones.filter((zone) => !isHand(zone));
  if (made.narrow) placeOwnNarrow(made, own, hands, others, rect);
  else placeOwnWide(made, own, hands, others, rect);
}

function placeOwnNarrow(made: Layout, own: number, hands: Zone[], others: Zone[], rect: Rect): void {
  const line = 50;
  const headWide = others.length ? rect.w * 0.5 : rect.w - 2 * GAP;
  const head = { x: GAP, y: rect.y + 2, w: headWide - GAP, h: line - 4 };
  made.seats.push({ x: 0, y: rect.y, w: rect.w, h: rect.h, seat: own, head, side: "own", notes: 0 });
  if (others.length) {
    placeShared(made, others, { x: headWide + GAP, y: rect.y, w: rect.w - headWide - 2 * GAP, h: line - 2 }, "own");
  }
  if (!hands.length) return;
  const free = { x: GAP, y: rect.y + line, w: rect.w - 2 * GAP, h: rect.h - line - 4 };
  const filled = hands.filter((zone) => zone.pieces?.length);
  const shown = filled.length ? filled : hands.slice(0, 1);
  const h = free.h / shown.length;
  shown.forEach((zone, at) => placeStripHand(made, zone, { ...free, y: free.y + at * h, h }));
}

const RISING = 14; // px above a hand for cards that can be played

/** A flat strip; in two rows when one would hide too much of each card to tap it. */
function placeStripHand(made: Layout, zone: Zone, rect: Rect): void {
  const pieces = zone.pieces ?? [];
  const label = pieces.length ? 0 : 14; // where cards rise, there is no room for a name
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  made.zones.push({ ...rect, id: zone.id, inner, area: "hand", captions: false });
  const card = Math.min(70, (inner.h - RISING - 4) / RATIO);
  const isTight = pieces.length > 1 && (inner.w - card) / (pieces.length - 1) < 40 && inner.h > 100;
  const rows = isTight ? 2 : 1;
  const each = Math.ceil(pieces.length / rows);
  for (let row = 0; row < rows; row++) {
    const some = pieces.slice(row * each, (row + 1) * each);
    const sizes = some.map((piece) => fitted(piece, rows > 1 ? Math.min(card, 58) : card, inner.h - RISING - 4));
    const tall = sizes[0]?.h ?? 0;
    const y = rows > 1 ? inner.y + (row ? inner.h - tall : RISING) : inner.y + Math.max(RISING, (inner.h - tall) / 2);
    const z = made.places.size;
    lineUp(made, zone, some, sizes, { ...inner, y, h: tall }, 5, false, "centre");
    for (const piece of some) made.places.get(piece.id)!.z += row ? z : 0;
  }
}

function placeOwnWide(made: Layout, own: number, hands: Zone[], others: Zone[], rect: Rect): void {
  const side = Math.min(250, rect.w * 0.22);
  const head = { x: rect.x + 2 * GAP, y: rect.y + GAP, w: side - 2 * GAP, h: rect.h - 2 * GAP };
  made.seats.push({ ...rect, seat: own, head, side: "own", notes: notesIn(head.h, 66) });
  const right = { x: rect.x + rect.w - side, y: rect.y + 4, w: side - 2 * GAP, h: rect.h - 12 };
  if (others.length) placeSmall(made, others, right, "own");
  if (!hands.length) return;
  const free = { x: rect.x + side + GAP, y: rect.y, w: rect.w - 2 * side - 2 * GAP, h: rect.h };
  const weights = hands.map((zone) =>
    zone.pieces?.length ? Math.max(3, zone.pieces.length) : hands.length > 1 ? 0.5 : 3,
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let x = free.x;
  hands.forEach((zone, at) => {
    const w = ((free.w - (hands.length - 1) * 2 * GAP) * weights[at]!) / all;
    placeFan(made, zone, { x, y: free.y, w, h: free.h });
    x += w + 2 * GAP;
  });
}

/** A fan with a few degrees a card; tiles lie side by side. */
function placeFan(made: Layout, zone: Zone, rect: Rect): void {
  const label = 14;
  const inner = { x: rect.x, y: rect.y + label, w: rect.w, h: rect.h - label };
  made.zones.push({ ...rect, id: zone.id, inner, area: "hand", captions: false });
  const pieces = zone.pieces ?? [];
  const count = pieces.length;
  if (!count) return;
  const tall = inner.h - 46; // room to rise, for the arc and for turned corners
  const card = Math.min(118, tall / RATIO, inner.w);
  if (pieces.some((piece) => piece.squares?.length)) {
    const gap = 14;
    const sizes = pieces.map((piece) => fitted(piece, card, inner.h - 16));
    const whole = sizes.reduce((sum, size) => sum + size.w, 0);
    const share = Math.min(1, (inner.w - gap * (count - 1)) / whole);
    const smaller = sizes.map((size) => ({ w: size.w * share, h: size.h * share }));
    lineUp(made, zone, pieces, smaller, inner, gap, false, "centre");
    return;
  }
  const degrees = count > 1 ? Math.min(3, 30 / (count - 1)) : 0;
  const middle = (count - 1) / 2;
  const turned = card * RATIO * Math.sin((middle * degrees * Math.PI) / 180); // by which the outer cards are wider
  const step = count > 1 ? Math.min(card * 0.72, (inner.w - card - turned - 24) / (count - 1)) : 0;
  pieces.forEach((piece, at) => {
    const off = at - middle;
    const arc = middle ? (off / middle) ** 2 * Math.min(16, count * 1.6) : 0;
    const x = inner.x + inner.w / 2 + off * step - card / 2;
    put(made, piece, zone, { x, y: inner.y + 14 + arc, w: card, h: card * RATIO }, off * degrees, at + 1);
  });
}
