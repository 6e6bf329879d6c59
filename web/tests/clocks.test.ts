import { beforeEach, expect, test, vi } from "vitest";
import { Clocks } from "../src/model/table/clocks.svelte";
import type { TableDoc } from "../src/model/types";

const TABLE: TableDoc = {
  id: "t",
  game: "",
  title: "",
  options: {},
  phase: "playing",
  number: 1,
  commitment: "",
  at: 50_000,
  chairs: [{ seat: 0, left: 9000, runs: true }, { seat: 1, left: 7000 }, { seat: 2 }],
};

let clocks: Clocks;
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(1000);
  clocks = new Clocks();
});

test("before anything is told nobody has a clock, and nothing is waited for", () => {
  expect([clocks.leftAt(0, 5000), clocks.until(undefined, 5000)]).toEqual([null, 0]);
});

test("a clock runs from when it was told, down to nothing; the others stand", () => {
  clocks.hear(TABLE);
  expect([0, 1, 2].map((seat) => clocks.leftAt(seat, 3000))).toEqual([7000, 7000, null]);
  expect(clocks.leftAt(0, 99_000)).toBe(0);
  clocks.hearLeft([4000, 6000], [1]);
  expect([0, 1].map((seat) => clocks.leftAt(seat, 3000))).toEqual([4000, 4000]);
});

test("time needs to be looked at only while somebody's clock runs, and never goes back", () => {
  expect(clocks.isAnyRunning).toBe(false);
  clocks.hear(TABLE);
  expect(clocks.isAnyRunning).toBe(true);
  expect(clocks.leftAt(0, 500)).toBe(9000); // looked at before it was told
  clocks.hearLeft([4000, 6000], []);
  expect(clocks.isAnyRunning).toBe(false);
  clocks.hear({ ...TABLE, paused: true });
  expect(clocks.isAnyRunning).toBe(false);
});

test("how long something has lasted is counted by the server's time", () => {
  clocks.hear(TABLE);
  expect([clocks.since(45_000, 1000), clocks.since(45_000, 3000), clocks.since(60_000, 3000)]).toEqual([5000, 7000, 0]);
});

test("no clock runs in a pause", () => {
  clocks.hear({ ...TABLE, paused: true });
  expect(clocks.leftAt(0, 3000)).toBe(9000);
});

test("the server's times are told in this page's", () => {
  clocks.hear(TABLE);
  expect([clocks.until(53_000, 1000), clocks.until(53_000, 3500), clocks.until(53_000, 9000)]).toEqual([3000, 500, 0]);
  clocks.hearServerTime(52_000);
  expect(clocks.until(53_000, 1000)).toBe(1000);
});
