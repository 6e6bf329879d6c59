/** Which faces have a picture, and where it is. */

import { facePath } from "./api";
import { shelf } from "./shelf.svelte";
import type { Hues } from "./types";

class Pictures {
  private readonly missing = $state<Record<string, boolean>>({});

  /** The address of a face's picture; null for letters, where there is none or the game is not known yet. */
  of(game: string, look: string, face: string): string | null {
    const version = shelf.of(game)?.faces_version;
    return version && !this.missing[`${game}/${face}`] ? facePath(game, look, face, version) : null;
  }

  /** The address of a colour's picture: a disc with the emblem that its cards have, and its letter. */
  ofSuit(game: string, look: string, letter: string): string | null {
    return shelf.of(game)?.suits.includes(letter) ? this.of(game, look, `suit.${letter}`) : null;
  }

  /** The colours of a game's table. */
  moodOf(game: string, look: "light" | "dark"): Hues | null {
    return shelf.of(game)?.mood?.[look] ?? null;
  }

  lacks(game: string, face: string): void {
    this.missing[`${game}/${face}`] = true;
  }
}

export const pictures = new Pictures();
