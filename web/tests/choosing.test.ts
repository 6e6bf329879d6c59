import { beforeEach, expect, test } from "vitest";
import { EMPTY, type FullScene } from "../src/model/scene";
import type { Marked } from "../src/model/marks";
import { Choosing, type Hearer, type Meant } from "../src/model/table/choosing.svelte";
import type { Path } from "../src/model/types";

const PATHS: Path[] = [
  { action: "swap A B", picks: ["A", "B"] },
  { action: "swap A C", picks: ["A", "C"] },
  { action: "lay D", picks: ["D"] },
];
const TILE: FullScene = {
  ...EMPTY,
  paths: [
    { action: "0", picks: ["turn.0", "region@0,0"] },
    { action: "90", picks: ["turn.90", "region@0,1"] },
  ],
};

class Table implements Hearer {
  latest: FullScene = { ...EMPTY, prompt: "Wait for Bob.", paths: PATHS };
  past: object | null = null;
  played: string[] = [];
  asked: Meant[] = [];
  told: string[] = [];
  reason: Marked | null = null;
  private answered: ((number: number) => void) | undefined;

  get shown(): FullScene {
    return this.latest;
  }
  get isTurn(): boolean {
    return this.latest.paths.length > 0;
  }
  play(action: string): Promise<number> {
    this.played.push(action);
    return new Promise((resolve) => (this.answered = resolve));
  }
  /** Say which event is to be heard yet. */
  answer(number = 0): void {
    this.answered?.(number);
  }
  why(meant: Meant): Promise<Marked | null> {
    this.asked.push(meant);
    return Promise.resolve(this.reason);
  }
  tell(text: string): void {
    this.told.push(text);
  }
}

let table: Table;
let choosing: Choosing;
beforeEach(() => {
  table = new Table();
  choosing = new Choosing(table, table);
});

test("while a single pick is on its way all others look as they did, though none can be picked", () => {
  choosing.choose("D");
  expect([choosing.sending, choosing.open.ids.size]).toEqual(["lay D", 0]);
  expect([...choosing.lit.ids.keys()]).toEqual(["A", "D"]);
  choosing = new Choosing(table, table);
  choosing.choose("A");
  choosing.choose("B");
  expect([choosing.sending, choosing.lit.ids.size]).toEqual(["swap A B", 0]);
});

test("picks lead to an action, and nothing can be picked while it is on its way", async () => {
  expect(choosing.wouldPlay("A")).toBe(false);
  choosing.choose("A");
  expect(choosing.picks).toEqual(["A"]);
  expect(choosing.wouldPlay("B")).toBe(true);
  choosing.choose("B");
  expect([table.played, choosing.picks, choosing.sending]).toEqual([["swap A B"], [], "swap A B"]);
  choosing.choose("D");
  expect(choosing.isOpen({ id: "D" })).toBe(false);
  expect(table.played).toHaveLength(1);
  table.answer();
  await expect.poll(() => choosing.sending).toBe("");
  expect(choosing.isOpen({ id: "D" })).toBe(true);
});

test("what was sent is on its way until its event has been heard, and nothing can be picked before", async () => {
  choosing.choose("D");
  table.answer(7);
  await Promise.resolve();
  choosing.again(6);
  expect([choosing.sending, choosing.isOpen({ id: "A" })]).toEqual(["lay D", false]);
  choosing.again(7);
  expect([choosing.sending, choosing.isOpen({ id: "A" })]).toEqual(["", true]);
});

test("what was picked is laid down by a second press, and by an event that leaves no path for it", () => {
  choosing.choose("A");
  choosing.choose("A");
  expect(choosing.picks).toEqual([]);
  choosing.choose("A");
  choosing.again(1);
  expect(choosing.picks).toEqual(["A"]);
  table.latest = { ...EMPTY, paths: [PATHS[2]!] };
  choosing.again(1);
  expect(choosing.picks).toEqual([]);
});

test("in the past nothing can be chosen", () => {
  table.past = {};
  expect(choosing.isOpen({ id: "D" })).toBe(false);
  choosing.choose("D");
  expect([table.played, table.told]).toEqual([[], ["You are looking at the past; come back to play."]]);
});

test("a tile is turned by what its paths offer, in both directions, until none offers a turn", () => {
  table.latest = TILE;
  expect(choosing.open.ids.has("region@0,0")).toBe(true);
  choosing.turn();
  expect([choosing.turnFor("region@5,5"), choosing.open.ids.has("region@0,1")]).toEqual([90, true]);
  choosing.turn(null, true);
  expect(choosing.turnFor("region@5,5")).toBe(0);
  choosing.point("90");
  expect([choosing.pointed, choosing.turnFor("region@5,5")]).toEqual(["region@0,1", 90]);
  table.latest = { ...EMPTY, paths: PATHS };
  choosing.again(1);
  expect(choosing.turns).toEqual({});
});

test("why not is asked with what was picked before, and answered beside the piece", async () => {
  table.reason = { text: "C is not yours (§4).", marks: [{ at: 16, length: 2, section: "4" }] };
  choosing.choose("A");
  await choosing.why({ id: "X", like: "C" });
  expect(table.asked).toEqual([{ picks: ["A", "C"] }]);
  expect(choosing.bubble).toEqual({ id: "X", ...table.reason });
  table.reason = null;
  await choosing.explain("typed", { action: "nonsense" });
  expect(choosing.bubble?.text).toBe("This is nothing to choose now.");
});

test("out of turn the prompt says why not, and nobody is asked", async () => {
  table.latest = { ...table.latest, paths: [] };
  await choosing.why({ id: "X" });
  expect([choosing.bubble, table.asked]).toEqual([{ id: "X", text: "Wait for Bob." }, []]);
});
