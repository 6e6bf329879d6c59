/** What a bot advises: what of it is lit on the table, and how it is drawn. Pure. */

import { turnOf } from "./scene";
import type { AdviceTelling, HintDoc, Path } from "./types";

const SURE = 0.99; // a share of the victory above it, or as near to 0, is not told apart, and never called certain

/** Whether the best of it can still be done. */
export function stands(advice: AdviceTelling, paths: Path[]): boolean {
  const best = advice.hints[0]?.action;
  return best !== undefined && paths.some((path) => path.action === best);
}

/** The picks of an action. */
export function picksFor(paths: Path[], action: string): string[] {
  return paths.find((path) => path.action === action)?.picks ?? [];
}

/** The pieces that an action picks. */
export function piecesFor(paths: Path[], action: string): string[] {
  return picksFor(paths, action).filter((id) => turnOf(id) === null);
}

/** Whether the shares of the victory say nothing, as alone at a table, so that points are compared instead. */
export function isAboutPoints(hints: HintDoc[], seats: number): boolean {
  return seats === 1 || hints.every(isAllButWon) || hints.every(isAllButLost);
}

function isAllButWon(hint: HintDoc): boolean {
  return hint.share - hint.share_error > SURE;
}

function isAllButLost(hint: HintDoc): boolean {
  return hint.share + hint.share_error < 1 - SURE;
}

/** How often it wins, as a text. */
export function shareText(hint: HintDoc): string {
  if (isAllButWon(hint)) return "more than 99 %";
  if (isAllButLost(hint)) return "less than 1 %";
  return `${Math.min(99, Math.max(1, Math.round(100 * hint.share)))} % ± ${Math.max(1, Math.ceil(100 * hint.share_error))}`;
}

/** How many points are expected, as a text. */
export function pointsText(hint: HintDoc): string {
  const error = Math.max(0.1, Math.ceil(10 * hint.points_error) / 10);
  return `${hint.points.toFixed(1).replace("-", "−")} ± ${error.toFixed(1)} points`;
}

export interface Bar {
  /** Percent of the whole: the estimate, and the two ends of its error. */
  at: number;
  low: number;
  high: number;
}

/** Draw an estimate: a share on the way from 0 to 1, points between the worst and the best that are expected. */
export function barOf(hint: HintDoc, hints: HintDoc[], byPoints: boolean): Bar {
  const [value, error] = byPoints ? [hint.points, hint.points_error] : [hint.share, hint.share_error];
  const lows = hints.map((one) => one.points - 3 * one.points_error);
  const highs = hints.map((one) => one.points + one.points_error);
  const [least, most] = byPoints ? [Math.min(...lows), Math.max(...highs)] : [0, 1];
  const place = (number: number): number => {
    const part = most > least ? (number - least) / (most - least) : 1;
    return Math.round(1000 * Math.min(1, Math.max(0, part))) / 10;
  };
  return { at: place(value), low: place(value - error), high: place(value + error) };
}
