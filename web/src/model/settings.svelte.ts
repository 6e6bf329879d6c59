/** What a person set for this browser. It is kept here and nowhere else, and applies at once. */

import { keep, kept } from "./kept";
import { DURATION, SPEEDS, type Speed } from "./pace";

export const THEMES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEMES)[number];
export const SORTINGS = ["colour", "value", "dealt"] as const;
export type Sorting = (typeof SORTINGS)[number];

const PLACE = "settings";

const ALLOWED: Record<string, readonly string[]> = { theme: THEMES, motion: SPEEDS, sorting: SORTINGS };

/** A question to the system, and its answer as it changes. */
class Wish {
  on = $state(false);

  constructor(question: string) {
    const asked = matchMedia(question);
    this.on = asked.matches;
    asked.addEventListener("change", () => (this.on = asked.matches));
  }
}

export interface Chosen {
  /** The code of a language; empty for the browser's. */
  language: string;
  theme: ThemeChoice;
  motion: Speed;
  /** How the hand lies. */
  sorting: Sorting;
  /** Soft sounds of cards, and when it is one's turn. */
  sound: boolean;
  /** A notification when it is one's turn, where the browser allows it. */
  notify: boolean;
  /** Tables as headings and lists. */
  plain: boolean;
  /** Tips in the first game of each kind. */
  tips: boolean;
}

class Settings implements Chosen {
  language = $state("");
  theme = $state<ThemeChoice>("system");
  motion = $state<Speed>("normal");
  sorting = $state<Sorting>("colour");
  sound = $state(false);
  notify = $state(false);
  plain = $state(false);
  tips = $state(true);

  private readonly dark = new Wish("(prefers-color-scheme: dark)");
  private readonly still = new Wish("(prefers-reduced-motion: reduce)");

  constructor() {
    this.read();
    // Other tabs of this browser follow.
    addEventListener("storage", () => this.read());
  }

  /** The theme in force. */
  get look(): "light" | "dark" {
    return this.theme === "system" ? (this.dark.on ? "dark" : "light") : this.theme;
  }

  /** The motion in force: who asks the system for stillness gets it. */
  get speed(): Speed {
    return this.still.on ? "off" : this.motion;
  }

  /** Milliseconds that a card moves. */
  get duration(): number {
    return DURATION[this.speed];
  }

  set<K extends keyof Chosen>(key: K, value: Chosen[K]): void {
    (this as Chosen)[key] = value;
    const { language, theme, motion, sorting, sound, notify, plain, tips } = this;
    keep(PLACE, { language, theme, motion, sorting, sound, notify, plain, tips });
  }

  private read(): void {
    const given = kept<Record<string, unknown>>(PLACE) ?? {};
    const one = <T>(key: string, now: T): T => (ALLOWED[key]?.includes(given[key] as string) ? (given[key] as T) : now);
    this.language = typeof given.language === "string" ? given.language : "";
    this.theme = one("theme", this.theme);
    this.motion = one("motion", this.motion);
    this.sorting = one("sorting", this.sorting);
    this.sound = given.sound === true;
    this.notify = given.notify === true;
    this.plain = given.plain === true;
    this.tips = given.tips !== false;
  }
}

export const settings = new Settings();
