import { expect, test } from "vitest";
import { commitmentOf, keepReceipt, keptReceipt, newCommitment, nonceOf, receiptOf } from "../src/lib/fair";
import { hex, sha256 } from "../src/lib/sha256";
import type { TableDoc } from "../src/lib/types";

test("hashes are those of SHA-256", async () => {
  for (const length of [0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
    const known = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(hex(sha256(bytes))).toBe(hex(known));
  }
});

test("a promise is kept with its nonce", () => {
  const store = new Map<string, string>();
  const keep = { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) };
  const promise = newCommitment("t1", keep);
  expect(nonceOf("t1", keep)).toMatch(/^[0-9a-f]{64}$/);
  expect(commitmentOf(nonceOf("t1", keep)!)).toBe(promise);
  expect(newCommitment("t1", keep)).not.toBe(promise);
});

test("a receipt has what all promised", () => {
  const table = {
    id: "t1",
    game: "g",
    commitment: "c".repeat(64),
    chairs: [
      { seat: 0, who: "person", commitment: "a".repeat(64) },
      { seat: 1, who: "bot" },
    ],
    voided: 2,
  } as TableDoc;
  const receipt = receiptOf(table, 0, "b".repeat(64), new Date(0));
  expect(receipt).toEqual({
    format: "fairdeal-receipt/1",
    table: "t1",
    game: "g",
    seat: 0,
    commitment: "c".repeat(64),
    seats: [{ commitment: "a".repeat(64) }, { bot: true }],
    nonce: "b".repeat(64),
    voided: 2,
    copied_from: "",
    time: "1970-01-01T00:00:00.000Z",
  });
  const store = new Map<string, string>();
  keepReceipt(receipt, { getItem: () => null, setItem: (key, value) => void store.set(key, value) });
  expect(keptReceipt("t1", { getItem: (key) => store.get(key) ?? null, setItem: () => {} })).toBe(JSON.stringify(receipt));
});
