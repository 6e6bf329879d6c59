/** The deals of the day, in words. */

import type { DailyPlace, DailyStandings } from "./types";
import { percent } from "./review/reviewing";
import { word } from "../words/words";

/** A share of the victory more or less than an even one: "+12 %". */
export function signed(share: number): string {
  const number = percent(share);
  const sign = number > 0 ? "+" : number < 0 ? "−" : "±";
  return sign + word("percent", { number: Math.abs(number) });
}

export function wonText({ share }: DailyPlace): string {
  return word(share >= 1 ? "daily.won" : share > 0 ? "daily.shared" : "daily.lost");
}

/** Why one's own game does not count. */
export function whyNot(why: DailyStandings["why_not"]): string {
  if (why === "late") return word("daily.not.late");
  return word(why === "left" ? "daily.not.left" : "daily.not.bot");
}

/** Whether it is a deal of a day that is not over, by this device's clock; the server has the last word. */
export function isToday(day: string | undefined): boolean {
  return !!day && Date.now() < Date.parse(`${day}T00:00:00Z`) + 86_400_000;
}
