/** What a layout is made of: rectangles for seats and zones, and a place for every piece. */

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type Size = { w: number; h: number };

/** Of a piece: its top left corner before it is turned, its size, and how it lies. */
export interface Place extends Rect {
  angle: number;
  z: number;
  zone: string;
  /** Too small for a picture: letters only. */
  mini: boolean;
  /** Too little of it is in sight even for letters. */
  bare: boolean;
  /** Where the button lies that turns it. */
  turner?: { x: number; y: number };
}

export interface ZoneBox extends Rect {
  id: string;
  /** Where the pieces lie; above it stand the name, the counters and the note. */
  inner: Rect;
  area: "seat" | "middle" | "hand" | "own";
  /** How many of their lines pieces hang below them. */
  captions: number;
  region?: RegionBox;
  /** Of a ring: its middle and its radius. */
  ring?: { x: number; y: number; r: number };
  /** Where pieces will lie that do not yet. */
  slots?: (Rect & { angle: number })[];
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
  /** Low and wide, as a phone that lies down. */
  low: boolean;
  /** There the prompt and the own seat stand in a column on the right; who watches has the prompt below. */
  column: boolean;
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
