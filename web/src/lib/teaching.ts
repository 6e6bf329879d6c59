/** Tips for a first game: what its rulebook says about the words and places of the table, told when they first matter. */

import type { FullScene } from "./scene";
import type { RulebookDoc } from "./types";

export interface Tip {
  /** Words of the prompt, or the name of a zone; empty for what holds for every game. */
  cue: string;
  text: string;
}

/** The id of the rulebook's section with tips. */
export const LESSON = "your-first-game";

/** What holds for every game. */
export function firstTip(isTouch: boolean): Tip {
  const how = isTouch ? "tap it to pick it up, and again to play it" : "click it, or drag it onto the table";
  return { cue: "", text: `What has a green edge can be played: ${how}. Whatever is dimmed says why not when you press it.` };
}

const ITEM = /<li>\s*(?:<p>)?<em>(.*?)<\/em>:\s*([\s\S]*?)(?:<\/p>)?\s*<\/li>/g;

/** The tips of a rulebook: a list whose points begin with their cues. */
export function tipsIn(book: RulebookDoc): Tip[] {
  const html = book.sections.find((section) => section.id === LESSON)?.html ?? "";
  return [...html.matchAll(ITEM)].map(([, cue, text]) => ({ cue: plain(cue!), text: sentence(plain(text!)) }));
}

const LETTERS: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&#39;": "'" };

function plain(html: string): string {
  return html.replace(/<[^>]*>/g, "").replace(/&[#\w]+;/g, (sign) => LETTERS[sign] ?? sign).replace(/\s+/g, " ").trim();
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first tip that was not told yet and is about what is asked for, or about something that lies on the table. */
export function nextTip(tips: readonly Tip[], told: readonly string[], scene: FullScene): Tip | null {
  return tips.find((tip) => !told.includes(tip.cue) && isAbout(tip, scene)) ?? null;
}

function isAbout({ cue }: Tip, scene: FullScene): boolean {
  return scene.prompt.includes(cue) || scene.zones.some((zone) => zone.name === cue && (zone.pieces?.length ?? 0) > 0);
}
