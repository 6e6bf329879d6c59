import { describe, expect, test } from "vitest";
import vectors from "../../tests/vectors/fair_deal.json"; // one file for all languages
import { judged, judging, type Kind, type Verdict } from "../src/model/fair/judging";
import type { GameRecord } from "../src/model/fair/checking";
import type { Kept } from "../src/model/fair/comparing";
import { callHash, nonceCommitment, secretCommitment, termsHash } from "../src/model/fair/fair";
import type { Receipt } from "../src/model/types";
import { inEnglish, message } from "../src/words/words";

interface Game {
  about: string;
  record: GameRecord;
  receipts: Receipt[];
}
const GAMES = vectors.games as unknown as Game[];
const [CASTER, LATE, RANDOM, COPIED, HIDDEN, BOTS] = GAMES as [Game, Game, Game, Game, Game, Game];
const OTHER = "5e".repeat(32);
const NOTHING: Kept = { receipt: null, evidence: [] };

type Change = (record: GameRecord, receipt: Receipt) => void;

function copy(game: Game): Game {
  return structuredClone(game);
}

/** The verdict on a game by who sat on its first person's seat, after something was changed. */
function verdictOn(game: Game, change: Change = () => {}): Verdict {
  const { record, receipts } = copy(game);
  const table = String(record.fair.terms["table"]);
  const receipt = receipts[0] ?? null;
  change(record, receipt!);
  return judged(record, table, { receipt, evidence: [] });
}

function without(game: Game, change: Change = () => {}): Verdict {
  const { record, receipts } = copy(game);
  change(record, receipts[0]!);
  return judged(record, String(game.record.fair.terms["table"]), NOTHING);
}

const textOf = (verdict: Verdict): string => inEnglish.say(verdict.text);
const lines = (messages: Verdict["open"]): string => messages.map((said) => inEnglish.say(said)).join("\n");

function drawsOf({ record }: Game): number {
  return record.fair.draws!.flat().length;
}

describe("a game that was dealt fairly", () => {
  test.each([
    [CASTER, "proved"],
    [RANDOM, "proved"],
    [LATE, "voids"],
    [HIDDEN, "voids"],
    [COPIED, "copied"],
    [BOTS, "bots"],
  ] as [Game, Kind][])("$about", (game, kind) => {
    const verdict = verdictOn(game);
    expect(textOf(verdict)).not.toBe("");
    expect(verdict.kind).toBe(kind);
  });

  test.each(GAMES)("proves nothing alone by its record's own word: $about", (game) => {
    const verdict = without(game);
    expect(["fits", "copied", "bots"]).toContain(verdict.kind);
    expect(lines(verdict.open)).toContain("this browser has no receipt");
    expect(lines(verdict.proved)).not.toContain("nobody could choose");
  });

  test.each(GAMES)("is computed draw by draw: $about", ({ record, receipts }) => {
    const steps = [
      ...judging(record, String(record.fair.terms["table"]), { ...NOTHING, receipt: receipts[0] ?? null }),
    ];
    const draws = steps.flatMap((step) => ("deal" in step ? step.deal : []));
    expect(draws).toEqual(record.fair.draws!.flatMap((deal, k) => deal.map(() => k)));
    expect(draws.length).toBeGreaterThan(19);
  });

  test("says what its voids leave open, and who was silent", () => {
    const verdict = verdictOn(LATE);
    expect(textOf(verdict)).toContain("best of 3 deals");
    expect(lines(verdict.open)).toContain("Seat 1 at start 1, Seat 1 at start 2");
    expect(lines(verdict.open)).toContain("best of 3 deals");
    expect(lines(without(LATE).open)).toContain("best of 3 deals");
  });

  test("says of a copy where it is from, and claims no number of its own in it", () => {
    const verdict = verdictOn(COPIED);
    expect(lines(verdict.open)).toContain("Whoever played at table abc123 could know this deal");
    expect(lines(verdict.proved)).not.toContain("nobody could choose");
  });

  test("of bots alone says that the server was alone", () => {
    expect(lines(verdictOn(BOTS).open)).toContain("No person had a part in this deal");
  });

  test("counts what it computed", () => {
    expect(lines(verdictOn(CASTER).proved)).toContain(`All ${drawsOf(CASTER)} draws of 2 deals`);
  });

  test("without a list of draws only the promises are said to fit", () => {
    const verdict = verdictOn(CASTER, (record) => delete record.fair.draws);
    expect(verdict.kind).toBe("undrawn");
    expect(lines(verdict.open)).toContain("the record lists no draws");
    expect(lines(verdict.proved)).not.toContain("draws");
  });

  test("with a receipt of a start that failed is taken by its own word", () => {
    const verdict = verdictOn(LATE, (record, receipt) => {
      const { secret, seats } = record.fair.voids![0]!;
      const terms = termsHash(receipt.terms);
      receipt.start = 1;
      receipt.commitment = secretCommitment(terms, 1, secret);
      receipt.seats = seats.map(({ bot, commitment }) => (bot ? { bot } : { commitment: commitment! }));
      receipt.call = callHash(terms, receipt.commitment, 1, receipt.seats);
      receipt.nonce = receipt.earlier![0]!.nonce;
      receipt.earlier = [];
    });
    expect(verdict.kind).toBe("fits");
    expect(lines(verdict.open)).toContain("Your receipt is of start 1, which failed");
  });
});

describe("what was tampered with is wrong, in a sentence", () => {
  const changedCall: Change = (record) => {
    // Another promise of the second person, with a nonce that opens it: sound in itself, and not what was called.
    const { fair } = record;
    const terms = termsHash(fair.terms);
    const promise = secretCommitment(terms, fair.start, fair.secret);
    fair.seats[2] = { nonce: OTHER, commitment: nonceCommitment(terms, promise, fair.start, 2, OTHER) };
  };
  const cheats: [string, Game, Change, string][] = [
    ["a changed draw", CASTER, (record) => (record.fair.draws![1]![7]![1] += 1), "Draw 8 of deal 1, out of 38, is"],
    ["the first draw changed", CASTER, (record) => (record.fair.draws![0]![0]![1] ^= 1), "Draw 1 of deal 0"],
    ["a changed bound", CASTER, (record) => (record.fair.draws![1]![3]![0] += 5), "Draw 4 of deal 1, out of 47"],
    ["a missing draw", CASTER, (record) => record.fair.draws![1]!.splice(4, 1), "Draw 5 of deal 1"],
    ["a draw too many", CASTER, (record) => record.fair.draws![1]!.splice(4, 0, [45, 44]), "Draw 5 of deal 1"],
    ["a missing deal", CASTER, (record) => record.fair.draws!.pop(), "lists the draws of 1 deal"],
    ["a deal too many", CASTER, (record) => record.fair.draws!.push([]), "lists the draws of 3 deals"],
    ["a dealer's event left out", COPIED, (record) => record.events.splice(0, 1), "the dealer acted 5 times"],
    ["swapped deals", LATE, (record) => record.fair.draws!.reverse(), "Draw 1 of deal 0"],
    [
      "a changed nonce",
      CASTER,
      (record) => (record.fair.seats[0]!.nonce = OTHER),
      "the number of Seat 1 is not the one",
    ],
    ["a changed secret", CASTER, (record) => (record.fair.secret = OTHER), "the number of Seat 1 is not the one"],
    ["another promise", CASTER, (record) => (record.fair.seats[2]!.commitment = OTHER), "the number of Seat 3 is not"],
    ["a person as a bot", CASTER, (record) => (record.fair.seats[2] = { bot: true }), "Seat 3 promised something else"],
    ["a bot with a nonce", CASTER, (record) => (record.fair.seats[1]!.nonce = OTHER), "Seat 2 is a bot's"],
    ["a seat without a promise", CASTER, (record) => (record.fair.seats[0] = {}), "Seat 1 promised nothing"],
    ["a seat too few", CASTER, (record) => record.fair.seats.pop(), "has 2 seats, and the game has 3"],
    ["a silent seat that played", CASTER, (record) => (record.fair.seats[0]!.nonce = null), "Seat 1 did not open"],
    [
      "swapped options",
      CASTER,
      (record) => (record.options["rounds"] = 3),
      "agreed is rounds 1, and the record was played with 3",
    ],
    [
      "options swapped everywhere",
      CASTER,
      (record) => {
        record.options["rounds"] = 3;
        (record.fair.terms["options"] as { rounds: number }).rounds = 3;
      },
      "the number of Seat 1 is not the one",
    ],
    ["another game", CASTER, (record) => (record.game = "coast"), 'agreed is game "caster"'],
    ["another number of seats", CASTER, (record) => (record.seats = 4), "agreed is seats 3"],
    ["other data", CASTER, (record) => (record.data = { colours: [] }), "agreed is data –"],
    ["another table", CASTER, (record) => (record.fair.terms["table"] = "xyz"), 'of table "xyz"'],
    ["another call", CASTER, changedCall, "Seat 3 promised something else at start 1"],
    ["a reordered hidden deck", HIDDEN, reordered, "does not open the hidden option deck"],
    ["a deck that stays hidden", HIDDEN, (record) => delete record.fair.hidden, "does not open the hidden option deck"],
    ["another salt", HIDDEN, (record) => (record.fair.hidden!["deck"]!.salt = OTHER), "hidden option deck"],
    ["a void too few", LATE, (record) => record.fair.voids!.pop(), "This is start 3, and the record tells of 1"],
    ["no voids", LATE, (record) => Object.assign(record.fair, { start: 1, voids: [] }), "number of Seat 1 is not"],
    ["a secret told twice", LATE, (record) => (record.fair.voids![0]!.secret = record.fair.secret), "the same secret"],
    [
      "a void without silence",
      LATE,
      (record) => (record.fair.voids![0]!.seats = bots(5)),
      "Nobody was silent at start 1",
    ],
    ["too many voids", LATE, thirdVoid, "A table closes after 3"],
    [
      "another secret of a void",
      HIDDEN,
      (record) => (record.fair.voids![0]!.secret = OTHER),
      "At start 1 the number of Seat 1",
    ],
    [
      "false silence",
      HIDDEN,
      (record) => delete record.fair.voids![0]!.seats[0]!.nonce,
      "you did not answer at start 1",
    ],
    ["a copy as an original", COPIED, (record) => (record.fair.terms["copied_from"] = ""), "the number of Seat 1"],
    ["a copy from elsewhere", COPIED, (record) => (record.fair.terms["copied_from"] = "xyz"), "the number of Seat 1"],
    ["a nonce in the receipt of a copy", COPIED, (_, receipt) => (receipt.nonce = OTHER), "a number of your own"],
    ["another nonce kept", CASTER, (_, receipt) => (receipt.nonce = OTHER), "Your number in your receipt"],
    ["another call kept", CASTER, (_, receipt) => (receipt.call = OTHER), "does not agree with itself"],
    ["an unknown start kept", CASTER, unknownStart, "Your receipt is of start 2"],
    ["other terms kept", CASTER, otherTerms, "wrote down rounds 2, and the record says 1"],
    ["another promise kept", CASTER, otherPromise, "The server's secret for start 1"],
    [
      "another earlier promise kept",
      LATE,
      (_, receipt) => (receipt.earlier![1]!.commitment = OTHER),
      "secret for start 2",
    ],
    ["another earlier nonce kept", LATE, (_, receipt) => (receipt.earlier![0]!.nonce = OTHER), "promised at start 1"],
    ["a record of version 1", CASTER, firstVersion, "the record has none of it"],
    ["a record without promises", CASTER, (record) => delete (record as Partial<GameRecord>).fair, "none of it"],
  ];

  test.each(cheats)("%s", (_, game, change, says) => {
    const verdict = verdictOn(game, change);
    expect(textOf(verdict)).toContain(says);
    expect(verdict.kind).toBe("wrong");
    expect(verdict.proved).toEqual([]);
  });

  test("a contradiction that the browser kept", () => {
    const said = message("evidence.promise", { start: 1, before: OTHER, now: "ab".repeat(32) });
    const verdict = judged(CASTER.record, "abc123", { receipt: CASTER.receipts[0]!, evidence: [said] });
    expect(verdict.kind).toBe("wrong");
    expect(textOf(verdict)).toContain("the server contradicted itself: For start 1 the server had promised 5e5e5e5e…");
  });

  test("a wrong draw is found in its deal, after those before it", () => {
    const { record } = copy(CASTER);
    record.fair.draws![1]![7]![1] += 1;
    const steps = judging(record, "abc123", NOTHING);
    const found: unknown[] = [];
    let next = steps.next();
    for (; !next.done; next = steps.next()) if ("deal" in next.value) found.push(next.value.deal);
    expect(found).toEqual([0, ...Array<number>(7).fill(1)]);
    expect(next.value.deal).toBe(1);
  });

  test("the last draw of a deal left out is nothing that can be seen without the rules", () => {
    // So the page says that only `fairdeal check` proves that these are the draws the rules ask for.
    expect(verdictOn(CASTER, (record) => record.fair.draws![1]!.pop()).kind).toBe("proved");
    // The same holds of the last deal where nobody but the rules knows whether chance made an option.
    expect(verdictOn(RANDOM, (record) => record.fair.draws!.pop()).kind).toBe("proved");
  });
});

describe("there is nothing to check", () => {
  test("in a game of version 1", () => {
    const verdict = without(CASTER, firstVersion);
    expect(verdict.kind).toBe("old");
    expect(textOf(verdict)).toContain("version 1, where the server can choose the cards");
  });
  test("in a game that was dealt without promises", () => {
    expect(without(CASTER, (record) => delete (record as Partial<GameRecord>).fair).kind).toBe("none");
  });
  test("in a version that is not known", () => {
    const verdict = without(CASTER, (record) => ((record.fair as { version: number }).version = 3));
    expect([verdict.kind, textOf(verdict)]).toEqual(["none", expect.stringContaining("version 3")]);
  });
  test.each([null, 7, [], "record"])("in %j", (document) => {
    expect(judged(document, "abc123", NOTHING).kind).toBe("none");
  });
});

describe("what is no proper record is wrong and breaks nothing", () => {
  const paths = places({ fair: CASTER.record.fair, options: 0, events: 0, seats: 0 });
  test.each(paths)("without %j, or with something else there", (...path) => {
    for (const value of [undefined, null, {}, [], -1, 0.5, "x", true]) {
      const { record } = copy(CASTER);
      let target = record as unknown as Record<string, unknown>;
      for (const name of path.slice(0, -1)) target = target[name] as Record<string, unknown>;
      const last = path.at(-1)!;
      if (value === target[last]) continue;
      if (value === undefined) Reflect.deleteProperty(target, last);
      else target[last] = value;
      const { kind } = judged(record, "abc123", NOTHING);
      // A list of draws may be missing, or end too early.
      const expected = path.includes("draws") ? ["wrong", "undrawn", "fits"] : ["wrong", "none", "old"];
      expect(expected, `${path.join(".")} ${JSON.stringify(value)}`).toContain(kind);
    }
  });
});

// --- ways to cheat -------------------------------------------------------------------------------------------------------

function bots(count: number): { bot: boolean }[] {
  return Array.from({ length: count }, () => ({ bot: true }));
}

function reordered(record: GameRecord): void {
  (record.fair.hidden!["deck"]!.value as { cards: unknown[] }).cards.reverse();
}

function thirdVoid(record: GameRecord): void {
  record.fair.voids!.push(structuredClone(record.fair.voids![0]!));
  record.fair.start = 4;
}

/** Another document in the receipt, sound in itself. */
function recalled(receipt: Receipt): void {
  receipt.call = callHash(termsHash(receipt.terms), receipt.commitment, receipt.start, receipt.seats);
}

function unknownStart(_: GameRecord, receipt: Receipt): void {
  receipt.start = 2;
  recalled(receipt);
}

function otherTerms(_: GameRecord, receipt: Receipt): void {
  (receipt.terms["options"] as { rounds: number }).rounds = 2;
  recalled(receipt);
}

function otherPromise(_: GameRecord, receipt: Receipt): void {
  receipt.commitment = OTHER;
  recalled(receipt);
}

function firstVersion(record: GameRecord): void {
  delete (record.fair as { version?: number }).version;
}

/** All places of a document; of a long list the first will do. */
function places(document: unknown, path: string[] = []): string[][] {
  if (typeof document !== "object" || document === null) return path.length ? [path] : [];
  const entries = Object.entries(document).slice(0, Array.isArray(document) ? 1 : undefined);
  const inner = entries.flatMap(([name, value]) => places(value, [...path, name]));
  return path.length ? [path, ...inner] : inner;
}
