import { describe, expect, it } from "vitest";
import { piecesFor, stands } from "../src/model/table/hints";
import type { AdviceTelling, HintDoc, Path } from "../src/model/types";

function hint(action: string): HintDoc {
  const numbers = { share: 0.5, share_error: 0.02, points: 20, points_error: 0.5 };
  return {
    action,
    name: action,
    ...numbers,
    value: "wins 50 % ± 2",
    bar: { at: 0.5, low: 0.48, high: 0.52 },
    more: "",
    reasons: [],
    sentence: "",
  };
}

function advice(...hints: HintDoc[]): AdviceTelling {
  return { type: "advice", id: "a", number: 7, level: "hard", hints };
}

const PATHS: Path[] = [
  { action: "play R4", picks: ["R4"] },
  { action: "place 90 -1,2", picks: ["turn.90", "seat0.region@-1,2"] },
];

describe("advice", () => {
  it("stands as long as the best of it can be done", () => {
    expect(stands(advice(hint("play R4"), hint("play B1")), PATHS)).toBe(true);
    expect(stands(advice(hint("play B1"), hint("play R4")), PATHS)).toBe(false);
    expect(stands(advice(), PATHS)).toBe(false);
  });

  it("lights pieces and squares, not turns", () => {
    expect(piecesFor(PATHS, "play R4")).toEqual(["R4"]);
    expect(piecesFor(PATHS, "place 90 -1,2")).toEqual(["seat0.region@-1,2"]);
    expect(piecesFor(PATHS, "play B1")).toEqual([]);
  });
});
