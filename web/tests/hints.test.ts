import { describe, expect, it } from "vitest";
import { barOf, isAboutPoints, piecesFor, pointsText, shareText, stands } from "../src/lib/hints";
import type { AdviceTelling, HintDoc, Path } from "../src/lib/types";

function hint(action: string, share = 0.5, error = 0.02, points = 20): HintDoc {
  return { action, share, share_error: error, points, points_error: 0.5, reasons: ["it is best"], sentence: "" };
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

describe("estimates", () => {
  it("never call a victory certain", () => {
    expect(shareText(hint("", 1, 0.001))).toBe("more than 99 %");
    expect(shareText(hint("", 0, 0.001))).toBe("less than 1 %");
    expect(shareText(hint("", 1, 0.2))).toBe("99 % ± 20");
    expect(shareText(hint("", 0.456, 0.012))).toBe("46 % ± 2");
    expect(shareText(hint("", 0.456, 0))).toBe("46 % ± 1");
  });

  it("write points with their error", () => {
    expect(pointsText(hint("", 0.5, 0.1, -3.04))).toBe("−3.0 ± 0.5 points");
  });

  it("are about points where shares tell nothing", () => {
    expect(isAboutPoints([hint("", 1)], 1)).toBe(true);
    expect(isAboutPoints([hint("", 1, 0.001), hint("", 0.999, 0.001)], 2)).toBe(true);
    expect(isAboutPoints([hint("", 1, 0.001), hint("", 0.9)], 2)).toBe(false);
    expect(isAboutPoints([hint("", 0, 0.001), hint("", 0.001, 0.001)], 2)).toBe(true);
  });

  it("are drawn with both ends of their error, within the bar", () => {
    expect(barOf(hint("", 0.5, 0.02), [], false)).toEqual({ at: 50, low: 48, high: 52 });
    expect(barOf(hint("", 0.99, 0.02), [], false)).toEqual({ at: 99, low: 97, high: 100 });
    const hints = [hint("a", 1, 0, 20), hint("b", 1, 0, 18)];
    const [best, other] = hints.map((one) => barOf(one, hints, true));
    expect(best!.high).toBe(100);
    expect(other!.low).toBeGreaterThan(0);
    expect(best!.at).toBeGreaterThan(other!.at);
  });
});
