/** A finished game offers a board what a table does, without one. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BoardModel } from "../src/model/board";
import { ReplayModel } from "../src/model/replay/replay.svelte";
import { WATCHER } from "../src/model/replay/replaying";
import type { ReplayDoc } from "../src/model/types";

const REPLAY: ReplayDoc = {
  table: "t",
  game: "g",
  title: "A game",
  names: ["Anna", ""],
  numbers: [2, 3, 5],
  times: [0, 1, 2],
  seats: [null, 0, 1],
  points: [
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  rounds: [],
  result: {},
};
const HAND = { id: "hand", name: "Hand", shape: "fan", seat: 0, pieces: [{ id: "R1", turns: [0, 90] }] };

function momentOf(number: number): object {
  const own = { zones: [HAND], paths: [{ action: "R1", picks: ["R1"] }], buttons: [{ id: "pass", name: "Pass" }] };
  return { number, lines: [`Event ${number}.`], moved: ["R1"], public: { prompt: "Play." }, own };
}

let replay: ReplayModel;
let board: BoardModel;

beforeEach(() => {
  vi.stubGlobal("WebSocket", () => expect.unreachable("A replay opens no socket."));
  vi.stubGlobal("fetch", (path: string) => {
    const number = /moments\/(\d+)/.exec(path)?.[1];
    return Promise.resolve(Response.json(number ? momentOf(Number(number)) : REPLAY));
  });
  board = replay = new ReplayModel("t");
});
afterEach(() => vi.unstubAllGlobals());

test("its board shows the moment through somebody's eyes, and offers nothing to do", async () => {
  await replay.open(3, 0);
  expect([board.you, board.nameOf(0), board.nameOf(1)]).toEqual([0, "Anna", "Seat 2"]);
  expect(board.shown.prompt).toBe("Event 3.");
  expect([board.shown.zones[0]?.id, board.shown.paths, board.shown.buttons]).toEqual(["hand", [], []]);
  expect([board.choosing.isOpen({ id: "R1" }), board.isTurn, board.undo, board.past]).toEqual([
    false,
    false,
    false,
    null,
  ]);
  await replay.open(3, 7);
  expect(board.you).toBe(null);
});

test("one event on, what it moved is marked; whoever jumps sees no move", async () => {
  await replay.open(2, WATCHER);
  expect(board.mark).toBe(null);
  replay.step(1);
  await expect.poll(() => board.mark?.moved).toEqual(new Set(["R1"]));
  replay.goTo(0);
  await expect.poll(() => board.shown.prompt).toBe("Event 2.");
  expect(board.mark).toBe(null);
});

test("one event on, what rested before it rests again, and a round's end is told beside the board", async () => {
  vi.useFakeTimers();
  const rested = { public: {}, prompt: "Anna takes the trick." };
  const sums = { title: "Round 1 of 1.", columns: [], rows: [], leaders: [0] };
  vi.stubGlobal("fetch", (path: string) => {
    const number = Number(/moments\/(\d+)/.exec(path)?.[1]);
    return Promise.resolve(Response.json(number ? { ...momentOf(number), stills: [rested], sums } : REPLAY));
  });
  await replay.open(2, WATCHER);
  expect([board.shown.prompt, board.sums]).toEqual(["Event 2.", null]);
  replay.step(1);
  await vi.waitUntil(() => board.shown.prompt === "Anna takes the trick.");
  expect([board.isSettled, board.sums]).toEqual([false, null]);
  vi.advanceTimersByTime(3000);
  expect([board.shown.prompt, board.sums, board.isAside]).toEqual(["Event 3.", sums, true]);
  replay.step(-1);
  await vi.waitUntil(() => board.shown.prompt === "Event 2.");
  expect(board.sums).toBe(null);
  vi.useRealTimers();
});

test("pieces can be asked about and turned, which changes nothing but the picture", async () => {
  await replay.open(3, 0);
  await board.choosing.why({ id: "R1" });
  expect(board.choosing.bubble).toEqual({ id: "R1", text: "Event 3." });
  board.choosing.turn("R1");
  expect(board.choosing.turns).toEqual({ R1: 90 });
  board.choosing.choose("R1");
  board.takeBack();
  board.mute(1, true);
  expect([board.choosing.sending, board.choosing.bubble, board.muted]).toEqual(["", null, []]);
});
