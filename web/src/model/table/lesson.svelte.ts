/** The first game of each kind, as it is taught at a table: one tip for each thing that the player is asked. */

import * as api from "../api";
import type { BoardModel } from "../board";
import { keep, kept } from "../kept";
import { pressed } from "../pressed";
import { settings } from "../settings.svelte";
import { gestureOf, nextTips, toldAgain, type Gesture, type Way } from "./teaching";
import type { LessonDoc } from "../types";

const PLACE = "taught";

/** What was told, by game; `true` once a game of that kind has been played to its end, or tips were not wanted. */
type Taught = Record<string, string[] | true>;

/** Teach everything anew. */
export function forget(): void {
  keep(PLACE, {});
}

/** How somebody plays at this moment. */
function way(): Way {
  if (settings.plain) return "words";
  if (matchMedia("(pointer: coarse)").matches) return "touch";
  return pressed.isKey ? "keys" : "mouse";
}

export class Lesson {
  /** Tips are told at this table, so there is a place for them. */
  on = $state(false);
  /** What is told now. */
  tips = $state.raw<LessonDoc[]>([]);

  private lessons: LessonDoc[] | null = null;
  private asked = "";
  /** What the tips that are shown were told about. */
  private gesture: Gesture | null = null;
  private wasTurn = false;

  constructor(private readonly model: BoardModel) {}

  /** To be called whenever the table has changed. */
  follow(): void {
    const { table, you, isTurn, latest } = this.model;
    if (!table || you === null || !settings.tips) return this.stop();
    if (table.phase === "over") return this.finish();
    if (table.phase !== "playing" || this.told === true) return;
    if (!this.on) void this.begin(table.game);
    const isNew = isTurn && (!this.wasTurn || latest.prompt !== this.asked);
    this.wasTurn = isTurn;
    if (isNew) this.tell();
  }

  /** No more tips for games of this kind. */
  finish(): void {
    const game = this.model.table?.game;
    if (game && this.on) keep(PLACE, { ...kept<Taught>(PLACE), [game]: true });
    this.stop();
  }

  private stop(): void {
    this.on = false;
    this.tips = [];
  }

  private get told(): string[] | true {
    return kept<Taught>(PLACE)?.[this.model.table?.game ?? ""] ?? [];
  }

  private async begin(game: string): Promise<void> {
    this.on = true;
    // Nothing is told before the lessons are there: how a thing is done and what matters belong together.
    this.lessons = await api.rulebook(game).then(
      (book) => book.lessons,
      () => [],
    );
    if (!this.tips.length && this.on && this.model.isTurn) this.tell();
  }

  private tell(): void {
    const { latest, table } = this.model;
    const told = this.told;
    const tips = told === true || !this.lessons ? [] : nextTips(this.lessons, told, latest, way());
    this.asked = latest.prompt;
    if (told === true || !table) return;
    const shown = tips.length ? tips : toldAgain(this.gesture, latest, way());
    if (!shown.length) return;
    this.gesture = gestureOf(latest);
    this.tips = shown;
    if (!tips.length) return;
    keep(PLACE, { ...kept<Taught>(PLACE), [table.game]: [...told, ...tips.map(({ key }) => key)] });
  }
}
