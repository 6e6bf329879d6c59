/** All that is said to people stands in the catalogue, and nothing else does. */

import { describe, expect, test } from "vitest";
import english from "../words/en.json";
import { Words, type Catalogue, type Key } from "../src/words/words";
import { literalsIn } from "./literals";
import { FILES } from "./sources";
import { sayingsIn, treeOf, type Saying } from "./syntax";

const CATALOGUE: Catalogue = english;
const KEYS = Object.keys(english);
const TREES = FILES.map(([path, text]) => [path, treeOf(path, text)] as const);

/** Keys that the server names. */
const NAMED = [/^phrase\./];

/** Texts in the sources that nobody reads, and what they are. */
const TECHNICAL: Record<string, readonly string[]> = {
  "board/Picture.svelte": ["middle"], // the area of a piece
  "board/PieceNode.svelte": ["px var(--paper), 0 -", "px var(--edge)"], // a shadow in CSS
  "board/Stage.svelte": ["seat"], // the area of a piece
  "board/arrows.ts": ["Arrow"], // the name of a key
};

function formsOf(text: Catalogue[string] | undefined): string[] {
  return typeof text === "object" ? Object.values(text) : text === undefined ? [] : [text];
}

function gapsIn(text: Catalogue[string] | undefined): Set<string> {
  const found = formsOf(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!));
  return new Set(typeof text === "object" ? [...found, "count"] : found);
}

/** What is wrong with what a file says, in a sentence for each. */
function wrongIn({ keys, gaps }: Saying): string[] {
  if (!keys.length) return ["a key that is not written out"];
  if (!gaps) return [`gaps of ${keys[0]} that are not written out`];
  return keys.flatMap((key) => {
    if (!(key in english)) return [`there is no ${key}`];
    const wanted = [...gapsIn(CATALOGUE[key])].sort().join();
    const given = [...gaps].sort().join();
    return wanted === given ? [] : [`${key} has the gaps ${wanted || "none"}, and is given ${given || "none"}`];
  });
}

/** What is wrong with a language, compared with English. */
function wrongWith(language: string, catalogue: Catalogue): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return Object.entries(catalogue).flatMap(([key, text]) => {
    if (!(key in english)) return [`${key} is no key`];
    const forms = typeof text === "string" ? [] : Object.keys(text);
    const known = [...gapsIn(CATALOGUE[key])];
    return [
      ...forms
        .filter((form) => !pluralCategories.includes(form as Intl.LDMLPluralRule))
        .map((form) => `${key}.${form}`),
      ...(forms.length && !forms.includes("other") ? [`${key} has no general form`] : []),
      ...[...gapsIn(text)].filter((gap) => !known.includes(gap)).map((gap) => `${key} has no gap ${gap}`),
    ];
  });
}

describe("the reader of this test", () => {
  const read = (text: string) => treeOf("Test.svelte", text);

  test("finds whatever is said by key", () => {
    const text = `<script lang="ts">const a = word(b ? "yes" : "no");</script>
      <Sentence of="end.check">{#snippet command()}x{/snippet}</Sentence>{word(\`lit.\${one}\`, { a, b: 1 })}`;
    const [either, rich, form] = sayingsIn(read(text))
      .sort((one, other) => one.keys.length - other.keys.length)
      .reverse();
    expect(either?.keys).toContain("lit.turn");
    expect(either?.gaps).toEqual(["a", "b"]);
    expect(rich).toEqual({ keys: ["yes", "no"], gaps: [] });
    expect(form).toEqual({ keys: ["end.check"], gaps: ["command"] });
  });

  test("finds keys that are missing, and gaps that do not agree", () => {
    expect(wrongIn({ keys: ["end.check"], gaps: ["command"] })).toEqual([]);
    expect(wrongIn({ keys: ["end.check"], gaps: [] })).toHaveLength(1);
    expect(wrongIn({ keys: ["end.record"], gaps: ["more"] })).toHaveLength(1);
    expect(wrongIn({ keys: ["no such key"], gaps: [] })).toHaveLength(1);
    expect(wrongIn({ keys: [], gaps: [] })).toHaveLength(1);
  });

  test.each([
    "<p>Hello</p>",
    '<p title="more">1</p>',
    '<p>{a ? "bot" : b}</p>',
    "<p aria-label={`event ${a}`}>1</p>",
    '<Sheet title="seat" />',
    '<script lang="ts">tell("Not now");</script>',
    '<script lang="ts">tell(`not ${a ? "one more" : b}`);</script>',
  ])("finds the text in %s", (text) => expect(literalsIn(read(text))).toHaveLength(1));

  test.each([
    '<p class="a b">§ 1 · <code>fairdeal check</code></p>',
    '<script lang="ts">import a from "one two"; if (b === "Escape" || c.matches("input, select")) word("no");</script>',
    '<script lang="ts">type A = "one two"; const B = { one: "two" };</script>',
  ])("finds none in %s", (text) => expect(literalsIn(read(text))).toEqual([]));
});

describe("the catalogue", () => {
  test.each(TREES)("%s says what is there, with the gaps that are there", (_, tree) => {
    expect(sayingsIn(tree).flatMap(wrongIn)).toEqual([]);
  });

  test.each(TREES)("%s says nothing that does not stand in it", (path, tree) => {
    const allowed = TECHNICAL[path] ?? [];
    expect(literalsIn(tree).filter((text) => !allowed.includes(text))).toEqual([]);
  });

  test("has no text that nobody says", () => {
    const said = new Set(TREES.flatMap(([, tree]) => sayingsIn(tree).flatMap(({ keys }) => keys)));
    expect(KEYS.filter((key) => !said.has(key) && !NAMED.some((form) => form.test(key)))).toEqual([]);
  });

  test("stands in the order of its keys, so that everybody finds the place of a new one", () => {
    expect(KEYS).toEqual([...KEYS].sort());
  });

  test("whatever is technical is there", () => {
    const found = new Map(TREES.map(([path, tree]) => [path as string, literalsIn(tree)]));
    for (const [path, texts] of Object.entries(TECHNICAL)) {
      for (const text of texts) expect(found.get(path), path).toContain(text);
    }
  });
});

const LANGUAGES = import.meta.glob<Catalogue>("../words/*.json", { eager: true, import: "default" });

test.each(Object.entries(LANGUAGES))("%s agrees with English", (path, catalogue) => {
  const language = path.slice("../words/".length, -".json".length);
  expect(wrongWith(language, catalogue)).toEqual([]);
});

test("languages that do not agree with English are found", () => {
  expect(wrongWith("pl", { close: "Zamknij", "tables.waiting": { few: "{count}", other: "{count}" } })).toEqual([]);
  expect(wrongWith("pl", { closed: "", undone: "{nome}", "tables.waiting": { two: "" } })).toHaveLength(4);
});

describe("a language", () => {
  const FREE = "room.lead.free" satisfies Key;
  const polish = new Words("pl", {
    [FREE]: {
      one: "{count} miejsce jest wolne.",
      few: "{count} miejsca są wolne.",
      many: "{count} miejsc jest wolnych.",
      other: "{count} miejsca jest wolne.",
    },
    and: "{a} i {b}",
    undone: "{name} bierze to z powrotem.",
  });

  test("says a count in the form that it has for it", () => {
    const said = (count: number): string => polish.word(FREE, { count });
    expect(said(1)).toBe("1 miejsce jest wolne.");
    expect(said(3)).toBe("3 miejsca są wolne.");
    expect(said(5)).toBe("5 miejsc jest wolnych.");
    expect(said(22)).toBe("22 miejsca są wolne.");
    expect(said(1.5)).toBe("1,5 miejsca jest wolne.");
  });

  test("says in English what it lacks, in the forms of English", () => {
    expect(polish.word("undone", { name: "Anna" })).toBe("Anna bierze to z powrotem.");
    expect(polish.word("close")).toBe("Close");
    expect(polish.word("tables.waiting", { count: 5 })).toBe("5 seats free");
    expect(polish.word("tables.waiting", { count: 1 })).toBe("1 seat free");
  });

  test("has lists of its own", () => {
    const english = new Words();
    expect(english.joined(["Anna", "Bob", "Cleo"])).toBe("Anna, Bob and Cleo");
    expect(english.listed(["Anna", "Bob", "Cleo"])).toBe("Anna, Bob, Cleo");
    expect(english.joined(["Anna"])).toBe("Anna");
    expect(english.listedParts([1, 2])).toEqual(expect.arrayContaining([1, ", ", 2]));
    expect(english.listedParts([])).toEqual([]);
    expect(polish.joined(["Anna", "Bob", "Cleo"])).toBe("Anna, Bob i Cleo");
  });

  test("leaves a gap to be seen that nothing fills, and fills one with whatever it is given", () => {
    const [before, link, after] = new Words().parts("end.dared", { link: ["a link"] });
    expect(before).toBe("Send ");
    expect(link).toEqual(["a link"]);
    expect(after).toMatch(/^ to a friend/);
    expect(new Words().parts("end.dared", {})).toContain("{link}");
  });
});
