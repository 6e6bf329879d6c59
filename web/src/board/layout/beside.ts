/** Where something can be shown beside a piece without covering it, or the prompt. */

import type { Rect } from "./boxes";

const GAP = 14; // px
const EDGE = 8; // px to the edge of the stage

function meets(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

function clamped(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** The first place, from beside the piece to the corners of the stage, that covers neither; null if there is none. */
export function besideOf(
  piece: Rect,
  prompt: Rect,
  size: { w: number; h: number },
  stage: { width: number; height: number },
): { x: number; y: number } | null {
  const { w, h } = size;
  const [right, bottom] = [stage.width - w - EDGE, stage.height - h - EDGE];
  if (right < EDGE || bottom < EDGE) return null;
  const raised = { x: piece.x - GAP, y: piece.y - 2 * GAP, w: piece.w + 2 * GAP, h: piece.h + 3 * GAP };
  const level = clamped(piece.y + piece.h / 2 - h / 2, EDGE, bottom);
  const middle = clamped(piece.x + piece.w / 2 - w / 2, EDGE, right);
  // Beside it; else at the nearer edge of the stage, so that the middle stays in sight.
  const edges = piece.x + piece.w / 2 < stage.width / 2 ? [EDGE, right] : [right, EDGE];
  const beside = [raised.x + raised.w, raised.x - w].map((x) => clamped(x, EDGE, right));
  const rows = [
    level,
    prompt.y - h - EDGE,
    prompt.y + prompt.h + EDGE,
    EDGE,
    bottom,
    raised.y - h,
    raised.y + raised.h,
  ];
  for (const y of rows.map((row) => clamped(row, EDGE, bottom))) {
    for (const x of y === level ? [...beside, ...edges, middle] : [...edges, ...beside, middle]) {
      const place = { x, y, w, h };
      if (!meets(place, raised) && !meets(place, prompt)) return { x, y };
    }
  }
  return null;
}
