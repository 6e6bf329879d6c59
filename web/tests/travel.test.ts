import { beforeEach, expect, test, vi } from "vitest";
import type { Reply } from "../src/model/socket";
import { TimeTravel } from "../src/model/table/travel.svelte";

let asked: number[];
let told: string[];
let answers: ((reply: Reply) => void)[];
let time: TimeTravel;

beforeEach(() => {
  [asked, told, answers] = [[], [], []];
  const ask = (message: object): Promise<Reply> => {
    asked.push((message as { number: number }).number);
    return new Promise((resolve) => answers.push(resolve));
  };
  time = new TimeTravel(ask, (text) => told.push(text));
  time.numbers = [3, 4, 5];
});

/** Let the last question be answered. */
async function answer(number: number, ...stills: string[]): Promise<void> {
  const rested = stills.map((prompt) => ({ public: {}, prompt }));
  const moment = { number, lines: [`Event ${number}.`], public: { prompt: "?" }, stills: rested };
  answers.at(-1)!({ type: "moment", id: "", ...moment } as Reply);
  await Promise.resolve();
  await Promise.resolve();
}

test("one event on, what rested before it rests again; the last one leads to the present", async () => {
  vi.useFakeTimers();
  void time.look(3);
  await answer(3);
  time.forward();
  await answer(4, "Anna takes the trick.");
  expect([time.past?.number, time.past?.scene.prompt]).toEqual([4, "Anna takes the trick."]);
  vi.advanceTimersByTime(2000);
  expect(time.past?.scene.prompt).toBe("?");
  time.forward();
  await answer(5, "Ben takes the trick.");
  expect(time.past?.scene.prompt).toBe("Ben takes the trick.");
  vi.advanceTimersByTime(2000);
  expect(time.past).toBe(null);
  vi.useRealTimers();
});

test("whoever jumps to a moment sees it at once", async () => {
  void time.look(5);
  await answer(5, "Ben takes the trick.");
  expect([time.past?.number, time.past?.scene.prompt]).toEqual([5, "?"]);
});

test("going back shows the moment before the last, and going on leads to the present", async () => {
  time.back();
  await answer(4);
  expect([time.past?.number, time.past?.lines, time.past?.scene.paths]).toEqual([4, ["Event 4."], []]);
  time.back();
  await answer(3);
  time.back();
  expect([time.past?.number, asked]).toEqual([3, [4, 3]]);
  time.forward();
  expect([time.past?.number, asked]).toEqual([4, [4, 3]]); // known by now
  time.forward();
  await answer(5);
  expect(time.past).toBe(null);
});

test("whoever is back in the present stays there, however late a moment comes", async () => {
  time.back();
  time.now();
  await answer(4);
  expect(time.past).toBe(null);
});

test("what was taken back can be looked at no more", async () => {
  time.back();
  await answer(4);
  time.forget(4);
  expect([time.past, time.numbers]).toEqual([null, [3]]);
  void time.look(4);
  expect(asked).toEqual([4, 4]);
});

test("a moment that cannot be shown says why", async () => {
  time.back();
  answers[0]!({ type: "answer", id: "", verdict: "refused", reason: "It is too long ago." } as Reply);
  await Promise.resolve();
  await Promise.resolve();
  expect([time.past, told]).toEqual([null, ["It is too long ago."]]);
});
