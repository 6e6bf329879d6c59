import { expect, test } from "vitest";
import { partsOf, piecesNamed } from "../src/model/marks";

const FOLLOW = {
  text: "You hold B3, so you must follow blue (§8).",
  marks: [
    { at: 9, length: 2, piece: "B3", suit: "B" },
    { at: 38, length: 2, section: "8" },
  ],
};

test("a text is cut at its marks and nothing is lost", () => {
  expect(partsOf(FOLLOW).map(({ text }) => text)).toEqual([
    "You hold ",
    "B3",
    ", so you must follow blue (",
    "§8",
    ").",
  ]);
  expect(partsOf(FOLLOW).map(({ mark }) => mark?.suit ?? mark?.section ?? "")).toEqual(["", "B", "", "8", ""]);
  for (const text of ["", "plain", "𝄞 §1"]) {
    const parts = partsOf({ text, marks: [{ at: 2, length: 2, section: "1" }] });
    expect(parts.map((part) => part.text).join("")).toBe(text);
  }
});

test("places are counted in code points", () => {
  const [name, card] = partsOf({ text: "𝄞🂡: R7", marks: [{ at: 4, length: 2, suit: "R" }] });
  expect(name?.text).toBe("𝄞🂡: ");
  expect(card).toMatchObject({ text: "R7", mark: { suit: "R" } });
});

test("a text without marks is one part", () => {
  expect(partsOf({ text: "Lead any card." })).toEqual([{ text: "Lead any card.", mark: null }]);
});

test("what lies on the table is found by what texts name", () => {
  expect(piecesNamed([FOLLOW, { text: "Nothing." }])).toEqual(["B3"]);
});
