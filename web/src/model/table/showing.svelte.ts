/** What is true at a board, and what is shown of it: one thing after another, each long enough to be seen. */

import { BEHIND, MOST_RESTING, REST, SETTLE } from "../pace";
import { EMPTY, markOf, merged, type FullScene, type Mark } from "../scene";
import { settings } from "../settings.svelte";
import { play, soundOf } from "../sounds";
import type { Clash, StillDoc, SumsDoc } from "../types";

/** What happened, as an event or a past moment tells it. */
export interface Happening {
  seat: number | null;
  stills?: StillDoc[];
  moved?: string[];
  clash?: Clash | null;
  sums?: SumsDoc | null;
}

/** One thing to show, and how long it stays at least. */
interface Frame {
  scene: FullScene;
  hold: number;
  /** It is shown even if others wait: a still, or the end of a round. */
  rests?: boolean;
  /** Who acted, and what that moved; null where nobody did, and the marks stay as they are. */
  mark: Mark | null;
  /** What a round came to that has just ended. */
  sums?: SumsDoc;
  /** What may be told from now on. */
  then?: () => void;
}

/** How a round's end is read: before anything else is shown, beside it, or not at all. */
export type Reading = "first" | "aside" | "never";

export class Showing {
  latest = $state.raw<FullScene>(EMPTY);
  shown = $state.raw<FullScene>(EMPTY);
  /** The last action; marked until the next one. */
  mark = $state.raw<Mark | null>(null);
  /** A round has been counted, and that is being read. */
  sums = $state.raw<SumsDoc | null>(null);
  /** It lies aside while it is read: there is no time to wait for that. */
  isAside = $state(false);
  /** Something was left out, so what has changed its place since does not move there. */
  hasJumped = $state(false);
  private frames: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isFlushing = false;
  /** What is shown rests. */
  private isResting = false;

  constructor(
    /** Milliseconds that a still rests. */
    private readonly rest: () => number = () => REST,
    private readonly reading: () => Reading = () => "aside",
  ) {}

  /** All that has come is shown. */
  get isSettled(): boolean {
    return this.shown === this.latest;
  }

  /** Nothing goes on here until a round's end has been read; elsewhere everything does. */
  get isHeld(): boolean {
    return this.sums !== null && !this.isAside;
  }

  /** State first: `latest` is true at once. What is shown follows it, with a rest for every still.
   *
   * What somebody has done here is shown without waiting for what came before it.
   */
  enqueue(happening: Happening, then?: () => void, isOwn = false): void {
    const { duration } = settings;
    const mark = happening.seat === null ? null : markOf(happening.seat, happening);
    if (isOwn) this.pass();
    for (const still of happening.stills ?? [])
      this.frames.push({ scene: sceneOf(still), hold: duration + this.rest(), mark, rests: true });
    const { sums } = happening;
    this.frames.push({ scene: this.latest, hold: duration * (sums ? SETTLE : 1), mark, then, rests: !!sums });
    if (sums) this.frames.push({ scene: this.latest, hold: 0, mark: null, rests: true, sums });
    this.catchUp();
    if (this.timer === undefined && !this.isFlushing) this.showNext();
  }

  /** Whoever is behind sees what rests, and the rest at once; whoever is far behind, or does not look, only what is true. */
  private catchUp(): void {
    const resting = this.frames.filter((frame) => frame.rests);
    const others = this.frames.filter((frame) => !frame.rests);
    const behind = others.reduce((sum, frame) => sum + frame.hold, 0);
    const isResting = this.isResting || resting.length > 0;
    if (document.hidden || settings.plain) this.flush();
    else if (resting.length > MOST_RESTING || (!isResting && (!behind || behind > BEHIND))) this.flushSoon();
    else if (behind > BEHIND) this.skim();
  }

  /** Leave out what does not rest; what was to be told is told with what comes next. */
  private skim(): void {
    const last = this.frames.at(-1);
    let waiting: (() => void)[] = [];
    this.frames = this.frames.flatMap((frame) => {
      if (frame.then) waiting.push(frame.then);
      if (!frame.rests && frame !== last) return [];
      const then = waiting;
      waiting = [];
      return [{ ...frame, then: () => then.forEach((tell) => tell()) }];
    });
  }

  /** Show all that has come. */
  flush(): void {
    this.hasJumped = this.frames.some((frame) => frame.rests);
    this.pass();
    this.show(this.latest);
  }

  /** Show what is true, and nothing of what led to it. */
  atOnce(): void {
    this.pass();
    this.hasJumped = true;
    this.shown = this.latest;
  }

  /** A round's end has been read. */
  goOn(): void {
    this.sums = null;
    if (this.timer === undefined) this.showNext();
  }

  /** Somebody is awaited whose time runs: reading must not cost any. */
  makeWay(): void {
    this.isAside = true;
    if (this.timer === undefined) this.showNext();
  }

  stop(): void {
    this.frames = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isResting = false;
  }

  /** Leave out what waits to be shown, but nothing that is to be told or read. */
  private pass(): void {
    const { frames } = this;
    this.stop();
    for (const { mark, sums, then } of frames) {
      this.mark = mark ?? this.mark;
      if (sums) this.read(sums);
      then?.();
    }
  }

  private read(sums: SumsDoc): void {
    const how = this.reading();
    if (how === "never") return;
    this.sums = sums;
    this.isAside = how === "aside";
  }

  /** Show a scene, and let be heard what changed. */
  private show(scene: FullScene): void {
    const sound = settings.sound && !document.hidden ? soundOf(this.shown, scene) : null;
    this.shown = scene;
    if (sound) play(sound);
  }

  private showNext(): void {
    this.timer = undefined;
    this.isResting = false;
    const frame = this.isHeld ? undefined : this.frames.shift();
    if (!frame) return;
    this.hasJumped = false;
    this.isResting = frame.rests ?? false;
    this.mark = frame.mark ?? this.mark;
    if (frame.sums) this.read(frame.sums);
    this.show(frame.scene);
    frame.then?.();
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
}

function sceneOf(still: StillDoc): FullScene {
  const scene = merged(still.public, still.own);
  return { ...scene, prompt: still.prompt || scene.prompt };
}
