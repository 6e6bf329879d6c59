/** Placing the pieces of one zone. */

import { kindOf } from "../../model/scene";
import type { Piece, Zone } from "../../model/types";
import type { Layout, Rect, Size } from "./boxes";
import { MINI, SHARED_MINI } from "./sizes";

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
    put(made, piece, zone, { x: x - lift, y: y - lift, ...size }, 0, at + 1);
    if (!stacked) x += (size.w + gap) * squeeze;
  });
}

export function put(made: Layout, piece: Piece, zone: Zone, rect: Rect, angle: number, z: number): void {
  const mini = kindOf(piece) === "card" && rect.w < (zone.seat == null ? SHARED_MINI : MINI);
  made.places.set(piece.id, { ...rect, angle, z, zone: zone.id, mini });
}
