/** How large things are, or have to be, to be read. */

import { extentOf, isScore, kindOf } from "../../model/scene";
import type { Panel, Piece, Zone } from "../../model/types";
import type { Layout } from "./boxes";

export const RATIO = 88 / 63; // of a card's height to its width, in millimetres
export const MINI = 40; // px: narrower cards show letters instead of a picture
export const SHARED_MINI = 28; // px, for what all look at
export const NARROW = 700;
const LOW = 480;
const SMALL = 620; // px: a narrow stage that is no taller has no room to spare
export const GAP = 8;
export const LABEL = 18;
export const CAPTION = 34; // px below a card for its lines
export const CHIP = 40;
export const LARGEST_CARD = 168;
export const HEAD = 92; // px of a seat's name, counters and notes, where there is room for all
export const FLAT = 92; // px of a lone opponent's box: the head on the left, the zones beside it
const LETTER = 0.57; // of its size is a letter wide, on average
const BOLD = 0.6;
export const RISE = 12; // px that a pile in a row grows upwards
const NOTE = 15; // px of a line of notes

/** Whether a stage is so low and wide that things stand beside each other. */
export function isLow(width: number, height: number): boolean {
  return height < LOW && width > 1.25 * height;
}

/** px of the prompt, whose text and buttons keep their places. */
export function promptTall(narrow: boolean, height: number): number {
  if (!narrow) return 60;
  return height < SMALL ? 80 : 92;
}

/** px of the column on the right of a low stage. */
export function columnWide(width: number): number {
  return Math.min(280, Math.max(190, width * 0.3));
}

/** px of the line for tips. */
export function tipTall(narrow: boolean): number {
  return narrow ? 66 : 34;
}

/** How tall a seat's box is at most: its head, and its zones one below the other. */
export function tallOf(zones: Zone[]): number {
  const hasRegion = zones.some((zone) => zone.shape === "region");
  return hasRegion ? 340 : HEAD + 20 + zones.length * 90;
}

/** How tall a seat's name and counters are, whose lines break where they must. */
export function headOf(made: Layout, panel: Panel | undefined, wide: number): number {
  const size = made.narrow ? 11 : 12.5;
  const row = made.narrow ? 29 : 33;
  return row + linesOf(panel, wide, size, made.narrow ? 6 : 9) * size * 1.3 + 3;
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

export function notesIn(tall: number, needed: number): number {
  return Math.max(0, Math.floor((tall - needed + 3) / NOTE));
}

/** The size of a piece in a box of a card's width, at most so tall. */
export function fitted(piece: Piece, w: number, tall: number): { w: number; h: number } {
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

export function nameWide(zone: Zone): number {
  return zone.pieces?.length ? lettersWide(zone.name) + 4 : 100;
}

/** How wide a zone's name is as its label. */
export function lettersWide(name: string): number {
  return name.length * 12 * BOLD;
}
