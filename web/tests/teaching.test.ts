import { expect, test } from "vitest";
import { EMPTY } from "../src/model/scene";
import { firstTip, nextTip } from "../src/model/table/teaching";

const LEAD = { key: "lead", text: "Low cards win (§9)." };
const RING = { key: "ring", text: "Each colour is trumped by the next." };
const ring = { id: "ring", name: "Trump ring", shape: "track" as const, pieces: [{ id: "ring.R" }], lesson: "ring" };

test("a lesson is told when the prompt names it or its zone holds something, and once", () => {
  const scene = { ...EMPTY, lesson: "lead", zones: [ring] };
  expect(nextTip([LEAD, RING], [], scene)).toBe(LEAD);
  expect(nextTip([LEAD, RING], ["lead"], scene)).toBe(RING);
  expect(nextTip([LEAD, RING], ["lead", "ring"], scene)).toBeNull();
  expect(nextTip([LEAD, RING], [], { ...scene, lesson: "follow", zones: [{ ...ring, pieces: [] }] })).toBeNull();
});

test("what holds for every game is told first", () => {
  const first = firstTip(true);
  expect(nextTip([first, LEAD], [], { ...EMPTY, lesson: "lead" })).toBe(first);
});
