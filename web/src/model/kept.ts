/** What this browser keeps between two visits. */

const PLACE = "fairdeal.";

/** Read something that was kept. Another version, or a curious hand, may have left anything there. */
export function kept<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(PLACE + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep something; a browser that keeps nothing forgets it with the page. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PLACE + name, JSON.stringify(value));
  } catch {
    // there is nothing to be done about it
  }
}
