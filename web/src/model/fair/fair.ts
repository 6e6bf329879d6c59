/** The fair deal, version 2: what is hashed, and how. docs/fair-deal.md says why; the server's fairness.py does the same. */

import { hex, sha256 } from "./sha256";
import type { PromisePart } from "../types";

/** What everybody at a table agrees to. */
export type Terms = Record<string, unknown>;
type Part = Uint8Array | string | number;

const SIZE = 32; // bytes of a secret, a nonce and a hash
const BOT = "bot";

/** Parts one after another, each after its length, so that no two lists read alike. */
export function packed(...parts: Part[]): Uint8Array {
  const written = parts.map(bytesOf).flatMap((part) => [number(part.length), part]);
  const all = new Uint8Array(written.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of written) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function bytesOf(part: Part): Uint8Array {
  if (typeof part === "number") return number(part);
  return typeof part === "string" ? new TextEncoder().encode(part) : part;
}

/** Four bytes, the highest first. */
function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function hashed(...parts: Part[]): string {
  return hex(sha256(packed(...parts)));
}

/** Read a secret, a nonce or a hash. */
export function unhex(digits: string): Uint8Array {
  if (!isHash(digits)) throw new Error(`These are not ${2 * SIZE} hexadecimal digits: ${digits}`);
  return Uint8Array.from(digits.match(/../g)!, (pair) => parseInt(pair, 16));
}

export function isHash(digits: unknown): digits is string {
  return typeof digits === "string" && digits.length === 2 * SIZE && !/[^0-9a-f]/.test(digits);
}

/** JSON written in the only way: keys in order, no spaces (RFC 8785, whole numbers only). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Error(`${value} is no whole number.`);
  return JSON.stringify(value);
}

/** T. Of a copied deal, the terms of the table that it was dealt at. */
export function termsHash(terms: Terms): string {
  const copied = terms["copied_from"];
  const dealt = copied ? { ...terms, table: copied, copied_from: "" } : terms;
  return hashed("fairdeal/2 terms", canonical(dealt));
}

/** C: the server's promise for one start, counted from 1. */
export function secretCommitment(terms: string, start: number, secret: string): string {
  return hashed("fairdeal/2 secret", unhex(terms), start, unhex(secret));
}

/** c_i: the promise of a person on a seat, for these terms, this promise of the server and this start alone. */
export function nonceCommitment(terms: string, promise: string, start: number, seat: number, nonce: string): string {
  return hashed("fairdeal/2 nonce", unhex(terms), unhex(promise), start, seat, unhex(nonce));
}

/** A: all that was promised when the table was called, seat by seat. */
export function callHash(terms: string, promise: string, start: number, seats: PromisePart[]): string {
  const promises = seats.map((seat) => (seat.bot ? BOT : unhex(seat.commitment ?? "")));
  return hashed("fairdeal/2 call", unhex(terms), unhex(promise), start, ...promises);
}

/** Whether the terms bind a value without telling it. */
export function isHidden(value: unknown): boolean {
  return typeof value === "object" && value !== null && "hidden" in value;
}

/** How an option is bound that players must not know before the end. */
export function hiddenHash(salt: string, value: unknown): string {
  return hashed("fairdeal/2 hidden", unhex(salt), canonical(value));
}

/** Twelve letters of a call, to compare aloud. */
export function codeOf(call: string): string {
  const letters = Array.from(unhex(call).slice(0, 12), (byte) => String.fromCharCode(65 + (byte % 26))).join("");
  return `${letters.slice(0, 4)} ${letters.slice(4, 8)} ${letters.slice(8)}`;
}
