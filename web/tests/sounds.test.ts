import { expect, test } from "vitest";
import { EMPTY, type FullScene } from "../src/model/scene";
import { soundOf } from "../src/model/sounds";

function scene(hand: string[], trick: string[], taken: string[] = []): FullScene {
  const pieces = (ids: string[]): { id: string }[] => ids.map((id) => ({ id }));
  return {
    ...EMPTY,
    zones: [
      { id: "hand", name: "Hand", shape: "fan", role: "hand", pieces: pieces(hand) },
      { id: "trick", name: "Trick", shape: "row", role: "trick", pieces: pieces(trick) },
      { id: "taken", name: "Taken", shape: "pile", pieces: pieces(taken) },
    ],
  };
}

test("the first scene of a table is silent", () => {
  expect(soundOf(EMPTY, scene(["a", "b", "c", "d", "e"], []))).toBe(null);
});

test("many cards that come are dealt", () => {
  expect(soundOf(scene([], []), scene(["a", "b", "c", "d", "e"], []))).toBe("deal");
});

test("a card that changes its place is heard, and a scene that stays is not", () => {
  const before = scene(["a", "b"], ["c"]);
  expect(soundOf(before, scene(["b"], ["c", "a"]))).toBe("card");
  expect(soundOf(before, scene(["a", "b"], ["c"]))).toBe(null);
});

test("a trick that is taken sounds other than a card", () => {
  expect(soundOf(scene(["b"], ["c", "a"]), scene(["b"], [], ["c", "a"]))).toBe("trick");
});
