import { afterEach, expect, test, vi } from "vitest";
import { agreedText, evidenceText, namesText, startsFailed, startsText } from "../src/model/fair/fairwords";
import { alone, store } from "../src/model/fair/keeping";
import type { GameDoc } from "../src/model/types";
import { message } from "../src/words/words";

afterEach(() => vi.unstubAllGlobals());

test("a store that is blocked is none", () => {
  vi.stubGlobal("localStorage", undefined);
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  });
  expect(store()).toBeNull();
});

test("where there are locks, one page at a time changes what is kept", async () => {
  const order: string[] = [];
  const request = async (name: string, act: () => Promise<void>): Promise<void> => {
    order.push(`locked ${name}`);
    await act();
    order.push("free");
  };
  vi.stubGlobal("navigator", { locks: { request } });
  expect(await alone("t1", () => order.push("done"))).toBe(2);
  await Promise.resolve();
  expect(order).toEqual(["locked t1", "done", "free"]);
});

test("a lock is freed after a failure", async () => {
  const request = vi.fn((_: string, act: () => Promise<void>) => act());
  vi.stubGlobal("navigator", { locks: { request } });
  await expect(
    alone("t1", () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
  await expect(request.mock.results[0]!.value).resolves.toBeUndefined();
});

test.each([
  ["none", {}],
  ["refused", { locks: { request: () => Promise.reject(new DOMException("blocked", "SecurityError")) } }],
])("without locks it is done all the same, once: %s", async (_, navigator) => {
  vi.stubGlobal("navigator", navigator);
  const act = vi.fn(() => 7);
  expect(await alone("t1", act)).toBe(7);
  expect(act).toHaveBeenCalledTimes(1);
});

test("what people read", () => {
  expect(namesText(["Anna"])).toBe("Anna");
  expect(namesText(["Anna", "Bob", "Cleo"])).toBe("Anna, Bob and Cleo");
  expect(startsText(1)).toBe("If 2 more starts fail, the table closes.");
  expect(startsText(2)).toBe("If the next start fails too, the table closes.");
  expect(startsFailed([])).toBe("");
  expect(startsFailed([{ start: 1, silent: ["Bob"], sent: false }])).toBe(
    "It was dealt after a start at which somebody did not answer (Bob at start 1), so it could be the best of 2 deals.",
  );
  const terms = { options: { open_list: false, deck: { hidden: "ab" }, match: 1 }, data: { a: 1 } };
  const names = { options: [{ name: "open_list", label: "Open list" }] } as GameDoc;
  expect(agreedText(terms, names)).toBe(
    "Open list no, deck secret until the end, match 1, with cards and numbers of its own",
  );
});

test("of a hash that contradicts another, people read as much as they can compare", () => {
  const [before, now] = ["ab".repeat(32), "cd".repeat(32)];
  expect(evidenceText(message("evidence.promise", { start: 1, before, now }))).toBe(
    "For start 1 the server had promised abababab…, and now it promises cdcdcdcd….",
  );
  expect(evidenceText(message("evidence.shown", { name: "seats", shown: "2", agreed: "3" }))).toContain("seats 2");
});
