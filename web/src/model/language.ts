/** The language of this page: the one that its address asks for, else the chosen one, else the browser's. */

import { inEnglish, speak, Words } from "../words/words";
import { languages, wordsIn } from "./api";
import { settings } from "./settings.svelte";

const RIGHT_TO_LEFT = ["ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"];

/** What a tag says; null where it is none, as the `c` of a browser on a machine that was told no language. */
export function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

function baseOf(code: string): string {
  return localeOf(code)?.language ?? code;
}

/** The first wish that can be met: as it is, or by the language without its region. English can always be had. */
export function chosen(wishes: readonly string[], offered: readonly string[]): string {
  const known = [...offered, inEnglish.language];
  const met = wishes.map((wish) => known.find((code) => code === wish) ?? known.find((code) => code === baseOf(wish)));
  return met.find((code) => code !== undefined) ?? inEnglish.language;
}

export function directionOf(code: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(baseOf(code)) ? "rtl" : "ltr";
}

/** Whoever reads English, as its texts come with the page, asks the server for nothing. */
async function wanted(): Promise<string> {
  const asked = new URLSearchParams(location.search).get("lang") ?? settings.language;
  if (asked) return asked;
  const wishes = navigator.languages;
  if (!wishes[0] || baseOf(wishes[0]) === inEnglish.language) return inEnglish.language;
  const offered = await languages();
  return chosen(
    wishes,
    offered.map(({ code }) => code),
  );
}

async function learned(): Promise<Words> {
  const code = await wanted();
  return code === inEnglish.language ? inEnglish : new Words(code, await wordsIn(code));
}

/** Learn to speak; to be done before anything is drawn. What the server cannot say is said in English. */
export async function learn(): Promise<void> {
  const words = await learned().catch(() => inEnglish);
  speak(words);
  document.documentElement.lang = words.language;
  document.documentElement.dir = directionOf(words.language);
}
