/** What a board draws: a table that is being played at, or a finished game that is looked at again. */

import type { FullScene, Mark } from "./scene";
import type { Choosing } from "./table/choosing.svelte";
import type { Clocks } from "./table/clocks.svelte";
import type { Past, TimeTravel } from "./table/travel.svelte";
import type { AboutDoc, SumsDoc, TableDoc } from "./types";
import { word } from "../words/words";

export interface BoardModel {
  readonly table: TableDoc | null;
  /** The seat of who looks, or null for who watches. */
  readonly you: number | null;
  /** What is true, and what is shown of it by now. */
  readonly latest: FullScene;
  readonly shown: FullScene;
  /** The last action; marked until the next one. */
  readonly mark: Mark | null;
  readonly isTurn: boolean;
  /** All that has come is shown. */
  readonly isSettled: boolean;
  /** What changes its place does not move there. */
  readonly isStill: boolean;
  /** What a round came to, while that is read, and whether it lies aside meanwhile. */
  readonly sums: SumsDoc | null;
  readonly isAside: boolean;
  /** The connection is, and comes back by itself. */
  readonly isLost: boolean;
  /** The last action can be taken back at once. */
  readonly undo: boolean;
  readonly muted: readonly number[];
  readonly choosing: Choosing;
  readonly clocks: Clocks;
  /** The moment that is shown instead of the present. */
  readonly past: Past | null;
  /** The way there and back, where a board has one. */
  readonly time: TimeTravel | null;

  /** Everything about a piece, as it can be known at the moment that is shown; null where that is not told. */
  about(pick: string): Promise<AboutDoc | null>;
  /** Show at once what can be acted upon. */
  hurry(): void;
  /** A round's end has been read. */
  goOn(): void;
  nameOf(seat: number): string;
  takeBack(): void;
  mute(seat: number, on: boolean): void;
}

/** A player's name; that a bot is one is said beside it. */
export function nameAt(table: TableDoc | null, seat: number): string {
  return table?.chairs[seat]?.name || word("seat", { number: seat + 1 });
}
