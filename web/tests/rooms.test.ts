/** The rooms of the client, and who may see whom: arrows point down, between rooms as between modules. */

import { describe, expect, test } from "vitest";
import { FILES, SOURCES } from "./sources";

/** A room and the rooms that it may see, beside itself. */
const ROOMS: Record<string, readonly string[]> = {
  words: [], // what is said to people, by key
  model: ["words"], // what a page knows: sockets, scenes, tables, replays, settings
  ui: ["words"], // widgets that know no table
  board: ["words", "model", "ui"], // what draws a table
  pages: ["words", "model", "ui", "board"], // pages and their own parts
};

/** The folders of a room; a room itself is one. */
const FOLDERS: Record<string, readonly string[]> = {
  words: [],
  model: ["fair", "replay", "review", "table"],
  ui: [],
  board: ["layout"],
  pages: ["check", "home", "lab", "parts", "review", "table"],
};

/** What begins everything stands before the rooms and may see all of them. */
const DOOR = ["App.svelte", "main.ts", "app.css"];

/** The English texts lie beside the sources, where those of other languages lie too. */
const CATALOGUE = "../../words/en.json";

/** Larger files, and why. */
const LARGE: Record<string, string> = { "model/types.ts": "printed by a program" };
const MOST_LINES = 600;

const IMPORTED = /\b(?:from|import)\s*\(?\s*["'`]([^"'`]+)["'`]/g;

function importsIn(text: string): string[] {
  return [...text.matchAll(IMPORTED)].map((match) => match[1]!);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function roomOf(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf("/")));
}

/** The path below src that an import names, with what its ending leaves out. */
function resolved(from: string, name: string): string | undefined {
  const parts = folderOf(from).split("/").filter(Boolean);
  for (const step of name.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  const path = parts.join("/");
  return [path, `${path}.ts`].find((one) => SOURCES.has(one));
}

const isOurs = (name: string): boolean => name.startsWith(".");

/** What a module sees; a component that draws itself imports itself, which is no cycle of modules. */
function seenBy(path: string, text: string): string[] {
  const found = importsIn(text).filter((name) => isOurs(name) && name !== CATALOGUE);
  return found.map((name) => resolved(path, name) ?? name).filter((other) => other !== path);
}

const graph = new Map(FILES.map(([path, text]) => [path, seenBy(path, text)]));

/** A way from a module back to itself, or nothing. */
function cycleIn(arrows: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const walk = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of arrows.get(path) ?? []) {
      const found = walk(next, [...way, path]);
      if (found.length) return found;
    }
    done.add(path);
    return [];
  };
  for (const path of arrows.keys()) {
    const found = walk(path, []);
    if (found.length) return found;
  }
  return [];
}

/** Whether a file of one room may see a file of another. */
function maySee(from: string, to: string): boolean {
  return from === "" || from === to || (ROOMS[from] ?? []).includes(to);
}

describe("the reader of this test", () => {
  test("finds every kind of import", () => {
    const text = `import "./a"; import b from './b'; import type { C } from "./c"; export * from "./d"; import("./e")`;
    expect(importsIn(text)).toEqual(["./a", "./b", "./c", "./d", "./e"]);
    expect(importsIn('import {\n  a,\n  b,\n} from\n  "./f";')).toEqual(["./f"]);
  });

  test("finds a way in a circle", () => {
    const arrows = new Map([
      ["a", ["b", "c"]],
      ["b", ["d"]],
      ["c", ["d"]],
    ]);
    expect(cycleIn(arrows)).toEqual([]);
    expect(cycleIn(arrows.set("d", ["c"]))).toEqual(["d", "c", "d"]);
  });

  test("refuses arrows that point up", () => {
    expect(maySee("pages", "board")).toBe(true);
    expect(maySee("board", "pages")).toBe(false);
    expect(maySee("model", "ui")).toBe(false);
    expect(maySee("ui", "model")).toBe(false);
  });
});

test("every file stands in a room that is known, and every room is there", () => {
  const known = Object.entries(FOLDERS).flatMap(([room, below]) => [room, ...below.map((one) => `${room}/${one}`)]);
  const inside = [...SOURCES.keys()].filter((path) => !DOOR.includes(path));
  expect([...new Set(inside.map(folderOf))].sort()).toEqual(known.sort());
});

test.each(FILES)("%s imports only what is there", (path, text) => {
  const others = path === "words/words.ts" ? ["svelte", CATALOGUE] : ["svelte"];
  const lost = importsIn(text).filter((name) => !others.includes(name) && !(isOurs(name) && resolved(path, name)));
  expect(lost).toEqual([]);
});

test.each([...graph])("%s sees no room above its own", (path, seen) => {
  expect(seen.filter((other) => !maySee(roomOf(path), roomOf(other)))).toEqual([]);
});

test.each([...graph])("%s sees no part of another page", (path, seen) => {
  const own = path.replace(".svelte", "").toLowerCase(); // pages/Table.svelte and pages/table/
  const parts = seen.map(folderOf).filter((folder) => /^pages\/(?!parts)/.test(folder));
  expect(parts.filter((folder) => folder !== own && folder !== folderOf(path))).toEqual([]);
});

test("no module sees itself, however long the way", () => {
  expect(cycleIn(graph)).toEqual([]);
});

test.each(FILES)("%s has one duty, so it is not long", (path, text) => {
  if (!(path in LARGE)) expect(text.split("\n").length - 1).toBeLessThanOrEqual(MOST_LINES);
});

test("whatever may be large is there", () => {
  for (const path of Object.keys(LARGE)) expect(SOURCES.has(path), path).toBe(true);
});
