/** Where everything lies: a pure function from a scene, the size of the stage and the own seat to rectangles and places.
 *
 * The whole table always fits its stage: opponents clockwise from the left, shared things in the middle, the prompt at
 * one place, the own things below it. What is too small to read can be opened larger from its seat's panel.
 */

import type { FullScene } from "../../model/scene";
import type { Layout, Stage } from "./boxes";
import { placeMiddle } from "./middle";
import { ownArea, placeOwn } from "./own";
import { placeOpponents } from "./seats";
import { GAP, NARROW, tipTall } from "./sizes";

export function layout(scene: FullScene, stage: Stage): Layout {
  const narrow = stage.width < NARROW;
  const made: Layout = {
    width: stage.width,
    height: stage.height,
    narrow,
    prompt: { x: 0, y: 0, w: stage.width, h: 0 },
    middle: { x: 0, y: 0, w: 0, h: 0 },
    seats: [],
    zones: [],
    places: new Map(),
  };
  const below = ownArea(scene, stage, narrow);
  const promptHeight = (narrow ? 92 : 60) + (stage.taught ? tipTall(narrow) : 0);
  made.prompt = { x: 0, y: below.y - promptHeight, w: stage.width, h: promptHeight };
  const edge = narrow ? GAP : 2 * GAP; // within the seam
  const board = { x: edge, y: edge, w: stage.width - 2 * edge, h: made.prompt.y - 2 * edge + GAP };
  made.middle = placeOpponents(made, scene, stage, board);
  placeMiddle(made, scene, stage);
  if (stage.own !== null) placeOwn(made, scene, stage.own, below);
  return made;
}
