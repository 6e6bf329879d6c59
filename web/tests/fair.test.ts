import { expect, test } from "vitest";
import vectors from "../../tests/vectors/fair_deal.json"; // one file for all languages
import {
  callHash,
  canonical,
  codeOf,
  hiddenHash,
  nonceCommitment,
  secretCommitment,
  termsHash,
  unhex,
} from "../src/model/fair/fair";
import { hex, sha256 } from "../src/model/fair/sha256";
import { block, hmac, Tape } from "../src/model/fair/tape";

interface Seat {
  nonce?: string;
  commitment?: string;
  bot?: boolean;
}
interface Case {
  about: string;
  terms: Record<string, unknown>;
  canonical: string;
  terms_hash: string;
  start: number;
  secret: string;
  commitment: string;
  seats: Seat[];
  call: string;
  code: string;
  blocks: { k: number; b: number; block: string }[];
  below: { k: number; n: number; number: number }[];
  shuffles: { k: number; of_1_to_20: number[] }[];
}
interface Vectors {
  cases: Case[];
  hidden: { salt: string; value: unknown; canonical: string; hash: string }[];
}

const VECTORS: Vectors = vectors;

test("hashes are those of SHA-256", async () => {
  for (const length of [0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
    const known = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(hex(sha256(bytes))).toBe(hex(known));
  }
});

test("HMAC is that of the browser, with short keys and long ones", async () => {
  for (const length of [1, 32, 64, 65, 200]) {
    const key = Uint8Array.from({ length }, (_, at) => (at * 11 + length) & 255);
    const message = Uint8Array.from({ length: 3 * length }, (_, at) => at & 255);
    const known = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    expect(hex(hmac(key, message))).toBe(hex(new Uint8Array(await crypto.subtle.sign("HMAC", known, message))));
  }
});

test("the file of numbers is not empty", () => {
  expect(VECTORS.cases.length).toBeGreaterThan(3);
  expect(VECTORS.hidden.length).toBeGreaterThan(0);
});

test.each(VECTORS.cases)("promises and calls are those of the file: $about", (one) => {
  const dealt = one.terms["copied_from"]
    ? { ...one.terms, table: one.terms["copied_from"], copied_from: "" }
    : one.terms;
  expect(canonical(dealt)).toBe(one.canonical);
  expect(termsHash(one.terms)).toBe(one.terms_hash);
  expect(secretCommitment(one.terms_hash, one.start, one.secret)).toBe(one.commitment);
  one.seats.forEach((seat, at) => {
    if (!seat.nonce) return expect(seat.bot).toBe(true);
    expect(nonceCommitment(one.terms_hash, one.commitment, one.start, at, seat.nonce)).toBe(seat.commitment);
  });
  expect(callHash(one.terms_hash, one.commitment, one.start, one.seats)).toBe(one.call);
  expect(codeOf(one.call)).toBe(one.code);
});

test.each(VECTORS.cases)("random numbers are those of the file: $about", (one) => {
  const nonces = one.seats.flatMap((seat) => seat.nonce ?? []);
  const blockOf = (k: number) => (b: number) => block(one.secret, one.call, nonces, k, b);
  for (const { k, b, block: known } of one.blocks) expect(hex(blockOf(k)(b))).toBe(known);
  for (const { k, n, number } of one.below) expect(new Tape(blockOf(k)).below(n)).toBe(number);
  for (const { k, of_1_to_20: known } of one.shuffles) {
    const cards = Array.from({ length: 20 }, (_, at) => at + 1);
    expect(new Tape(blockOf(k)).shuffle(cards)).toEqual(known);
  }
});

test("a number that would make some likelier than others is passed over", () => {
  // 2^32 mod 3 is 1, so only the product 0 is passed over: 0 times 3. The next number is 2^31, which gives 1.
  const numbers = new Uint8Array(32);
  numbers[4] = 0x80;
  expect(new Tape(() => numbers).below(3)).toBe(1);
});

test.each(VECTORS.hidden)("hidden options are bound as in the file", (one) => {
  expect(canonical(one.value)).toBe(one.canonical);
  expect(hiddenHash(one.salt, one.value)).toBe(one.hash);
});

test("canonical JSON sorts by what UTF-16 says, keeps letters, and has no fractions", () => {
  expect(canonical({ b: [1, true, null], a: 'é\u2028"\\\u0007' })).toBe(
    '{"a":"é\u2028\\"\\\\\\u0007","b":[1,true,null]}',
  );
  expect(canonical({ "\u{10000}": 1, "\uffff": 2 })).toBe('{"\u{10000}":1,"\uffff":2}');
  expect(() => canonical({ a: 0.5 })).toThrow("no whole number");
  expect(() => canonical([2 ** 53])).toThrow("no whole number");
});

test("what is not 64 hexadecimal digits is no hash", () => {
  for (const wrong of ["", "ab", "A".repeat(64), "a".repeat(65), `${"a".repeat(63)}\n`])
    expect(() => unhex(wrong)).toThrow();
});
