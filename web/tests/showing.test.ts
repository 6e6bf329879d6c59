/** What is shown of a table, and when. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EMPTY } from "../src/model/scene";
import { settings } from "../src/model/settings.svelte";
import { Showing, type Reading } from "../src/model/table/showing.svelte";
import type { SumsDoc } from "../src/model/types";

const SUMS: SumsDoc = { title: "Round 1 of 3.", columns: [], rows: [], leaders: [0] };
const STILL = { public: {}, prompt: "Anna takes the trick." };
const LONG = 60_000;

let showing: Showing;
let reading: Reading;
let told: number[];

beforeEach(() => {
  vi.useFakeTimers();
  [reading, told] = ["first", []];
  showing = new Showing(undefined, () => reading);
});
afterEach(() => {
  vi.useRealTimers();
  settings.motion = "normal";
  settings.plain = false;
});

interface Given {
  stills?: number;
  sums?: SumsDoc;
  isOwn?: boolean;
}

function hear(number: number, { stills = 0, sums, isOwn }: Given = {}): void {
  showing.latest = { ...EMPTY, prompt: `Event ${number}.` };
  const happening = { seat: 0, stills: Array.from({ length: stills }, () => STILL), sums };
  showing.enqueue(happening, () => told.push(number), isOwn);
}

test("a full trick rests before it is taken, and nothing of what comes then is told before", () => {
  hear(1, { stills: 1 });
  hear(2);
  expect([showing.shown.prompt, showing.isSettled, told]).toEqual(["Anna takes the trick.", false, []]);
  vi.advanceTimersByTime(960);
  expect([showing.shown.prompt, told]).toEqual(["Event 1.", [1]]);
  vi.advanceTimersByTime(250);
  expect([showing.shown.prompt, showing.isSettled, told]).toEqual(["Event 2.", true, [1, 2]]);
});

test("a full trick rests where nothing moves, too", () => {
  settings.motion = "off";
  hear(1, { stills: 1 });
  expect(showing.shown.prompt).toBe("Anna takes the trick.");
  vi.advanceTimersByTime(701);
  expect([showing.shown.prompt, told]).toEqual(["Event 1.", [1]]);
});

test("what one does oneself is shown at once, and what came before it is told before it", () => {
  hear(1);
  hear(2);
  hear(3, { isOwn: true });
  expect([showing.shown.prompt, told]).toEqual(["Event 3.", [1, 2, 3]]);
});

test("whoever is behind still sees every full trick, and what lies between is applied at once", () => {
  hear(1, { stills: 1 });
  for (let number = 2; number <= 8; number++) hear(number);
  hear(9, { stills: 1 });
  const seen: string[] = [];
  for (let time = 0; time < 3000; time += 50) {
    seen.push(showing.shown.prompt);
    vi.advanceTimersByTime(50);
  }
  expect(seen.filter((prompt) => prompt === "Anna takes the trick.")).toHaveLength(2 * 19);
  expect([showing.shown.prompt, showing.isSettled, told]).toEqual(["Event 9.", true, [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

test("whoever is too far behind sees what is true, and hears all of it", () => {
  for (let number = 1; number <= 9; number++) hear(number, { stills: 1 });
  vi.advanceTimersByTime(17);
  expect([showing.shown.prompt, showing.hasJumped, told]).toEqual(["Event 9.", true, [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

test("a round's end comes after its last trick and stays until it is read; then the game goes on", () => {
  hear(1, { stills: 1, sums: SUMS });
  hear(2);
  vi.advanceTimersByTime(1200);
  expect([showing.shown.prompt, showing.sums]).toEqual(["Event 1.", null]);
  vi.advanceTimersByTime(LONG);
  expect([showing.shown.prompt, showing.sums, showing.isHeld, told]).toEqual(["Event 1.", SUMS, true, [1]]);
  showing.goOn();
  expect([showing.shown.prompt, showing.sums, showing.isSettled, told]).toEqual(["Event 2.", null, true, [1, 2]]);
});

test("while it is read for long, all that happens is applied beneath it, and nothing moves", () => {
  hear(1, { sums: SUMS });
  vi.advanceTimersByTime(LONG);
  for (let number = 2; number <= 20; number++) hear(number);
  vi.advanceTimersByTime(LONG);
  expect([showing.shown.prompt, showing.sums, showing.isHeld]).toEqual(["Event 20.", SUMS, true]);
});

test("it lies aside while the own clock runs, and what happens is shown", () => {
  hear(1, { sums: SUMS });
  hear(2);
  vi.advanceTimersByTime(LONG);
  showing.makeWay();
  expect([showing.shown.prompt, showing.sums, showing.isAside]).toEqual(["Event 2.", SUMS, true]);
  reading = "aside";
  hear(3, { sums: SUMS });
  vi.advanceTimersByTime(LONG);
  expect([showing.isAside, showing.isHeld]).toEqual([true, false]);
});

test("it is not told where the game is over, and nobody is kept by it", () => {
  reading = "never";
  hear(1, { sums: SUMS });
  vi.advanceTimersByTime(LONG);
  expect([showing.sums, showing.isHeld, showing.isSettled]).toEqual([null, false, true]);
});

test("in a hidden tab and in the table in words all is there at once, and the round's end too", () => {
  settings.plain = true;
  hear(1, { stills: 1, sums: SUMS });
  expect([showing.shown.prompt, showing.sums, told]).toEqual(["Event 1.", SUMS, [1]]);
});
