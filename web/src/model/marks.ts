/** Texts of the server, with what they name: a card, a rule. Places are counted in code points. Pure. */

import type { Mark } from "./types";

/** A text, and what it names. */
export interface Marked {
  text: string;
  marks?: readonly Mark[];
}

/** A part of a text: plain words, or what a mark is about. */
export interface Part {
  text: string;
  mark: Mark | null;
}

/** Cut a text at its marks; nothing of it is lost. */
export function partsOf({ text, marks = [] }: Marked): Part[] {
  const letters = [...text];
  const found: Part[] = [];
  let done = 0;
  const add = (end: number, mark: Mark | null): void => {
    if (end > done) found.push({ text: letters.slice(done, end).join(""), mark });
    done = Math.max(done, end);
  };
  for (const mark of marks) {
    add(mark.at, null);
    add(mark.at + mark.length, mark);
  }
  add(letters.length, null);
  return found;
}

/** The pieces that texts name. */
export function piecesNamed(texts: readonly Marked[]): string[] {
  return texts.flatMap(({ marks = [] }) => marks.flatMap(({ piece }) => piece ?? []));
}
