/** What a bot advises: what of it is lit on the table. Pure. */

import { turnOf } from "../scene";
import type { AdviceTelling, Path } from "../types";

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
