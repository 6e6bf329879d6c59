import { expect, test } from "vitest";
import { keyMoments } from "../src/model/replay/moments";
import type { ReplayDoc } from "../src/model/types";

function gameOf(points: number[][], winners: number[]): ReplayDoc {
  const numbers = points.map((_, at) => 10 + at);
  const seats = points.map(() => 0);
  return {
    table: "t",
    game: "g",
    title: "G",
    names: [],
    numbers,
    times: [],
    seats,
    points,
    rounds: [],
    result: { winners },
  };
}

test("the largest changes are moments, in the order in which they happened", () => {
  const found = keyMoments(
    gameOf(
      [
        [0, 0],
        [3, 0],
        [3, 9],
        [3, 1],
        [3, 2],
        [8, 2],
      ],
      [0, 1],
    ),
  );
  expect(found.map(({ number, seat, by }) => [number, seat, by])).toEqual([
    [12, 1, 9],
    [13, 1, -8],
    [15, 0, 5],
  ]);
});

test("the winner's last step into the lead is one, though it was a small one", () => {
  const found = keyMoments(
    gameOf(
      [
        [0, 0],
        [6, 0],
        [6, 5],
        [6, 7],
        [6, 12],
        [7, 12],
      ],
      [1],
    ),
  );
  expect(found.find((moment) => moment.kind === "lead")).toMatchObject({ number: 13, seat: 1 });
});

test("whoever led from the first event on never took the lead", () => {
  expect(
    keyMoments(
      gameOf(
        [
          [1, 0],
          [5, 0],
        ],
        [0],
      ),
    ).map((moment) => moment.kind),
  ).toEqual(["change"]);
});

test("a game alone, or without points, has no lead to take", () => {
  expect(keyMoments(gameOf([[-2], [1]], [0])).map((moment) => moment.kind)).toEqual(["change"]);
  expect(keyMoments(gameOf([], []))).toEqual([]);
});

test("what a deal does to the points is no moment", () => {
  const game = gameOf(
    [
      [0, 0],
      [-26, -26],
      [-20, -26],
    ],
    [0],
  );
  expect(keyMoments({ ...game, seats: [null, null, 0] }).map((moment) => moment.number)).toEqual([12]);
});
