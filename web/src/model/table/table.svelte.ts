/** A table as one page knows it: what the socket told, what is shown of it, and what the player is choosing. */

import * as api from "../api";
import type { Terms } from "../fair/fair";
import { BEHIND, REST } from "../pace";
import { picksFor, stands } from "./hints";
import { alone, store } from "../fair/keeping";
import { chime, notify, showTurn } from "../notice";
import { Pins, type Fair, type Step, type Told } from "../fair/pins";
import {
  EMPTY,
  merged,
  openAfter,
  pathsAfter,
  pick,
  pickId,
  squareOf,
  turnId,
  turnOf,
  type FullScene,
  type Open,
} from "../scene";
import { settings } from "../settings.svelte";
import { TableSocket, type Line, type Reply } from "./socket";
import type {
  AdviceTelling,
  Clash,
  EventTelling,
  FromServer,
  Piece,
  Receipt,
  SaidTelling,
  StoryLine,
  Sums,
  TableDoc,
  UndoneTelling,
  WelcomeTelling,
} from "../types";

/** One thing to show, and how long it stays at least. */
interface Frame {
  scene: FullScene;
  hold: number;
  /** Who acted, and what that moved; null where nobody did, and the marks stay as they are. */
  mark: Mark | null;
  /** What a round came to that has just ended. */
  sums?: Sums | null;
}

/** The last action: who did it, and the ids of the pieces that it moved. */
export interface Mark {
  seat: number;
  moved: Set<string>;
  clash: Clash | null;
}

export function markOf(seat: number, event: { moved?: string[]; clash?: Clash | null }): Mark {
  return { seat, moved: new Set(event.moved), clash: event.clash ?? null };
}

export interface Bubble {
  /** The piece or button it is about. */
  id: string;
  text: string;
}

export interface Past {
  number: number;
  lines: string[];
  scene: FullScene;
}

interface Clocks {
  left: (number | null)[];
  runs: number[];
  at: number;
}

/** How far squares' tile is turned is kept under this name; single tiles have their own ids. */
const LAID = "laid";

export class TableModel {
  doc = $state.raw<TableDoc | null>(null);
  you = $state<number | null>(null);
  host = $state(false);
  line = $state.raw<Line>({ kind: "connecting" });
  latest = $state.raw<FullScene>(EMPTY);
  shown = $state.raw<FullScene>(EMPTY);
  /** There is a game to show. */
  started = $state(false);
  story = $state.raw<StoryLine[]>([]);
  said = $state.raw<SaidTelling[]>([]);
  muted = $state.raw<number[]>([]);
  undo = $state(false);
  link = $state("");
  /** The last action; marked until the next one. */
  mark = $state.raw<Mark | null>(null);
  /** The action on its way to the server. */
  sending = $state("");
  picks = $state.raw<string[]>([]);
  turns = $state.raw<Record<string, number>>({});
  bubble = $state.raw<Bubble | null>(null);
  toast = $state.raw<{ text: string; bad: boolean } | null>(null);
  past = $state.raw<Past | null>(null);
  /** What a bot would do, as long as that can be done, and whether it is being asked. */
  advice = $state.raw<AdviceTelling | null>(null);
  advising = $state(false);
  /** The square on which a hint would lay the tile. */
  pointed = $state("");
  /** A round has just been counted. */
  sums = $state.raw<Sums | null>(null);
  /** For the live region: one short sentence per event. */
  spoken = $state("");
  clocks = $state.raw<Clocks>({ left: [], runs: [], at: 0 });
  /** The server's time minus this page's. */
  offset = $state(0);
  /** Numbers of the events of the game that can be looked at again. */
  numbers = $state.raw<number[]>([]);
  private seen = 0;
  private readonly moments = new Map<number, Past>();
  private frames: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isFlushing = false;
  private toastTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly socket: TableSocket;
  /** What the person is to know of the fair deal. */
  fair = $state.raw<Fair | null>(null);
  private readonly pins: Pins;
  private part: Promise<void> = Promise.resolve();
  private sent = ""; // of the fair deal, last
  private isSending = false;
  private seatsAt = 0; // the event since which somebody else may have the own seat
  private youAt = 0; // the event at which it was told who we are
  private wasTurn = false;

  readonly open: Open = $derived(
    openAfter(this.past || this.sending ? [] : this.latest.paths, this.picks, (id) => this.turnFor(id)),
  );
  readonly isTurn: boolean = $derived(this.latest.paths.length > 0);

  constructor(readonly id: string) {
    const url = new URL(api.socketPath(id), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.pins = new Pins(id, store());
    this.socket = new TableSocket(url.href, {
      seen: () => this.seen,
      hear: (message) => this.hear(message),
      line: (line) => (this.line = line),
    });
  }

  start(): void {
    this.socket.start();
    document.addEventListener("visibilitychange", this.seenAgain);
    addEventListener("online", this.online);
  }

  stop(): void {
    this.socket.stop();
    clearTimeout(this.timer);
    clearTimeout(this.toastTimer);
    document.removeEventListener("visibilitychange", this.seenAgain);
    removeEventListener("online", this.online);
    showTurn(false, "Fairdeal");
  }

  private readonly online = (): void => this.socket.again();
  private readonly seenAgain = (): void => {
    if (!document.hidden) this.flush();
    if (!document.hidden && this.line.kind === "lost") this.socket.again();
  };

  // --- what the server says ------------------------------------------------------------------------------------------

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "event":
        return this.event(message);
      case "undone":
        return this.undone(message);
      case "table":
        if (message.text) this.tell(message.text);
        return this.hearTable(message.table, message.kind ?? "");
      case "said":
        this.seen = Math.max(this.seen, message.number);
        this.said = [...this.said, message];
        return;
      case "note":
        this.seen = Math.max(this.seen, message.number);
        this.story = [...this.story, { number: message.number, text: message.text, note: true }];
        this.spoken = message.text;
        if (message.seat !== this.you) this.tell(message.text);
        return;
      case "pong":
        this.offset = message.at - performance.now();
        return;
      case "error":
        return this.tell(message.reason, true);
    }
  }

  private welcome(message: WelcomeTelling): void {
    this.you = message.you;
    this.youAt = message.number;
    // A promise that was answered, and that the table does not show, may be sent once more.
    if (!this.isSending && !message.table.chairs[message.you ?? -1]?.commitment) this.sent = "";
    this.host = message.host;
    this.muted = message.muted ?? [];
    if (message.public) {
      this.seen = message.number;
      this.latest = merged(message.public, message.own);
      this.started = true;
      this.story = message.story ?? [];
      this.said = message.said ?? [];
      this.undo = message.undo ?? false;
      this.numbers = [...new Set(this.story.filter((line) => !line.note).map((line) => line.number))];
      this.mark = null;
      this.adviseAgain();
      this.showAtOnce();
    } else if (message.table.phase === "waiting" || message.table.phase === "called") {
      this.seen = message.number;
      this.said = message.said ?? this.said;
    }
    this.hearTable(message.table, "", message.terms ?? null);
    this.noticeTurn();
  }

  private event(message: EventTelling): void {
    if (message.number <= this.seen) return;
    this.seen = message.number;
    this.latest = merged(message.public, message.own);
    this.undo = message.undo ?? false;
    this.started = true;
    this.story = [
      ...this.story,
      ...message.lines.map((text, at) => ({
        number: message.number,
        text,
        private: message.private?.includes(at),
      })),
    ];
    this.numbers = [...this.numbers, message.number];
    this.spoken = message.lines.join(" ");
    if (message.left?.length) {
      this.clocks = { left: message.left, runs: message.runs ?? [], at: performance.now() };
    }
    this.pickAgain();
    this.adviseAgain();
    this.enqueue(message);
    this.noticeTurn();
  }

  private undone(message: UndoneTelling): void {
    if (message.number <= this.seen) return;
    this.seen = message.number;
    this.latest = merged(message.public, message.own);
    this.undo = message.undo ?? false;
    this.story = this.story.filter((line) => line.note || line.number < message.since);
    this.numbers = this.numbers.filter((number) => number < message.since);
    for (const number of this.moments.keys()) if (number >= message.since) this.moments.delete(number);
    if (this.past && this.past.number >= message.since) this.past = null;
    this.spoken = `${this.nameOf(message.seat)} took it back.`;
    this.tell(this.spoken);
    this.cancel();
    this.adviseAgain();
    this.mark = null;
    this.showAtOnce();
    this.noticeTurn();
  }

  private hearTable(doc: TableDoc, kind: string, terms?: Terms | null): void {
    this.doc = doc;
    this.offset = doc.at - performance.now();
    this.clocks = {
      left: doc.chairs.map((chair) => chair.left ?? null),
      runs: doc.chairs.filter((chair) => chair.runs).map((chair) => chair.seat),
      at: performance.now(),
    };
    const isBefore = doc.phase === "waiting" || doc.phase === "called";
    // Seats are told by `welcome` only; before the start nothing else comes with it.
    if ((isBefore || doc.phase === "void") && ["joined", "freed", "voided", "claimed"].includes(kind)) {
      this.seatsAt = doc.number;
      this.socket.hello();
    }
    this.takePart(doc, terms);
  }

  // --- the fair deal -------------------------------------------------------------------------------------------------

  /** Compare what was told with what is pinned, one after another, and send what is due. */
  private takePart(doc: TableDoc, terms?: Terms | null): void {
    if (this.youAt < this.seatsAt) return; // a `welcome` comes, which says who we are now
    const told = { doc, terms, you: this.you };
    this.part = this.part.then(() => this.doPart(told));
  }

  private async doPart(told: Told): Promise<void> {
    const step = await this.pin(() => this.pins.hear(told));
    this.fair = this.pins.view(told.doc, told.you);
    if (step) void this.send(step);
  }

  /** Change what is pinned while no other page of this browser does. */
  private pin<T>(act: () => T): Promise<T> {
    return alone(`fairdeal.fair.${this.id}`, act);
  }

  private async send(step: Step): Promise<void> {
    const key = `${step.type}.${step.commitment.slice(0, 32)}`;
    if (this.sent === key) return;
    this.sent = key;
    this.isSending = true;
    const { start } = step;
    // Another page of this browser opens the same nonce under the same id, which counts once.
    const reply =
      step.type === "reveal"
        ? await this.socket.ask({ type: "reveal", start, nonce: step.nonce }, key)
        : await this.socket.ask({ type: "commit", start, commitment: step.commitment });
    this.isSending = false;
    if (reply.type !== "answer") return;
    if (reply.verdict === "accepted") await this.pin(() => this.pins.confirm(step));
    else if (!this.doc?.chairs[step.seat]?.commitment) this.tell(reply.reason ?? "That was not done.", true);
    if (this.doc) this.takePart(this.doc);
  }

  /** The person wants another start after one that failed. */
  async dealAgain(): Promise<void> {
    const start = this.doc?.start ?? 1;
    await this.pin(() => this.pins.agree(start));
    if (this.doc) this.takePart(this.doc);
  }

  get receipt(): Receipt | null {
    return this.fair?.hasReceipt ? this.pins.receipt : null;
  }

  /** What shows that the server contradicts itself. */
  get evidence(): object {
    return this.pins.evidence;
  }

  private noticeTurn(): void {
    const isRunning = this.doc?.phase === "playing";
    const isTurn = this.isTurn && isRunning;
    showTurn(isTurn, this.doc ? `${this.doc.title} – Fairdeal` : "Fairdeal");
    if (isTurn && !this.wasTurn) {
      if (settings.sound) chime();
      if (settings.notify) notify(this.doc?.title ?? "Fairdeal", this.latest.prompt);
    }
    this.wasTurn = isTurn;
  }

  // --- what is shown -------------------------------------------------------------------------------------------------

  /** State first: `latest` is true at once. What is shown follows it, with a rest for every still. */
  private enqueue(message: EventTelling): void {
    const duration = settings.duration;
    const mark = message.seat === null ? null : markOf(message.seat, message);
    const stills = duration ? (message.stills ?? []) : [];
    for (const still of stills)
      this.frames.push({ scene: merged(still.public, still.own), hold: duration + REST, mark });
    this.frames.push({ scene: this.latest, hold: duration, mark, sums: message.sums });
    const behind = this.frames.reduce((sum, frame) => sum + frame.hold, 0);
    if (document.hidden) this.flush();
    else if (!duration || behind > BEHIND + stills.length * REST) this.flushSoon();
    else if (this.timer === undefined) this.showNext();
  }

  private showNext(): void {
    const frame = this.frames.shift();
    this.timer = undefined;
    if (!frame) return;
    this.mark = frame.mark ?? this.mark;
    this.sums = frame.sums ?? this.sums;
    this.shown = frame.scene;
    this.timer = setTimeout(() => this.showNext(), frame.hold);
  }

  /** Apply all that has come, once before the next picture: more often nobody would see it. */
  private flushSoon(): void {
    if (this.isFlushing) return;
    this.isFlushing = true;
    requestAnimationFrame(() => {
      this.isFlushing = false;
      this.flush();
    });
  }

  private flush(): void {
    const last = this.frames.findLast((frame) => frame.mark);
    const sums = this.frames.findLast((frame) => frame.sums)?.sums;
    if (sums && !document.hidden) this.sums = sums;
    this.frames = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    if (last) this.mark = last.mark;
    this.shown = this.latest;
  }

  private showAtOnce(): void {
    this.frames = [];
    this.flush();
  }

  // --- choosing ------------------------------------------------------------------------------------------------------

  turnFor(id: string): number {
    return this.turns[squareOf(id) ? LAID : id] ?? 0;
  }

  /** Turn a tile, or what is to be laid on a region, clockwise by the least that its paths offer. */
  turn(id: string | null = null, back = false): void {
    const offered = id === null ? this.open.turns : this.turnsOf(id);
    if (!offered.length) return;
    const all = [...new Set([...(id === null ? [] : [0]), ...offered])].sort((a, b) => a - b);
    const at = all.indexOf(this.turns[id ?? LAID] ?? 0);
    const next = all[(at + (back ? all.length - 1 : 1)) % all.length] ?? 0;
    this.turns = { ...this.turns, [id ?? LAID]: next };
  }

  private turnsOf(id: string): number[] {
    const found = this.latest.zones.flatMap((zone) => zone.pieces ?? []).find((piece) => piece.id === id);
    return found?.turns ?? [];
  }

  isOpen(piece: Piece): boolean {
    return this.open.ids.has(pickId(piece));
  }

  /** The paths that are left if this is picked next; one means that it plays. */
  wouldPlay(id: string): boolean {
    return pick(this.latest.paths, this.picks, this.open, id).kind === "play";
  }

  choose(id: string): void {
    this.bubble = null;
    if (this.past) return this.tell("You are looking at the past; come back to play.", true);
    if (this.sending) return;
    if (this.picks.includes(id) && !this.open.ids.has(id)) return this.cancel();
    const step = pick(this.latest.paths, this.picks, this.open, id);
    if (step.kind === "play") void this.play(step.action);
    else if (step.kind === "picked") this.picks = step.picks;
  }

  cancel(): void {
    this.picks = [];
    this.bubble = null;
  }

  /** After an event the picks stand as long as a path begins with them. */
  private pickAgain(): void {
    if (this.picks.length && !pathsAfter(this.latest.paths, this.picks).length) this.cancel();
    if (!this.latest.paths.some((path) => path.picks.some((id) => id.startsWith("turn.")))) this.turns = {};
  }

  async play(action: string): Promise<void> {
    if (this.sending) return;
    this.sending = action;
    this.picks = [];
    this.bubble = null;
    const reply = await this.socket.ask({ type: "play", number: this.seen, actions: [action] });
    this.sending = "";
    if (reply.type !== "answer") return;
    if (reply.verdict === "stale" && reply.public) {
      this.latest = merged(reply.public, reply.own);
      this.showAtOnce();
    }
    if (reply.verdict !== "accepted") this.tell(reply.reason ?? "That was not done.", true);
  }

  // --- hints ---------------------------------------------------------------------------------------------------------

  get mayHint(): boolean {
    const chair = this.you === null ? undefined : this.doc?.chairs[this.you];
    return this.doc?.hints === true && this.doc.phase === "playing" && chair?.who === "person" && !chair.level;
  }

  /** Ask what a bot would do; everybody hears that it was asked. */
  async hint(): Promise<void> {
    if (this.advising || !this.mayHint) return;
    if (!this.isTurn) return this.tell("It is not your turn, so there is nothing to advise.", true);
    this.advising = true;
    const reply = await this.socket.ask({ type: "hint" });
    this.advising = false;
    if (reply.type === "answer") return this.tell(reply.reason ?? "There is no hint now.", true);
    if (reply.type !== "advice" || !stands(reply, this.latest.paths)) return;
    this.advice = reply;
    this.spoken = reply.hints[0]?.sentence ?? "";
  }

  /** Show where a hint would lay a tile. */
  point(action: string): void {
    const picks = picksFor(this.latest.paths, action);
    const square = picks.find((id) => squareOf(id));
    this.pointed = square ?? "";
    if (square) this.turns = { ...this.turns, [LAID]: picks.map(turnOf).find((turn) => turn !== null) ?? 0 };
  }

  closeAdvice(): void {
    this.advice = null;
    this.pointed = "";
  }

  /** The moment may have passed. */
  private adviseAgain(): void {
    if (this.advice && !stands(this.advice, this.latest.paths)) this.closeAdvice();
  }

  /** Say why a piece cannot be picked now; only this player hears it. */
  async why(piece: Piece): Promise<void> {
    const turn = this.turnFor(piece.id);
    const picked = turn ? [turnId(turn), pickId(piece)] : [pickId(piece)];
    await this.explain(piece.id, { picks: [...this.picks, ...picked] });
  }

  /** Say, beside a piece or a button, why picks or an action are not possible now. */
  async explain(id: string, meant: { picks: string[] } | { action: string }): Promise<void> {
    const idle = this.isTurn ? "This is nothing to choose now." : this.latest.prompt;
    if (!this.isTurn) return this.say(id, idle);
    const reply = await this.socket.ask({ type: "why", ...meant });
    this.say(id, (reply.type === "because" && reply.reason) || idle);
  }

  /** Milliseconds until a time of the server's, at a time of this page; 0 once it has come. */
  until(time: number | null | undefined, now: number): number {
    return time == null ? 0 : Math.max(0, time - (now + this.offset));
  }

  private say(id: string, text: string): void {
    this.bubble = { id, text };
  }

  // --- everything else that can be asked for -------------------------------------------------------------------------

  async ask(message: Parameters<TableSocket["ask"]>[0]): Promise<boolean> {
    const reply: Reply = await this.socket.ask(message);
    if (reply.type !== "answer") return true;
    if (reply.link) this.link = reply.link;
    if (reply.verdict !== "accepted") this.tell(reply.reason ?? "That was not done.", true);
    return reply.verdict === "accepted";
  }

  /** Take a seat; whoever has no name yet gets one first, and a socket that knows it. */
  async join(seat: number, name = ""): Promise<void> {
    const before = await api.session();
    try {
      await api.someSession(name);
    } catch (error) {
      return this.tell((error as Error).message, true);
    }
    if (!before) this.socket.again();
    if (await this.ask({ type: "join", seat })) this.socket.hello();
  }

  async mute(seat: number, on: boolean): Promise<void> {
    if (await this.ask({ type: "mute", seat, on })) {
      this.muted = on ? [...this.muted, seat] : this.muted.filter((other) => other !== seat);
    }
  }

  // --- the past ------------------------------------------------------------------------------------------------------

  /** Look at the game as it was after an event. */
  private wanted: number | null = null;

  async look(number: number): Promise<void> {
    this.wanted = number;
    const known = this.moments.get(number);
    if (known) {
      this.past = known;
      return;
    }
    const reply = await this.socket.ask({ type: "past", number });
    if (this.wanted !== number) return; // back in the present, or at another moment, before this one came
    if (reply.type === "answer") return this.tell(reply.reason ?? "That moment cannot be shown.", true);
    if (reply.type !== "moment") return;
    const scene = { ...merged(reply.public, reply.own), paths: [] };
    this.past = { number, lines: reply.lines, scene };
    this.moments.set(number, this.past);
  }

  back(): void {
    const at = this.past ? this.numbers.indexOf(this.past.number) : this.numbers.length - 1;
    const number = this.numbers[at - 1];
    if (number !== undefined) void this.look(number);
  }

  forward(): void {
    if (!this.past) return;
    const number = this.numbers[this.numbers.indexOf(this.past.number) + 1];
    if (number === undefined || number === this.numbers.at(-1)) this.now();
    else void this.look(number);
  }

  now(): void {
    this.past = this.wanted = null;
  }

  // --- words ---------------------------------------------------------------------------------------------------------

  /** A player's name; that a bot is one is said beside it. */
  nameOf(seat: number): string {
    return this.doc?.chairs[seat]?.name || `Seat ${seat + 1}`;
  }

  tell(text: string, bad = false): void {
    this.toast = { text, bad };
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => (this.toast = null), 5000);
  }

  /** Milliseconds on a seat's clock at a time of this page. */
  leftAt(seat: number, now: number): number | null {
    const left = this.clocks.left[seat];
    if (left == null) return null;
    const isRunning = this.clocks.runs.includes(seat) && !this.doc?.paused;
    return Math.max(0, isRunning ? left - (now - this.clocks.at) : left);
  }
}
