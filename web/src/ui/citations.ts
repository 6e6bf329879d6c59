/** Mentions of the rulebook in a text: "You hold B3, so you must follow blue (§8)." */

/** Where a § is mentioned, and which. */
export interface Mention {
  start: number;
  end: number;
  section: string;
}

/** A part of a text: plain words, or a mention. */
export interface Piece {
  text: string;
  section?: string;
}

export function sectionsIn(text: string): Mention[] {
  return [...text.matchAll(/§\s?(\d+)/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    section: match[1]!,
  }));
}

/** Cut a text where it mentions the rulebook, so that a page can make links of the mentions. */
export function cutAtSections(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, section } of sectionsIn(text)) {
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ text: text.slice(start, end), section });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
