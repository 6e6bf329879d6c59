import { beforeEach, describe, expect, test } from "vitest";
import { callHash, codeOf, nonceCommitment, secretCommitment, termsHash, type Terms } from "../src/model/fair/fair";
import { Pins, type Keep, type Step } from "../src/model/fair/pins";
import type { ChairDoc, Phase, TableDoc, VoidDoc } from "../src/model/types";
import { inEnglish } from "../src/words/words";

const TERMS: Terms = {
  table: "t1",
  game: "caster",
  rules_version: 1,
  seats: 2,
  options: { rounds: 1, passing: false },
  data: null,
  copied_from: "",
};
const BOBS = "b0".repeat(32);
const EVIL = "ee".repeat(32);

class FakeStore implements Keep {
  readonly all = new Map<string, string>();
  writes = 0;
  getItem(key: string): string | null {
    return this.all.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.writes += 1;
    this.all.set(key, value);
  }
}

/** A table with this browser on seat 0 and Bob on seat 1, told as a server tells it. */
class Server {
  number = 1;
  start = 1;
  phase: Phase = "waiting";
  terms: Terms | null = TERMS;
  voids: VoidDoc[] = [];
  mine = "";
  nonce = "";
  options: Record<string, unknown> = { rounds: 1, passing: false };
  commitment: string | null = null;
  bob: string | null = null;

  get secret(): string {
    return `5${this.start}`.repeat(32);
  }
  get promise(): string {
    return this.commitment ?? secretCommitment(termsHash(TERMS), this.start, this.secret);
  }
  get bobs(): string {
    return this.bob ?? nonceCommitment(termsHash(TERMS), this.promise, this.start, 1, BOBS);
  }
  get call(): string {
    return callHash(termsHash(TERMS), this.promise, this.start, [{ commitment: this.mine }, { commitment: this.bobs }]);
  }
  doc(): TableDoc {
    const isOpen = this.phase === "playing" || this.phase === "over";
    const chairs: ChairDoc[] = [
      { seat: 0, name: "Anna", who: "person", commitment: this.mine, nonce: isOpen ? this.nonce : "" },
      { seat: 1, name: "Bob", who: "person", commitment: this.bobs, nonce: isOpen ? BOBS : "" },
    ];
    return {
      id: "t1",
      game: "caster",
      title: "CASTER",
      options: this.options,
      chairs,
      phase: this.phase,
      number: this.number++,
      at: 0,
      commitment: this.promise,
      start: this.start,
      voids: this.voids,
    };
  }
  /** Tell the table with its terms, as `welcome` does. */
  welcome(pins: Pins, you: number | null = 0): Step | null {
    return pins.hear({ doc: this.doc(), terms: this.terms, you });
  }
  tell(pins: Pins, you: number | null = 0): Step | null {
    return pins.hear({ doc: this.doc(), terms: undefined, you });
  }
  take(pins: Pins, step: Step | null): void {
    if (step?.type === "commit") this.mine = step.commitment;
    if (step?.type === "reveal") this.nonce = step.nonce;
    if (step) pins.confirm(step);
  }
  called(pins: Pins): Step | null {
    this.take(pins, this.welcome(pins));
    this.phase = "called";
    return this.tell(pins);
  }
  playing(pins: Pins): void {
    this.take(pins, this.called(pins));
    this.phase = "playing";
    this.tell(pins);
  }
  void(silent: number[]): void {
    this.voids = [...this.voids, { start: this.start, silent, secret: this.secret }];
    this.start += 1;
    this.phase = "waiting";
    this.mine = this.nonce = "";
  }
  view(pins: Pins) {
    return pins.view(this.doc(), 0);
  }
}

let store: FakeStore;
let server: Server;
let pins: Pins;
beforeEach(() => {
  store = new FakeStore();
  server = new Server();
  pins = new Pins("t1", store);
});

const again = (): Pins => new Pins("t1", store);

describe("an honest start", () => {
  test("a nonce is kept before it is promised, and opened for the call alone", () => {
    const promised = server.welcome(pins);
    expect(promised).toMatchObject({ type: "commit", start: 1, seat: 0 });
    expect(store.getItem("fairdeal.fair.t1")).toContain((promised as Step).commitment);
    server.take(pins, promised);
    expect(server.tell(pins)).toBeNull();
    server.phase = "called";
    const opened = server.tell(pins) as Extract<Step, { type: "reveal" }>;
    expect(nonceCommitment(termsHash(TERMS), server.promise, 1, 0, opened.nonce)).toBe(server.mine);
    expect(server.view(pins)).toMatchObject({
      code: codeOf(server.call),
      evidence: [],
      isKept: true,
      hasReceipt: true,
    });
  });

  test("the receipt is written before the nonce leaves", () => {
    const opened = server.called(pins);
    expect(opened?.type).toBe("reveal");
    expect(again().receipt).toMatchObject({
      format: "fairdeal-receipt/2",
      terms: TERMS,
      seat: 0,
      start: 1,
      commitment: server.promise,
      seats: [{ commitment: server.mine }, { commitment: server.bobs }],
      call: server.call,
      nonce: (opened as Extract<Step, { type: "reveal" }>).nonce,
      earlier: [],
      evidence: [],
    });
    expect(again().receipt?.time).toMatch(/^\d{4}-.*Z$/);
  });

  test("a game that is played as it was called has nothing against it", () => {
    server.playing(pins);
    server.phase = "over";
    server.welcome(pins);
    expect(server.view(pins)).toMatchObject({ evidence: [], code: codeOf(server.call), hasReceipt: true });
  });

  test("who gets up and sits down again promises again", () => {
    server.take(pins, server.welcome(pins));
    server.tell(pins);
    server.mine = "";
    expect(server.tell(pins)?.type).toBe("commit");
  });

  test("each seat has a nonce of its own", () => {
    const one = server.welcome(pins);
    const doc = server.doc();
    doc.chairs[1]!.commitment = "";
    const other = pins.hear({ doc, terms: undefined, you: 1 });
    expect(other).toMatchObject({ type: "commit", seat: 1 });
    expect(other?.commitment).not.toBe(one?.commitment);
  });

  test("who watches promises nothing, and sees the code", () => {
    expect(server.welcome(pins, null)).toBeNull();
    server.mine = "aa".repeat(32);
    server.phase = "called";
    expect(server.tell(pins, null)).toBeNull();
    expect(pins.view(server.doc(), null)).toMatchObject({ code: codeOf(server.call), hasReceipt: false });
  });

  test("who comes to a running game leaves nothing behind", () => {
    server.mine = nonceCommitment(termsHash(TERMS), server.promise, 1, 0, BOBS);
    server.nonce = BOBS;
    server.phase = "playing";
    server.welcome(pins, null);
    expect(pins.view(server.doc(), null)).toMatchObject({ code: codeOf(server.call), evidence: [] });
    expect(store.all.size).toBe(0);
  });

  test("a bot promises nothing", () => {
    const bots = { ...server.doc().chairs[1]!, who: "bot" as const, commitment: "", nonce: "" };
    const withBot = (): TableDoc => ({ ...server.doc(), chairs: [server.doc().chairs[0]!, bots] });
    server.take(pins, pins.hear({ doc: withBot(), terms: TERMS, you: 0 }));
    server.phase = "called";
    expect(pins.hear({ doc: withBot(), terms: undefined, you: 0 })?.type).toBe("reveal");
    expect(pins.receipt?.seats).toEqual([{ commitment: server.mine }, { bot: true }]);
  });
});

describe("reload, and two pages of one browser", () => {
  test("after a reload before the call the same nonce is promised", () => {
    const before = server.welcome(pins);
    expect(server.welcome(again())).toEqual(before);
  });

  test("after a reload between pin and opening the same nonce is opened, for the same call", () => {
    const before = server.called(pins);
    expect(before?.type).toBe("reveal");
    expect(server.welcome(again())).toEqual(before);
  });

  test("after a reload another call gets nothing", () => {
    server.called(pins);
    server.bob = EVIL;
    const page = again();
    expect(server.welcome(page)).toBeNull();
    expect(page.receipt?.evidence).toHaveLength(1);
  });

  test("two pages promise and open one nonce", () => {
    const other = again();
    const promised = server.welcome(pins);
    expect(server.welcome(other)).toEqual(promised);
    server.take(pins, promised);
    server.phase = "called";
    const opened = server.tell(other);
    expect(opened?.type).toBe("reveal");
    expect(server.tell(pins)).toEqual(opened);
  });

  test("a page that is behind accuses nobody, and sends nothing", () => {
    const other = again();
    server.welcome(other);
    const late = server.doc();
    server.called(pins);
    expect(other.hear({ doc: late, terms: undefined, you: 0 })).toBeNull();
    expect(other.view(late, 0).evidence).toEqual([]);
    server.void([1]);
    server.tell(pins);
    expect(other.hear({ doc: late, terms: undefined, you: 0 })).toBeNull();
    expect(other.view(late, 0).evidence).toEqual([]);
  });

  test("what one page finds, the other knows", () => {
    const other = again();
    server.take(pins, server.welcome(pins));
    server.commitment = EVIL;
    server.tell(pins);
    server.commitment = null;
    server.phase = "called";
    expect(server.tell(other)).toBeNull();
    expect(server.view(other).evidence).toHaveLength(1);
  });

  test("another device that takes part for the seat is no contradiction, and nothing is opened here", () => {
    server.welcome(pins);
    server.mine = EVIL;
    expect(server.view(pins)).toMatchObject({ elsewhere: true, evidence: [] });
    server.phase = "called";
    expect(server.tell(pins)).toBeNull();
    expect(server.view(pins)).toMatchObject({ elsewhere: true, evidence: [], hasReceipt: false });
  });

  test("a store that is emptied meanwhile gets everything back", () => {
    server.called(pins);
    store.all.clear();
    server.bob = EVIL;
    expect(server.tell(pins)).toBeNull();
    expect(again().receipt?.evidence).toHaveLength(1);
  });
});

describe("without a store", () => {
  const refusing: Keep = {
    getItem: () => {
      throw new Error("blocked");
    },
    setItem: () => {
      throw new Error("blocked");
    },
  };
  const full: Keep = {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  };
  const forgetting: Keep = { getItem: () => null, setItem: () => {} };

  test.each([
    ["none", null],
    ["blocked", refusing],
    ["full", full],
    ["forgetting", forgetting],
  ])("%s: it says so, and plays on", (_, keep) => {
    const page = new Pins("t1", keep);
    expect(server.called(page)?.type).toBe("reveal");
    expect(server.view(page)).toMatchObject({ isKept: false, hasReceipt: true });
    server.bob = EVIL;
    expect(server.tell(page)).toBeNull();
    expect(server.view(page).evidence).toHaveLength(1);
  });

  test("what another hand left there is no reason to fail", () => {
    store.setItem("fairdeal.fair.t1", "{");
    expect(server.called(again())?.type).toBe("reveal");
  });
});

describe("a dishonest server", () => {
  /** The server has said something else than before: it is found, kept, and nothing is sent any more. */
  function isFound(sentence: string | RegExp, page = pins): void {
    const [found] = again().view(server.doc(), 0).evidence;
    expect(inEnglish.say(found!)).toMatch(sentence);
    expect(server.view(page).evidence[0]).toEqual(found);
    expect((page.evidence as { evidence: string[] }).evidence).toContain(inEnglish.say(found!));
    for (const phase of ["waiting", "called"] as const) {
      server.phase = phase;
      expect(server.welcome(page)).toBeNull();
      expect(server.welcome(again())).toBeNull();
    }
  }

  test("another commitment for the same start", () => {
    server.take(pins, server.welcome(pins));
    const before = server.promise;
    server.commitment = EVIL;
    expect(server.tell(pins)).toBeNull();
    isFound(`For start 1 the server had promised ${before}, and now it promises ${EVIL}.`);
  });

  test("another commitment after the nonce was opened, over a new connection", () => {
    server.called(pins);
    server.commitment = EVIL;
    const page = again();
    expect(server.welcome(page)).toBeNull();
    isFound("For start 1 the server had promised", page);
  });

  test("no commitment at all", () => {
    server.commitment = "";
    server.bob = EVIL;
    expect(server.welcome(pins)).toBeNull();
    isFound("The server has promised nothing for start 1.");
  });

  test("another call", () => {
    server.called(pins);
    const before = server.call;
    server.bob = EVIL;
    expect(server.tell(pins)).toBeNull();
    isFound(`For start 1 the server called the table with ${before}, and now it says ${server.call}.`);
  });

  test("another call while the game is played", () => {
    server.playing(pins);
    server.bob = EVIL;
    server.tell(pins);
    isFound("For start 1 the server called the table with");
  });

  test("another call at the end", () => {
    server.playing(pins);
    server.phase = "over";
    server.bob = EVIL;
    server.tell(pins);
    isFound("For start 1 the server called the table with");
  });

  test("a call that is taken back without a void", () => {
    server.called(pins);
    server.phase = "waiting";
    server.tell(pins);
    isFound("The server took the call of start 1 back.");
  });

  test("a call in which somebody has promised nothing", () => {
    server.bob = "";
    expect(server.called(pins)).toBeNull();
    isFound("The server called the table, and Bob had promised nothing.");
  });

  test("the own promise altered in the call", () => {
    server.take(pins, server.welcome(pins));
    server.mine = EVIL;
    server.phase = "called";
    expect(server.tell(pins)).toBeNull();
    isFound(/^This browser promised [0-9a-f]{64} for start 1, and the server says e{64}\.$/);
  });

  test("the own promise accepted and never shown", () => {
    const step = server.welcome(pins)!;
    server.mine = EVIL;
    server.phase = "called";
    expect(server.tell(pins)).toBeNull();
    pins.confirm(step);
    server.tell(pins);
    isFound("and the server says e");
  });

  test("other terms for the same table", () => {
    server.take(pins, server.welcome(pins));
    server.terms = { ...TERMS, data: { limit: 5 } };
    expect(server.welcome(pins)).toBeNull();
    isFound('The server changed what is agreed for this table: data was null and is {"limit":5}.');
  });

  test("swapped options, shown and agreed", () => {
    server.take(pins, server.welcome(pins));
    server.options = { rounds: 5, passing: false };
    server.terms = { ...TERMS, options: server.options };
    expect(server.welcome(pins)).toBeNull();
    isFound("The server changed what is agreed for this table: options was");
  });

  test("a reordered deck", () => {
    const deck = (cards: string[]): Terms => ({
      ...TERMS,
      options: { ...(TERMS["options"] as Terms), deck: { name: "d", cards } },
    });
    server.terms = deck(["a", "b"]);
    expect(server.welcome(pins)?.type).toBe("commit");
    server.terms = deck(["b", "a"]);
    expect(server.welcome(pins)).toBeNull();
    isFound("The server changed what is agreed for this table: options was");
  });

  test.each<[string, Terms]>([
    ["table", { ...TERMS, table: "t2" }],
    ["game", { ...TERMS, game: "coast" }],
    ["seats", { ...TERMS, seats: 3 }],
    ["copied_from", { ...TERMS, copied_from: "t0" }],
    ["the option rounds", { ...TERMS, options: { rounds: 2, passing: false } }],
    ["the option passing", { ...TERMS, options: { rounds: 1 } }],
    ["the option secret", { ...TERMS, options: { rounds: 1, passing: false, secret: 1 } }],
  ])("terms that are not what the table shows: %s", (name, terms) => {
    server.terms = terms;
    expect(server.welcome(pins)).toBeNull();
    isFound(`The table shows ${name} `);
  });

  describe("of whoever opened the table", () => {
    const asked = { game: "caster", seats: 2, options: { rounds: 1 }, bots: { 1: "easy" } };
    const deck = (...names: string[]): unknown => ({ name: "mine", cards: names.map((name) => ({ name })) });
    const told = (options: Record<string, unknown>, more: object = {}): void => {
      server.terms = { ...TERMS, options, ...more };
      server.welcome(pins);
    };

    test("what was asked for outlives the page, and promises are made for it", () => {
      again().asked(asked);
      expect(server.welcome(again())).toMatchObject({ type: "commit" });
    });

    test("other options than were asked for", () => {
      pins.asked({ ...asked, options: { rounds: 3 } });
      expect(server.welcome(again())).toBeNull();
      expect(inEnglish.say(server.view(again()).evidence[0]!)).toContain(
        "You asked for rounds 3, and the terms of this table say 1",
      );
    });

    test("another game, or another number of seats", () => {
      pins.asked({ ...asked, seats: 3 });
      server.welcome(pins);
      expect(inEnglish.say(server.view(pins).evidence[0]!)).toContain("You asked for seats 3");
    });

    test("data that nobody asked for", () => {
      pins.asked(asked);
      told(TERMS["options"] as Record<string, unknown>, { data: { cards: [1] } });
      expect(inEnglish.say(server.view(pins).evidence[0]!)).toContain("You asked for data null");
    });

    test("the own deck in another order", () => {
      pins.asked({ ...asked, options: { deck: deck("Fox", "Owl") } });
      told({ rounds: 1, passing: false, deck: deck("Owl", "Fox") });
      expect(inEnglish.say(server.view(pins).evidence[0]!)).toContain("You asked for deck");
    });

    test("the own deck in its order, or bound and kept secret by the rules", () => {
      for (const agreed of [deck("Fox", "Owl"), { hidden: EVIL }]) {
        pins = new Pins("t1", new FakeStore());
        pins.asked({ ...asked, options: { deck: deck("Fox", "Owl") } });
        told({ rounds: 1, passing: false, deck: agreed });
        expect(server.view(pins).evidence).toEqual([]);
      }
    });

    test("a deck of the game where another was asked for by its name", () => {
      pins.asked({ ...asked, options: { deck: "starter" } });
      told({ rounds: 1, passing: false, deck: { hidden: EVIL } });
      expect(inEnglish.say(server.view(pins).evidence[0]!)).toContain('You asked for deck "starter"');
    });
  });

  test("terms that no two programs would write alike", () => {
    server.terms = { ...TERMS, data: { half: 0.5 } };
    expect(server.welcome(pins)).toBeNull();
    isFound("a number that is not whole");
  });

  test("version 1: nothing is promised, and nobody is accused", () => {
    server.terms = null;
    expect(server.welcome(pins)).toBeNull();
    expect(server.tell(pins)).toBeNull();
    expect(server.view(pins)).toMatchObject({ isOld: true, evidence: [], asks: false });
    expect(store.all.size).toBe(0);
  });

  test("version 1 at a table that had terms", () => {
    server.take(pins, server.welcome(pins));
    server.terms = null;
    expect(server.welcome(pins)).toBeNull();
    isFound("This server deals as in version 1, where the server can choose the cards.");
  });

  test("the game begins without the own number", () => {
    server.take(pins, server.welcome(pins));
    server.phase = "playing";
    server.nonce = BOBS;
    server.tell(pins);
    isFound("The game began with a number that Anna had not promised.");
  });

  test("the game begins with the own number before it was opened", () => {
    server.take(pins, server.welcome(pins));
    const kept = JSON.parse(store.getItem("fairdeal.fair.t1")!) as { starts: { own: { nonce: string }[] }[] };
    server.nonce = kept.starts[0]!.own[0]!.nonce;
    server.phase = "playing";
    server.tell(pins);
    isFound("The game began before this browser had opened its number.");
  });

  test("the game begins with a number that was not promised", () => {
    server.take(pins, server.called(pins));
    server.phase = "playing";
    server.nonce = EVIL;
    server.tell(pins);
    isFound("The game began with a number that Anna had not promised.");
  });

  test("a void that is not told", () => {
    server.called(pins);
    server.void([1]);
    server.voids = [];
    expect(server.tell(pins)).toBeNull();
    isFound("The server gave start 1 up and did not say who stayed silent.");
  });

  test.each([EVIL, "", "not hexadecimal"])("a void whose secret is not the promised one: %s", (secret) => {
    server.called(pins);
    server.void([1]);
    server.voids = [{ start: 1, silent: [1], secret }];
    expect(server.tell(pins)).toBeNull();
    isFound("is not the one it had promised with");
  });

  test("another one who stayed silent than before", () => {
    server.called(pins);
    server.void([1]);
    server.tell(pins);
    server.voids = [{ ...server.voids[0]!, silent: [0, 1] }];
    expect(server.tell(pins)).toBeNull();
    isFound("The server says otherwise than before who stayed silent at start 1.");
  });

  test("options that the table shows otherwise, without a word of its terms", () => {
    server.take(pins, server.welcome(pins));
    server.options = { rounds: 5, passing: false };
    expect(server.tell(pins)).toBeNull();
    isFound("The table shows the option rounds as 5, and its terms say 1.");
  });

  test("contradictions without end fill no store", () => {
    server.take(pins, server.welcome(pins));
    for (let other = 0; other < 50; other++) {
      server.commitment = `${10 + other}`.repeat(32);
      server.tell(pins);
    }
    expect(again().view(server.doc(), 0).evidence).toHaveLength(20);
  });

  test("a start that goes down", () => {
    server.called(pins);
    server.void([1]);
    server.tell(pins);
    server.start = 1;
    expect(server.tell(pins)).toBeNull();
    isFound("The server went back from start 2 to start 1.");
  });

  test("a start that goes down, and the table's events with it", () => {
    server.called(pins);
    server.void([1]);
    server.tell(pins);
    server.start = 1;
    server.voids = [];
    server.number = 1;
    expect(server.tell(pins)).toBeNull();
    isFound("The server went back from start 2 to start 1.");
  });

  test("false silence", () => {
    server.take(pins, server.called(pins));
    server.void([0]);
    server.mine = "";
    expect(server.tell(pins)).toBeNull();
    isFound("The server says that you did not answer at start 1. You did.");
  });
});

describe("a void", () => {
  test("nothing is promised before the person agrees, then a new nonce", () => {
    const first = server.called(pins) as Extract<Step, { type: "reveal" }>;
    server.take(pins, first);
    server.void([1]);
    expect(server.tell(pins)).toBeNull();
    expect(server.welcome(again())).toBeNull();
    expect(server.view(pins)).toMatchObject({
      asks: true,
      failed: [{ start: 1, silent: ["Bob"], sent: false }],
      evidence: [],
      code: "",
    });
    pins.agree(2);
    const second = server.tell(pins);
    expect(second).toMatchObject({ type: "commit", start: 2 });
    expect(second?.commitment).not.toBe(first.commitment);
    expect(server.view(again()).asks).toBe(false);
  });

  test("a number whose confirmation was lost counts as opened, if the server does not call it silent", () => {
    server.called(pins);
    server.void([1]);
    server.tell(pins);
    pins.agree(2);
    server.called(pins);
    expect(pins.receipt?.earlier).toMatchObject([{ start: 1, opened: true }]);
  });

  test("the receipt of the next start has the one before", () => {
    const first = server.called(pins) as Extract<Step, { type: "reveal" }>;
    const promised = server.promise;
    server.take(pins, first);
    server.void([1]);
    pins.agree(2);
    const second = server.called(pins) as Extract<Step, { type: "reveal" }>;
    expect(second.nonce).not.toBe(first.nonce);
    expect(pins.receipt).toMatchObject({
      start: 2,
      nonce: second.nonce,
      earlier: [{ start: 1, seat: 0, commitment: promised, nonce: first.nonce, opened: true }],
    });
  });

  test("to have agreed to one start is not to have agreed to the next", () => {
    server.take(pins, server.called(pins));
    server.void([1]);
    pins.agree(2);
    server.take(pins, server.called(pins));
    server.void([1]);
    expect(server.tell(pins)).toBeNull();
    expect(server.view(pins).asks).toBe(true);
  });

  test("a number that was sent and not confirmed may have been lost: it is said, and nobody is accused", () => {
    server.called(pins);
    server.void([0]);
    server.tell(pins);
    expect(server.view(pins)).toMatchObject({ failed: [{ start: 1, silent: ["Anna"], sent: true }], evidence: [] });
  });

  test("who comes after a void is asked as well", () => {
    server.void([1]);
    expect(server.welcome(pins)).toBeNull();
    expect(server.view(pins)).toMatchObject({ asks: true, failed: [{ start: 1, silent: ["Seat 2"], sent: false }] });
  });

  test("a table that is closed asks for nothing", () => {
    server.take(pins, server.called(pins));
    server.void([1]);
    server.phase = "void";
    expect(server.tell(pins)).toBeNull();
    expect(server.view(pins)).toMatchObject({ asks: false, evidence: [] });
  });
});

describe("a copied deal", () => {
  const terms: Terms = { ...TERMS, copied_from: "t0" };
  const seats = [{ commitment: "aa".repeat(32) }, { bot: true }];
  const copied = { start: 2, commitment: "cc".repeat(32), seats };
  const copy = (): TableDoc => ({
    ...server.doc(),
    start: 2,
    copied_from: "t0",
    commitment: "",
    copied,
    chairs: [
      { seat: 0, name: "Anna", who: "person" },
      { seat: 1, name: "Bela", who: "bot" },
    ],
  });

  test("nothing is promised, and the receipt has no nonce", () => {
    const call = callHash(termsHash({ ...TERMS, table: "t0" }), copied.commitment, 2, seats);
    expect(pins.hear({ doc: copy(), terms, you: null })).toBeNull();
    expect(pins.receipt).toBeNull();
    expect(pins.hear({ doc: copy(), terms, you: 0 })).toBeNull();
    expect(again().receipt).toMatchObject({
      terms,
      seat: 0,
      start: 2,
      commitment: copied.commitment,
      seats,
      call,
      nonce: null,
    });
    server.phase = "playing";
    pins.hear({ doc: copy(), terms, you: 0 });
    expect(pins.view(copy(), 0)).toMatchObject({ code: codeOf(call), evidence: [], asks: false, elsewhere: false });
  });

  test("another start in its place is found", () => {
    pins.hear({ doc: copy(), terms, you: 0 });
    pins.hear({ doc: { ...copy(), start: 1, copied: { ...copied, start: 1 } }, terms, you: 0 });
    expect(again().receipt?.evidence).toEqual([
      "The server had copied start 2 of another table, and now it copies start 1.",
    ]);
  });

  test("another deal in its place is found", () => {
    pins.hear({ doc: copy(), terms, you: 0 });
    pins.hear({
      doc: { ...copy(), copied: { ...copied, seats: [{ commitment: EVIL }, { bot: true }] } },
      terms,
      you: 0,
    });
    expect(again().receipt?.evidence).toHaveLength(1);
  });
});
