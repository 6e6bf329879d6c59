/** How large things are, or have to be, to be read. */

import { extentOf, isScore, kindOf } from "../../model/scene";
import type { Counter, Panel, Piece, Zone } from "../../model/types";
import { linesIn, textWide } from "./letters";

export const RATIO = 88 / 63; // of a card's height to its width, in millimetres
export const MINI = 40; // px: narrower cards show letters instead of a picture
export const SHARED_MINI = 28; // px, for what all look at
export const NARROW = 700;
const LOW = 480;
const SMALL = 620; // px: a narrow stage that is no taller has no room to spare
export const GAP = 8;
export const LABEL = 18;
export const CAPTION = 34; // px below a card for its lines
export const BADGE = 11; // px by which a number hangs out of its card
export const CHIP = 40;
export const LARGEST_CARD = 168;
export const HEAD = 92; // px of a seat's name, counters and notes, where there is room for all
export const FLAT = 92; // px of a lone opponent's box: the head on the left, the zones beside it
export const RISE = 12; // px that a pile in a row grows upwards
export const SLIM = 80; // px: a narrower head has room for the name alone, and none for signs beside it
export const NOTE = 15; // px of a line of notes

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

export const TURNER = 40; // px of the button that turns a tile
export const TIP = 34; // px of the line for tips

/** How tall a seat's box is at most: its head, and its zones one below the other. */
export function tallOf(zones: Zone[]): number {
  const hasRegion = zones.some((zone) => zone.shape === "region");
  return hasRegion ? 340 : HEAD + 20 + zones.length * 90;
}

/** How tall a seat's name and counters are, whose lines break where they must. */
export function headOf(narrow: boolean, panel: Panel | undefined, wide: number, least = 1): number {
  const [row, line, size, gap] = narrow ? [27, 14.4, 12, 6] : [33, 16.3, 12.5, 9];
  return row + Math.max(least, linesOf(panel, wide, size, gap)) * line + 3;
}

const OWN_EDGES = { w: 16, h: 9 }; // px around what stands in the own head, on a narrow stage
const FACE = 28; // px of the own face with the air beside it

/** How tall the own head is on a narrow stage; where it is brief, the counters stand beside the face. */
export function ownHeadOf(panel: Panel | undefined, wide: number, brief: boolean): number {
  const inner = wide - OWN_EDGES.w;
  if (!brief) return headOf(true, panel, inner) + OWN_EDGES.h;
  return Math.max(24, linesOf(panel, inner - FACE - DOT, 12, 6) * 14.4) + OWN_EDGES.h;
}

const DOT = 32; // px of the signs beside the own face

/** Whether a stage is so small that one's own name is not worth a line. */
export function isBrief(width: number, height: number): boolean {
  return width < NARROW && height < SMALL && !isLow(width, height);
}

/** How many lines the counters take, whatever the numbers: nothing may jump when one gets a second digit. */
function linesOf(panel: Panel | undefined, wide: number, size: number, gap: number): number {
  let lines = 1;
  let used = 0;
  const terse = isTerse(panel, wide);
  for (const counter of countersFor(panel, wide)) {
    const text = counterIn(counter, terse);
    const each = textWide(text, size) + (isScore(counter) ? GEM : 2);
    if (used && used + gap + each > wide) [lines, used] = [lines + 1, 0];
    const more = each > wide ? linesIn(text, size, wide - (isScore(counter) ? GEM : 2)) - 1 : 0;
    lines += more;
    used += (used ? gap : 0) + (more ? wide : each);
  }
  return lines;
}

/** The counters of such a head: a slim one has room for those that need one line; the rest is told by a closer look. */
export function countersFor(panel: Panel | undefined, wide: number): Counter[] {
  const all = panel?.counters ?? [];
  return wide < SLIM ? all.filter((one) => isScore(one) || textWide(counterIn(one, false), 12) <= wide) : all;
}

const GEM = 22; // px of the edges of the gem around a score

/** Whether a head has no room for the name of a score, only for its number. */
export function isTerse(panel: Panel | undefined, wide: number): boolean {
  return (panel?.counters ?? []).some((one) => isScore(one) && textWide(counterIn(one, false), 12) + GEM > wide);
}

function counterIn(counter: Counter, terse: boolean): string {
  const { name, value, limit } = counter;
  const digits = "0".repeat(Math.max(2, String(value).length) + (limit == null ? 0 : 1 + String(limit).length));
  return terse && isScore(counter) ? digits : `${digits} ${name}`;
}

/** The first of these notes that such a head has lines for; the rest is told by a closer look. */
export function notesFor(notes: string[], wide: number, lines: number): string[] {
  const fits = (count: number): boolean => linesIn(notes.slice(0, count).join(" · "), 12, wide) <= lines;
  let count = 0;
  while (lines && count < notes.length && fits(count + 1)) count++;
  return notes.slice(0, count);
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

/** How much of a mini card must be in sight for its letters, which are no smaller than can be read. */
export function lettersNeed(text: string): number {
  return textWide(text, 12.2, true) + 2;
}

/** How wide a note is beside a zone's name. */
export function noteWide(note: string): number {
  return textWide(note, 12);
}

/** How wide a button is. */
export function buttonWide(name: string): number {
  return textWide(name, 16, true) + 36;
}

export function nameWide(zone: Zone): number {
  return zone.pieces?.length ? lettersWide(zone.name) + 4 : 100;
}

/** How wide a zone's name is as its label. */
export function lettersWide(name: string): number {
  return textWide(name, 12, true);
}
