import { describe, expect, test } from "vitest";
import {
  dropTargets,
  linesOf,
  meetingsAfter,
  merged,
  openAfter,
  pick,
  pickId,
  sortedHand,
  squareOf,
  turned,
} from "../src/model/scene";
import type { Path, Piece } from "../src/model/types";
import { balances, laid, lineName } from "../src/model/region";
import { SAMPLES } from "./samples";

describe("the two parts of a scene", () => {
  test("an own zone takes the place of the public one, others come at the end", () => {
    const scene = merged(
      {
        prompt: "Wait.",
        zones: [
          { id: "a", name: "A", shape: "row" },
          { id: "b", name: "B", shape: "fan" },
        ],
      },
      {
        zones: [
          { id: "b", name: "Mine", shape: "fan" },
          { id: "c", name: "C", shape: "row" },
        ],
      },
    );
    expect(scene.zones.map((zone) => zone.name)).toEqual(["A", "Mine", "C"]);
    expect(scene.prompt).toBe("Wait.");
  });

  test("an own panel takes the place of that of its seat", () => {
    const scene = merged({ panels: [{ seat: 0 }, { seat: 1 }] }, { panels: [{ seat: 0, notes: ["mine"] }] });
    expect(scene.panels).toEqual([{ seat: 0, notes: ["mine"] }, { seat: 1 }]);
  });
});

describe("picking", () => {
  const paths: Path[] = [
    { action: "attack 1 B", picks: ["x", "y"] },
    { action: "attack 1 R", picks: ["x", "z"] },
    { action: "attack 2 L", picks: ["y", "x"] },
    { action: "pass", picks: ["pass"] },
  ];

  test("the first picks of all paths are open", () => {
    expect([...openAfter(paths, []).ids.keys()]).toEqual(["x", "y", "pass"]);
  });

  test("a pick narrows the paths", () => {
    expect(pick(paths, [], openAfter(paths, []), "x")).toEqual({ kind: "picked", picks: ["x"] });
    expect([...openAfter(paths, ["x"]).ids.keys()]).toEqual(["y", "z"]);
  });

  test("a complete path is played, and so is the only one left", () => {
    expect(pick(paths, ["x"], openAfter(paths, ["x"]), "z")).toEqual({ kind: "play", action: "attack 1 R" });
    expect(pick(paths, [], openAfter(paths, []), "y")).toEqual({ kind: "play", action: "attack 2 L" });
  });

  test("what is not open cannot be picked", () => {
    expect(pick(paths, [], openAfter(paths, []), "z")).toEqual({ kind: "closed" });
  });

  test("a copy is picked as the piece it is like", () => {
    expect(pickId({ id: "b.1", like: "b.0" })).toBe("b.0");
    expect(pickId({ id: "b.0" })).toBe("b.0");
  });

  test("a tile turned by its player is picked with its turn", () => {
    const tiles: Path[] = [
      { action: "A B", picks: ["a", "b"] },
      { action: "A' B", picks: ["turn.180", "a", "b"] },
      { action: "B A", picks: ["b", "a"] },
    ];
    const open = openAfter(tiles, [], (id) => (id === "a" ? 180 : 0));
    expect(open.turns).toEqual([180]);
    expect(pick(tiles, [], open, "a")).toEqual({ kind: "play", action: "A' B" });
  });

  test("squares are open for the turn of the tile", () => {
    const laid: Path[] = [
      { action: "place 0 1,2", picks: ["turn.0", "r@1,2"] },
      { action: "place 90 3,-4", picks: ["turn.90", "r@3,-4"] },
      { action: "place 90 5,5", picks: ["turn.90", "r@5,5"] },
    ];
    const open = openAfter(laid, [], () => 90);
    expect([...open.ids.keys()]).toEqual(["r@3,-4", "r@5,5"]);
    expect(pick(laid, [], open, "r@3,-4")).toEqual({ kind: "play", action: "place 90 3,-4" });
    expect(squareOf("r@3,-4")).toEqual({ zone: "r", row: 3, column: -4 });
  });

  test("a dragged piece can be dropped on what shares a path with it", () => {
    expect([...dropTargets(paths, [], "x")].sort()).toEqual(["y", "z"]);
  });

  test.each(SAMPLES)("every action of $name can be chosen", ({ scene }) => {
    for (const path of scene.paths) {
      let picks: string[] = [];
      let turn = 0;
      for (const [at, id] of path.picks.entries()) {
        if (id.startsWith("turn.")) {
          turn = Number(id.slice(5));
          continue;
        }
        const open = openAfter(scene.paths, picks, () => turn);
        const step = pick(scene.paths, picks, open, id);
        turn = 0;
        if (step.kind === "play") {
          expect(step.action).toBe(path.action);
          break;
        }
        if (step.kind === "closed") throw new Error(`${id} is closed at ${at} of ${path.action}`);
        picks = step.picks;
      }
    }
  });
});

test("paths say which numbers meet at their last pick", () => {
  const paths: Path[] = [
    { action: "attack 1 R", picks: ["a", "b"], meets: "7 › 5" },
    { action: "attack 1 B", picks: ["a", "c"] },
  ];
  expect([...meetingsAfter(paths, ["a"])]).toEqual([["b", "7 › 5"]]);
  expect(meetingsAfter(paths, []).size).toBe(0);
});

test("a tile is turned clockwise", () => {
  const squares: Piece[] = [
    { id: "a" },
    { id: "b", column: 1 },
    { id: "c", row: 1 },
    { id: "d", row: 1, column: 1 },
    { id: "e", row: 2 },
    { id: "f", row: 2, column: 1 },
  ];
  expect(
    turned(squares, 90)
      .map((square) => square.id)
      .join(""),
  ).toBe("ecafdb");
  expect(
    turned(squares, 180)
      .map((square) => square.id)
      .join(""),
  ).toBe("fedcba");
});

test("a hand is sorted by colour or by value", () => {
  const suits: [string, string][] = [
    ["R", "red"],
    ["B", "blue"],
  ];
  const hand = [card("B10"), card("R2"), card("B3")];
  expect(sortedHand(hand, suits, false).map((piece) => piece.id)).toEqual(["R2", "B3", "B10"]);
  expect(sortedHand(hand, suits, true).map((piece) => piece.id)).toEqual(["R2", "B3", "B10"]);
});

function card(name: string): Piece {
  return { id: name, face: name, text: name, name, suit: name[0]!, rank: Number(name.slice(1)) };
}

test("a larger drawing shows lines, or the numbers around a card row by row", () => {
  expect(linesOf({ id: "a", lines: ["worth 3"] })).toEqual(["worth 3"]);
  expect(
    linesOf({
      id: "b",
      cells: [
        ["1", "", "3"],
        ["", "(9)", ""],
      ],
    }),
  ).toEqual(["1 · 3", "· (9) ·"]);
  expect(linesOf({ id: "c" })).toEqual([]);
});

describe("regions", () => {
  const regions = SAMPLES.flatMap(({ scene }) => scene.zones).filter(
    (zone) => zone.balance?.length && zone.pieces?.length,
  );
  const piece = (row: number, column: number, suit: string): Piece => ({ id: `${row},${column}`, row, column, suit });

  test("lines are summed up as the server sums them up", () => {
    expect(regions.length).toBeGreaterThan(2);
    for (const zone of regions) expect(balances(zone, zone.pieces!)).toEqual(zone.lines);
  });

  test("a tile covers what lies there, and lines become what they would", () => {
    const zone = { id: "z", name: "Z", shape: "region", balance: ["G", "K"] } as const;
    const lies = [piece(-1, 4, "K"), piece(-1, 5, "K"), piece(0, 4, "K")];
    const then = laid(lies, [piece(0, 0, "G"), piece(0, 1, "")], -1, 5);
    expect(then.map((one) => [one.row, one.column, one.suit])).toEqual([
      [-1, 4, "K"],
      [0, 4, "K"],
      [-1, 5, "G"],
      [-1, 6, ""],
    ]);
    expect(balances({ ...zone, balance: [...zone.balance] }, then)).toEqual([
      { row: -1, text: "=", lit: ["good"] },
      { row: 0, text: "-1" },
      { column: 4, text: "-2" },
      { column: 5, text: "+1" },
    ]);
  });

  test("people count lines from 1 at the top left", () => {
    const lies = [piece(-1, 4, "K"), piece(1, 5, "K")];
    expect([-2, -1, 1, 3].map((row) => lineName(lies, "row", row))).toEqual([
      "the row above the top",
      "row 1",
      "row 3",
      "the row 2 below the bottom",
    ]);
    expect(lineName(lies, "column", 5)).toBe("column 2");
  });
});
