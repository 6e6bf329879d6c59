/** The time that players have left, and the server's time, at any time of this page. */

import type { TableDoc } from "../types";

interface Left {
  left: (number | null)[];
  runs: number[];
  at: number;
}

export class Clocks {
  private told = $state.raw<Left>({ left: [], runs: [], at: 0 });
  private isPaused = $state(false);
  /** The server's time minus this page's. */
  private offset = $state(0);

  hear(doc: TableDoc): void {
    const runs = doc.chairs.filter((chair) => chair.runs).map((chair) => chair.seat);
    this.hearServerTime(doc.at);
    this.hearLeft(
      doc.chairs.map((chair) => chair.left ?? null),
      runs,
    );
    this.isPaused = doc.paused ?? false;
  }

  hearLeft(left: (number | null)[], runs: number[]): void {
    this.told = { left, runs, at: performance.now() };
  }

  hearServerTime(at: number): void {
    this.offset = at - performance.now();
  }

  isRunning(seat: number | null): boolean {
    return seat !== null && this.told.runs.includes(seat) && !this.isPaused;
  }

  get isAnyRunning(): boolean {
    return this.told.runs.length > 0 && !this.isPaused;
  }

  /** Milliseconds on a seat's clock at a time of this page. */
  leftAt(seat: number, now: number): number | null {
    const left = this.told.left[seat];
    if (left == null) return null;
    return Math.max(0, this.isRunning(seat) ? left - Math.max(0, now - this.told.at) : left);
  }

  /** Milliseconds since a time of the server's, at a time of this page. */
  since(time: number, now: number): number {
    return Math.max(0, now + this.offset - time);
  }

  /** Milliseconds until a time of the server's, at a time of this page; 0 once it has come. */
  until(time: number | null | undefined, now: number): number {
    return time == null ? 0 : Math.max(0, time - (now + this.offset));
  }
}
