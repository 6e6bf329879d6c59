/** Choosing an action pick by pick, and hearing why something cannot be chosen. */

import { picksFor } from "./hints";
import { openAfter, pathsAfter, pick, pickId, squareOf, turnId, turnOf, type FullScene, type Open } from "../scene";
import type { Piece } from "../types";
import { word } from "../../words/words";
import type { Marked } from "../marks";

/** What there is to choose from. */
export interface Offer {
  readonly latest: FullScene;
  /** What is shown of it by now: nothing can be chosen before that is all. */
  readonly shown: FullScene;
  readonly isTurn: boolean;
  /** Something else is shown, so nothing can be chosen. */
  readonly past: object | null;
}

export type Meant = { picks: string[] } | { action: string };

/** Who hears what was chosen. */
export interface Hearer {
  /** Give the number of the event that is to be heard yet; 0 if there is none. */
  play(action: string): Promise<number>;
  /** Why something cannot be chosen now; null where that is not known. */
  why(meant: Meant): Promise<Marked | null>;
  tell(text: string, bad: boolean): void;
}

export interface Bubble extends Marked {
  /** The piece or button it is about. */
  id: string;
}

/** How far squares' tile is turned is kept under this name; single tiles have their own ids. */
const LAID = "laid";

export class Choosing {
  picks = $state.raw<string[]>([]);
  turns = $state.raw<Record<string, number>>({});
  bubble = $state.raw<Bubble | null>(null);
  /** The action on its way to the server. */
  sending = $state("");
  /** The square on which a hint would lay the tile. */
  pointed = $state("");
  /** The event that what was sent has made, until it is heard. */
  private made = 0;

  /** Where nobody hears, nothing is ever offered, and the bubble says what is shown. */
  constructor(
    private readonly offer: Offer,
    private readonly hearer: Hearer | null,
  ) {}

  readonly open: Open = $derived.by(() => {
    const paths = this.offer.past || this.sending || !this.offer.isTurn ? [] : this.offer.latest.paths;
    return openAfter(paths, this.picks, (id) => this.turnFor(id));
  });

  /** What looks as if it could be picked: while a single pick is sent, all others keep their looks until it is heard of. */
  readonly lit: Open = $derived.by(() => {
    const { latest, isTurn, past } = this.offer;
    if (!this.sending || past || !isTurn || picksFor(latest.paths, this.sending).length !== 1) return this.open;
    return openAfter(latest.paths, [], (id) => this.turnFor(id));
  });

  isOpen(piece: Piece): boolean {
    return this.open.ids.has(pickId(piece));
  }

  /** One path is left if this is picked next. */
  wouldPlay(id: string): boolean {
    return pick(this.offer.latest.paths, this.picks, this.open, id).kind === "play";
  }

  /** What cannot come next may take the place of what was picked: go back to where it can be picked. */
  makeRoomFor(id: string): void {
    if (this.offer.past || this.sending || this.open.ids.has(id) || this.picks.includes(id)) return;
    const { paths } = this.offer.latest;
    for (let kept = this.picks.length - 1; kept >= 0; kept--) {
      const picks = this.picks.slice(0, kept);
      if (turnOf(picks.at(-1) ?? "") === null && openAfter(paths, picks, (other) => this.turnFor(other)).ids.has(id)) {
        this.picks = picks;
        return;
      }
    }
  }

  choose(id: string): void {
    this.bubble = null;
    if (this.offer.past) return this.hearer?.tell(word("past.looking"), true);
    if (this.sending) return;
    if (this.picks.includes(id) && !this.open.ids.has(id)) return this.cancel();
    const step = pick(this.offer.latest.paths, this.picks, this.open, id);
    if (step.kind === "play") void this.play(step.action);
    else if (step.kind === "picked") this.picks = step.picks;
  }

  async play(action: string): Promise<void> {
    if (this.sending || !this.hearer) return;
    this.sending = action;
    this.cancel();
    const made = await this.hearer.play(action);
    if (this.sending !== action) return; // it has been heard of before it was answered
    this.made = made;
    if (!made) this.sending = "";
  }

  cancel(): void {
    this.picks = [];
    this.bubble = null;
  }

  /** After an event the picks stand as long as a path begins with them. */
  again(number: number): void {
    const { paths } = this.offer.latest;
    const isDone = !paths.some((path) => path.action === this.sending);
    if (isDone || (this.made && number >= this.made)) this.sending = "";
    if (this.picks.length && !pathsAfter(paths, this.picks).length) this.cancel();
    if (!paths.some((path) => path.picks.some((id) => turnOf(id) !== null))) this.turns = {};
  }

  // --- turning -------------------------------------------------------------------------------------------------------

  turnFor(id: string): number {
    return this.turns[squareOf(id) ? LAID : id] ?? 0;
  }

  /** Turn a tile, or what is to be laid on a region, clockwise by the least that its paths offer. */
  turn(id: string | null = null, back = false): void {
    const offered = id === null ? this.open.turns : this.turnsOf(id);
    if (!offered.length) return;
    const all = [...new Set([...(id === null ? [] : [0]), ...offered])].sort((a, b) => a - b);
    const at = all.indexOf(this.turns[id ?? LAID] ?? 0);
    const next = all[(at + (back ? all.length - 1 : 1)) % all.length] ?? 0;
    this.turns = { ...this.turns, [id ?? LAID]: next };
  }

  private turnsOf(id: string): number[] {
    const found = this.offer.latest.zones.flatMap((zone) => zone.pieces ?? []).find((piece) => piece.id === id);
    return found?.turns ?? [];
  }

  /** Show where an action would lay a tile. */
  point(action: string): void {
    const picks = picksFor(this.offer.latest.paths, action);
    const square = picks.find((id) => squareOf(id));
    this.pointed = square ?? "";
    if (square) this.turns = { ...this.turns, [LAID]: picks.map(turnOf).find((turn) => turn !== null) ?? 0 };
  }

  // --- why not -------------------------------------------------------------------------------------------------------

  /** Say why a piece cannot be picked now; only this player hears it. */
  async why(piece: Piece): Promise<void> {
    const turn = this.turnFor(piece.id);
    const picked = turn ? [turnId(turn), pickId(piece)] : [pickId(piece)];
    await this.explain(piece.id, { picks: [...this.picks, ...picked] });
  }

  /** Say, beside a piece or a button, why picks or an action are not possible now. */
  async explain(id: string, meant: Meant): Promise<void> {
    const { isTurn, shown } = this.offer;
    const why = isTurn ? ((await this.hearer?.why(meant)) ?? { text: word("choose.nothing") }) : { text: shown.prompt };
    this.bubble = { id, ...why };
  }
}
