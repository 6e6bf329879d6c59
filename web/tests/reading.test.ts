/** Texts are for people: a client draws them and never reads them. What means something to it is a field of its own. */

import { expect, test } from "vitest";
import { FILES } from "./sources";

/** Where patterns are matched, how often at most, and why that is no reading of what is said to people. */
const ALLOWED: Record<string, [number, string]> = {
  "board/chips.ts": [
    2,
    "a card is a letter of its colour and its number in every language, as in the texts of actions",
  ],
  "model/fair/fair.ts": [2, "a nonce is hexadecimal digits"],
  "ui/avatars.ts": [1, "a player's name is a name, and its first letter is shown"],
  "model/opening.ts": [1, "somebody typed or pasted the address of a table"],
  "model/replay/replaying.ts": [2, "the address of a moment"],
  "model/scene.ts": [1, "the id of a square is ZONE@ROW,COLUMN, as docs/protocol.md says"],
  "ui/citations.ts": [1, "a rule is cited as § and its number in every language"],
  "pages/Replay.svelte": [1, "the address of a moment"],
};
const MATCHING = /\.(?:test|exec|match|matchAll)\(|\bRegExp\(|\.(?:replace|replaceAll|split|search)\(\s*\//g;
const WORDS = /\.split\((?:" "|' '|`\W`)\)/g;

test("the sources are read", () => {
  expect(FILES.length).toBeGreaterThan(40);
  expect("x.exec(y) z.replace(/a/, b) RegExp(c)".match(MATCHING)).toHaveLength(3);
});

test.each(FILES)("%s matches no pattern on what is said to people", (path, text) => {
  const [most] = ALLOWED[path] ?? [0];
  expect(text.match(MATCHING) ?? []).toHaveLength(Math.min(most, text.match(MATCHING)?.length ?? 0));
});

test.each(FILES)("%s takes no sentence apart into its words", (_, text) => {
  expect(text.match(WORDS) ?? []).toEqual([]);
});

test("whatever is allowed is there", () => {
  const known = new Map(FILES);
  for (const path of Object.keys(ALLOWED)) expect(known.get(path)).toMatch(MATCHING);
});
