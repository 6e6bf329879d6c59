/** Where pins and receipts are kept, and one page at a time that changes them. */

import type { Keep } from "./pins";

/** The browser's store; null where it is blocked: then even asking for it fails. */
export function store(): Keep | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * Do something while no other page of this browser does anything of the same name.
 *
 * Pages over plain http have no locks. There it is done at once: reading, changing and writing is one step without a
 * pause, so pages take turns. Should two processes meet in it all the same, one page's fresh nonce is lost before
 * anybody relies on it; it cannot be opened then, and the start is void. No nonce is ever opened twice that way.
 */
export async function alone<T>(name: string, act: () => T): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return act();
  const free = await heldLock(locks, name);
  try {
    return act();
  } finally {
    free();
  }
}

/** Wait for a lock and give what frees it. A browser that refuses locks, as it does with storage blocked, gives none. */
function heldLock(locks: LockManager, name: string): Promise<() => void> {
  return new Promise((held) => {
    locks.request(name, () => new Promise<void>((free) => held(free))).catch(() => held(() => {}));
  });
}

/** The receipt of a game that was dealt as in version 1. */
export function firstReceipt(table: string): object | null {
  try {
    return JSON.parse(store()?.getItem(`fairdeal.receipt.${table}`) ?? "null") as object | null;
  } catch {
    return null;
  }
}

/** Let the person keep a document as a file. It is this browser's own word, so it comes from the page and not from the server. */
export function download(document_: object, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(document_)}\n`], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
