/** Which faces have a picture, and where it is. */

import { facePath, games } from "./api";
import type { GameDoc, Hues } from "./types";

class Pictures {
  private known = $state.raw<Record<string, GameDoc>>({});
  private readonly missing = $state<Record<string, boolean>>({});

  /** Learn which games have pictures; until then, and where there are none, faces are letters. */
  async learn(): Promise<void> {
    const found = await games().catch(() => null);
    if (found) this.known = Object.fromEntries(found.games.map((game) => [game.name, game]));
  }

  /** The address of a face's picture, or null for letters. */
  of(game: string, look: string, face: string): string | null {
    const version = this.known[game]?.faces_version;
    return version && !this.missing[`${game}/${face}`] ? facePath(game, look, face, version) : null;
  }

  /** The address of a colour's picture: a disc with the emblem that its cards have, and its letter. */
  ofSuit(game: string, look: string, letter: string): string | null {
    return this.known[game]?.suits.includes(letter) ? this.of(game, look, `suit.${letter}`) : null;
  }

  /** The colours of a game's table. */
  moodOf(game: string, look: "light" | "dark"): Hues | null {
    return this.known[game]?.mood?.[look] ?? null;
  }

  lacks(game: string, face: string): void {
    this.missing[`${game}/${face}`] = true;
  }
}

export const pictures = new Pictures();
