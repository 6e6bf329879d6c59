/** This page's part in the fair deal: it compares what is told with what is pinned, and sends what is due. */

import type { Ask } from "../socket";
import type { OpenTable, Receipt, TableDoc } from "../types";
import type { Terms } from "./fair";
import { alone, store } from "./keeping";
import { Pins, type Fair, type Step, type Told } from "./pins";
import { word } from "../../words/words";

/** Change what is pinned of a table while no other page of this browser does. */
function pinning<T>(table: string, act: () => T): Promise<T> {
  return alone(`fairdeal.fair.${table}`, act);
}

/** Keep what a table was opened with: its terms must say the same. */
export function keepAsked(table: string, asked: OpenTable): Promise<void> {
  return pinning(table, () => new Pins(table, store()).asked(asked));
}

export class FairPart {
  /** What the person is to know of it. */
  known = $state.raw<Fair | null>(null);
  private readonly pins: Pins;
  private table: TableDoc | null = null;
  private you: number | null = null;
  private part: Promise<void> = Promise.resolve();
  private sent = ""; // last
  private isSending = false;
  private seatsAt = 0; // the event since which somebody else may have the own seat
  private youAt = 0; // the event at which it was told who we are

  constructor(
    private readonly id: string,
    private readonly ask: Ask,
    private readonly tell: (text: string, bad: boolean) => void,
  ) {
    this.pins = new Pins(id, store());
  }

  /** It was told who we are. */
  seated(you: number | null, number: number, table: TableDoc): void {
    this.you = you;
    this.youAt = number;
    // A promise that was answered, and that the table does not show, may be sent once more.
    if (!this.isSending && !table.chairs[you ?? -1]?.commitment) this.sent = "";
  }

  /** Who we are now will be told by a `welcome`. */
  reseated(number: number): void {
    this.seatsAt = number;
  }

  /** Compare what was told with what is pinned, one after another, and send what is due. */
  hear(table: TableDoc, terms?: Terms | null): void {
    this.table = table;
    if (this.youAt < this.seatsAt) return; // a `welcome` comes, which says who we are now
    const told = { doc: table, terms, you: this.you };
    this.part = this.part.then(() => this.take(told));
  }

  /** The person wants another start after one that failed. */
  async dealAgain(): Promise<void> {
    const start = this.table?.start ?? 1;
    await this.pin(() => this.pins.agree(start));
    this.hearAgain();
  }

  get receipt(): Receipt | null {
    return this.known?.hasReceipt ? this.pins.receipt : null;
  }

  /** What shows that the server contradicts itself. */
  get evidence(): object {
    return this.pins.evidence;
  }

  private hearAgain(): void {
    if (this.table) this.hear(this.table);
  }

  private async take(told: Told): Promise<void> {
    const step = await this.pin(() => this.pins.hear(told));
    this.known = this.pins.view(told.doc, told.you);
    if (step) void this.send(step);
  }

  private pin<T>(act: () => T): Promise<T> {
    return pinning(this.id, act);
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
        ? await this.ask({ type: "reveal", start, nonce: step.nonce }, key)
        : await this.ask({ type: "commit", start, commitment: step.commitment });
    this.isSending = false;
    if (reply.type !== "answer") return;
    if (reply.verdict === "accepted") await this.pin(() => this.pins.confirm(step));
    else if (!this.table?.chairs[step.seat]?.commitment) this.tell(reply.reason ?? word("refused"), true);
    this.hearAgain();
  }
}
