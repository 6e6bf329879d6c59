/** What a review draws: lines, and parts that add up. */

import { expect, test } from "vitest";
import { isThere, lineOf, percent, placeAt, reachOf, stepsOf } from "../src/model/review/reviewing";
import type { ReviewDoc } from "../src/model/types";

const part = (key: string, share: number) => ({ key, name: key, share, text: "" });

test("a line begins at the left, and certain victory is at the top", () => {
  const chances = [
    [0.5, 0.5],
    [0.25, 0.75],
    [0, 1],
  ];
  expect(lineOf(chances, 0, 100, 40)).toBe("M0 20L50 30L100 40");
  expect(lineOf(chances, 1, 100, 40)).toBe("M0 20L50 10L100 0");
});

test("each part begins where the one before it ended, and the last ends at the result", () => {
  const steps = stepsOf([part("deal", 0.25), part("own", -0.5), part("others", 0.75)], 0.25);
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0.25, 0.5],
    [0.5, 0],
    [0, 0.75],
  ]);
});

test("the axis has room for parts that lead beyond nothing and beyond victory", () => {
  expect(reachOf(stepsOf([part("deal", 0.25)], 0.25))).toEqual({ low: 0, high: 1 });
  expect(reachOf(stepsOf([part("deal", -0.5), part("own", 1.5)], 0.25))).toEqual({ low: -0.25, high: 1.25 });
});

test("a pointer means the nearest moment, also beyond the edges", () => {
  expect([-9, 0, 49, 51, 100, 130].map((x) => placeAt(x, 100, 3))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(placeAt(5, 0, 3)).toBe(0);
});

test("shares are said in whole percent", () => {
  expect([0, 0.125, 1].map(percent)).toEqual([0, 13, 100]);
});

test("a review that is being made is not there", () => {
  expect(isThere({ share: 0.5, text: "" })).toBe(false);
  expect(isThere({ told: {} } as ReviewDoc)).toBe(true);
});
