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
  /** Where the stage has no line to spare, tips come one by one, over the bar on top. */
  cramped = $state(false);

  /** What is told before this choice. */
  private queue = $state.raw<LessonDoc[]>([]);
  readonly brief = $derived(this.cramped && !settings.plain);
  /** What is told now. */
  readonly tips = $derived(this.brief ? this.queue.slice(0, 1) : this.queue);
  readonly isLast = $derived(this.queue.length < 2);

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
    else if (!isTurn && this.brief) this.queue = [];
  }

  /** The tip has been read; the next one comes, or none. */
  read(): void {
    this.queue = this.queue.slice(1);
    this.note();
  }

  /** No more tips for games of this kind. */
  finish(): void {
    const game = this.model.table?.game;
    if (game && this.on) keep(PLACE, { ...kept<Taught>(PLACE), [game]: true });
    this.stop();
  }

  private stop(): void {
    this.on = false;
    this.queue = [];
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
    if (!this.queue.length && this.on && this.model.isTurn) this.tell();
  }

  private tell(): void {
    const { latest } = this.model;
    const told = this.told;
    const tips = told === true || !this.lessons ? [] : nextTips(this.lessons, told, latest, way());
    this.asked = latest.prompt;
    if (told === true) return;
    const shown = tips.length ? tips : toldAgain(this.gesture, latest, way());
    if (shown.length) this.gesture = gestureOf(latest);
    // Beside the prompt the last tip may stay; the bar is wanted for other things.
    if (shown.length || this.brief) this.queue = shown;
    this.note();
  }

  /** Keep in mind what is told: nothing is told twice, and what nobody has seen yet comes later. */
  private note(): void {
    const game = this.model.table?.game;
    const told = this.told;
    const unknown = told === true ? [] : this.tips.map(({ key }) => key).filter((key) => !told.includes(key));
    if (game && told !== true && unknown.length) keep(PLACE, { ...kept<Taught>(PLACE), [game]: [...told, ...unknown] });
  }
}
