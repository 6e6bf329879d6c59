/** Placing the other seats: around the table, above it, or as a grid for who watches. */

import type { FullScene } from "../../model/scene";
import type { Layout, Rect, SeatBox, Stage } from "./boxes";
import { FLAT, GAP, HEAD, headOf, notesIn, tallOf } from "./sizes";
import { placeSmall, zonesOf } from "./zones";

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
export function placeOpponents(made: Layout, scene: FullScene, stage: Stage, board: Rect): Rect {
  const others = opponents(stage.seats, stage.own);
  if (!others.length) return board;
  // Who watches a game without shared things sees every seat as large as all can be.
  if (stage.own === null && !scene.zones.some((zone) => zone.seat == null))
    return placeGrid(made, scene, others, board);
  const beside = made.low ? BESIDE.find((wide) => isRoomBeside(made, scene, others, board, wide)) : undefined;
  if (beside) return placeBeside(made, scene, others, board, beside);
  return made.narrow || board.w < 760
    ? placeStrip(made, scene, others, board)
    : placeAround(made, scene, others, board);
}

const BESIDE = [164, 200, 228]; // px of a column of seats beside a low table
const LEFT = 330; // px that it must leave to the table

function isRoomBeside(made: Layout, scene: FullScene, others: number[], board: Rect, wide: number): boolean {
  const pad = padOf(made);
  const heads = others.map((seat) => headNeeds(made, scene, seat, wide - 2 * pad));
  const each = (board.h + GAP / 2) / others.length - GAP / 2;
  return board.w - wide >= LEFT && each >= Math.max(...heads) + 2 * pad + LEAST / 2;
}

/** One below the other on the left, clockwise from the lowest: a low table keeps all of its height. */
function placeBeside(made: Layout, scene: FullScene, others: number[], board: Rect, wide: number): Rect {
  const h = Math.min(others.length > 1 ? 118 : 168, (board.h + GAP / 2) / others.length - GAP / 2);
  const from = board.y + (board.h - others.length * h - (others.length - 1) * (GAP / 2)) / 2;
  [...others].reverse().forEach((seat, at) => {
    placeSeat(made, scene, seat, "left", { x: board.x, y: from + at * (h + GAP / 2), w: wide, h });
  });
  const used = wide + GAP;
  return { ...board, x: board.x + used, w: board.w - used };
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
  const inRow =
    others.length > 3 && board.w < 560 && !hasRegion && !made.low && board.h >= 320
      ? Math.ceil(others.length / 2)
      : others.length;
  const rows = Math.ceil(others.length / inRow);
  const gap = inRow > 3 && made.narrow ? GAP / 2 : GAP;
  const w = (board.w - (inRow - 1) * gap) / inRow;
  const wanted = hasRegion ? (board.h > 640 ? 216 : 132) : rows > 1 ? 92 : others.length > 1 ? 118 : FLAT;
  const most = made.low ? (hasRegion ? 96 : 66) : board.h < 320 ? 104 : wanted; // px, where the table needs the room more
  const pad = padOf(made);
  const heads = others.map((seat) => headNeeds(made, scene, seat, w - 2 * pad));
  // A low table has room for what the others have beside a trick, not beside rows of cards.
  const isFull = made.low && !hasRegion && !scene.zones.some((zone) => zone.role === "trick");
  const least = Math.max(...heads) + 2 * pad + (isFull ? LEAST / 2 : LEAST);
  const h = Math.max(least, Math.min(wanted, most, (board.h * 0.44) / rows));
  others.forEach((seat, at) => {
    const row = Math.floor(at / inRow);
    const rect = { x: board.x + (at % inRow) * (w + gap), y: board.y + row * (h + 6), w, h };
    placeSeat(made, scene, seat, "top", rect);
  });
  const used = rows * (h + 6) + 2;
  return { x: board.x, y: board.y + used, w: board.w, h: board.h - used };
}

const LEAST = 27; // px of what a seat has on the table, which is opened larger from its panel

function padOf(made: Layout): number {
  return made.narrow ? 5 : 9;
}

function placeAround(made: Layout, scene: FullScene, others: number[], board: Rect): Rect {
  const [left, top, right] = sides(others.length);
  const wide = Math.min(260, Math.max(190, board.w * 0.2));
  const heads = others.slice(left, left + top).map((seat) => headNeeds(made, scene, seat, FLAT_HEAD));
  const tall = top ? Math.max(108, ...heads.map((head) => head + 2 * padOf(made))) : 0;
  const column = (seats: number[], x: number, side: "left" | "right"): void => {
    const most = Math.max(0, ...seats.map((seat) => tallOf(zonesOf(scene, seat))));
    const each = Math.min(Math.max(most, TWO_ZONES), (board.h - (seats.length - 1) * GAP) / seats.length);
    const h = Math.min(most, each);
    const start = board.y + Math.max(0, (board.h - seats.length * each - (seats.length - 1) * GAP) / 2);
    seats.forEach((seat, at) => placeSeat(made, scene, seat, side, { x, y: start + at * (each + GAP), w: wide, h }));
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

const TWO_ZONES = HEAD + 20 + 2 * 90; // px of a seat that has them: one of them may come and go, and nobody moves
const FLAT_HEAD = 230; // px at most of a head that has the zones beside it

/** Place a seat's panel and its zones, small: beside the head where the box is flat, else below it. */
function placeSeat(made: Layout, scene: FullScene, seat: number, side: SeatBox["side"], rect: Rect): void {
  const pad = padOf(made);
  const flat = rect.w > 3.4 * rect.h;
  const headWide = flat ? Math.min(FLAT_HEAD, rect.w * (made.narrow ? 0.48 : 0.4)) : rect.w - 2 * pad;
  const needed = headNeeds(made, scene, seat, headWide);
  const headTall = flat ? rect.h - 2 * pad : Math.max(needed, rect.h >= 240 ? HEAD : rect.h >= 130 ? 76 : 0);
  const head = { x: rect.x + pad, y: rect.y + pad, w: headWide, h: headTall };
  made.seats.push({ ...rect, seat, head, side, notes: notesIn(headTall, needed) });
  const gap = made.narrow ? GAP : 3 * GAP;
  const rest: Rect = flat
    ? { x: head.x + headWide + gap, y: rect.y + pad, w: rect.w - headWide - 2 * pad - gap, h: rect.h - 2 * pad }
    : { x: head.x, y: head.y + headTall, w: headWide, h: rect.h - headTall - 2 * pad };
  placeSmall(made, zonesOf(scene, seat), rest, "seat");
}

const LINES = 2; // of counters at least: where one comes and goes, as packets of cards do, nothing else moves

function headNeeds(made: Layout, scene: FullScene, seat: number, wide: number): number {
  const panel = scene.panels.find((one) => one.seat === seat);
  return headOf(made.narrow, panel, wide, made.narrow ? LINES : 1);
}
