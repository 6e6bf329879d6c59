/** Where somebody is in a finished game, and how long it waits there. Pure. */

export const WATCHER = -2; // the eyes of somebody who only watches

/** A moment: the number of an event, and through whose eyes it is seen. */
export interface Place {
  number: number | null;
  eyes: number;
}

/** Read the part of an address that names a moment: `#n=123&eyes=0`. */
export function placeIn(hash: string): Place {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  return { number: whole(said.get("n")), eyes: whole(said.get("eyes")) ?? WATCHER };
}

export function hashOf(number: number, eyes: number): string {
  return eyes === WATCHER ? `#n=${number}` : `#n=${number}&eyes=${eyes}`;
}

function whole(text: string | null): number | null {
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The place in the list of the last event up to a number; the first one if there is none. */
export function indexOf(numbers: readonly number[], number: number | null): number {
  if (number === null) return 0;
  return Math.max(
    0,
    numbers.findLastIndex((known) => known <= number),
  );
}

const SHORTEST = 160; // ms: an eye can follow
const LONGEST = 4000; // ms: nobody waits again for a player who had gone for tea

/** How long an event is shown before the next one, in the game's own time. */
export function pauseAfter(times: readonly number[], index: number, speed: number): number {
  const gap = (times[index + 1] ?? 0) - (times[index] ?? 0);
  return Math.min(LONGEST, Math.max(SHORTEST, gap / speed));
}

/** Milliseconds since the first event, as `1:05`. */
export function timeText(times: readonly number[], index: number): string {
  const seconds = Math.max(0, Math.round(((times[index] ?? 0) - (times[0] ?? 0)) / 1000));
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
