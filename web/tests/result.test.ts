/** How a game ended, for everybody who looks at it. */

import { describe, expect, test } from "vitest";
import { placeOf, standings, verdictFor, whyOf, type Result } from "../src/model/result";
import { Words } from "../src/words/words";

function ended(scores: number[], ...winners: number[]): Result {
  return { scores, winners, lines: ["Why."], isPlain: false };
}

test("places go by points, and equals share one", () => {
  const result = ended([12, 30, 12, 7], 1);
  expect([0, 1, 2, 3].map((seat) => placeOf(result, seat))).toEqual([2, 1, 2, 4]);
  expect(standings(result)).toEqual([1, 0, 2, 3]);
});

test("whoever lost a tie-break came second, and nobody is before a winner who has fewer points", () => {
  expect([0, 1, 2].map((seat) => placeOf(ended([20, 20, 15], 0), seat))).toEqual([1, 2, 3]);
  expect([0, 1, 2].map((seat) => placeOf(ended([20, 20, 15], 2), seat))).toEqual([2, 2, 1]);
});

test("after two winners comes the third", () => {
  expect([0, 1, 2, 3].map((seat) => placeOf(ended([9, 4, 9, 5], 0, 2), seat))).toEqual([1, 4, 1, 3]);
});

describe("the verdict", () => {
  const shared = ended([9, 9, 5], 0, 1);
  test.each([
    [ended([9, 5], 0), 0, "won"],
    [shared, 1, "shared"],
    [shared, 2, "placed"],
    [shared, null, "others"],
    [ended([4], 0), 0, "alone"],
    [ended([9, 5]), 0, "nobody"],
  ] as const)("%j for seat %s is %s", (result, you, verdict) => expect(verdictFor(result, you)).toBe(verdict));
});

test("who won is said once, and what decided a tie always", () => {
  const plain = { ...ended([9, 5], 0), isPlain: true };
  expect([0, 1, null].map((you) => whyOf(plain, you))).toEqual(["", "Why.", ""]);
  expect([0, 1, null].map((you) => whyOf(ended([9, 9], 0), you))).toEqual(["Why.", "Why.", "Why."]);
});

test("places are said as a language counts them", () => {
  const words = new Words();
  expect([1, 2, 3, 4, 11, 22].map((place) => words.ordinal(place))).toEqual([
    "one",
    "two",
    "few",
    "other",
    "other",
    "two",
  ]);
});
