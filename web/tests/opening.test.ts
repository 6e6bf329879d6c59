import { expect, test } from "vitest";
import {
  againstBots,
  changed,
  choosable,
  defaultsFor,
  forFriends,
  guestName,
  isAllowed,
  levelsAt,
  optionValue,
  recalled,
  seatsText,
  shown,
  tableCode,
  withOption,
} from "../src/model/opening";
import type { GameDoc, OptionDoc } from "../src/model/types";

const LEVELS = ["easy", "medium", "hard"].map((name) => ({
  name,
  label: name,
  meaning: `how ${name} it is`,
  seats: [2, 3, 4],
}));
const PAIR = { name: "Pair", label: "Pair", meaning: "a bot for two", seats: [2] };

function option(name: string, kind: OptionDoc["kind"], value: unknown, more: Partial<OptionDoc> = {}): OptionDoc {
  return {
    name,
    kind,
    default: value,
    label: name,
    allowed: "",
    meaning: "",
    low: null,
    high: null,
    choices: [],
    choice_labels: [],
    ...more,
  };
}

const ROUNDS = option("rounds", "whole", 3, { label: "Rounds", low: 1, high: 9 });
const FAST = option("fast", "flag", false);
const END = option("end_on", "choice", "draw", {
  choices: ["draw", "place"],
  choice_labels: ["a card is drawn", "a tile is laid"],
});
const DECK = option("deck", "other", "random");
const MADE = option("cards", "other", null);

const GAME: GameDoc = {
  name: "snap",
  title: "Snap",
  credit: "",
  summary: "",
  seats: [2, 3, 4],
  real_time: false,
  options: [ROUNDS, FAST, END, DECK, MADE],
  levels: LEVELS,
  own_deck: true,
} as GameDoc;

test("bots sit on all seats but the first, each at its level", () => {
  const choices = { ...defaultsFor(GAME), seats: 4, levels: { 2: "hard" } };
  expect(againstBots(GAME, choices).bots).toEqual({ 1: "medium", 2: "hard", 3: "medium" });
  expect(forFriends(GAME, choices).bots).toBeUndefined();
  expect(forFriends(GAME, choices).seats).toBe(4);
});

test("what was remembered counts only as far as the game still knows it", () => {
  const base = defaultsFor(GAME);
  expect(recalled(GAME, undefined)).toEqual(base);
  expect(recalled(GAME, { seats: 9, level: "gone", options: { rounds: 99, old: 1 } })).toEqual(base);
  const kept = recalled(GAME, { seats: 2, level: "easy", options: { rounds: 1 }, levels: { 1: "none" } });
  expect(kept).toMatchObject({ seats: 2, level: "easy", options: { rounds: 1 }, levels: {} });
});

test("a bot that was named for two seats is offered there, and nowhere else", () => {
  const game = { ...GAME, levels: [...LEVELS, PAIR] };
  expect(levelsAt(game.levels, 2)).toEqual([...LEVELS, PAIR]);
  expect(levelsAt(game.levels, 3)).toEqual(LEVELS);
  const chosen = { ...defaultsFor(game), seats: 2, level: "Pair", levels: { 1: "Pair" } };
  expect(recalled(game, chosen)).toEqual(chosen);
  expect(recalled(game, { ...chosen, seats: 3 })).toMatchObject({ seats: 3, level: "medium", levels: {} });
});

test("a default is no choice", () => {
  const one = withOption(defaultsFor(GAME), ROUNDS, 1);
  expect(one.options).toEqual({ rounds: 1 });
  expect(optionValue(one, ROUNDS)).toBe(1);
  expect(withOption(one, ROUNDS, 3).options).toEqual({});
  expect(changed(GAME, { ...one, listed: true })).toEqual(["Rounds: 1", "listed"]);
});

test("options that the game makes by itself are not asked for", () => {
  expect(choosable(GAME).map(({ name }) => name)).toEqual(["rounds", "fast", "end_on", "deck"]);
});

test("values are of their kind", () => {
  expect([1, 9, 0, 10, 1.5, "1"].map((value) => isAllowed(ROUNDS, value))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect([true, "true"].map((value) => isAllowed(FAST, value))).toEqual([true, false]);
  expect(["place", "never"].map((value) => isAllowed(END, value))).toEqual([true, false]);
  expect(["starter", { name: "own" }, "", null, 3].map((value) => isAllowed(DECK, value))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("names and numbers are written for people", () => {
  expect([true, "place", { name: "Owls" }, 7].map((value) => shown(value, END))).toEqual([
    "yes",
    "a tile is laid",
    "Owls",
    "7",
  ]);
  expect(seatsText([2, 3, 4])).toBe("2 to 4 players");
  expect(seatsText([2])).toBe("2 players");
  expect(guestName(() => 0.5)).toBe("Guest 5500");
});

test("a table is found in a code, a path and a link", () => {
  for (const text of [
    "k3X_9-a",
    " k3X_9-a ",
    "/t/k3X_9-a",
    "http://10.0.0.2:8123/t/k3X_9-a",
    "https://a.example/t/k3X_9-a/?x#y",
  ]) {
    expect(tableCode(text)).toBe("k3X_9-a");
  }
  for (const text of ["", "two words", "https://a.example/", "é"]) expect(tableCode(text)).toBeNull();
});

test("hints are left to the server unless somebody chose them", () => {
  const plain = defaultsFor(GAME);
  expect(againstBots(GAME, plain).hints).toBe(null);
  expect(forFriends(GAME, { ...plain, hints: "on" }).hints).toBe(true);
  expect(againstBots(GAME, { ...plain, hints: "off" }).hints).toBe(false);
  expect(changed(GAME, { ...plain, hints: "off" })).toContain("no hints");
  expect(recalled(GAME, { hints: true as never }).hints).toBe("alone");
  expect(recalled(GAME, { hints: "on" }).hints).toBe("on");
});
