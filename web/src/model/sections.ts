/** What a rulebook contains. */

import type { SectionDoc } from "./types";

/** A heading of a rulebook and the numbers of the paragraphs under it. */
export interface Heading {
  id: string;
  title: string;
  numbers: string[];
}

/** The contents of a rulebook. */
export function contents(sections: readonly SectionDoc[]): Heading[] {
  const found: Heading[] = [];
  for (const { id, title } of sections) {
    if (!title) found.at(-1)?.numbers.push(id);
    else if (id !== "top") found.push({ id, title, numbers: [] });
  }
  return found;
}
