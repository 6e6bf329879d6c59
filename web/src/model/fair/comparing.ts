/** What this browser wrote down when the table was called, against what the record says after the end. */

import { isSame, promiseOf, quoted, require, seatName, Wrong, type Start, type Step } from "./checking";
import { callHash, nonceCommitment, termsHash, type Terms } from "./fair";
import { evidenceText } from "./fairwords";
import type { EarlierStart, Receipt } from "../types";
import { listed, message, type Message } from "../../words/words";

/** What a browser kept of a table. */
export interface Kept {
  receipt: Receipt | null;
  /** What the server said that contradicts what it had said before. */
  evidence: readonly Message[];
}

/** Compare what was kept with the record; whatever contradicts it is thrown. */
export function* compared({ receipt, evidence }: Kept, terms: Terms, starts: Start[]): Generator<Step> {
  if (evidence.length) throw new Wrong(message("wrong.evidence", { evidence: listed(evidence.map(evidenceText)) }));
  if (!receipt) return;
  checkItself(receipt);
  checkTerms(receipt.terms, terms);
  const start = startOf(receipt.start, starts);
  checkCall(receipt, start);
  if (terms["copied_from"]) require(receipt.nonce === null, message("wrong.kept.copied"));
  else checkOwn(start, receipt.seat, receipt.nonce);
  for (const its of receipt.earlier ?? []) checkEarlier(its, starts);
  yield { said: message("check.kept", { seat: seatName(receipt.seat), start: receipt.start }), hash: receipt.call };
}

function checkItself({ terms, commitment, start, seats, call }: Receipt): void {
  const own = callHash(termsHash(terms), commitment, start, seats.map(promiseOf));
  require(own === call, message("wrong.kept.itself"));
}

function checkTerms(kept: Terms, told: Terms): void {
  const [name, one, other] = difference(kept, told) ?? [];
  if (name !== undefined)
    throw new Wrong(message("wrong.kept.terms", { name, kept: quoted(one), told: quoted(other) }));
}

/** Name what differs, an option by itself. */
function difference(one: Terms, other: Terms): [name: string, one: unknown, other: unknown] | null {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const name = names.find((key) => !isSame(one[key], other[key]));
  if (name === undefined) return null;
  const inner = name === "options" ? difference(one[name] as Terms, other[name] as Terms) : null;
  return inner ?? [name, one[name], other[name]];
}

function startOf(number: number, starts: Start[]): Start {
  const start = starts.find((its) => its.number === number);
  require(start !== undefined, message("wrong.kept.start", { start: number }));
  return start;
}

function checkCall({ commitment, seats, seat, call }: Receipt, start: Start): void {
  require(commitment === start.commitment, message("wrong.kept.promise", { start: start.number }));
  const other = start.seats.findIndex((its, at) => !isSame(promiseOf(its), seats[at] && promiseOf(seats[at])));
  require(other < 0, message("wrong.kept.call", { seat: seatName(other), start: start.number }));
  require(call === start.call && seat < start.seats.length, message("wrong.kept.itself"));
}

/** The own nonce makes the own promise, so it is also the one that was opened. */
function checkOwn({ terms, commitment, number, seats }: Start, seat: number, nonce: string | null): void {
  const own = nonce === null ? null : nonceCommitment(terms, commitment, number, seat, nonce);
  require(own !== null && seats[seat]?.commitment === own, message("wrong.kept.number", { start: number }));
}

function checkEarlier({ start: number, seat, commitment, nonce, opened }: EarlierStart, starts: Start[]): void {
  const start = startOf(number, starts);
  require(commitment === start.commitment, message("wrong.kept.promise", { start: number }));
  checkOwn(start, seat, nonce);
  require(!(opened && start.silent.includes(seat)), message("wrong.kept.silent", { start: number }));
}
