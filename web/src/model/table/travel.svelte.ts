/** Looking at a running game as it was after any of its events. */

import { merged, type FullScene } from "../scene";
import type { Ask } from "../socket";
import { word } from "../../words/words";

export interface Past {
  number: number;
  lines: string[];
  scene: FullScene;
}

export class TimeTravel {
  past = $state.raw<Past | null>(null);
  /** Numbers of the events of the game that can be looked at again. */
  numbers = $state.raw<number[]>([]);
  private readonly moments = new Map<number, Past>();
  private wanted: number | null = null;

  constructor(
    private readonly ask: Ask,
    private readonly tell: (text: string, bad: boolean) => void,
  ) {}

  /** What was taken back can be looked at no more. */
  forget(since: number): void {
    this.numbers = this.numbers.filter((number) => number < since);
    for (const number of this.moments.keys()) if (number >= since) this.moments.delete(number);
    if (this.past && this.past.number >= since) this.past = null;
  }

  /** Look at the game as it was after an event. */
  async look(number: number): Promise<void> {
    this.wanted = number;
    const known = this.moments.get(number);
    if (known) {
      this.past = known;
      return;
    }
    const reply = await this.ask({ type: "past", number });
    if (this.wanted !== number) return; // back in the present, or at another moment, before this one came
    if (reply.type === "answer") return this.tell(reply.reason ?? word("past.hidden"), true);
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
}
