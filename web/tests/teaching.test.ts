import { expect, test } from "vitest";
import { EMPTY } from "../src/lib/scene";
import { firstTip, nextTip, tipsIn, type Tip } from "../src/lib/teaching";

const LEAD: Tip = { cue: "Lead any card", text: "Low cards win (§9)." };
const RING: Tip = { cue: "Trump ring", text: "Each colour is trumped by the next." };
const ring = { id: "ring", name: "Trump ring", shape: "track" as const, pieces: [{ id: "ring.R" }] };

test("tips are the points of the rulebook's list for a first game, in plain words", () => {
  const html = `<p>Told once:</p>\n<ul>\n<li><em>Lead</em>: low cards\nwin &amp; score (<a href="#9">§9</a>).</li>\n<li>no cue</li>\n</ul>`;
  const book = { title: "", credit: "", sections: [{ id: "your-first-game", title: "Your first game", html }] };
  expect(tipsIn(book)).toEqual([{ cue: "Lead", text: "Low cards win & score (§9)." }]);
  expect(tipsIn({ ...book, sections: [] })).toEqual([]);
});

test("a tip is told when its words are asked or its place holds something, and once", () => {
  const scene = { ...EMPTY, prompt: "Lead any card.", zones: [ring] };
  expect(nextTip([LEAD, RING], [], scene)).toBe(LEAD);
  expect(nextTip([LEAD, RING], [LEAD.cue], scene)).toBe(RING);
  expect(nextTip([LEAD, RING], [LEAD.cue, RING.cue], scene)).toBeNull();
  expect(nextTip([LEAD, RING], [], { ...scene, prompt: "Play a card.", zones: [{ ...ring, pieces: [] }] })).toBeNull();
});

test("what holds for every game is told first", () => {
  const first = firstTip(true);
  expect(nextTip([first, LEAD], [], { ...EMPTY, prompt: "Lead any card." })).toBe(first);
});
