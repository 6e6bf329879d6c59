/** Texts are for people: a client draws them and never reads them. What means something to it is a field of its own. */

import { describe, expect, test } from "vitest";
import { FILES } from "./sources";
import { treeOf, walk, type Tree } from "./syntax";

const TREES = FILES.map(([path, text]) => [path, treeOf(path, text)] as const);

/** Where patterns are written, how many at most, and why that is no reading of what is said to people. */
const PATTERNS: Record<string, [number, string]> = {
  "model/fair/fair.ts": [2, "a nonce is hexadecimal digits"],
  "model/opening.ts": [1, "somebody typed or pasted the address of a table"],
  "model/replay/replaying.ts": [2, "the address of a moment"],
  "model/scene.ts": [1, "the id of a square is ZONE@ROW,COLUMN, as docs/protocol.md says"],
  "pages/Replay.svelte": [1, "the address of a moment"],
  "pages/review/picture.ts": [1, "the address of a font in a style sheet"],
  "ui/avatars.ts": [1, "a player's name is a name, and its first letter is shown"],
  "words/words.ts": [1, "the gaps of a template have names"],
};

/** Fields that are made for people. */
const SAID = [
  "text",
  "prompt",
  "note",
  "reason",
  "title",
  "meaning",
  "allowed",
  "label",
  "summary",
  "sentence",
  "html",
];
/** What takes a text apart, or looks for something in it; how long it is may be asked. */
const TAKEN = [
  ...["match", "matchAll", "search", "includes", "startsWith", "endsWith", "indexOf", "lastIndexOf"],
  ...["replace", "replaceAll", "split", "slice", "substring", "charAt", "at", "codePointAt", "charCodeAt"],
  ...["toLowerCase", "toUpperCase", "localeCompare", "trim"],
];

function patternsIn(tree: Tree): number {
  let found = 0;
  walk(tree, (node) => {
    if ((node.type === "Literal" && node.regex) || (node.type === "Identifier" && node.name === "RegExp")) found += 1;
  });
  return found;
}

function isSaid(node: Tree | undefined): boolean {
  return node?.type === "MemberExpression" && SAID.includes(node.property.name);
}

/** Where a text that is made for people is taken apart, or compared with one that is written out. */
function readingsIn(tree: Tree): string[] {
  const found: string[] = [];
  walk(tree, (node) => {
    const { callee } = node;
    if (callee?.type === "MemberExpression" && isSaid(callee.object) && TAKEN.includes(callee.property.name)) {
      found.push(`${callee.object.property.name}.${callee.property.name}`);
    }
    const sides: Tree[] = node.type === "BinaryExpression" ? [node.left, node.right] : [];
    const isText = sides.some((side) => side.type === "Literal" && typeof side.value === "string" && side.value);
    if (isText && sides.some(isSaid)) found.push(`${sides.find(isSaid)!.property.name} ${node.operator}`);
  });
  return found;
}

describe("the reader of this test", () => {
  const read = (script: string): Tree => treeOf("test.ts", script);

  test("finds patterns, however they are written", () => {
    expect(patternsIn(read("a.replace(/b/, c); new RegExp(d); const E = /f/g; RegExp(g);"))).toBe(4);
    expect(patternsIn(read('a / b / c; "/d/";'))).toBe(0);
  });

  test("finds texts that are read", () => {
    expect(readingsIn(read('line.text.includes("B3"); a?.b.prompt?.split(c); scene.note.trim();'))).toHaveLength(3);
    expect(readingsIn(read('piece.text === "." || "over" !== a.reason'))).toEqual(["text ===", "reason !=="]);
    expect(readingsIn(read('a.text.length > 3; b.lit.includes("turn"); c.text === d.text; e.text === "";'))).toEqual(
      [],
    );
  });
});

test.each(TREES)("%s matches no pattern on what is said to people", (path, tree) => {
  const [most] = PATTERNS[path] ?? [0];
  expect(patternsIn(tree)).toBeLessThanOrEqual(most);
});

test.each(TREES)("%s reads no text that is made for people", (_, tree) => {
  expect(readingsIn(tree)).toEqual([]);
});

test("whatever is allowed is there", () => {
  const found = new Map(TREES.map(([path, tree]) => [path as string, patternsIn(tree)]));
  for (const [path, [most]] of Object.entries(PATTERNS)) expect(found.get(path), path).toBe(most);
});
