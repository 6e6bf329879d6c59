/** What a board draws: a table that is being played at, or a finished game that is looked at again. */

import type { FullScene, Mark } from "./scene";
import type { Choosing } from "./table/choosing.svelte";
import type { Clocks } from "./table/clocks.svelte";
import type { Past, TimeTravel } from "./table/travel.svelte";
import type { TableDoc } from "./types";
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

  nameOf(seat: number): string;
  takeBack(): void;
  mute(seat: number, on: boolean): void;
}

/** A player's name; that a bot is one is said beside it. */
export function nameAt(table: TableDoc | null, seat: number): string {
  return table?.chairs[seat]?.name || word("seat", { number: seat + 1 });
}
