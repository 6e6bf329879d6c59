/** Dressing what belongs to a game in its mood: its colours take the place of the page's, and its weave lies on the felt. */

import { pictures } from "../model/pictures.svelte";
import { settings } from "../model/settings.svelte";
import type { Hues } from "../model/types";

const VARIABLES: Record<keyof Hues, string> = {
  felt: "--felt",
  deep: "--felt-2",
  seam: "--seam",
  ink: "--on-felt",
  faint: "--on-felt-faint",
  paper: "--paper",
  raised: "--paper-2",
  edge: "--line",
  accent: "--accent",
  accent_ink: "--accent-ink",
  soft: "--accent-soft",
};

export function dressed(game: string): (element: HTMLElement) => void {
  return (element) => {
    const { look } = settings;
    const hues = pictures.moodOf(game, look);
    if (!hues) return;
    const names = Object.keys(VARIABLES) as (keyof Hues)[];
    for (const name of names) element.style.setProperty(VARIABLES[name], hues[name]);
    element.style.setProperty("--felt-line", hues.edge);
    element.style.setProperty("--lit", `color-mix(in srgb, ${hues.seam} 60%, ${hues.ink})`);
    element.style.setProperty("--weave", `url("${pictures.of(game, look, "weave")}")`);
  };
}
