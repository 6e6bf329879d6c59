import { describe, expect, test } from "vitest";
import type { Layout, Rect } from "../src/board/layout/boxes";
import { lettersIn } from "../src/board/layout/letters";
import { layout } from "../src/board/layout/layout";
import { linesIn } from "../src/board/layout/letters";
import { opponents, sides } from "../src/board/layout/seats";
import { countersFor, headOf, NOTE } from "../src/board/layout/sizes";
import { EMPTY } from "../src/model/scene";
import { SAMPLES } from "./samples";

const SCREENS = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;
const TOP_BAR = 44;
const SIDE_BAR = 300;

function stageOf(width: number, height: number) {
  return { width: width >= 1100 ? width - SIDE_BAR : width, height: height - TOP_BAR };
}

function overlap(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return Math.max(0, w) * Math.max(0, h);
}

function isInside(rect: Rect, made: Layout, slack = 0): boolean {
  return (
    rect.x >= -slack &&
    rect.y >= -slack &&
    rect.x + rect.w <= made.width + slack &&
    rect.y + rect.h <= made.height + slack
  );
}

describe.each(SCREENS)("at %i x %i", (width, height) => {
  describe.each(SAMPLES)("$name", ({ scene, watched, seats }) => {
    const stage = stageOf(width, height);
    const cases = [
      { made: layout(scene, { ...stage, own: 0, seats }), drawn: scene },
      { made: layout(watched, { ...stage, own: null, seats }), drawn: watched },
    ];

    test("zones and panels lie inside the stage and not on each other", () => {
      for (const { made } of cases) {
        for (const rect of [...made.zones, ...made.seats, made.prompt]) {
          expect(isInside(rect, made, 1), JSON.stringify(rect)).toBe(true);
        }
        const apart: Rect[] = [...made.zones, ...made.seats.map((seat) => seat.head), made.prompt];
        for (const [at, one] of apart.entries()) {
          for (const other of apart.slice(at + 1)) {
            expect(overlap(one, other), JSON.stringify([one, other])).toBeLessThan(2);
          }
        }
      }
    });

    test("every piece has a place inside the stage, in its zone", () => {
      for (const { made, drawn } of cases) {
        for (const zone of drawn.zones) {
          const box = made.zones.find((other) => other.id === zone.id);
          for (const piece of zone.pieces ?? []) {
            const place = made.places.get(piece.id);
            expect(place, piece.id).toBeDefined();
            expect(isInside(place!, made, 6), `${piece.id} ${JSON.stringify(place)}`).toBe(true);
            expect(
              overlap(place!, { ...box!, x: box!.x - 6, w: box!.w + 12, y: box!.y - 6, h: box!.h + 12 }),
              piece.id,
            ).toBeGreaterThan(place!.w * place!.h * 0.85);
          }
        }
      }
    });
  });
});

test("the prompt stays where it is throughout a game", () => {
  for (const [width, height] of SCREENS) {
    const places = new Map<string, string>();
    for (const { name, scene, seats } of SAMPLES) {
      const game = name.split(" ")[0]!;
      const { prompt } = layout(scene, { ...stageOf(width, height), own: 0, seats });
      expect(JSON.stringify(prompt)).toBe(places.get(game) ?? JSON.stringify(prompt));
      places.set(game, JSON.stringify(prompt));
    }
  }
});

test("opponents sit clockwise from the left", () => {
  expect(opponents(4, 2)).toEqual([3, 0, 1]);
  expect(opponents(3, null)).toEqual([0, 1, 2]);
  expect([1, 2, 3, 4, 5].map(sides)).toEqual([
    [0, 1, 0],
    [1, 0, 1],
    [1, 1, 1],
    [2, 0, 2],
    [2, 1, 2],
  ]);
});

test("no card of a trick lies on another, however many seats", () => {
  for (const seats of [3, 4, 5, 6]) {
    const pieces = Array.from({ length: seats }, (_, seat) => ({ id: `R${seat}`, face: `R${seat}`, seat }));
    const scene = {
      ...EMPTY,
      zones: [{ id: "trick", name: "Trick", shape: "row" as const, role: "trick" as const, pieces }],
    };
    for (const [width, height] of SCREENS) {
      const made = layout(scene, { ...stageOf(width, height), own: 0, seats });
      for (const [at, one] of pieces.entries()) {
        for (const other of pieces.slice(at + 1)) {
          expect(
            overlap(made.places.get(one.id)!, made.places.get(other.id)!),
            `${seats}: ${one.id}, ${other.id}`,
          ).toBe(0);
        }
      }
    }
  }
});

test("for who watches, the cards of a trick lie to each other as the seats that laid them, and on no other", () => {
  for (const seats of [3, 4, 5]) {
    const pieces = Array.from({ length: seats }, (_, seat) => ({ id: `R${seat}`, face: `R${seat}`, seat }));
    const zone = { id: "trick", name: "Trick", shape: "row" as const, role: "trick" as const, pieces };
    const made = layout({ ...EMPTY, zones: [zone] }, { ...stageOf(1440, 900), own: null, seats });
    const boxes = new Map(made.seats.map((box) => [`R${box.seat}`, box]));
    for (const [id, place] of made.places) {
      for (const [other, elsewhere] of made.places) {
        if (id === other) continue;
        const [box, next] = [boxes.get(id)!, boxes.get(other)!];
        if (box.x + box.w <= next.x) expect(place.x, `${id} and ${other} of ${seats}`).toBeLessThan(elsewhere.x);
        if (box.x === next.x) expect(place.y < elsewhere.y, `${id} and ${other} of ${seats}`).toBe(box.y < next.y);
        expect(overlap(place, elsewhere), `${id} and ${other} of ${seats}`).toBe(0);
      }
    }
  }
});

test("on a phone the cards of a trick lie as the panels of those who laid them stand", () => {
  const seats = 3;
  const pieces = Array.from({ length: seats }, (_, seat) => ({ id: `R${seat}`, face: `R${seat}`, seat }));
  const scene = {
    ...EMPTY,
    zones: [{ id: "trick", name: "Trick", shape: "row" as const, role: "trick" as const, pieces }],
  };
  for (const [own, order] of [
    [null, ["R0", "R1", "R2"]],
    [1, ["R2", "R0", "R1"]],
  ] as const) {
    const { places } = layout(scene, { ...stageOf(360, 740), own, seats });
    expect([...places].sort(([, a], [, b]) => a.x - b.x).map(([id]) => id)).toEqual(order);
  }
});

test("on a phone regions of others stand in one row, and leave more than half of the rest to the own one", () => {
  const seats = 6;
  const square = (seat: number) => ({
    id: `seat${seat}.0.0`,
    of: "C1",
    role: "square" as const,
    face: "sand",
    row: 0,
    column: 0,
  });
  const zones = Array.from({ length: seats }, (_, seat) => ({
    id: `seat${seat}.region`,
    name: "Region",
    shape: "region" as const,
    seat,
    pieces: [square(seat)],
  }));
  const made = layout({ ...EMPTY, zones }, { ...stageOf(360, 740), own: 0, seats });
  const others = made.seats.filter((box) => box.side !== "own");
  expect(new Set(others.map((box) => box.y)).size).toBe(1);
  expect(made.zones.find((box) => box.id === "seat0.region")!.h).toBeGreaterThan(made.prompt.y / 2);
});

test("what a note says of a trick has all of its lines above the cards", () => {
  const note = Array.from({ length: 20 }, () => "somebody wants it").join(", ");
  const pieces = [{ id: "R0", face: "R0", seat: 0 }];
  const zone = { id: "trick", name: "Trick", shape: "row" as const, role: "trick" as const, pieces, note };
  const made = layout({ ...EMPTY, zones: [zone] }, { ...stageOf(360, 740), own: 0, seats: 5 });
  const box = made.zones.find((one) => one.id === "trick")!;
  expect(box.inner.y - box.y).toBeGreaterThanOrEqual(linesIn(note, 12, box.w) * NOTE);
  expect(made.places.get("R0")!.y).toBeGreaterThanOrEqual(box.inner.y);
});

test("a seat on top is as tall as the counters of its head", () => {
  const counters = Array.from({ length: 5 }, (_, at) => ({ id: `c${at}`, name: "lines with a long name", value: at }));
  const scene = { ...EMPTY, panels: [{ seat: 3, counters }] };
  const made = layout(scene, { ...stageOf(1920, 1080), own: 0, seats: 6 });
  const top = made.seats.find((box) => box.seat === 3)!;
  expect(top.side).toBe("top");
  expect(top.head.h).toBeGreaterThanOrEqual(headOf(false, scene.panels[0], top.head.w));
});

test("letters of Japanese are as wide as two", () => {
  expect(lettersIn("R7を出す。")).toBe(10);
  expect(lettersIn("Play R7.")).toBe(8);
});

test.each([
  ["a sign on a card", { lit: ["trump" as const] }],
  ["a pile", { count: 3 }],
])("%s leaves the name of its zone free", (_, more) => {
  const topOf = (piece: object): number => {
    const pieces = [{ id: "Y3", face: "Y3", ...piece }];
    const zone = { id: "turned", name: "Turned up", shape: "row" as const, pieces };
    const made = layout({ ...EMPTY, zones: [zone] }, { ...stageOf(390, 844), own: 0, seats: 2 });
    return made.places.get("Y3")!.y - made.zones.find((one) => one.id === "turned")!.inner.y;
  };
  expect(topOf(more)).toBeGreaterThanOrEqual(topOf({}) + 6);
});

test("cards that a seat has taken lie side by side where there is room, and else on one pile", () => {
  const taken = (seat: number, count: number) => ({
    id: `seat${seat}.score`,
    name: "Captured",
    shape: "pile" as const,
    seat,
    pieces: Array.from({ length: count }, (_, at) => ({ id: `card.${seat}.${at}`, face: `card${at}`, worth: at })),
  });
  const widthOf = (count: number): number => {
    const made = layout(
      { ...EMPTY, zones: [taken(0, count), taken(1, 1)] },
      { ...stageOf(360, 740), own: 0, seats: 2 },
    );
    return made.places.get(`card.0.${count - 1}`)!.x - made.places.get("card.0.0")!.x;
  };
  expect(widthOf(5)).toBeGreaterThan(60);
  expect(widthOf(30)).toBeLessThan(5);
});

test("what is played on lies in the middle of the table, though something lies beside it", () => {
  const pile = { id: "pile", name: "Pile", shape: "pile" as const, pieces: [{ id: "pile.1" }], size: 2 };
  const pieces = Array.from({ length: 9 }, (_, at) => ({
    id: `c${at}`,
    face: `c${at}`,
    row: Math.floor(at / 3),
    column: at % 3,
  }));
  const grid = { id: "grid", name: "Grid", shape: "grid" as const, columns: 3, pieces };
  const made = layout({ ...EMPTY, zones: [pile, grid] }, { ...stageOf(1440, 900), own: 0, seats: 2 });
  const { x, w } = made.places.get("c4")!;
  expect(x + w / 2).toBeCloseTo(made.width / 2);
});

test("whoever watches on a phone that lies down has the prompt below a table as wide as the screen", () => {
  const stage = { ...stageOf(844, 390), seats: 3 };
  const [played, watched] = [layout(EMPTY, { ...stage, own: 0 }), layout(EMPTY, { ...stage, own: null })];
  expect([played.column, watched.column]).toEqual([true, false]);
  expect(watched.prompt).toEqual({ x: 0, y: stage.height - 48, w: stage.width, h: 48 });
});

test("a ring of many colours leaves the cards below it as large as they can be", () => {
  const colours = Array.from({ length: 8 }, (_, at) => ({ id: `s${at}`, role: "chip" as const, suit: "R" }));
  const pieces = [{ id: "R0", face: "R0", seat: 0 }];
  const zones = [
    { id: "ring", name: "Ring", shape: "track" as const, pieces: colours },
    { id: "trick", name: "Trick", shape: "row" as const, role: "trick" as const, pieces },
  ];
  const made = layout({ ...EMPTY, zones }, { ...stageOf(360, 740), own: 0, seats: 3 });
  expect(made.places.get("R0")!.w).toBeGreaterThan(60);
});

test("a slim head has the counters that need one line, and always the score", () => {
  const counters = [
    { id: "points", name: "points", value: 12, role: "score" as const },
    { id: "cards", name: "cards", value: 3 },
    { id: "lines", name: "lines with a long name", value: 4 },
  ];
  const shown = (wide: number): string[] => countersFor({ seat: 0, counters }, wide).map(({ id }) => id);
  expect(shown(70)).toEqual(["points", "cards"]);
  expect(shown(110)).toEqual(["points", "cards", "lines"]);
});
