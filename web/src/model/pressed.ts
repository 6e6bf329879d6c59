/** What somebody pressed last; heard from the first page on, for a table may be opened by a key before its code is there. */
export const pressed = { isKey: false };

addEventListener("keydown", () => (pressed.isKey = true), { capture: true });
addEventListener("pointerdown", () => (pressed.isKey = false), { capture: true });
