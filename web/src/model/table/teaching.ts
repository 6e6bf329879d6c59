/** Lessons for a first game: about what is asked for, before it is chosen, and how that is done. Pure. */

import { squareOf, turnOf, type FullScene } from "../scene";
import type { LessonDoc, Path } from "../types";
import { word } from "../../words/words";

/** The way somebody plays. */
export type Way = "mouse" | "touch" | "keys" | "words";

/** What is to be done by hand: a card or two of them to choose, tiles in a row or one on a region, a button. */
export type Gesture = "card" | "pair" | "row" | "tile" | "button";

/** How a thing is done, in words that fit the way somebody plays; in words, it is always the same. */
export function howTo(way: Way, gesture: Gesture): string {
  return way === "words" ? word("how.words") : word(`how.${way}.${gesture}`);
}

export function gestureOf(scene: FullScene): Gesture {
  const buttons = new Set(scene.buttons.map((button) => button.id));
  const path = scene.paths.find(({ picks }) => !picks.every((id) => buttons.has(id)));
  if (!path) return "button";
  if (path.picks.some((id) => squareOf(id))) return "tile";
  const pieces = piecesOf(path);
  return pieces > 2 ? "row" : pieces === 2 ? "pair" : "card";
}

function piecesOf(path: Path): number {
  return path.picks.filter((id) => turnOf(id) === null).length;
}

/** The lesson that was not told yet and is about what is asked for, else about something that lies on the table. */
export function nextLesson(tips: readonly LessonDoc[], told: readonly string[], scene: FullScene): LessonDoc | null {
  const left = tips.filter(({ key }) => !told.includes(key));
  const filled = scene.zones.filter((zone) => (zone.pieces?.length ?? 0) > 0);
  const named = new Set(filled.map((zone) => zone.lesson));
  return left.find(({ key }) => key === scene.lesson) ?? left.find(({ key }) => named.has(key)) ?? null;
}

/** How a thing is done, again: what was told before is about something else to do. */
export function toldAgain(before: Gesture | null, scene: FullScene, way: Way): LessonDoc[] {
  const gesture = gestureOf(scene);
  return before === null || gesture === before ? [] : [{ key: `how.${gesture}`, text: howTo(way, gesture) }];
}

/** What is told at once: how a thing is done, before the first time, and with it what matters. */
export function nextTips(tips: readonly LessonDoc[], told: readonly string[], scene: FullScene, way: Way): LessonDoc[] {
  const gesture = gestureOf(scene);
  const how = `how.${gesture}`;
  const done = told.includes(how) ? [] : [{ key: how, text: howTo(way, gesture) }];
  const lesson = nextLesson(tips, told, scene);
  return lesson ? [...done, lesson] : done;
}
