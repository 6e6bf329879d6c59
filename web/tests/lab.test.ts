import { expect, test } from "vitest";
import { along, apart, bandOf, reachOf, sharesReach, wishOf, type Draft } from "../src/model/lab";
import type { LabHistory, LabRow } from "../src/model/types";

const SIDE = { seats: 2, options: {}, file: null };
const DRAFT: Draft = { game: "battle", bots: ["policy"], isQuick: true, a: SIDE, b: null, by: "first", sure: "usual" };

function history(even: number | null, ...ends: [number, number, number][]): LabHistory {
  return { title: "", names: ends.map(String), even, is_share: true, points: [{ games: 100, lines: ends }] };
}

test("a wish says how many games only where somebody chose that, and of a comparison never", () => {
  expect(wishOf(DRAFT)).toEqual({ game: "battle", bots: ["policy"], a: { seats: 2, options: {} } });
  expect(wishOf({ ...DRAFT, sure: "look" }).games).toBe(2000);
  expect(wishOf({ ...DRAFT, sure: "look", isQuick: false }).games).toBe(160);
  expect(wishOf({ ...DRAFT, sure: "precise" }).precision).toBe(0.01);
  const compared = wishOf({ ...DRAFT, sure: "precise", b: { ...SIDE, options: { match: 2 } } });
  expect(compared).toMatchObject({ b: { options: { match: 2 } }, by: "first" });
  expect(compared.precision).toBeUndefined();
});

test("a history shows the last intervals and where all would be even, and no share below 0 or above 1", () => {
  const reach = reachOf(history(0.5, [0.6, 0.55, 0.65]));
  expect(reach.low).toBeLessThan(0.5);
  expect(reach.high).toBeGreaterThan(0.65);
  expect(reachOf(history(0.02, [0.01, 0, 0.02])).low).toBe(0);
  expect(reachOf(history(0, [-0.1, -0.2, 0])).low).toBeLessThan(-0.2);
});

test("every doubling of the games is as wide", () => {
  const points = [100, 200, 400].map((games) => ({ games, lines: [] }));
  points.forEach(({ games }, at) => expect(along(points, games)).toBeCloseTo(at / 2));
  expect(along(points.slice(0, 1), 100)).toBe(1);
});

test("a band goes along its low edge and back along the high one", () => {
  const points = [
    { games: 1, lines: [[5, 4, 6]] },
    { games: 2, lines: [[5, 4.5, 5.5]] },
  ];
  const same = (value: number): number => value;
  expect(bandOf(points, 0, same, same)).toBe("1,4 2,4.5 2,5.5 1,6");
});

test("shares are drawn with room around them", () => {
  const row = { mean: 0.5, low: 0.45, high: 0.55 } as LabRow;
  const reach = sharesReach([row], 0.25);
  expect(reach.low).toBeLessThan(0.25);
  expect(reach.high).toBeGreaterThan(0.55);
});

test("texts are kept apart in their order, and above the bottom", () => {
  expect(apart([10, 12, 50], 20, 100)).toEqual([10, 30, 50]);
  expect(apart([95, 90], 10, 100)).toEqual([100, 90]);
});
