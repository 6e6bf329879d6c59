/** A check of a deal as a page shows it: fetched, then computed again step by step, fast enough not to be waited for. */

import * as api from "../api";
import { settings } from "../settings.svelte";
import { message } from "../../words/words";
import { dealsOf, readRecord, Wrong, type Deal, type Step } from "./checking";
import type { Kept } from "./comparing";
import { bare, judging, type Verdict } from "./judging";
import { store } from "./keeping";
import { Pins } from "./pins";

const STEPS = 60; // in which all of it is shown
const PAUSE = 16; // ms between two

export class Proof {
  /** What was computed of terms, promises and calls. */
  done = $state.raw<Extract<Step, { hash: string }>[]>([]);
  deals = $state.raw<Deal[]>([]);
  /** How many draws of each deal have been computed. */
  ticked = $state<number[]>([]);
  verdict = $state.raw<Verdict | null>(null);
  readonly kept: Kept;
  private timer = 0;

  constructor(readonly table: string) {
    const pins = new Pins(table, store());
    this.kept = { receipt: pins.receipt, evidence: pins.contradictions };
  }

  get draws(): number {
    return this.deals.reduce((sum, deal) => sum + deal.draws.length, 0);
  }

  /** Fetch the record and check it. */
  async begin(): Promise<void> {
    let record: unknown;
    try {
      record = await api.record(this.table);
    } catch (error) {
      this.verdict = bare("none", message("verdict.none.said", { reason: (error as Error).message }));
      return;
    }
    this.deals = readableDeals(record);
    this.ticked = this.deals.map(() => 0);
    this.go(
      judging(record, this.table, this.kept),
      settings.speed === "off" ? Infinity : Math.ceil(this.draws / STEPS) + 1,
    );
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private go(steps: Generator<Step, Verdict>, many: number): void {
    const done = [...this.done];
    const ticked = [...this.ticked];
    for (let count = 0; count < many; count++) {
      const { done: isOver, value } = steps.next();
      if (isOver) {
        this.verdict = value;
        break;
      }
      if ("hash" in value) done.push(value);
      else ticked[value.deal]! += 1;
    }
    this.done = done;
    this.ticked = ticked;
    if (!this.verdict) this.timer = window.setTimeout(() => this.go(steps, many), PAUSE);
  }
}

/** The deals of a record; none of one that cannot be read. */
function readableDeals(record: unknown): Deal[] {
  try {
    return dealsOf(readRecord(record)) ?? [];
  } catch (error) {
    if (error instanceof Wrong || error instanceof TypeError) return [];
    throw error;
  }
}
