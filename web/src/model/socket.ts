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

const PING_EVERY = 5000;
const SILENCE = 12_000; // ms without a word: the connection is taken for broken
/** Closed for good: there is no such table, it is not for this session, or it cannot be shown. */
const FINAL = new Set([4000, 4003, 4004]);

/** Half a second, one, two, at most fifteen; with some chance in it, so that not everybody comes back at once. */
export function pauseBefore(tries: number, chance = Math.random()): number {
  return Math.min(15_000, 500 * 2 ** tries) * (0.75 + 0.5 * chance);
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
  private heardAt = 0;
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
    this.pinger = setInterval(() => this.beat(), PING_EVERY);
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
    this.heardAt = Date.now();
    socket.onopen = () => socket.send(greeting(this.wires.seen()));
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code, event.reason);
    };
  }

  private hear(message: FromServer): void {
    this.heardAt = Date.now();
    switch (message.type) {
      case "welcome":
        this.greeted = true;
        this.tries = 0;
        this.wires.line({ kind: "open", ms: this.ms });
        this.wires.hear(message);
        for (const { text } of this.waiting.values()) this.socket?.send(text);
        this.beat();
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
    if (this.greeted && Date.now() - this.heardAt > SILENCE) {
      this.drop();
      this.lost(1006, "");
      return;
    }
    if (!this.greeted || this.socket?.readyState !== WebSocket.OPEN) return;
    this.ping = { id: newId(), at: performance.now() };
    this.socket.send(JSON.stringify({ type: "ping", id: this.ping.id }));
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
    this.retry = setTimeout(() => this.connect(), (this.wires.pause ?? pauseBefore)(this.tries - 1));
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    socket?.close(1000);
  }
}
