/**
 * What this browser holds the server to, one document for each table: the terms, the promises and calls of each start,
 * its own nonces, and every contradiction. Whatever is sent has been written down and read back before.
 *
 * docs/fair-deal.md says why each of these is pinned. Knows no page and no socket.
 */

import {
  callHash,
  canonical,
  codeOf,
  isHash,
  isHidden,
  nonceCommitment,
  secretCommitment,
  termsHash,
  type Terms,
} from "./fair";
import { hex } from "./sha256";
import type { OpenTable, PromisePart, Receipt, TableDoc } from "../types";
import { inEnglish, message, word, type Message } from "../../words/words";

/** Where documents are kept: `localStorage`, or what a test gives. */
export interface Keep {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** A nonce of this browser, and how far it has come. */
interface Own {
  seat: number;
  nonce: string;
  /** c_i. */
  commitment: string;
  /** The table has shown it, or the server has accepted it. */
  taken: boolean;
  /** It may have left this browser: never to be used for anything else. */
  opened: boolean;
  /** The server has confirmed that it was opened, so nobody can truly say that this seat stayed silent. */
  heard: boolean;
}

interface Call {
  /** A. */
  call: string;
  seats: PromisePart[];
  names: string[];
  /** The own seat; null for who watches, and where another device takes part for the seat. */
  seat: number | null;
  time: string;
}

interface Start {
  start: number;
  /** C. */
  commitment: string;
  own: Own[];
  call: Call | null;
  /** Who stayed silent, if it failed. */
  silent: number[] | null;
}

/** What this browser asked for when it opened the table. */
interface Asked {
  game: string;
  seats?: number;
  options: Record<string, unknown>;
  data: unknown;
}

interface Kept {
  asked?: Asked;
  terms: Terms | null;
  /** Of the latest event of the table that was told here: what comes with a lower one is late. */
  number: number;
  starts: Start[];
  /** The last start that the person wants to take part in; for the first, sitting down is consent. */
  agreed: number;
  evidence: Message[];
}

/** What the server said; `terms` are undefined where they were not told, and null where there are none. */
export interface Told {
  doc: TableDoc;
  terms: Terms | null | undefined;
  you: number | null;
}

/** What is to be sent now. */
export type Step =
  | { type: "commit"; start: number; seat: number; commitment: string }
  | { type: "reveal"; start: number; seat: number; nonce: string; commitment: string };

/** A start that failed: who stayed silent, and whether this browser had sent its number all the same. */
export interface Failed {
  start: number;
  silent: string[];
  sent: boolean;
}

/** What a person is to know of the deal. */
export interface Fair {
  /** Twelve letters of the call; empty before it. */
  code: string;
  /** What the server said that contradicts what it had said before. */
  evidence: Message[];
  failed: Failed[];
  /** Nothing is promised before the person agrees. */
  asks: boolean;
  /** Another device promised for this seat. */
  elsewhere: boolean;
  /** The table deals as in version 1. */
  isOld: boolean;
  /** It is written down where it survives this page. */
  isKept: boolean;
  hasReceipt: boolean;
  /** What is agreed, as it is pinned. */
  terms: Terms | null;
}

const PLACE = "fairdeal.fair.";
const NOTHING = "–"; // where a value should stand
const MOST_LETTERS = 300; // of a value that is quoted
const MOST_EVIDENCE = 20; // messages: a server that contradicts itself for ever fills no store

class Contradiction extends Error {
  constructor(readonly said: Message) {
    super(inEnglish.say(said));
  }
}

export class Pins {
  /** What is kept, as this page knows it; all there is where the browser keeps nothing. */
  private memory: Kept = { terms: null, number: 0, starts: [], agreed: 1, evidence: [] };
  private isOld = false;
  private isKept = true;
  /** The latest start that this page was told of: it hears everything in order. */
  private last = 0;

  constructor(
    readonly table: string,
    private readonly keep: Keep | null,
    private readonly random: () => Uint8Array = () => crypto.getRandomValues(new Uint8Array(32)),
    private readonly clock: () => Date = () => new Date(),
  ) {
    this.memory = this.read();
  }

  /** Compare what the server says with what is pinned, pin what is new, and give what is to be sent. */
  hear(told: Told): Step | null {
    return this.change(told, (kept) => {
      const isLate = told.doc.number < kept.number; // another page of this browser was told more
      try {
        this.check(kept, told, isLate);
      } catch (found) {
        if (!(found instanceof Contradiction)) throw found;
        const isNew = !sentences(kept).includes(found.message) && kept.evidence.length < MOST_EVIDENCE;
        if (isNew) kept.evidence.push(found.said);
      }
      kept.number = Math.max(kept.number, told.doc.number);
      return isLate || kept.evidence.length || !kept.terms ? null : this.next(kept, told);
    });
  }

  /** This browser has opened the table, and nothing is told of it yet. */
  asked({ game, seats, options = {}, data = null }: OpenTable): void {
    this.change(null, (kept) => {
      kept.asked = { game, options, data, ...(seats == null ? {} : { seats }) };
    });
  }

  /** The person wants to take part in a start after those that failed. */
  agree(start: number): void {
    this.change(null, (kept) => {
      kept.agreed = Math.max(kept.agreed, start);
    });
  }

  /** The server has accepted what was sent. */
  confirm(step: Step): void {
    this.change(null, (kept) => {
      const own = ownOf(kept, step.start, step.seat);
      if (own?.commitment !== step.commitment) return;
      own.taken = true;
      if (step.type === "reveal") own.heard = true;
    });
  }

  /** Say what a person is to know. */
  view(doc: TableDoc, you: number | null): Fair {
    const kept = this.memory;
    const start = startOf(kept, numberOf(doc));
    const chair = you === null ? undefined : doc.chairs[you];
    const isOpen = !this.isOld && !kept.evidence.length && doc.phase === "waiting";
    return {
      code: start?.call ? codeOf(start.call.call) : "",
      evidence: kept.evidence,
      failed: (doc.voids ?? []).map((its) => failedOf(kept, its)),
      asks: isOpen && chair?.who === "person" && !chair.commitment && !doc.copied && numberOf(doc) > kept.agreed,
      elsewhere: chair?.who === "person" && !!chair.commitment && !doc.copied && !isMine(start, you, chair.commitment),
      isOld: this.isOld,
      isKept: this.isKept,
      hasReceipt: receiptOf(kept) !== null,
      terms: kept.terms,
    };
  }

  /** What all had promised when the table was called; null before that, and for who did not take part. */
  get receipt(): Receipt | null {
    return receiptOf(this.memory);
  }

  /** What the server said that contradicts what it had said before. */
  get contradictions(): readonly Message[] {
    return this.memory.evidence;
  }

  /** The receipt with all contradictions; before there is one, everything that is pinned. */
  get evidence(): object {
    const { terms, starts } = this.memory;
    const evidence = sentences(this.memory);
    return this.receipt ?? { format: "fairdeal-evidence/2", terms, starts, evidence, time: this.clock().toISOString() };
  }

  // --- what must agree -----------------------------------------------------------------------------------------------

  private check(kept: Kept, told: Told, isLate: boolean): void {
    this.checkTerms(kept, told);
    if (!kept.terms) return; // only `welcome` tells them
    checkShown(kept.terms, this.table, told.doc);
    this.checkOrder(kept, told.doc, isLate);
    const start = pinnedStart(kept, told.doc, isLate);
    if (!start) return;
    if (!isLate) checkOwn(start, told);
    this.checkCall(kept.terms, start, told, isLate);
  }

  /** Starts go up only, and only after a void that is told with the secret which was promised for it. */
  private checkOrder(kept: Kept, doc: TableDoc, isLate: boolean): void {
    const now = numberOf(doc);
    if (doc.copied) return checkCopied(kept, now);
    const last = Math.max(this.last, ...kept.starts.map((its) => (isLate ? 0 : its.start)));
    if (now < last) throw new Contradiction(message("evidence.back", { last, now }));
    this.last = now;
    for (let number = 1; number < now; number++) checkVoid(kept, doc, number);
  }

  private checkTerms(kept: Kept, { doc, terms }: Told): void {
    if (terms === undefined) return;
    this.isOld = terms === null && !kept.terms;
    if (this.isOld) return;
    if (terms === null) throw new Contradiction(message("evidence.old"));
    checkShown(terms, this.table, doc);
    if (!kept.terms && kept.asked) checkAsked(terms, kept.asked);
    kept.terms ??= terms;
    const changed = difference(kept.terms, terms);
    if (changed) throw new Contradiction(changed);
  }

  /** The call is pinned when it is seen first, and stays as it is while the game is played. */
  private checkCall(terms: Terms, start: Start, { doc, you }: Told, isLate: boolean): void {
    const seats = calledSeats(doc);
    if (!seats) {
      if (start.call && !isLate) throw new Contradiction(message("evidence.uncalled", { start: start.start }));
      return;
    }
    const call = callHash(termsHash(terms), start.commitment, start.start, seats);
    if (start.call && start.call.call !== call) {
      const before = start.call.call;
      throw new Contradiction(message("evidence.call", { start: start.start, before, now: call }));
    }
    start.call ??= { call, seats, names: doc.chairs.map(nameOf), seat: null, time: this.clock().toISOString() };
    if (you !== null && (doc.copied || isMine(start, you, seats[you]?.commitment))) start.call.seat = you;
    if (!doc.copied && doc.phase !== "called") checkNonces(terms, start, doc);
  }

  // --- what is to be sent --------------------------------------------------------------------------------------------

  private next(kept: Kept, { doc, you }: Told): Step | null {
    const chair = you === null ? undefined : doc.chairs[you];
    const start = startOf(kept, numberOf(doc));
    if (you === null || !start || chair?.who !== "person" || doc.copied) return null;
    if (doc.phase === "called") return opened(start, you, chair.commitment);
    const mayPromise = doc.phase === "waiting" && !chair.commitment && start.start <= kept.agreed;
    return mayPromise ? this.promise(kept.terms!, start, you) : null;
  }

  /** A nonce that was promised and not called for is promised again: after a reload, or from another page. */
  private promise(terms: Terms, start: Start, seat: number): Step {
    let own = start.own.find((its) => its.seat === seat);
    if (!own) {
      const nonce = hex(this.random());
      const commitment = nonceCommitment(termsHash(terms), start.commitment, start.start, seat, nonce);
      own = { seat, nonce, commitment, taken: false, opened: false, heard: false };
      start.own.push(own);
    }
    return { type: "commit", start: start.start, seat, commitment: own.commitment };
  }

  // --- the document --------------------------------------------------------------------------------------------------

  private change<T>(told: Told | null, act: (kept: Kept) => T): T {
    const kept = this.read();
    const before = JSON.stringify(kept);
    const done = act(kept);
    this.memory = kept;
    // Who comes to a game that has long begun has nothing to prove, and fills no place.
    const isWorthIt = this.stored() !== null || !told || isBefore(told.doc);
    if (isWorthIt && !this.isOld && JSON.stringify(kept) !== before) this.write(kept);
    return done;
  }

  /** What is stored, or, if a hand has emptied the store meanwhile, what this page remembers. */
  private read(): Kept {
    const text = this.isKept ? this.stored() : null;
    try {
      return text === null ? structuredClone(this.memory) : (JSON.parse(text) as Kept);
    } catch {
      return structuredClone(this.memory);
    }
  }

  private stored(): string | null {
    try {
      if (!this.keep) this.isKept = false;
      return this.keep?.getItem(PLACE + this.table) ?? null;
    } catch {
      this.isKept = false;
      return null;
    }
  }

  private write(kept: Kept): void {
    const text = JSON.stringify(kept);
    try {
      this.keep?.setItem(PLACE + this.table, text);
    } catch {
      // what is not there when it is read back was not kept
    }
    this.isKept = this.stored() === text;
  }
}

// --- questions of what is pinned ---------------------------------------------------------------------------------------

const numberOf = (doc: TableDoc): number => doc.copied?.start ?? doc.start ?? 1;
const seatName = (seat: number): string => word("seat", { number: seat + 1 });
const nameOf = (chair: TableDoc["chairs"][number]): string => chair.name || seatName(chair.seat);
/** What was found, as it stands in files. */
const sentences = (kept: Kept): string[] => kept.evidence.map((said) => inEnglish.say(said));
const isBefore = (doc: TableDoc): boolean => doc.phase === "waiting" || doc.phase === "called";
const startOf = (kept: Kept, start: number): Start | undefined => kept.starts.find((its) => its.start === start);

function ownOf(kept: Kept, start: number, seat: number): Own | undefined {
  return startOf(kept, start)?.own.find((its) => its.seat === seat);
}

function isMine(start: Start | undefined, seat: number | null, commitment: string | null | undefined): boolean {
  return !!start?.own.some((its) => its.seat === seat && its.commitment === commitment);
}

/** What the seats have promised; null before the table is called. */
function calledSeats(doc: TableDoc): PromisePart[] | null {
  if (doc.copied) return doc.copied.seats.map((seat, at) => checkedSeat(!!seat.bot, seat.commitment, seatName(at)));
  if (doc.phase === "waiting" || doc.phase === "void") return null;
  return doc.chairs.map((chair) => checkedSeat(chair.who === "bot", chair.commitment, nameOf(chair)));
}

function checkedSeat(bot: boolean, commitment: string | undefined, name: string): PromisePart {
  if (bot) return { bot };
  if (!isHash(commitment)) throw new Contradiction(message("evidence.unpromised", { name }));
  return { commitment };
}

function failedOf(kept: Kept, its: { start: number; silent: number[] }): Failed {
  const start = startOf(kept, its.start);
  const names = start?.call?.names;
  const sent = !!start?.own.some((own) => own.opened && its.silent.includes(own.seat));
  return { start: its.start, silent: its.silent.map((seat) => names?.[seat] ?? seatName(seat)), sent };
}

function receiptOf(kept: Kept): Receipt | null {
  const start = kept.starts.findLast((its) => its.call?.seat != null);
  if (!start?.call || start.call.seat === null || !kept.terms) return null;
  const { call, seat, seats, time } = { ...start.call, seat: start.call.seat };
  const nonce = start.own.find((its) => its.seat === seat)?.nonce ?? null;
  const earlier = kept.starts
    .filter((its) => its.start < start.start)
    .flatMap((its) => its.own.filter((own) => own.seat === its.call?.seat).map((own) => earlierOf(its, own)));
  const { terms } = kept;
  const evidence = sentences(kept);
  const { commitment } = start;
  return {
    format: "fairdeal-receipt/2",
    terms,
    seat,
    start: start.start,
    commitment,
    seats,
    call,
    nonce,
    earlier,
    evidence,
    time,
  };
}

/** A number that may have been lost on its way says nothing against the server, so only a confirmed one is called opened. */
function earlierOf(start: Start, own: Own): NonNullable<Receipt["earlier"]>[number] {
  return { start: start.start, seat: own.seat, commitment: start.commitment, nonce: own.nonce, opened: own.heard };
}

/** Open the own nonce if that is what was called. It is marked first, and goes to this call alone: the call is pinned. */
function opened(start: Start, seat: number, commitment: string | undefined): Step | null {
  const own = start.own.find((its) => its.seat === seat && its.commitment === commitment);
  if (!own || start.call?.seat !== seat) return null;
  own.opened = true;
  return { type: "reveal", start: start.start, seat, nonce: own.nonce, commitment: own.commitment };
}

// --- what must agree ---------------------------------------------------------------------------------------------------

/** The terms must be those of what the page shows. */
function checkShown(terms: Terms, table: string, doc: TableDoc): void {
  const wrong = disagreement(terms, table, doc);
  if (wrong) throw new Contradiction(wrong);
}

function disagreement(terms: Terms, table: string, doc: TableDoc): Message | null {
  const shown = { table, game: doc.game, seats: doc.chairs.length, copied_from: doc.copied_from ?? "" };
  for (const [name, value] of Object.entries(shown)) {
    if (terms[name] !== value)
      return message("evidence.shown", { name, shown: quoted(value), agreed: quoted(terms[name]) });
  }
  const agreed = (terms["options"] ?? {}) as Record<string, unknown>;
  // Lists of cards are not shown; everything else is.
  const told = Object.keys(agreed).filter((name) => typeof agreed[name] !== "object");
  for (const name of new Set([...told, ...Object.keys(doc.options)])) {
    const [one, other] = [doc.options[name], agreed[name]];
    if (one !== other) return message("evidence.option", { name, shown: quoted(one), agreed: quoted(other) });
  }
  try {
    canonical(terms);
  } catch {
    return message("evidence.fraction");
  }
  return null;
}

/** Whoever opened the table finds in its terms what was asked for; of a secret option there is nothing to compare yet. */
function checkAsked(terms: Terms, { options, ...others }: Asked): void {
  const agreed = (terms["options"] ?? {}) as Record<string, unknown>;
  const secret = (name: string): boolean => isHidden(agreed[name]) && typeof options[name] === "object";
  const wrong =
    Object.entries(others).find(([name, value]) => !isSame(value, terms[name])) ??
    Object.entries(options).find(([name, value]) => !secret(name) && !isSame(value, agreed[name]));
  if (!wrong) return;
  const [name, value] = wrong;
  const told = name in others ? terms[name] : agreed[name];
  throw new Contradiction(message("evidence.asked", { name, asked: quoted(value), agreed: quoted(told) }));
}

function isSame(one: unknown, other: unknown): boolean {
  return quoted(one, Infinity) === quoted(other, Infinity);
}

function difference(before: Terms, now: Terms): Message | null {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...names].find((name) => !isSame(before[name], now[name]));
  if (changed === undefined) return null;
  return message("evidence.changed", { name: changed, before: quoted(before[changed]), now: quoted(now[changed]) });
}

function quoted(value: unknown, most = MOST_LETTERS): string {
  const text = value === undefined ? NOTHING : canonical(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function checkCopied(kept: Kept, start: number): void {
  const other = kept.starts.find((its) => its.start !== start);
  if (other) throw new Contradiction(message("evidence.copied", { before: other.start, now: start }));
}

function checkVoid(kept: Kept, doc: TableDoc, number: number): void {
  const its = doc.voids?.find((void_) => void_.start === number);
  if (!its) throw new Contradiction(message("evidence.untold", { start: number }));
  const start = startOf(kept, number);
  if (!start) return; // before this browser came
  const promised = isHash(its.secret) && secretCommitment(termsHash(kept.terms!), number, its.secret);
  if (promised !== start.commitment) {
    const secret = isHash(its.secret) ? its.secret : quoted(its.secret);
    throw new Contradiction(message("evidence.secret", { secret, start: number, promise: start.commitment }));
  }
  start.silent ??= its.silent;
  if (quoted(start.silent) !== quoted(its.silent)) {
    throw new Contradiction(message("evidence.silence", { start: number }));
  }
  for (const own of start.own) if (own.opened && !its.silent.includes(own.seat)) own.heard = true;
  if (start.own.some((own) => own.heard && its.silent.includes(own.seat))) {
    throw new Contradiction(message("evidence.answered", { start: number }));
  }
}

/** Give what is pinned of this start; what is new is pinned now, unless a later one is known. */
function pinnedStart(kept: Kept, doc: TableDoc, isLate: boolean): Start | undefined {
  const number = numberOf(doc);
  const commitment = doc.copied?.commitment ?? doc.commitment;
  const known = startOf(kept, number);
  if (!isHash(commitment)) throw new Contradiction(message("evidence.none", { start: number }));
  if (known && known.commitment !== commitment) {
    const before = known.commitment;
    throw new Contradiction(message("evidence.promise", { start: number, before, now: commitment }));
  }
  if (known || isLate) return known;
  const fresh = { start: number, commitment, own: [], call: null, silent: null };
  kept.starts.push(fresh);
  return fresh;
}

/** The own promise stays what it was; a seat that was left has none. */
function checkOwn(start: Start, { doc, you }: Told): void {
  const chair = you === null ? undefined : doc.chairs[you];
  const own = start.own.find((its) => its.seat === you);
  if (!own || doc.copied) return;
  if (!chair?.commitment && doc.phase === "waiting") own.taken = false;
  else if (chair?.commitment === own.commitment) own.taken = true;
  else if (own.taken) {
    const told = chair?.commitment || NOTHING;
    throw new Contradiction(message("evidence.own", { own: own.commitment, start: start.start, told }));
  }
}

/** The game begins with numbers that open the promises, and not without this browser's. */
function checkNonces(terms: Terms, start: Start, doc: TableDoc): void {
  for (const chair of doc.chairs) {
    if (chair.who !== "person") continue;
    const isTrue =
      isHash(chair.nonce) &&
      nonceCommitment(termsHash(terms), start.commitment, start.start, chair.seat, chair.nonce) === chair.commitment;
    if (!isTrue) throw new Contradiction(message("evidence.nonce", { name: nameOf(chair) }));
    const own = start.own.find((its) => its.seat === chair.seat && its.commitment === chair.commitment);
    if (own && !own.opened) throw new Contradiction(message("evidence.unopened"));
    if (own) own.heard = true;
  }
}
