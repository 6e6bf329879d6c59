import { beforeEach, expect, test } from "vitest";
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
async function answer(number: number): Promise<void> {
  answers.at(-1)!({ type: "moment", id: "", number, lines: [`Event ${number}.`], public: { prompt: "?" } } as Reply);
  await Promise.resolve();
}

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
  expect([time.past, told]).toEqual([null, ["It is too long ago."]]);
});
