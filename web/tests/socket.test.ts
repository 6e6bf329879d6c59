import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pauseBefore, TableSocket, type Line } from "../src/model/socket";
import type { FromServer } from "../src/model/types";

class FakeSocket {
  static made: FakeSocket[] = [];
  readyState = 1;
  sent: { type: string; id?: string; seen?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.readyState = 3;
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME = { type: "welcome", you: 0, host: true, table: {}, number: 3 };

let lines: Line[];
let heard: FromServer[];

function started(): { socket: TableSocket; wire: FakeSocket } {
  const socket = new TableSocket("ws://x", {
    seen: () => 7,
    hear: (message) => heard.push(message),
    line: (line) => lines.push(line),
    open: () => new FakeSocket() as unknown as WebSocket,
    pause: () => 100,
  });
  socket.start();
  const wire = FakeSocket.made[0]!;
  wire.onopen?.();
  return { socket, wire };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", { OPEN: 1 });
  FakeSocket.made = [];
  lines = [];
  heard = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it says hello with what it has seen, and nothing before it is welcome", () => {
  const { socket, wire } = started();
  void socket.ask({ type: "undo" });
  expect(wire.sent).toEqual([{ type: "hello", seen: 7, language: "en" }]);
  wire.tell(WELCOME);
  expect(wire.sent.map((message) => message.type)).toEqual(["hello", "undo", "ping"]);
});

test("what was not answered is asked again with the same id", async () => {
  const { socket, wire } = started();
  wire.tell(WELCOME);
  const answered = socket.ask({ type: "play", number: 3, actions: ["x"] });
  const id = wire.sent.at(-1)!.id;
  wire.onclose?.({ code: 1006, reason: "" });
  expect(lines.at(-1)).toMatchObject({ kind: "lost", tries: 1 });
  vi.advanceTimersByTime(100);
  const second = FakeSocket.made[1]!;
  second.onopen?.();
  second.tell(WELCOME);
  expect(second.sent.find((message) => message.type === "play")?.id).toBe(id);
  second.tell({ type: "answer", id, verdict: "accepted" });
  expect(await answered).toMatchObject({ verdict: "accepted" });
});

test("it answers the server's pings at once", () => {
  const { wire } = started();
  wire.tell(WELCOME);
  wire.tell({ type: "ping", id: "p" });
  expect(wire.sent.at(-1)).toEqual({ type: "pong", id: "p" });
});

test("a table that does not exist is not tried again", () => {
  const { wire } = started();
  wire.onclose?.({ code: 4004, reason: "There is no such table." });
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toEqual({ kind: "over", reason: "There is no such table." });
  expect(FakeSocket.made).toHaveLength(1);
});

test("pauses are short for as long as a server takes to start anew, then grow and end", () => {
  expect([0, 5, 6, 7, 20].map((tries) => pauseBefore(tries, 1))).toEqual([400, 400, 800, 1600, 15_000]);
  expect(pauseBefore(0, 0)).toBe(200);
});

test("a silent socket is asked for a sign of life after two seconds, and left within four", () => {
  const { wire } = started();
  wire.tell(WELCOME);
  const pings = (): number => wire.sent.filter((message) => message.type === "ping").length;
  vi.advanceTimersByTime(2000);
  expect(pings()).toBe(2); // the first is asked for with the welcome
  vi.advanceTimersByTime(1000);
  expect(lines.at(-1)).toMatchObject({ kind: "open" });
  vi.advanceTimersByTime(1000);
  expect(lines.at(-1)).toMatchObject({ kind: "lost", tries: 1 });
  expect(FakeSocket.made).toHaveLength(2);
});

test("a socket that answers is kept, and asked no more than it is silent", () => {
  const { wire } = started();
  wire.tell(WELCOME);
  for (let second = 0; second < 9; second++) {
    vi.advanceTimersByTime(1000);
    wire.tell({ type: "pong", id: "other", at: 0 });
  }
  expect(wire.sent.filter((message) => message.type === "ping")).toHaveLength(1);
  expect(FakeSocket.made).toHaveLength(1);
});

test("a page that slept does not take its own silence for the server's", () => {
  const { wire } = started();
  wire.tell(WELCOME);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.made).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ kind: "open" });
});

test("a socket that never opens is tried again", () => {
  started();
  vi.advanceTimersByTime(9000);
  expect(FakeSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(1500);
  expect(FakeSocket.made).toHaveLength(2);
});

test("who is sent away comes back by chance, within the time that the server said", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const { wire } = started();
  wire.tell(WELCOME);
  wire.tell({ type: "going", within: 1600 });
  wire.onclose?.({ code: 1012, reason: "The server is stopping." });
  vi.advanceTimersByTime(799);
  expect(FakeSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.made).toHaveLength(2);
  vi.mocked(Math.random).mockRestore();
});
