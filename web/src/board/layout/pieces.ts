/** Placing the pieces of one zone. */

import { kindOf } from "../../model/scene";
import type { Piece, Zone } from "../../model/types";
import type { Layout, Rect, Size } from "./boxes";
import { lettersNeed, MINI, SHARED_MINI } from "./sizes";

export const CORNER = 0.3; // of a card is as wide as the corner where its index stands
export const STACK = 3; // px that a pile of pieces grows to the left and upwards

export function lineUp(
  made: Layout,
  zone: Zone,
  pieces: Piece[],
  sizes: Size[],
  inner: Rect,
  gap: number,
  stacked: boolean,
  align: "start" | "centre",
): void {
  const whole = sizes.reduce((sum, size) => sum + size.w, 0) + gap * Math.max(0, sizes.length - 1);
  const last = sizes.at(-1)?.w ?? 0;
  // Overlapping pieces keep the last one whole.
  const squeeze = whole > inner.w && sizes.length > 1 ? (inner.w - last) / (whole - last) : 1;
  const used = stacked ? last : whole > inner.w ? inner.w : whole;
  let x = inner.x + (align === "centre" ? (inner.w - used) / 2 : 0);
  pieces.forEach((piece, at) => {
    const size = sizes[at]!;
    const lift = stacked ? Math.min(STACK, pieces.length - 1 - at) : 0;
    const y = inner.y + (align === "centre" ? (inner.h - size.h) / 2 : 0);
    const step = stacked ? 0 : (size.w + gap) * squeeze;
    const seen = at === pieces.length - 1 ? size.w : Math.min(size.w, step);
    put(made, piece, zone, { x: x - lift, y: y - lift, ...size }, 0, at + 1, stacked ? size.w : seen);
    if (stacked && at < pieces.length - 1) made.places.get(piece.id)!.bare = true;
    x += step;
  });
}

/** Put a piece there, of which so many px are in sight from its left. */
export function put(
  made: Layout,
  piece: Piece,
  zone: Zone,
  rect: Rect,
  angle: number,
  z: number,
  seen: number = rect.w,
): void {
  const isCard = kindOf(piece) === "card";
  const mini = isCard && (rect.w < (zone.seat == null ? SHARED_MINI : MINI) || seen < CORNER * rect.w);
  // Letters stand in the middle of the card, so that half of what lies before them must be in sight as well.
  const need = lettersNeed(String(piece.worth ?? piece.text ?? ""));
  const bare = mini && seen < (seen < rect.w ? (rect.w + need) / 2 : need);
  made.places.set(piece.id, { ...rect, angle, z, zone: zone.id, mini, bare });
}
