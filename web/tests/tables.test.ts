import { expect, test } from "vitest";
import { contents } from "../src/model/sections";
import { ago, phaseText, whereTo } from "../src/model/tables";
import type { TableCard } from "../src/model/types";

const CARD: TableCard = {
  table: "abc",
  link: "/t/abc",
  game: "snap",
  title: "Snap",
  phase: "waiting",
  names: ["Ada", "", ""],
  opened_at: 0,
  changed_at: 0,
};

test("a list says how a table stands", () => {
  expect(phaseText(CARD)).toBe("2 seats free");
  expect(phaseText({ ...CARD, names: ["Ada", ""] })).toBe("1 seat free");
  expect(phaseText({ ...CARD, phase: "playing" })).toBe("being played");
  expect(phaseText({ ...CARD, phase: "over" })).toBe("finished");
  expect(phaseText({ ...CARD, phase: "void" })).toBe("closed");
  expect(phaseText({ ...CARD, phase: "over", ended: true })).toBe("ended early");
});

test("a finished game of others is shown from its beginning", () => {
  expect(whereTo({ ...CARD, phase: "over" })).toBe("/replay/abc");
  expect(whereTo({ ...CARD, phase: "over", mine: 0 })).toBe("/t/abc");
  expect(whereTo(CARD)).toBe("/t/abc");
});

test("times are told roughly", () => {
  const minute = 60_000;
  expect([0, 5 * minute, 180 * minute, 4320 * minute].map(ago)).toEqual([
    "just now",
    "5 min ago",
    "3 h ago",
    "3 days ago",
  ]);
});

test("paragraphs stand under their headings", () => {
  const section = (id: string, title = "") => ({ id, title, html: "" });
  const sections = [
    section("top", "Snap"),
    section("cards", "The cards"),
    section("1"),
    section("2"),
    section("end", "The end"),
  ];
  expect(contents(sections)).toEqual([
    { id: "cards", title: "The cards", numbers: ["1", "2"] },
    { id: "end", title: "The end", numbers: [] },
  ]);
});
