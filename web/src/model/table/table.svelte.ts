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
  EventTelling,
  FromServer,
  SaidTelling,
  StoryLine,
  TableDoc,
  UndoneTelling,
  WelcomeTelling,
} from "../types";
import { Advising } from "./advising.svelte";
import { Choosing, type Hearer, type Meant } from "./choosing.svelte";
import { Clocks } from "./clocks.svelte";
import { Showing } from "./showing.svelte";
import { TableSocket, type Ask, type Line } from "../socket";
import { TimeTravel, type Past } from "./travel.svelte";
import { word } from "../../words/words";
import type { Marked } from "../marks";

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
  undo = $state(false);
  link = $state("");
  toast = $state.raw<(Marked & { bad: boolean }) | null>(null);
  /** For the live region: one short sentence per event. */
  spoken = $state("");
  readonly clocks = new Clocks();
  readonly showing = new Showing();
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

  get isTurn(): boolean {
    return this.latest.paths.length > 0;
  }

  get isLost(): boolean {
    return this.line.kind === "lost";
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
        return this.clocks.hearServerTime(message.at);
      case "error":
        return this.tell(message.reason, true);
    }
  }

  private welcome(message: WelcomeTelling): void {
    this.you = message.you;
    this.fair.seated(message.you, message.number, message.table);
    this.host = message.host;
    this.muted = message.muted ?? [];
    this.sealed = message.sealed ?? "";
    if (message.public) {
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
  }

  private event(message: EventTelling): void {
    if (message.number <= this.seen) return;
    this.seen = message.number;
    this.showing.latest = merged(message.public, message.own);
    this.undo = message.undo ?? false;
    this.started = true;
    this.story = [...this.story, ...linesOf(message)];
    this.time.numbers = [...this.time.numbers, message.number];
    this.spoken = message.lines.join(" ");
    if (message.left?.length) this.clocks.hearLeft(message.left, message.runs ?? []);
    this.choosing.again();
    this.advising.again();
    this.showing.enqueue(message);
    this.noticeTurn();
  }

  private undone(message: UndoneTelling): void {
    if (message.number <= this.seen) return;
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
    this.undo = undo ?? false;
    this.advising.again();
    this.showing.mark = null;
    this.showing.atOnce();
  }

  private hearTable(table: TableDoc, kind: string, terms?: Terms | null): void {
    this.table = table;
    this.clocks.hear(table);
    const isBefore = table.phase === "waiting" || table.phase === "called";
    // Seats are told by `welcome` only; before the start nothing else comes with it.
    if ((isBefore || table.phase === "void") && ["joined", "freed", "voided", "claimed"].includes(kind)) {
      this.fair.reseated(table.number);
      this.socket.hello();
    }
    this.fair.hear(table, terms);
  }

  private noticeTurn(): void {
    const isTurn = this.isTurn && this.table?.phase === "playing";
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

  async play(action: string): Promise<void> {
    const reply = await this.socket.ask({ type: "play", number: this.seen, actions: [action] });
    if (reply.type !== "answer") return;
    if (reply.verdict === "stale" && reply.public) {
      this.showing.latest = merged(reply.public, reply.own);
      this.showing.atOnce();
    }
    if (reply.verdict !== "accepted") this.tell(reply.reason ?? word("refused"), true, reply.marks);
  }

  async why(meant: Meant): Promise<Marked | null> {
    const reply = await this.socket.ask({ type: "why", ...meant });
    return reply.type === "because" && reply.reason ? { text: reply.reason, marks: reply.marks } : null;
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
