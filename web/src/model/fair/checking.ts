/**
 * Was the deal fair? All that a finished game's record promises is computed again, step by step: terms, promises and
 * calls of all starts, what this browser kept, and every number that the deals drew.
 *
 * docs/fair-deal.md says what that proves. No rules are known here: that they ask for these draws and lay the cards
 * by them, only `fairdeal check` can tell. Knows no page and no socket.
 */

import {
  callHash,
  canonical,
  codeOf,
  hiddenHash,
  isHash,
  isHidden,
  nonceCommitment,
  secretCommitment,
  termsHash,
  type Terms,
} from "./fair";
import { block, Tape } from "./tape";
import type { FairPart, PromisePart, SeatPart } from "../types";
import { message, word, type Message } from "../../words/words";

const MOST_VOIDS = 3; // starts that may fail; then the server closes the table
const MOST_BOUND = 2 ** 31; // of a draw
const MOST_LETTERS = 120; // of a value that is quoted
const NOTHING = "–"; // where a value should stand

/** The record of a finished game, as far as it is read here. */
export interface GameRecord {
  game: string;
  rules_version: number;
  seats: number;
  options: Options;
  data?: unknown;
  events: { seat: number | null; action: string }[];
  fair: FairPart;
}

type Options = Record<string, unknown>;

/** What is wrong, in a sentence. */
export class Wrong extends Error {
  constructor(
    readonly said: Message,
    /** The deal of which a draw does not fit. */
    readonly deal: number | null = null,
  ) {
    super(said.key);
  }
}

/** A start of the table, with what follows from what the record says of it. */
export interface Start {
  number: number;
  secret: string;
  seats: SeatPart[];
  /** T. */
  terms: string;
  /** C. */
  commitment: string;
  /** A. */
  call: string;
  silent: number[];
}

/** What one deal drew. */
export interface Deal {
  /** Its number, from 0 on. */
  k: number;
  /** The dealer's event as the record writes it; empty where chance made an option. */
  action: string;
  draws: readonly (readonly [n: number, drawn: number])[];
}

/** Something that was computed again and fits: a promise with its hash, or the next draw of a deal. */
export type Step = { said: Message; hash: string } | { deal: number };

export function require(condition: boolean, said: Message): asserts condition {
  if (!condition) throw new Wrong(said);
}

export const seatName = (seat: number): string => word("seat", { number: seat + 1 });
export const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other);

/** A value as it stands in a sentence. */
export function quoted(value: unknown): string {
  const text = written(value);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

function written(value: unknown): string {
  return value === undefined || value === null ? NOTHING : canonical(value);
}

// --- reading -------------------------------------------------------------------------------------------------------------

/** The version of the fair deal that a record was dealt by; null if it was dealt without any. */
export function versionOf(document: unknown): number | null {
  const fair = isObject(document) ? document["fair"] : undefined;
  if (!isObject(fair)) return null;
  return "version" in fair ? Number(fair["version"]) : 1;
}

/** Read a record; of all that it should hold, the first thing that is not there is named. */
export function readRecord(document: unknown): GameRecord {
  const record = objectIn(document, "record");
  const fair = objectIn(record["fair"], "fair");
  const { options, data, copied_from } = objectIn(fair["terms"], "terms");
  listIn(record["events"], "events").forEach((event) => checkEvent(objectIn(event, "events")));
  objectIn(record["options"], "options");
  objectIn(options, "terms");
  if (data !== null) objectIn(data, "data");
  readable(typeof copied_from === "string", "terms");
  readable(isCount(record["seats"], 1, 8), "seats");
  readable(isCount(fair["start"], 1, 2 ** 32 - 1), "start");
  checkStart(fair);
  if (fair["voids"] !== undefined) listIn(fair["voids"], "voids").forEach((its) => checkStart(objectIn(its, "voids")));
  if (fair["hidden"] !== undefined) Object.values(objectIn(fair["hidden"], "hidden")).forEach(checkHidden);
  if (fair["draws"] != null) listIn(fair["draws"], "draws").forEach((deal) => listIn(deal, "draws").forEach(checkDraw));
  return document as GameRecord;
}

function readable(condition: boolean, name: string): asserts condition {
  require(condition, message("wrong.unreadable", { name }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectIn(value: unknown, name: string): Record<string, unknown> {
  readable(isObject(value), name);
  return value;
}

function listIn(value: unknown, name: string): unknown[] {
  readable(Array.isArray(value), name);
  return value;
}

function isCount(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function checkEvent(event: Record<string, unknown>): void {
  readable(event["seat"] === null || isCount(event["seat"], 0, 7), "events");
  readable(typeof event["action"] === "string", "events");
}

function checkStart(start: Record<string, unknown>): void {
  readable(isHash(start["secret"]), "secret");
  for (const seat of listIn(start["seats"], "seats")) {
    const { bot, commitment, nonce } = objectIn(seat, "seats");
    readable(bot === undefined || typeof bot === "boolean", "bot");
    readable(commitment == null || isHash(commitment), "commitment");
    readable(nonce == null || isHash(nonce), "nonce");
  }
}

function checkHidden(value: unknown): void {
  readable(isHash(objectIn(value, "hidden")["salt"]), "salt");
}

function checkDraw(value: unknown): void {
  const [n, drawn, ...more] = listIn(value, "draws");
  readable(isCount(n, 1, MOST_BOUND) && isCount(drawn, 0, MOST_BOUND) && !more.length, "draws");
}

// --- terms ---------------------------------------------------------------------------------------------------------------

/** What was agreed is what the record says was played; options that are whole documents are left to the rules. */
export function checkTerms(record: GameRecord, table: string): void {
  const { terms, hidden = {} } = record.fair;
  const other = quoted(terms["table"]);
  require(terms["table"] === table, message("wrong.table", { other }));
  const { game, rules_version, seats, data = null } = record;
  for (const [name, played] of Object.entries({ game, rules_version, seats, data }))
    checkTerm(name, terms[name], played);
  for (const [name, agreed] of Object.entries(openedOptions(terms["options"] as Options, hidden))) {
    if (typeof agreed !== "object") checkTerm(name, agreed, record.options[name]);
  }
}

/** The options as they were agreed, the hidden ones by their values. */
function openedOptions(options: Options, hidden: NonNullable<FairPart["hidden"]>): Options {
  const closed = Object.keys(options).filter((name) => isHidden(options[name]));
  const opened = { ...options };
  for (const name of new Set([...closed, ...Object.keys(hidden)])) {
    const its = hidden[name];
    const isBound = its !== undefined && isSame(options[name], { hidden: hiddenHash(its.salt, its.value) });
    require(isBound, message("wrong.hidden", { name }));
    opened[name] = its.value;
  }
  return opened;
}

function checkTerm(name: string, agreed: unknown, played: unknown): void {
  require(isSame(agreed, played), message("wrong.terms", { name, agreed: quoted(agreed), played: quoted(played) }));
}

// --- starts --------------------------------------------------------------------------------------------------------------

/** All starts of the table as the record tells them, those that failed first. */
export function startsOf({ fair }: GameRecord): Start[] {
  const terms = termsHash(fair.terms as Terms);
  const voids = (fair.voids ?? []).map((its, at) => startOf(terms, at + 1, its.secret, its.seats));
  return [...voids, startOf(terms, fair.start, fair.secret, fair.seats)];
}

function startOf(terms: string, number: number, secret: string, seats: SeatPart[]): Start {
  seats.forEach((its, seat) => checkPromise(its, seat, number));
  const commitment = secretCommitment(terms, number, secret);
  const call = callHash(terms, commitment, number, seats.map(promiseOf));
  const silent = seats.flatMap((its, seat) => (its.bot || its.nonce ? [] : [seat]));
  return { number, secret, seats, terms, commitment, call, silent };
}

export function promiseOf({ bot, commitment }: PromisePart): PromisePart {
  return bot ? { bot } : { commitment: commitment ?? "" };
}

function checkPromise({ bot, commitment, nonce }: SeatPart, at: number, start: number): void {
  const seat = seatName(at);
  if (bot) require(!commitment && !nonce, message("wrong.bot", { seat, start }));
  else require(!!commitment, message("wrong.unpromised", { seat, start }));
}

function* startSteps(record: GameRecord, starts: Start[]): Generator<Step> {
  const voids = starts.slice(0, -1);
  const { start: number } = record.fair;
  const count = voids.length;
  require(count === number - 1, message("wrong.starts", { start: number, count }));
  require(count < MOST_VOIDS, message("wrong.closed", { most: MOST_VOIDS }));
  require(new Set(starts.map((its) => its.secret)).size === starts.length, message("wrong.secret"));
  for (const its of starts) yield* promiseSteps(its, record.seats);
  for (const its of voids) require(its.silent.length > 0, message("wrong.void", { start: its.number }));
  const { silent, call, number: start } = starts.at(-1)!;
  require(!silent.length, message("wrong.silent", { seat: seatName(silent[0] ?? 0) }));
  yield { said: message("check.call", { start, code: codeOf(call) }), hash: call };
}

function* promiseSteps(start: Start, seats: number): Generator<Step> {
  const { number, terms, commitment } = start;
  const count = start.seats.length;
  require(count === seats, message("wrong.seats", { start: number, count, seats }));
  yield { said: message("check.promise", { start: number }), hash: commitment };
  for (const [at, { nonce, commitment: promise }] of start.seats.entries()) {
    if (!nonce) continue;
    const seat = seatName(at);
    const isTrue = nonceCommitment(terms, commitment, number, at, nonce) === promise;
    require(isTrue, message("wrong.promise", { seat, start: number }));
    yield { said: message("check.number", { seat, start: number }), hash: promise ?? "" };
  }
}

// --- deals ---------------------------------------------------------------------------------------------------------------

/** What each deal drew, as the record lists it; null if it lists nothing. */
export function dealsOf({ fair, events, options }: GameRecord): Deal[] | null {
  if (!fair.draws) return null;
  const dealt = events.filter((event) => event.seat === null).map((event) => event.action);
  // Deal 0 may have made an option that nobody chose.
  const first = fair.draws.length - dealt.length;
  const agreed = Object.keys(fair.terms["options"] as object).length;
  const isMade = first === 1 && Object.keys(options).length > agreed;
  require(first === 0 || isMade, message("wrong.deals", { count: fair.draws.length, dealt: dealt.length }));
  return fair.draws.map((draws, k) => ({ k, action: dealt[k - first] ?? "", draws }));
}

function* drawSteps({ k, draws }: Deal, { secret, call, seats }: Start): Generator<Step> {
  const nonces = seats.flatMap((its) => its.nonce ?? []);
  const tape = new Tape((b) => block(secret, call, nonces, k, b));
  for (const [at, [n, told]] of draws.entries()) {
    const due = tape.below(n);
    if (due !== told) throw new Wrong(message("wrong.draw", { draw: at + 1, deal: k, n, told, due }), k);
    yield { deal: k };
  }
}

/** Compute everything again, a step at a time; what does not fit is thrown. `compare` looks at what this browser kept. */
export function* check(
  record: GameRecord,
  table: string,
  compare: (starts: Start[]) => Iterable<Step>,
): Generator<Step> {
  checkTerms(record, table);
  const starts = startsOf(record);
  const played = starts.at(-1)!;
  yield { said: message("check.terms"), hash: played.terms };
  yield* startSteps(record, starts);
  yield* compare(starts);
  for (const deal of dealsOf(record) ?? []) yield* drawSteps(deal, played);
}
