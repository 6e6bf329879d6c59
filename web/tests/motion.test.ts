import { describe, expect, test } from "vitest";
import { nextSpot } from "../src/board/arrows";
import { layout } from "../src/board/layout/layout";
import { nextNodes, type Drawn, type Node } from "../src/board/motion";
import { EMPTY, type FullScene } from "../src/model/scene";
import type { Piece, Zone } from "../src/model/types";
import { SAMPLES } from "./samples";

const STAGE = { width: 1140, height: 856, own: 0, seats: 2 };

function drawn(zones: Zone[], more: Partial<FullScene> = {}): Drawn {
  const scene = { ...EMPTY, ...more, zones };
  return { scene, layout: layout(scene, STAGE) };
}

function hand(seat: number, pieces: Piece[]): Zone {
  return { id: `seat${seat}.hand`, name: "Hand", shape: "fan", seat, pieces };
}

function trick(pieces: Piece[]): Zone {
  return { id: "trick", name: "Trick", shape: "row", pieces };
}

const R4: Piece = { id: "R4", face: "R4", text: "R4", seat: 1, came_from: "seat1.hand.1" };
const BACKS: Piece[] = [{ id: "seat1.hand.0" }, { id: "seat1.hand.1" }];

function of(nodes: Node[], id: string): Node {
  return nodes.find((node) => node.piece.id === id)!;
}

describe("nodes", () => {
  const before = nextNodes([], drawn([trick([]), hand(1, BACKS)]), 250);

  test("a page that has just been opened moves nothing", () => {
    expect(before.every((node) => node.from === null && node.delay === 0)).toBe(true);
  });

  test("a piece keeps its node for its whole life", () => {
    const laid = nextNodes([], drawn([hand(0, [R4])]), 250);
    const moved = nextNodes(laid, drawn([trick([R4])]), 250);
    expect(of(moved, "R4").key).toBe(of(laid, "R4").key);
    expect(of(moved, "R4").from).toBeNull();
  });

  test("a piece that becomes visible takes over the node of its slot", () => {
    const after = nextNodes(before, drawn([trick([R4]), hand(1, BACKS.slice(0, 1))]), 250);
    expect(of(after, "R4").key).toBe(of(before, "seat1.hand.1").key);
  });

  test("where the slot is filled again, it begins there", () => {
    const after = nextNodes(before, drawn([trick([R4]), hand(1, BACKS)]), 250);
    const slot = of(before, "seat1.hand.1").place;
    const from = of(after, "R4").from!;
    expect(from.x + from.w / 2).toBeCloseTo(slot.x + slot.w / 2);
    expect(of(after, "R4").key).not.toBe(of(before, "seat1.hand.1").key);
  });

  test("a piece that is taken flies to who took it, and is gone", () => {
    const laid = drawn([trick([{ ...R4, lit: ["winning"] }]), hand(1, [])]);
    const taken = drawn([trick([]), hand(1, [])]);
    const nodes = nextNodes(nextNodes([], laid, 250), taken, 250);
    const head = taken.layout.seats.find((seat) => seat.seat === 1)!.head;
    const { leaving, place } = of(nodes, "R4");
    expect(leaving).toBe(true);
    expect(place.x + place.w / 2).toBeCloseTo(head.x + head.w / 2);
    expect(nextNodes(nodes, taken, 250)).toHaveLength(0);
  });

  test("a piece that somebody keeps flies there above all else, and lies in its row when others fly", () => {
    const kept = drawn([trick([]), hand(1, [R4])]);
    const flying = nextNodes(nextNodes([], drawn([trick([R4]), hand(1, [])]), 250), kept, 250);
    expect(of(flying, "R4").flies).toBe(true);
    expect(of(nextNodes(flying, kept, 250), "R4").flies).toBe(true); // still on its way
    const rested = flying.map((node) => ({ ...node, flies: false }));
    expect(of(nextNodes(rested, kept, 250), "R4").flies).toBe(false);
  });

  test("dealing is staggered, and over in 1.2 seconds", () => {
    const cards = Array.from({ length: 40 }, (_, at): Piece => ({ id: `c${at}`, face: `c${at}` }));
    const dealt = nextNodes(before, drawn([hand(0, cards), hand(1, BACKS)]), 250);
    const delays = dealt.map((node) => node.delay);
    expect(Math.max(...delays) + 250).toBeLessThanOrEqual(1200);
    expect(new Set(delays).size).toBeGreaterThan(20);
  });

  test("without motion nothing begins elsewhere and nothing lingers", () => {
    const after = nextNodes(before, drawn([trick([R4])]), 0);
    expect(after.map((node) => node.piece.id)).toEqual(["R4"]);
    expect(after[0]!.from).toBeNull();
  });

  test.each(SAMPLES)("all pieces of $name have one node each", ({ scene, seats }) => {
    const nodes = nextNodes([], { scene, layout: layout(scene, { ...STAGE, seats }) }, 250);
    const pieces = scene.zones.flatMap((zone) => zone.pieces ?? []);
    expect(nodes.map((node) => node.piece.id)).toEqual(pieces.map((piece) => piece.id));
    expect(new Set(nodes.map((node) => node.key)).size).toBe(nodes.length);
  });
});

test("arrows lead to the nearest piece in their direction", () => {
  const spots = [
    { id: "a", x: 0, y: 0, w: 10, h: 10 },
    { id: "b", x: 20, y: 0, w: 10, h: 10 },
    { id: "c", x: 0, y: 20, w: 10, h: 10 },
  ];
  expect(nextSpot(spots[0]!, spots, "right")?.id).toBe("b");
  expect(nextSpot(spots[0]!, spots, "down")?.id).toBe("c");
  expect(nextSpot(spots[0]!, spots, "left")).toBeNull();
});
