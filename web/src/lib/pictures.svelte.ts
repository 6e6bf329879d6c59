/** Which faces have a picture. A game without pictures is asked for one of them only. */

import { facePath } from "./api";

class Pictures {
  private readonly games = $state<Record<string, boolean>>({});
  private readonly missing = $state<Record<string, boolean>>({});
  private readonly asked = new Set<string>();

  /** The address of a face's picture, or null for letters. */
  of(game: string, look: string, face: string): string | null {
    return this.games[game] && !this.missing[`${game}/${face}`] ? facePath(game, look, face) : null;
  }

  ask(game: string, look: string): void {
    if (this.asked.has(game)) return;
    this.asked.add(game);
    const picture = new Image();
    picture.onload = () => (this.games[game] = true);
    picture.onerror = () => (this.games[game] = false);
    picture.src = facePath(game, look, "back");
  }

  lacks(game: string, face: string): void {
    this.missing[`${game}/${face}`] = true;
  }
}

export const pictures = new Pictures();
