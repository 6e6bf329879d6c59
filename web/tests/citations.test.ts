import { expect, test } from "vitest";
import { cutAtSections, sectionsIn } from "../src/ui/citations";

test("mentions of the rulebook are found with their places", () => {
  const text = "You hold B3, so you must follow blue (§8).";
  expect(sectionsIn(text)).toEqual([{ start: 38, end: 40, section: "8" }]);
  expect(text.slice(38, 40)).toBe("§8");
  expect(sectionsIn("§1 to §15").map(({ section }) => section)).toEqual(["1", "15"]);
  expect(sectionsIn("no section, 8 and §")).toEqual([]);
});

test("a text is cut at its mentions and nothing is lost", () => {
  for (const text of ["", "(§8)", "see §1, §2 and more", "plain"]) {
    expect(
      cutAtSections(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  }
  expect(cutAtSections("see §1.")).toEqual([{ text: "see " }, { text: "§1", section: "1" }, { text: "." }]);
});
