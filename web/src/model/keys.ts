/** Whether the last thing that somebody pressed was a key, from the first page on. */

let byKeys = false;

export function watchKeys(): void {
  addEventListener("keydown", () => (byKeys = true), { capture: true });
  addEventListener("pointerdown", () => (byKeys = false), { capture: true });
}

export function isByKeys(): boolean {
  return byKeys;
}
