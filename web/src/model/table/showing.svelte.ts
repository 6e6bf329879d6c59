/** What is true at a table, and what is shown of it: one thing after another, each long enough to be seen. */

import { BEHIND, REST } from "../pace";
import { EMPTY, markOf, merged, type FullScene, type Mark } from "../scene";
import { settings } from "../settings.svelte";
import { play, soundOf } from "../sounds";
import type { EventTelling, Sums } from "../types";

/** One thing to show, and how long it stays at least. */
interface Frame {
  scene: FullScene;
  hold: number;
  /** Who acted, and what that moved; null where nobody did, and the marks stay as they are. */
  mark: Mark | null;
  /** What a round came to that has just ended. */
  sums?: Sums | null;
}

export class Showing {
  latest = $state.raw<FullScene>(EMPTY);
  shown = $state.raw<FullScene>(EMPTY);
  /** The last action; marked until the next one. */
  mark = $state.raw<Mark | null>(null);
  /** A round has just been counted. */
  sums = $state.raw<Sums | null>(null);
  private frames: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isFlushing = false;

  /** State first: `latest` is true at once. What is shown follows it, with a rest for every still. */
  enqueue(message: EventTelling): void {
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

  /** Show all that has come. */
  flush(): void {
    const last = this.frames.findLast((frame) => frame.mark);
    const sums = this.frames.findLast((frame) => frame.sums)?.sums;
    if (sums && !document.hidden) this.sums = sums;
    this.stop();
    if (last) this.mark = last.mark;
    this.show(this.latest);
  }

  /** Show what is true, and nothing of what led to it. */
  atOnce(): void {
    this.stop();
    this.shown = this.latest;
  }

  stop(): void {
    this.frames = [];
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Show a scene, and let be heard what changed. */
  private show(scene: FullScene): void {
    const sound = settings.sound && !document.hidden ? soundOf(this.shown, scene) : null;
    this.shown = scene;
    if (sound) play(sound);
  }

  private showNext(): void {
    const frame = this.frames.shift();
    this.timer = undefined;
    if (!frame) return;
    this.mark = frame.mark ?? this.mark;
    this.sums = frame.sums ?? this.sums;
    this.show(frame.scene);
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
