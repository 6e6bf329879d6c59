/** How players are told apart: by the colour of their seat and the first letter of their name. */

export const SEAT_COLOURS = ["#2f7d6b", "#b4552d", "#5b63b7", "#8f6a14", "#9c3f74", "#3d7ba6", "#6b7a2a", "#7a4b3a"];

export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "?").toUpperCase();
}
