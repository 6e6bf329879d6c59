/** Cuts the Japanese font down to the letters that are used: the whole one has more bytes than the rest of the page. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import subsetFont from "subset-font";

const PACKAGE = "../src/fairdeal";
const WHOLE = "node_modules/@fontsource/m-plus-1p/files/m-plus-1p-japanese-400-normal.woff2";
const CUT = "node_modules/.fonts/m-plus-1p-400";
const FORMATS = { woff2: "woff2", ttf: "truetype" }; // for browsers, and for printed rulebooks
const FIRST_WIDE = "\u2000"; // the fonts of other languages have what comes before

// All that is said in Japanese: by the client, the house and the games, and in rulebooks.
const spoken = readdirSync(PACKAGE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("/ja.toml") || path.endsWith("/rulebook.ja.md"))
  .map((path) => `${PACKAGE}/${path}`);
const text = ["words/ja.json", ...spoken].map((path) => readFileSync(path, "utf8")).join("");
const letters = [...new Set(text)].filter((letter) => letter > FIRST_WIDE).join("");

mkdirSync(dirname(CUT), { recursive: true });
for (const [suffix, targetFormat] of Object.entries(FORMATS)) {
  writeFileSync(`${CUT}.${suffix}`, await subsetFont(readFileSync(WHOLE), letters, { targetFormat }));
}
