import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { secretCommitment, termsHash, type Terms } from "../src/model/fair/fair";
import { FairPart, keepAsked } from "../src/model/fair/part.svelte";
import type { FromServer, TableDoc } from "../src/model/types";
import { inEnglish } from "../src/words/words";

const TERMS: Terms = {
  table: "t1",
  game: "caster",
  rules_version: 1,
  seats: 2,
  options: { rounds: 1 },
  data: null,
  copied_from: "",
};
const TABLE: TableDoc = {
  id: "t1",
  game: "caster",
  title: "CASTER",
  options: { rounds: 1 },
  chairs: [
    { seat: 0, name: "Anna", who: "person" },
    { seat: 1, name: "Bob", who: "bot" },
  ],
  phase: "waiting",
  number: 1,
  at: 0,
  commitment: secretCommitment(termsHash(TERMS), 1, "51".repeat(32)),
};

/** Locks that another page holds until it lets go. */
class Locks {
  readonly asked: string[] = [];
  private waiting: (() => Promise<void>)[] = [];
  readonly request = (name: string, act: () => Promise<void>): Promise<void> => {
    this.asked.push(name);
    return new Promise((done) => this.waiting.push(() => act().then(done)));
  };
  /** Give whoever waits the lock, one after another. */
  async free(): Promise<void> {
    for (const act of this.waiting.splice(0)) await act();
    await new Promise((done) => setTimeout(done));
  }
}

let locks: Locks;
let kept: Map<string, string>;
beforeEach(() => {
  locks = new Locks();
  kept = new Map();
  vi.stubGlobal("navigator", { locks });
  const getItem = (key: string): string | null => kept.get(key) ?? null;
  vi.stubGlobal("localStorage", { getItem, setItem: (key: string, value: string) => kept.set(key, value) });
});
afterEach(() => vi.unstubAllGlobals());

test("while another page changes what is pinned, nothing is pinned, promised or confirmed here", async () => {
  const answer = { type: "answer", id: "1", verdict: "accepted", number: 2 } as FromServer;
  const ask = vi.fn(() => Promise.resolve(answer as never));
  const part = new FairPart("t1", ask, vi.fn());
  part.seated(0, 1, TABLE);
  part.hear(TABLE, TERMS);
  await vi.waitFor(() => expect(locks.asked).toEqual(["fairdeal.fair.t1"]));
  expect([kept.size, part.known]).toEqual([0, null]);
  await locks.free();
  expect(kept.get("fairdeal.fair.t1")).toContain('"taken":false');
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(locks.asked).toHaveLength(2));
  await locks.free();
  expect(kept.get("fairdeal.fair.t1")).toContain('"taken":true');
});

test("to agree to another start waits for its turn too", async () => {
  const part = new FairPart("t1", vi.fn(), vi.fn());
  const agreed = part.dealAgain();
  expect(kept.size).toBe(0);
  await locks.free();
  await agreed;
  expect(locks.asked).toEqual(["fairdeal.fair.t1"]);
});

test("what a table was opened with is kept in its turn, where its page finds it", async () => {
  const keeping = keepAsked("t1", { game: "caster", seats: 2, options: { rounds: 3 } });
  expect(kept.size).toBe(0);
  await locks.free();
  await keeping;
  const part = new FairPart("t1", vi.fn(), vi.fn());
  part.hear(TABLE, TERMS);
  await vi.waitFor(() => expect(locks.asked).toHaveLength(2));
  await locks.free();
  expect(inEnglish.say(part.known!.evidence[0]!)).toContain("You asked for rounds 3");
});
