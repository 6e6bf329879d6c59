/** A review that is being looked at: waited for while it is made, then of one seat at a time. */

import * as api from "../api";
import { placeIn } from "../replay/replaying";
import type { MomentDoc, Piece, ReviewDoc, ReviewWait } from "../types";
import { isThere } from "./reviewing";

const AGAIN = 1000; // ms until a review that is being made is asked for again

export class ReviewModel {
  doc = $state.raw<ReviewDoc | null>(null);
  wait = $state.raw<ReviewWait | null>(null);
  problem = $state("");
  seat = $state(0);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly hands = new Map<string, Promise<MomentDoc>>();

  constructor(readonly id: string) {}

  /** What the seat could have done better, the worst first. */
  readonly faults = $derived(
    this.doc?.told.seats[this.seat]?.faults.map((place) => this.doc!.told.choices[place]!) ?? [],
  );

  /** Ask until it is there. The address may name a seat: `#eyes=1`. */
  async open(): Promise<void> {
    try {
      const found = await api.review(this.id);
      if (!isThere(found)) {
        this.wait = found;
        this.timer = setTimeout(() => void this.open(), AGAIN);
        return;
      }
      const { eyes } = placeIn(location.hash);
      this.seat = eyes in found.names ? eyes : (found.mine ?? 0);
      this.doc = found;
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  nameOf(seat: number): string {
    return this.doc?.names[seat] ?? "";
  }

  /** What a seat had for itself at a moment: all pieces that only its own eyes saw. */
  async handOf(number: number, seat: number): Promise<Piece[]> {
    const key = `${number}/${seat}`;
    const asked = this.hands.get(key) ?? api.moment(this.id, number, seat);
    this.hands.set(key, asked);
    const { own } = await asked;
    return (own?.zones ?? []).flatMap(({ pieces }) => pieces ?? []);
  }
}
