import { expect, test } from "vitest";
import { EMPTY, type FullScene } from "../src/model/scene";
import { gestureOf, howTo, nextLesson, nextTips, toldAgain } from "../src/model/table/teaching";

const LEAD = { key: "lead", text: "Low cards win (§9)." };
const RING = { key: "ring", text: "Each colour is trumped by the next." };
const ring = { id: "ring", name: "Trump ring", shape: "track" as const, pieces: [{ id: "ring.R" }], lesson: "ring" };
const CARD = { action: "play R7", picks: ["R7"] };

test("a lesson is told when the prompt names it or its zone holds something, and once", () => {
  const scene = { ...EMPTY, lesson: "lead", zones: [ring] };
  expect(nextLesson([RING, LEAD], [], scene)).toBe(LEAD);
  expect(nextLesson([RING, LEAD], ["lead"], scene)).toBe(RING);
  expect(nextLesson([RING, LEAD], ["lead", "ring"], scene)).toBeNull();
  expect(nextLesson([LEAD, RING], [], { ...scene, lesson: "follow", zones: [{ ...ring, pieces: [] }] })).toBeNull();
});

test("before the first choice one hears how it is made and what matters, and later only what is new", () => {
  const scene = { ...EMPTY, lesson: "lead", paths: [CARD], zones: [ring] };
  expect(nextTips([LEAD, RING], [], scene, "touch")).toEqual([{ key: "how.card", text: howTo("touch", "card") }, LEAD]);
  expect(nextTips([LEAD, RING], ["how.card", "lead"], scene, "touch")).toEqual([RING]);
  expect(nextTips([LEAD, RING], ["how.card", "lead", "ring"], scene, "touch")).toEqual([]);
});

test("a tip about something else to do gives way to how this is done", () => {
  const scene = { ...EMPTY, paths: [CARD] };
  expect(toldAgain("button", scene, "mouse")).toEqual([{ key: "how.card", text: howTo("mouse", "card") }]);
  expect(toldAgain("card", scene, "mouse")).toEqual([]);
  expect(toldAgain(null, scene, "mouse")).toEqual([]);
});

test("what is done by hand follows from the picks", () => {
  const asked = (picks: string[], buttons: string[] = []): FullScene => ({
    ...EMPTY,
    paths: [
      { action: "pass", picks: ["pass"] },
      { action: "do", picks },
    ],
    buttons: ["pass", ...buttons].map((id) => ({ id, name: id })),
  });
  expect(gestureOf(asked(["R7"]))).toBe("card");
  expect(gestureOf(asked(["card.1", "card.2"]))).toBe("pair");
  expect(gestureOf(asked(["turn.180", "seat0.C1", "seat0.C2", "seat0.C3"]))).toBe("row");
  expect(gestureOf(asked(["turn.90", "seat0.region@-1,2"]))).toBe("tile");
  expect(gestureOf(asked(["want"], ["want"]))).toBe("button");
});

test("each way of playing has its own words for what is done by hand", () => {
  for (const gesture of ["card", "pair", "row", "tile", "button"] as const) {
    const told = (["mouse", "touch", "keys", "words"] as const).map((way) => howTo(way, gesture));
    expect(new Set(told).size).toBe(4);
  }
});
