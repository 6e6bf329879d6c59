/** The random numbers that a finished deal was made with, for whoever checks one. No table needs them to play. */

import { packed, unhex } from "./fair";
import { sha256 } from "./sha256";

const BLOCK = 64; // bytes that SHA-256 takes at a time
const WORDS = 8; // in one block of the tape
const ALL = 2n ** 32n;

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Block b of the random numbers of deal k; the nonces are those of people, in order of seats. */
export function block(secret: string, call: string, nonces: string[], k: number, b: number): Uint8Array {
  return hmac(unhex(secret), packed("fairdeal/2 deal", unhex(call), ...nonces.map(unhex), k, b));
}

/** The random numbers of one deal, from its first block on. */
export class Tape {
  private used = 0;
  private words: DataView = new DataView(new ArrayBuffer(0));

  constructor(private readonly blockOf: (b: number) => Uint8Array) {}

  /** A number below n, all equally likely. */
  below(n: number): number {
    const many = BigInt(n);
    let product = many * this.next();
    while (product % ALL < ALL % many) product = many * this.next();
    return Number(product / ALL);
  }

  /** Shuffle in place, from the last card to the second. */
  shuffle<T>(cards: T[]): T[] {
    for (let last = cards.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [cards[last], cards[other]] = [cards[other]!, cards[last]!];
    }
    return cards;
  }

  private next(): bigint {
    const at = this.used++ % WORDS;
    if (at === 0) this.words = new DataView(this.blockOf((this.used - 1) / WORDS).buffer);
    return BigInt(this.words.getUint32(4 * at));
  }
}
