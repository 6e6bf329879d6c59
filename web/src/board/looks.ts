/** How the colours of cards, and what stands out, are told apart: by colour, and never by colour alone. */

import { shelf } from "../model/shelf.svelte";
import type { Lit } from "../model/types";

/** Outlines in a square of 24; every letter of a colour has one of its own. */
const SHAPES: Record<string, string> = {
  R: "M12 2 22 21H2Z",
  B: "M12 2C15 8 20 11 20 15.5A8 7 0 0 1 4 15.5C4 11 9 8 12 2Z",
  Y: "M12 1.5 15 8.6 22.6 9.3 16.9 14.4 18.6 21.9 12 18 5.4 21.9 7.1 14.4 1.4 9.3 9 8.6Z",
  E: "M3 3H21V21H3Z",
  G: "M21 3C22 15 17 22 4 21 3 9 9 3 21 3Z",
  P: "M7 3H17L22 12 17 21H7L2 12Z",
  W: "M12 2A10 10 0 1 1 11.99 2ZM12 7A5 5 0 1 0 12.01 7Z",
  K: "M9 2H15V9H22V15H15V22H9V15H2V9H9Z",
};
const PLAIN = "M12 3A9 9 0 1 1 11.99 3Z";

export function shapeOf(letter: string): string {
  return SHAPES[letter] ?? PLAIN;
}

/** The letter under which the colours of a piece are known to the style sheet; a game may paint its suits in others. */
export function paintOf(letter: string | undefined, game: string): string {
  const paint = shelf.of(game)?.paints[letter ?? ""] ?? letter;
  return isColour(paint) ? paint : "none";
}

/** Suits that are no colours have letters of their own. */
export function isColour(letter: string | undefined): letter is string {
  return letter !== undefined && letter in SHAPES;
}

/** Signs for what a piece or a seat stands out for. */
export const SIGNS = { leads: "▸", trump: "★", winning: "♛", warning: "!" } as const;

export function isSign(lit: Lit): lit is keyof typeof SIGNS {
  return lit in SIGNS;
}

/** A clock as people read it. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
