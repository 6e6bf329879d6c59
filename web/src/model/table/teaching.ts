/** Lessons for a first game, told when the prompt or a zone of the table that names them first matters. */

import type { FullScene } from "../scene";
import type { LessonDoc } from "../types";
import { word } from "../../words/words";

/** What holds for every game; its key is no lesson of a game. */
export function firstTip(isTouch: boolean): LessonDoc {
  return { key: "", text: word(isTouch ? "tip.first.touch" : "tip.first") };
}

/** The first tip that was not told yet and is about what is asked for, or about something that lies on the table. */
export function nextTip(tips: readonly LessonDoc[], told: readonly string[], scene: FullScene): LessonDoc | null {
  const filled = scene.zones.filter((zone) => (zone.pieces?.length ?? 0) > 0);
  const named = new Set(["", scene.lesson, ...filled.map((zone) => zone.lesson)]);
  return tips.find(({ key }) => !told.includes(key) && named.has(key)) ?? null;
}
