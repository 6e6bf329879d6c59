/** One table's socket: says hello, keeps asking until it is answered, and comes back by itself. Knows no page. */

import type {
  AboutTelling,
  AdviceTelling,
  AnswerTelling,
  BecauseTelling,
  ChoicesTelling,
  FromClient,
  FromServer,
  HelloAsk,
  MomentTelling,
} from "./types";
import { spoken, word } from "../words/words";

export type Line =
  | { kind: "connecting" }
  | { kind: "open"; ms: number | null }
  | { kind: "lost"; since: number; tries: number }
  | { kind: "over"; reason: string };

export type Reply = AboutTelling | AdviceTelling | AnswerTelling | BecauseTelling | ChoicesTelling | MomentTelling;
type Asking = Extract<FromClient, { id: string }>;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

interface Waiting {
  text: string;
  resolve: (reply: Reply) => void;
}

export interface Wires {
  /** How many events the page has: what `hello` says. */
  seen: () => number;
  hear: (message: FromServer) => void;
  line: (line: Line) => void;
  /** Open a socket; tests give their own. */
  open?: (url: string) => WebSocket;
  /** How long to wait before the next try, in ms. */
  pause?: (tries: number) => number;
}

const BEAT = 500; // ms
const ASK_AFTER = 4; // beats without a word: is anybody there?
const LOST_AFTER = 7; // beats without a word: the connection is taken for broken
const OPEN_WITHIN = 20; // beats until the first word: a server that starts lets people wait
const CLOCK_EVERY = 20; // beats: the server's time is asked for, however much it talks
const QUICK_TRIES = 6; // the time that a server takes to start anew
/** Closed for good: there is no such table, it is not for this session, or it cannot be shown. */
const FINAL = new Set([4000, 4003, 4004]);

/** Four tenths of a second at first, later longer, at most fifteen; by chance down to half of that, lest all come at once. */
export function pauseBefore(tries: number, chance = Math.random()): number {
  return Math.min(15_000, 400 * 2 ** Math.max(0, tries - QUICK_TRIES + 1)) * (0.5 + 0.5 * chance);
}

let counter = 0;

/** An id that no other page makes up. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return `${Array.from(random, (word) => word.toString(36)).join("")}.${counter++}`.slice(0, 40);
}

function greeting(seen: number): string {
  return JSON.stringify({ type: "hello", seen, language: spoken().language } satisfies HelloAsk);
}

export type Ask = TableSocket["ask"];

export class TableSocket {
  private socket: WebSocket | null = null;
  private greeted = false;
  private stopped = false;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  /** Beats, not ms: a page that the browser lets sleep cannot take its own silence for the server's. */
  private quiet = 0;
  private beats = 0;
  /** Of a server that has said that it goes: the ms over which its clients come back. */
  private within: number | null = null;
  private lostAt = 0;
  private ping: { id: string; at: number } | null = null;
  private ms: number | null = null;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly url: string,
    private readonly wires: Wires,
  ) {}

  start(): void {
    this.stopped = false;
    this.connect();
    this.pinger = setInterval(() => this.beat(), BEAT);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    clearInterval(this.pinger);
    this.drop();
  }

  /** Connect anew at once: the session has changed, or the browser is online again. */
  again(): void {
    if (this.stopped) return;
    this.drop();
    clearTimeout(this.retry);
    this.connect();
  }

  /** Say hello once more, to be told everything anew: the seat has changed. */
  hello(): void {
    if (this.greeted) this.socket?.send(greeting(0));
  }

  /** Ask for something, and wait for the answer however often the connection breaks meanwhile. The same id is done once. */
  ask(message: WithoutId<Asking>, id = newId()): Promise<Reply> {
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve) => {
      this.waiting.set(id, { text, resolve });
      if (this.greeted) this.socket?.send(text);
    });
  }

  private connect(): void {
    this.wires.line(this.tries ? { kind: "lost", since: this.lostAt, tries: this.tries } : { kind: "connecting" });
    const url = `${this.url}?language=${encodeURIComponent(spoken().language)}`;
    const socket = (this.wires.open ?? ((url) => new WebSocket(url)))(url);
    this.socket = socket;
    this.greeted = false;
    this.quiet = 0;
    socket.onopen = () => socket.send(greeting(this.wires.seen()));
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code, event.reason);
    };
  }

  private hear(message: FromServer): void {
    this.quiet = 0;
    switch (message.type) {
      case "welcome":
        this.greeted = true;
        this.tries = 0;
        this.wires.line({ kind: "open", ms: this.ms });
        this.wires.hear(message);
        for (const { text } of this.waiting.values()) this.socket?.send(text);
        this.askForLife();
        return;
      case "going":
        this.within = message.within;
        return;
      case "ping":
        this.socket?.send(JSON.stringify({ type: "pong", id: message.id }));
        return;
      case "pong":
        if (message.id === this.ping?.id) {
          this.ms = Math.round(performance.now() - this.ping.at);
          this.ping = null;
          this.wires.line({ kind: "open", ms: this.ms });
        }
        this.wires.hear(message);
        return;
      case "answer":
      case "about":
      case "because":
      case "choices":
      case "advice":
      case "moment": {
        const asked = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        this.wires.hear(message);
        asked?.resolve(message);
        return;
      }
      default:
        this.wires.hear(message);
    }
  }

  private beat(): void {
    if (!this.socket) return;
    this.quiet += 1;
    this.beats += 1;
    if (this.quiet >= (this.greeted ? LOST_AFTER : OPEN_WITHIN)) {
      this.drop();
      this.lost(1006, "");
    } else if (!this.greeted || this.socket.readyState !== WebSocket.OPEN) {
      return;
    } else if (this.quiet === ASK_AFTER || this.beats >= CLOCK_EVERY) {
      this.askForLife();
    }
  }

  private askForLife(): void {
    this.beats = 0;
    this.ping = { id: newId(), at: performance.now() };
    this.socket?.send(JSON.stringify({ type: "ping", id: this.ping.id }));
  }

  private lost(code: number, reason: string): void {
    this.greeted = false;
    this.socket = null;
    if (this.stopped) return;
    if (FINAL.has(code)) {
      this.wires.line({ kind: "over", reason: reason || word("table.hidden") });
      return;
    }
    if (!this.tries) this.lostAt = Date.now();
    this.tries += 1;
    this.wires.line({ kind: "lost", since: this.lostAt, tries: this.tries });
    this.retry = setTimeout(() => this.connect(), this.untilNext());
  }

  /** How long to wait, in ms; as the server said, if it did. */
  private untilNext(): number {
    const { within } = this;
    this.within = null;
    return within === null ? (this.wires.pause ?? pauseBefore)(this.tries - 1) : within * Math.random();
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    socket?.close(1000);
  }
}
