/** The player's part of the fair deal: a nonce, the promise about it, and the receipt of what all promised. */

import { hex, sha256 } from "./sha256";
import type { Receipt, TableDoc } from "./types";

const NONCE = "fairdeal.nonce.";
const RECEIPT = "fairdeal.receipt.";

export interface Keep {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Make a nonce for a table, keep it, and give the promise. It is kept before it is promised, so a reload can open it. */
export function newCommitment(table: string, keep: Keep): string {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  keep.setItem(NONCE + table, hex(nonce));
  return commitmentOf(hex(nonce));
}

export function commitmentOf(nonce: string): string {
  const bytes = Uint8Array.from(nonce.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(sha256(bytes));
}

export function nonceOf(table: string, keep: Keep): string | null {
  return keep.getItem(NONCE + table);
}

/** What all have promised, written down when the table is called, before any nonce is open and any card dealt. */
export function receiptOf(table: TableDoc, seat: number, nonce: string | null, time: Date): Receipt {
  return {
    format: "fairdeal-receipt/1",
    table: table.id,
    game: table.game,
    seat,
    commitment: table.commitment,
    seats: table.chairs.map((chair) =>
      chair.who === "bot" || !chair.commitment ? { bot: true } : { commitment: chair.commitment },
    ),
    nonce: table.copied_from ? null : nonce,
    voided: table.voided ?? 0,
    copied_from: table.copied_from ?? "",
    time: time.toISOString(),
  };
}

export function keepReceipt(receipt: Receipt, keep: Keep): void {
  keep.setItem(RECEIPT + receipt.table, JSON.stringify(receipt));
}

export function keptReceipt(table: string, keep: Keep): string | null {
  return keep.getItem(RECEIPT + table);
}
