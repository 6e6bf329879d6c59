/** What a table is opened with: the choices of the front page, remembered per game, and the document made of them. Pure. */

import type { Clock, GameDoc, LevelDoc, OpenTable, OptionDoc } from "./types";
import { word } from "../words/words";

/** What somebody chose for one game the last time. */
export interface Choices {
  seats: number;
  /** The level of the bots by default, and of single bots by seat where it differs. */
  level: string;
  levels: Record<number, string>;
  /** Only what differs from the defaults. */
  options: Record<string, unknown>;
  clock: Clock;
  listed: boolean;
  hints: Hints;
  /** Real time: how fast bots act; the usual pace if left out. */
  pace?: Pace;
}

export const PACES = ["relaxed", "usual", "brisk"] as const;
export type Pace = (typeof PACES)[number];

/** Whether players may ask what a bot would do: only who plays alone against bots, everybody, or nobody. */
export const HINTS = ["alone", "on", "off"] as const;
export type Hints = (typeof HINTS)[number];

const LEVEL = "medium";

export const CLOCKS: Record<"none" | "move" | "bank", Required<Clock>> = {
  none: { kind: "none", seconds: 0, increment: 0 },
  move: { kind: "move", seconds: 60, increment: 0 },
  bank: { kind: "bank", seconds: 600, increment: 10 },
};

/** The options that somebody can choose; others are made by the game when the table opens. */
export function choosable(game: GameDoc): OptionDoc[] {
  return game.options.filter((option) => option.default !== null);
}

/** The bots that play with so many seats: named ones may know a few numbers only. */
export function levelsAt(levels: LevelDoc[], seats: number): LevelDoc[] {
  return levels.filter((level) => level.seats.includes(seats));
}

/** The bot that is offered first. */
export function usualLevel(levels: LevelDoc[]): string {
  return (levels.find(({ name }) => name === LEVEL) ?? levels[0])?.name ?? "";
}

export function defaultsFor(game: GameDoc): Choices {
  const seats = game.facts?.best_seats ?? game.seats[0]!;
  return {
    seats,
    level: usualLevel(game.levels),
    levels: {},
    options: {},
    clock: CLOCKS.none,
    listed: false,
    hints: "alone",
  };
}

/** Take what was remembered as far as the game still knows it: games and levels may have changed since. */
export function recalled(game: GameDoc, kept: Partial<Choices> | undefined): Choices {
  const base = defaultsFor(game);
  if (!kept || typeof kept !== "object") return base;
  const seats = game.seats.includes(kept.seats ?? -1) ? kept.seats! : base.seats;
  const levels = levelsAt(game.levels, seats).map((level) => level.name);
  const options = Object.entries(kept.options ?? {}).filter(([name, value]) =>
    choosable(game).some((option) => option.name === name && isAllowed(option, value)),
  );
  const bySeat = Object.entries(kept.levels ?? {}).filter(([, level]) => levels.includes(level));
  return {
    seats,
    level: levels.includes(kept.level ?? "") ? kept.level! : base.level,
    levels: Object.fromEntries(bySeat),
    options: Object.fromEntries(options),
    clock: (kept.clock?.kind ?? "none") in CLOCKS ? { ...base.clock, ...kept.clock } : base.clock,
    listed: kept.listed === true,
    hints: kept.hints && HINTS.includes(kept.hints) ? kept.hints : base.hints,
    ...(kept.pace && PACES.includes(kept.pace) ? { pace: kept.pace } : {}),
  };
}

/** Whether a form could have made this value. The server has the last word. */
export function isAllowed(option: OptionDoc, value: unknown): boolean {
  if (option.kind === "whole") {
    return Number.isInteger(value) && (value as number) >= option.low! && (value as number) <= option.high!;
  }
  if (option.kind === "flag") return typeof value === "boolean";
  if (option.kind === "choice") return option.choices.includes(value as string);
  return typeof value === "string" ? value !== "" : typeof value === "object" && value !== null;
}

/** What an option is if nobody chooses it: in real time, that may hang on the pace. */
function defaultOf(choices: Choices, option: OptionDoc): unknown {
  return option.by_pace?.[choices.pace ?? "usual"] ?? option.default;
}

/** Choose a value; a default is no choice. */
export function withOption(choices: Choices, option: OptionDoc, value: unknown): Choices {
  const { [option.name]: _, ...others } = choices.options;
  const options = value === defaultOf(choices, option) ? others : { ...others, [option.name]: value };
  return { ...choices, options };
}

export function optionValue(choices: Choices, option: OptionDoc): unknown {
  return option.name in choices.options ? choices.options[option.name] : defaultOf(choices, option);
}

/** The table for one person and bots on all other seats. */
export function againstBots(game: GameDoc, choices: Choices): OpenTable {
  const bots: Record<string, string> = {};
  for (let seat = 1; seat < choices.seats; seat++) bots[seat] = choices.levels[seat] ?? choices.level;
  return { ...forFriends(game, choices), bots };
}

/** The table with all seats free. */
export function forFriends(game: GameDoc, choices: Choices): OpenTable {
  const { seats, options, clock, listed, hints, pace } = choices;
  const mayHint = hints === "alone" ? null : hints === "on";
  return { game: game.name, seats, options, clock, listed, hints: mayHint, ...(pace ? { pace } : {}) };
}

/** What differs from the defaults, in a few words, so that nobody plays another game than they think. */
export function changed(game: GameDoc, choices: Choices): string[] {
  const words = choosable(game)
    .filter((option) => option.name in choices.options)
    .map((option) =>
      word("changed.option", { name: option.label, value: shown(choices.options[option.name], option) }),
    );
  const { kind, seconds = 0, increment = 0 } = choices.clock;
  if (kind === "move") words.push(word("changed.move", { seconds }));
  if (kind === "bank") words.push(word("changed.bank", { seconds, increment }));
  if (choices.pace && choices.pace !== "usual") words.push(word(`changed.pace.${choices.pace}`));
  if (choices.listed) words.push(word("changed.listed"));
  if (choices.hints !== "alone") words.push(word(`changed.hints.${choices.hints}`));
  return words;
}

/** How the value of an option is shown: a choice as people call it, a deck by its name. */
export function shown(value: unknown, option?: OptionDoc): string {
  const label = option?.choice_labels?.[option.choices.indexOf(value as string)];
  if (label) return label;
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
  return String(value);
}

/** "1 to 6 players", "2 players". */
export function seatsText(seats: number[]): string {
  const least = Math.min(...seats);
  const count = Math.max(...seats);
  return least === count ? word("game.seats", { count }) : word("game.seats.range", { least, count });
}

/** What somebody wants to know before choosing a game, each in a few words. */
export function factsOf(game: GameDoc): string[] {
  const { seats, facts } = game;
  if (!facts) return [seatsText(seats)];
  const played = seatsText(seats);
  return [
    facts.kind,
    ...(game.real_time ? [word("game.at_once")] : []),
    seats.length > 1 ? word("game.best", { seats: played, best: facts.best_seats }) : played,
    word("game.minutes", { count: facts.minutes }),
    word("game.age", { age: facts.age }),
    word(facts.weight === 1 ? "game.learnt.1" : facts.weight === 2 ? "game.learnt.2" : "game.learnt.3"),
  ];
}

/** Games in the order in which one might learn them: the easiest first, and of these the shortest. */
export function easiestFirst(games: readonly GameDoc[]): GameDoc[] {
  const hard = ({ facts }: GameDoc): number => (facts ? 1000 * facts.weight + facts.minutes : Infinity);
  return [...games].sort((one, other) => hard(one) - hard(other));
}

/** A name for somebody who has not given one. */
export function guestName(chance: () => number = Math.random): string {
  return word("guest", { number: String(1000 + Math.floor(chance() * 9000)) });
}

/** The id of a table in what somebody typed or pasted: a code, a path or a whole link. Null if there is none. */
export function tableCode(text: string): string | null {
  const match = /(?:\/t\/|^\s*)([A-Za-z0-9_-]{1,64})\/?(?:[?#].*)?\s*$/.exec(text);
  return match ? match[1]! : null;
}
