/** Looking at a running game as it was after any of its events. */

import { merged, type FullScene } from "../scene";
import type { Ask } from "../socket";
import type { MomentTelling } from "../types";
import { Showing } from "./showing.svelte";
import { word } from "../../words/words";

export interface Past {
  number: number;
  lines: string[];
  scene: FullScene;
}

export class TimeTravel {
  /** Numbers of the events of the game that can be looked at again. */
  numbers = $state.raw<number[]>([]);
  private at = $state.raw<MomentTelling | null>(null);
  private readonly showing = new Showing(undefined, () => "never");
  private readonly moments = new Map<number, MomentTelling>();
  private wanted: number | null = null;

  constructor(
    private readonly ask: Ask,
    private readonly tell: (text: string, bad: boolean) => void,
  ) {}

  /** The moment that is looked at, and what is shown of it by now. */
  readonly past: Past | null = $derived.by(() =>
    this.at ? { number: this.at.number, lines: this.at.lines, scene: this.showing.shown } : null,
  );

  /** What was taken back can be looked at no more. */
  forget(since: number): void {
    this.numbers = this.numbers.filter((number) => number < since);
    for (const number of this.moments.keys()) if (number >= since) this.moments.delete(number);
    if (this.at && this.at.number >= since) this.now();
  }

  /** Look at the game as it was after an event. */
  async look(number: number): Promise<void> {
    this.wanted = number;
    const moment = this.moments.get(number) ?? (await this.fetch(number));
    if (this.wanted !== number) return; // back in the present, or at another moment, before this one came
    if (moment) this.show(moment, this.at !== null && this.numberAfter(this.at.number) === number);
    else if (number === this.numbers.at(-1)) this.now();
  }

  back(): void {
    const at = this.at ? this.numbers.indexOf(this.at.number) : this.numbers.length - 1;
    const number = this.numbers[at - 1];
    if (number !== undefined) void this.look(number);
  }

  forward(): void {
    if (!this.at) return;
    const number = this.numberAfter(this.at.number);
    if (number === undefined) this.now();
    else void this.look(number);
  }

  now(): void {
    this.at = this.wanted = null;
    this.showing.stop();
  }

  private numberAfter(number: number): number | undefined {
    return this.numbers[this.numbers.indexOf(number) + 1];
  }

  private async fetch(number: number): Promise<MomentTelling | null> {
    const reply = await this.ask({ type: "past", number });
    if (reply.type === "moment") this.moments.set(number, reply);
    if (reply.type === "moment") return reply;
    if (this.wanted === number && reply.type === "answer") this.tell(reply.reason ?? word("past.hidden"), true);
    return null;
  }

  /** One event on, what rested before it rests again; the last one leads to the present. */
  private show(moment: MomentTelling, isNext: boolean): void {
    const { showing } = this;
    const then = moment.number === this.numbers.at(-1) && isNext ? () => this.now() : undefined;
    this.at = moment;
    showing.atOnce();
    showing.latest = { ...merged(moment.public, moment.own), paths: [] };
    if (isNext) return showing.enqueue({ ...moment, seat: null }, then);
    showing.atOnce();
  }
}
