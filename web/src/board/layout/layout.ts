/** Where everything lies: a pure function from a scene, the size of the stage and the own seat to rectangles and places.
 *
 * The whole table always fits its stage: opponents clockwise from the left, shared things in the middle, the prompt at
 * one place, the own things below it. What is too small to read can be opened larger from its seat's panel.
 */

import type { FullScene } from "../../model/scene";
import type { Layout, Stage } from "./boxes";
import { placeMiddle } from "./middle";
import { lowHandTall, ownArea, placeOwn, placeOwnLow } from "./own";
import { placeOpponents } from "./seats";
import { columnWide, GAP, isLow, NARROW, promptTall, TIP } from "./sizes";

export function layout(scene: FullScene, stage: Stage): Layout {
  const low = isLow(stage.width, stage.height);
  const narrow = low || stage.width < NARROW;
  const made: Layout = {
    width: stage.width,
    height: stage.height,
    narrow,
    low,
    column: low && stage.own !== null,
    prompt: { x: 0, y: 0, w: stage.width, h: 0 },
    middle: { x: 0, y: 0, w: 0, h: 0 },
    seats: [],
    zones: [],
    places: new Map(),
  };
  if (low) layLow(made, scene, stage);
  else layTall(made, scene, stage);
  return made;
}

/** The own things below the prompt, and that below the table. */
function layTall(made: Layout, scene: FullScene, stage: Stage): void {
  const { narrow } = made;
  const below = ownArea(scene, stage, narrow);
  const promptHeight = promptTall(narrow, stage.height) + (stage.taught ? TIP : 0);
  made.prompt = { x: 0, y: below.y - promptHeight, w: stage.width, h: promptHeight };
  const edge = narrow ? GAP : 2 * GAP; // within the seam
  const board = { x: edge, y: edge, w: stage.width - 2 * edge, h: made.prompt.y - 2 * edge + GAP };
  made.middle = placeOpponents(made, scene, stage, board);
  placeMiddle(made, scene, stage);
  if (stage.own !== null) placeOwn(made, scene, stage.own, below);
}

const LOW_PROMPT = 150; // px: six small lines, or three and two lines of buttons

/** The prompt and the own seat in a column on the right; a hand of cards below the table, one of tiles in the column. */
function layLow(made: Layout, scene: FullScene, stage: Stage): void {
  if (stage.own === null) return layWatched(made, scene, stage);
  const wide = columnWide(stage.width);
  const x = stage.width - wide;
  const hand = lowHandTall(scene, stage);
  made.prompt = { x, y: 0, w: wide, h: LOW_PROMPT };
  const board = { x: GAP, y: GAP, w: x - 2 * GAP, h: stage.height - hand - 2 * GAP };
  made.middle = placeOpponents(made, scene, stage, board);
  placeMiddle(made, scene, stage);
  const column = { x, y: made.prompt.h, w: wide, h: stage.height - made.prompt.h };
  const strip = { x: GAP, y: stage.height - hand, w: x - 2 * GAP, h: hand - 4 };
  placeOwnLow(made, scene, stage.own, column, strip);
}

const LINE = 48; // px of a prompt whose text and buttons stand beside each other

function layWatched(made: Layout, scene: FullScene, stage: Stage): void {
  made.prompt = { x: 0, y: stage.height - LINE, w: stage.width, h: LINE };
  const board = { x: GAP, y: GAP, w: stage.width - 2 * GAP, h: made.prompt.y - 2 * GAP };
  made.middle = placeOpponents(made, scene, stage, board);
  placeMiddle(made, scene, stage);
}
