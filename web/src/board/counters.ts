/** Counters in words. */

import type { Counter } from "../model/types";
import { word } from "../words/words";

/** "3 of 4 tricks". */
export function counterText(counter: Counter): string {
  return word("counter", { value: amountText(counter), name: counter.name });
}

/** "3 of 4". */
export function amountText({ value, limit }: Counter): string {
  return limit == null ? String(value) : word("counter.of", { value, limit });
}

/** "3/4", where there is no room for words. */
export function shortAmount({ value, limit }: Counter): string {
  return limit == null ? String(value) : `${value}/${limit}`;
}
