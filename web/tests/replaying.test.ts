import { expect, test } from "vitest";
import { hashOf, indexOf, pauseAfter, placeIn, timeText, WATCHER } from "../src/model/replay/replaying";

test("a moment has an address, and the address names the moment", () => {
  expect(placeIn(hashOf(123, 0))).toEqual({ number: 123, eyes: 0 });
  expect(placeIn(hashOf(7, WATCHER))).toEqual({ number: 7, eyes: WATCHER });
  expect(placeIn("")).toEqual({ number: null, eyes: WATCHER });
  expect(placeIn("#n=1e9&eyes=me")).toEqual({ number: null, eyes: WATCHER });
});

test("a number that is no event stands for the last event before it", () => {
  const numbers = [4, 5, 9];
  expect(indexOf(numbers, 9)).toBe(2);
  expect(indexOf(numbers, 7)).toBe(1);
  expect(indexOf(numbers, 1)).toBe(0);
  expect(indexOf(numbers, 99)).toBe(2);
  expect(indexOf(numbers, null)).toBe(0);
});

test("events follow in the game's own time, neither too fast to see nor too slow to wait for", () => {
  const times = [0, 2000, 2001, 600_000];
  expect(pauseAfter(times, 0, 1)).toBe(2000);
  expect(pauseAfter(times, 0, 4)).toBe(500);
  expect(pauseAfter(times, 1, 1)).toBe(160);
  expect(pauseAfter(times, 2, 16)).toBe(4000);
});

test("times are counted from the first event", () => {
  expect(timeText([5000, 70_000], 1)).toBe("1:05");
  expect(timeText([5000], 0)).toBe("0:00");
});
