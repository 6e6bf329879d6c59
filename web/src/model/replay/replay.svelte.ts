/** A finished game that is being looked at: the moment, the eyes, and the time it runs in. */

import * as api from "../api";
import { nameAt, type BoardModel } from "../board";
import { showTurn } from "../notice";
import { REST } from "../pace";
import { merged, type FullScene, type Mark } from "../scene";
import { settings } from "../settings.svelte";
import { Choosing } from "../table/choosing.svelte";
import { Clocks } from "../table/clocks.svelte";
import { Showing } from "../table/showing.svelte";
import type { AboutDoc, MomentDoc, ReplayDoc, SumsDoc, TableDoc } from "../types";
import { keyMoments } from "./moments";
import { indexOf, pauseAfter, WATCHER } from "./replaying";
import { word } from "../../words/words";

export const SPEEDS = [1, 4, 16] as const;
const BEFORE = 5; // events of the story before the one that is shown
const AHEAD = 6; // moments that are asked for before they are needed

/** What a board needs to know of a table that is no longer there. */
function tableOf(doc: ReplayDoc): TableDoc {
  const chairs = doc.names.map((name, seat) => ({ seat, name, who: "person" as const, here: true }));
  const { table: id, game, title } = doc;
  return { id, game, title, options: {}, chairs, phase: "playing", number: 0, at: 0, commitment: "" };
}

export class ReplayModel implements BoardModel {
  doc = $state.raw<ReplayDoc | null>(null);
  index = $state(0);
  eyes = $state(WATCHER);
  speed = $state<(typeof SPEEDS)[number]>(1);
  playing = $state(false);
  problem = $state("");

  table = $state.raw<TableDoc | null>(null);
  you = $state<number | null>(null);
  readonly showing = new Showing(() => REST / (this.playing ? this.speed : 1));
  readonly choosing = new Choosing(this, null);
  readonly clocks = new Clocks();
  // In a game that is over nobody is waited for, asked or heard, and the page has its own way through the time.
  readonly isTurn = false;
  readonly isLost = false;
  readonly isAside = true;
  readonly undo = false;
  readonly muted = [];
  readonly past = null;
  readonly time = null;

  private moments = $state.raw<ReadonlyMap<string, MomentDoc>>(new Map());
  private readonly asked = new Map<string, Promise<MomentDoc | null>>();
  private drawn = ""; // the moment and the eyes that are shown
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  get latest(): FullScene {
    return this.showing.latest;
  }

  get shown(): FullScene {
    return this.showing.shown;
  }

  get mark(): Mark | null {
    return this.showing.mark;
  }

  get sums(): SumsDoc | null {
    return this.showing.sums;
  }

  get isSettled(): boolean {
    return this.showing.isSettled;
  }

  get isStill(): boolean {
    return this.showing.hasJumped;
  }

  hurry(): void {
    // There is nothing to act upon.
  }

  goOn(): void {
    this.showing.goOn();
  }

  nameOf(seat: number): string {
    return nameAt(this.table, seat);
  }

  async about(pick: string): Promise<AboutDoc | null> {
    if (this.number === null) return null;
    return api.about(this.id, this.number, this.eyes, pick).catch(() => null);
  }

  takeBack(): void {
    // What is over stays as it is.
  }

  mute(): void {
    // Nobody talks.
  }

  readonly number: number | null = $derived(this.doc?.numbers[this.index] ?? null);

  /** The event that is shown, those right before it and, if it is known, what comes next. */
  readonly story: { number: number; lines: string[] }[] = $derived.by(() => {
    const numbers = this.doc?.numbers.slice(Math.max(0, this.index - BEFORE), this.index + 1) ?? [];
    return numbers.map((number) => ({ number, lines: this.moments.get(this.key(number))?.lines ?? [] }));
  });

  /** What was told at an event, as far as it is known. */
  textOf(number: number): string {
    const moment = this.moments.get(this.key(number)) ?? this.moments.get(this.key(number, WATCHER));
    return moment?.lines.join(" ") ?? "";
  }

  async open(number: number | null, eyes: number): Promise<void> {
    const doc = await api.replay(this.id);
    const isSeat = eyes >= 0 && eyes < doc.names.length;
    this.table = tableOf(doc);
    this.eyes = isSeat ? eyes : WATCHER;
    this.index = indexOf(doc.numbers, number);
    this.doc = doc;
    await this.arrive();
    for (const { number: decisive } of keyMoments(doc)) void this.fetch(decisive, WATCHER);
  }

  show(number: number, eyes: number): void {
    if (!this.doc) return;
    this.eyes = eyes >= 0 && eyes < this.doc.names.length ? eyes : WATCHER;
    this.goTo(indexOf(this.doc.numbers, number));
  }

  goTo(index: number): void {
    if (!this.doc) return;
    this.index = Math.min(this.doc.numbers.length - 1, Math.max(0, index));
    void this.arrive();
  }

  step(by: number): void {
    this.pause();
    this.goTo(this.index + by);
  }

  see(eyes: number): void {
    this.eyes = eyes;
    void this.arrive();
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.isOver) this.goTo(0);
    this.playing = true;
    this.wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  stop(): void {
    this.pause();
    this.showing.stop();
    showTurn(false, word("brand")); // the next page begins without this one's title
  }

  get isOver(): boolean {
    return this.doc !== null && this.index >= this.doc.numbers.length - 1;
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (!this.doc || this.isOver) return this.pause();
    const stills = this.moments.get(this.key(this.number ?? 0))?.stills?.length ?? 0;
    const rest = (stills * (REST + settings.duration)) / this.speed;
    this.timer = setTimeout(() => void this.next(), rest + pauseAfter(this.doc.times, this.index, this.speed));
  }

  private async next(): Promise<void> {
    if (!this.playing) return;
    this.index += 1;
    await this.arrive();
    if (this.playing) this.wait();
  }

  private key(number: number, eyes = this.eyes): string {
    return `${number}/${eyes}`;
  }

  /** Show the moment, unless somebody has gone on meanwhile; then ask for its neighbours. */
  private async arrive(): Promise<void> {
    const { number, eyes } = this;
    if (number === null) return;
    const moment = await this.fetch(number, eyes);
    if (!moment || number !== this.number || eyes !== this.eyes) return;
    this.draw(moment);
    this.you = eyes === WATCHER ? null : eyes;
    this.drawn = this.key(number);
    await this.ahead(number);
  }

  /** One event on: what it moved is marked, and what rested before rests again. Whoever jumps sees no move. */
  private draw(moment: MomentDoc): void {
    const { showing } = this;
    const isNext = this.drawn === this.key(this.doc?.numbers[this.index - 1] ?? -1);
    const scene = merged(moment.public, moment.own);
    showing.atOnce();
    showing.goOn();
    showing.latest = { ...scene, paths: [], buttons: [], prompt: moment.lines.join(" ") || scene.prompt };
    if (isNext) return showing.enqueue({ ...moment, seat: WATCHER });
    showing.mark = null;
    showing.atOnce();
  }

  private async ahead(number: number): Promise<void> {
    const numbers = this.doc?.numbers ?? [];
    const at = this.index;
    const wanted = [...numbers.slice(at + 1, at + 1 + AHEAD), ...numbers.slice(Math.max(0, at - BEFORE), at).reverse()];
    for (const other of wanted) {
      if (number !== this.number) return;
      await this.fetch(other, this.eyes);
    }
  }

  /** Ask for a moment once; what has been seen is kept. */
  private fetch(number: number, eyes: number): Promise<MomentDoc | null> {
    const key = this.key(number, eyes);
    const found = this.asked.get(key) ?? this.ask(number, eyes, key);
    this.asked.set(key, found);
    return found;
  }

  private async ask(number: number, eyes: number, key: string): Promise<MomentDoc | null> {
    try {
      const moment = await api.moment(this.id, number, eyes);
      this.moments = new Map(this.moments).set(key, moment);
      this.problem = "";
      return moment;
    } catch (error) {
      this.asked.delete(key);
      this.problem = (error as Error).message;
      return null;
    }
  }
}
