/** A scene in words: what its zones hold and what its seats have. Pure. */

import { linesOf, type FullScene } from "../model/scene";
import type { Panel, Piece, Zone } from "../model/types";
import { listed, word } from "../words/words";
import { counterText } from "./counters";
import { isSign } from "./looks";

export function tellScene(scene: FullScene, nameOf: (seat: number) => string): string {
  const zones = scene.zones.map((zone) => tellZone(zone, nameOf));
  return [...zones, ...scene.panels.map((panel) => tellPanel(panel, nameOf))].join(". ");
}

function tellZone(zone: Zone, nameOf: (seat: number) => string): string {
  const owner = zone.seat == null ? "" : `, ${nameOf(zone.seat)}`;
  const pieces = (zone.pieces ?? []).filter((piece) => piece.face || piece.text);
  const hidden = (zone.size ?? zone.pieces?.length ?? 0) - pieces.length;
  const told = [
    ...pieces.map((piece) => tellPiece(piece, nameOf)),
    ...(hidden > 0 ? [word("hidden", { count: hidden })] : []),
    ...(zone.counters ?? []).map(counterText),
  ];
  return word("detail", { what: `${zone.name}${owner}`, more: listed(told) || word("plain.empty") });
}

function tellPiece(piece: Piece, nameOf: (seat: number) => string): string {
  const lines = linesOf(piece).map((line) => ` ${line}`);
  const who = piece.seat == null ? "" : ` (${nameOf(piece.seat)})`;
  const signs = (piece.lit ?? []).flatMap((one) => (isSign(one) ? [` ${word(`lit.${one}`)}`] : []));
  return `${piece.name || piece.text}${lines.join("")}${who}${signs.join("")}`;
}

function tellPanel(panel: Panel, nameOf: (seat: number) => string): string {
  return word("detail", { what: nameOf(panel.seat), more: listed((panel.counters ?? []).map(counterText)) });
}
