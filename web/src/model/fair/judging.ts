/** What a check of a deal found, in plain words: what it proves, and what it does not. */

import {
  check,
  dealsOf,
  readRecord,
  seatName,
  startsOf,
  versionOf,
  Wrong,
  type GameRecord,
  type Step,
} from "./checking";
import { compared, type Kept } from "./comparing";
import type { Terms } from "./fair";
import { joined, listed, message, word, type Message } from "../../words/words";

const VERSION = 2;

/**
 * - `proved`: all fits, with a receipt of this browser.
 * - `voids`: the same, after starts that failed.
 * - `fits`: all fits by the record's own word; there is no receipt here.
 * - `bots`: all fits, and nobody but the server had a part in it.
 * - `copied`: all fits, and the deal was known before.
 * - `undrawn`: the promises fit; the record lists no draws.
 * - `old`: dealt by version 1, where the server can choose the cards.
 * - `none`: there is nothing to check here.
 * - `wrong`: something contradicts something else.
 */
export type Kind = "proved" | "voids" | "fits" | "bots" | "copied" | "undrawn" | "old" | "none" | "wrong";

export interface Verdict {
  kind: Kind;
  text: Message;
  /** What is proved. */
  proved: Message[];
  /** What is not, in this game. */
  open: Message[];
  /** The deal of which a draw does not fit. */
  deal: number | null;
}

/** Check a record step by step; whatever it holds, there is a verdict at the end. */
export function* judging(document: unknown, table: string, kept: Kept): Generator<Step, Verdict> {
  const version = versionOf(document);
  // Whoever was promised something is not told afterwards that nobody promised anything.
  if (version !== VERSION && kept.receipt) return bare("wrong", message("wrong.kept.version"));
  if (version === null) return bare("none", message("verdict.none.text"));
  if (version === 1) return bare("old", message("verdict.old.text"));
  if (version !== VERSION) return bare("none", message("verdict.none.version", { version }));
  try {
    const record = readRecord(document);
    yield* check(record, table, (starts) => compared(kept, record.fair.terms, starts));
    return found(record, kept);
  } catch (error) {
    if (!(error instanceof Wrong)) return bare("wrong", message("wrong.unreadable", { name: "fair" }));
    return { ...bare("wrong", error.said), deal: error.deal };
  }
}

/** Check a record at once. */
export function judged(document: unknown, table: string, kept: Kept): Verdict {
  const steps = judging(document, table, kept);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A verdict without any check. */
export function bare(kind: Kind, text: Message): Verdict {
  return { kind, text, proved: [], open: [], deal: null };
}

/** Say what it means that everything fits. */
function found(record: GameRecord, kept: Kept): Verdict {
  const { fair } = record;
  const terms = fair.terms as Terms;
  const copied = String(terms["copied_from"]);
  const people = fair.seats.filter((its) => !its.bot).length;
  // One of a start that failed proves nothing of this one.
  const receipt = kept.receipt?.start === fair.start ? kept.receipt : null;
  const kind = kindOf(record, receipt !== null, people, copied);
  const proved = [message("proof.promises", { count: people })];
  const draws = dealsOf(record);
  if (draws) {
    const count = draws.reduce((sum, deal) => sum + deal.draws.length, 0);
    proved.unshift(message("proof.draws", { count, deals: draws.length }));
  }
  if (receipt) proved.push(message(copied ? "proof.kept.copied" : "proof.kept", { seat: seatName(receipt.seat) }));
  const deals = (fair.voids?.length ?? 0) + 1;
  return { kind, text: textOf(kind, copied, deals), proved, open: openOf(record, kept, people, copied), deal: null };
}

function kindOf({ fair }: GameRecord, hasReceipt: boolean, people: number, copied: string): Kind {
  if (!fair.draws) return "undrawn";
  if (copied) return "copied";
  if (!people) return "bots";
  if (!hasReceipt) return "fits";
  return fair.voids?.length ? "voids" : "proved";
}

function textOf(kind: Kind, table: string, deals: number): Message {
  switch (kind) {
    case "proved":
      return message("verdict.proved.text");
    case "voids":
      return message("verdict.voids.text", { deals });
    case "bots":
      return message("verdict.bots.text");
    case "copied":
      return message("verdict.copied.text", { table });
    case "undrawn":
      return message("verdict.undrawn.text");
    default:
      return message("verdict.fits.text");
  }
}

function openOf(record: GameRecord, { receipt }: Kept, people: number, copied: string): Message[] {
  const { fair } = record;
  const open = [];
  if (fair.voids?.length) open.push(failedText(record));
  if (!fair.draws) open.push(message("open.draws"));
  if (copied) open.push(message("open.copied", { table: copied }));
  if (!people) open.push(message("open.bots"));
  if (!receipt) open.push(message("open.receipt"));
  else if (receipt.start !== fair.start) open.push(message("open.earlier", { start: receipt.start }));
  return open;
}

function failedText(record: GameRecord): Message {
  const voids = startsOf(record).slice(0, -1);
  const silent = voids.map((its) => word("end.silent", { names: joined(its.silent.map(seatName)), start: its.number }));
  return message("end.failed", { count: voids.length, silent: listed(silent), deals: voids.length + 1 });
}
