import { expect, test } from "vitest";
import { howFar } from "../src/model/prepared";

const ALL = [
  { game: "caster", done: 1, of: 2 },
  { game: "battle", done: 2, of: 2 },
];

test("what is compiled is counted for one game and for all", () => {
  expect(howFar(ALL)).toEqual({ done: 3, of: 4 });
  expect(howFar(ALL, "caster")).toEqual({ done: 1, of: 2 });
});

test("where nothing is missing there is nothing to say", () => {
  expect(howFar(ALL, "battle")).toBeNull();
  expect(howFar(ALL.slice(1))).toBeNull();
  expect(howFar([])).toBeNull();
});
