/** A table as one page knows it: what the socket told, and what can be asked for. */

import * as api from "../api";
import { nameAt, type BoardModel } from "../board";
import type { Terms } from "../fair/fair";
import { FairPart } from "../fair/part.svelte";
import { notify, showTurn } from "../notice";
import { merged, type FullScene, type Mark } from "../scene";
import { settings } from "../settings.svelte";
import { play } from "../sounds";
import type {
  AboutDoc,
  EventTelling,
  FromServer,
  GroupDoc,
  SaidTelling,
  StoryLine,
  SumsDoc,
  TableDoc,
  UndoneTelling,
  WelcomeTelling,
} from "../types";
import { Advising } from "./advising.svelte";
import { Choosing, type Hearer, type Meant } from "./choosing.svelte";
import { Clocks } from "./clocks.svelte";
import { Showing, type Reading } from "./showing.svelte";
import { TableSocket, type Ask, type Line } from "../socket";
import { TimeTravel, type Past } from "./travel.svelte";
import { word } from "../../words/words";
import type { Marked } from "../marks";

/** What has a place of its own on the page, so that nothing need be laid over it. */
const SHOWN = ["offered", "answered"];

export class TableModel implements BoardModel, Hearer {
  table = $state.raw<TableDoc | null>(null);
  you = $state<number | null>(null);
  host = $state(false);
  line = $state.raw<Line>({ kind: "connecting" });
  /** There is a game to show. */
  started = $state(false);
  /** Why this game, which is over, is not shown here. */
  sealed = $state("");
  story = $state.raw<StoryLine[]>([]);
  said = $state.raw<SaidTelling[]>([]);
  muted = $state.raw<number[]>([]);
  /** The number of the last thing said that was read. */
  private readUpTo = $state(0);
  undo = $state(false);
  link = $state("");
  toast = $state.raw<(Marked & { bad: boolean }) | null>(null);
  /** For the live region: one short sentence per event. */
  spoken = $state("");
  readonly clocks = new Clocks();
  readonly showing = new Showing(undefined, () => this.reading);
  readonly choosing: Choosing;
  readonly advising: Advising;
  readonly time: TimeTravel;
  readonly fair: FairPart;
  private readonly socket: TableSocket;
  private seen = 0;
  private wasTurn = false;
  private toastTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    const url = new URL(api.socketPath(id), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.socket = new TableSocket(url.href, {
      seen: () => this.seen,
      hear: (message) => this.hear(message),
      line: (line) => (this.line = line),
    });
    const ask: Ask = (message, key) => this.socket.ask(message, key);
    const tell = (text: string, bad: boolean): void => this.tell(text, bad);
    this.choosing = new Choosing(this, this);
    this.advising = new Advising(this, ask);
    this.time = new TimeTravel(ask, tell);
    this.fair = new FairPart(id, ask, tell);
  }

  start(): void {
    this.socket.start();
    document.addEventListener("visibilitychange", this.seenAgain);
    addEventListener("online", this.online);
  }

  stop(): void {
    this.socket.stop();
    this.showing.stop();
    clearTimeout(this.toastTimer);
    document.removeEventListener("visibilitychange", this.seenAgain);
    removeEventListener("online", this.online);
    showTurn(false, word("brand"));
  }

  private readonly online = (): void => this.socket.again();
  private readonly seenAgain = (): void => {
    if (!document.hidden) this.showing.flush();
    if (!document.hidden && this.isLost) this.socket.again();
    this.comeBack();
  };

  // --- what a board draws --------------------------------------------------------------------------------------------

  get latest(): FullScene {
    return this.showing.latest;
  }

  get shown(): FullScene {
    return this.showing.shown;
  }

  get mark(): Mark | null {
    return this.showing.mark;
  }

  get past(): Past | null {
    return this.time.past;
  }

  get sums(): SumsDoc | null {
    return this.showing.sums;
  }

  get isAside(): boolean {
    return this.showing.isAside;
  }

  get isSettled(): boolean {
    return this.showing.isSettled;
  }

  get isStill(): boolean {
    return this.showing.isHeld || this.showing.hasJumped;
  }

  /** Something is to be done, whether or not all that led to it has been shown. */
  get isAwaited(): boolean {
    return this.latest.paths.length > 0;
  }

  /** What can be done is offered once it is shown; where all act at once, as long as something was and is. */
  get isTurn(): boolean {
    return this.isAwaited && (this.isSettled || this.shown.paths.length > 0);
  }

  /** Whoever acts need not wait for what is still to be shown. */
  hurry(): void {
    if (this.isAwaited && !this.isTurn && !this.showing.isHeld) this.showing.flush();
  }

  goOn(): void {
    this.showing.goOn();
  }

  /** Reading a round's end must cost nobody time, and the end of the game tells it anyway. */
  private get reading(): Reading {
    if (this.table?.phase === "over") return "never";
    return this.clocks.isRunning(this.you) ? "aside" : "first";
  }

  get isLost(): boolean {
    return this.line.kind === "lost";
  }

  /** How much was said by others since the talk was last looked at. */
  get unread(): number {
    const isNew = (one: SaidTelling): boolean => one.number > this.readUpTo && one.seat !== this.you;
    return this.said.filter((one) => isNew(one) && !this.muted.includes(one.seat)).length;
  }

  /** The talk is being looked at. */
  read(): void {
    this.readUpTo = this.said.at(-1)?.number ?? this.readUpTo;
  }

  nameOf(seat: number): string {
    return nameAt(this.table, seat);
  }

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
        if (message.text && !SHOWN.includes(message.kind ?? "")) this.tell(message.text);
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
        return this.clocks.hearServerTime(message.at);
      case "error":
        return this.tell(message.reason, true);
    }
  }

  private welcome(message: WelcomeTelling): void {
    if (!this.table) this.readUpTo = message.said?.at(-1)?.number ?? 0; // what was said before this page was there
    this.you = message.you;
    this.fair.seated(message.you, message.number, message.table);
    this.host = message.host;
    this.muted = message.muted ?? [];
    this.sealed = message.sealed ?? "";
    if (message.public) {
      this.showing.atOnce();
      this.seen = message.number;
      this.started = true;
      this.story = message.story ?? [];
      this.said = message.said ?? [];
      this.time.numbers = [...new Set(this.story.filter((line) => !line.note).map((line) => line.number))];
      this.stand(message);
    } else if (message.table.phase === "waiting" || message.table.phase === "called") {
      this.seen = message.number;
      this.said = message.said ?? this.said;
    }
    this.hearTable(message.table, "", message.terms ?? null);
    this.noticeTurn();
    this.comeBack();
  }

  /** Whoever is here again takes the seat back from a bot that others, or the clock, have put there. */
  private comeBack(): void {
    const chair = this.you === null ? undefined : this.table?.chairs[this.you];
    const isMissed = this.table?.phase === "playing" && chair?.who === "person" && chair.level && !chair.by_wish;
    if (isMissed && !document.hidden) void this.ask({ type: "return" });
  }

  private event(message: EventTelling): void {
    if (message.number <= this.seen) return;
    this.seen = message.number;
    this.showing.latest = merged(message.public, message.own);
    this.undo = message.undo ?? false;
    this.started = true;
    if (message.left?.length) this.clocks.hearLeft(message.left, message.runs ?? []);
    this.choosing.again(message.number);
    this.advising.again();
    this.showing.enqueue(message, () => this.recount(message), message.seat !== null && message.seat === this.you);
    this.makeWay();
    this.noticeTurn();
  }

  /** Tell what can be seen now. */
  private recount(message: EventTelling): void {
    this.story = [...this.story, ...linesOf(message)];
    this.time.numbers = [...this.time.numbers, message.number];
    this.spoken = message.lines.join(" ");
  }

  private makeWay(): void {
    if (this.clocks.isRunning(this.you)) this.showing.makeWay();
  }

  private undone(message: UndoneTelling): void {
    if (message.number <= this.seen) return;
    this.showing.atOnce();
    this.seen = message.number;
    this.story = this.story.filter((line) => line.note || line.number < message.since);
    this.time.forget(message.since);
    this.spoken = word("undone", { name: this.nameOf(message.seat) });
    this.tell(this.spoken);
    this.choosing.cancel();
    this.stand(message);
    this.noticeTurn();
  }

  /** Show how things stand, with no mark of what led to it. */
  private stand({ public: common, own, undo }: WelcomeTelling | UndoneTelling): void {
    this.showing.latest = merged(common, own);
    this.choosing.again(this.seen);
    this.undo = undo ?? false;
    this.advising.again();
    this.showing.mark = null;
    this.showing.atOnce();
  }

  private hearTable(table: TableDoc, kind: string, terms?: Terms | null): void {
    this.table = table;
    this.clocks.hear(table);
    if (table.ended && this.isAwaited) this.stopPlaying();
    this.makeWay();
    if (table.phase === "over") this.showing.goOn();
    const isBefore = table.phase === "waiting" || table.phase === "called";
    // Seats are told by `welcome` only; before the start nothing else comes with it.
    if ((isBefore || table.phase === "void") && ["joined", "freed", "voided", "claimed"].includes(kind)) {
      this.fair.reseated(table.number);
      this.socket.hello();
    }
    this.fair.hear(table, terms);
  }

  /** The game was ended early: what could still be done in its last scene can be done no more. */
  private stopPlaying(): void {
    this.showing.latest = { ...this.latest, paths: [] };
    this.undo = false;
    this.choosing.cancel();
    this.showing.flush();
    this.noticeTurn();
  }

  private noticeTurn(): void {
    const isTurn = this.isAwaited && this.table?.phase === "playing";
    showTurn(isTurn, this.table ? word("table.title", { game: this.table.title }) : word("brand"));
    if (isTurn && !this.wasTurn) {
      if (settings.sound) play("turn");
      if (settings.notify) notify(this.table?.title ?? word("brand"), this.latest.prompt);
    }
    this.wasTurn = isTurn;
  }

  tell(text: string, bad = false, marks?: Marked["marks"]): void {
    this.toast = { text, marks, bad };
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => (this.toast = null), 5000);
  }

  // --- what can be asked for -----------------------------------------------------------------------------------------

  async ask(message: Parameters<Ask>[0]): Promise<boolean> {
    const reply = await this.socket.ask(message);
    if (reply.type !== "answer") return true;
    if (reply.link) this.link = reply.link;
    if (reply.verdict !== "accepted") this.tell(reply.reason ?? word("refused"), true, reply.marks);
    return reply.verdict === "accepted";
  }

  async play(action: string): Promise<number> {
    const reply = await this.socket.ask({ type: "play", number: this.seen, actions: [action] });
    if (reply.type !== "answer") return 0;
    if (reply.verdict === "stale" && reply.public) {
      this.showing.latest = merged(reply.public, reply.own);
      this.showing.atOnce();
    }
    if (reply.verdict === "accepted") return (reply.number ?? 0) > this.seen ? reply.number! : 0;
    this.tell(reply.reason ?? word("refused"), true, reply.marks);
    return 0;
  }

  /** What can be done now, in words. */
  async choices(): Promise<GroupDoc[]> {
    const reply = await this.socket.ask({ type: "choices" });
    return reply.type === "choices" ? reply.groups : [];
  }

  async why(meant: Meant): Promise<Marked | null> {
    const reply = await this.socket.ask({ type: "why", ...meant });
    return reply.type === "because" && reply.reason ? { text: reply.reason, marks: reply.marks } : null;
  }

  async about(pick: string): Promise<AboutDoc | null> {
    const number = this.past?.number;
    const reply = await this.socket.ask({ type: "about", pick, ...(number === undefined ? {} : { number }) });
    return reply.type === "about" ? reply : null;
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

  async takeBack(): Promise<void> {
    await this.ask({ type: "undo" });
  }

  async mute(seat: number, on: boolean): Promise<void> {
    if (await this.ask({ type: "mute", seat, on })) {
      this.muted = on ? [...this.muted, seat] : this.muted.filter((other) => other !== seat);
    }
  }
}

/** What an event adds to the story. */
function linesOf({ number, lines, marks, private: own }: EventTelling): StoryLine[] {
  return lines.map((text, at) => ({ number, text, marks: marks?.[at], private: own?.includes(at) }));
}
