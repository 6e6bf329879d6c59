/** Which faces have a picture, and where it is. */

import { facePath } from "./api";
import { shelf } from "./shelf.svelte";
import type { Hues } from "./types";

class Pictures {
  private readonly missing = $state<Record<string, boolean>>({});
  private readonly probed = new Set<string>();

  /** The address of a face's picture; null for letters, where there is none or the game is not known yet. */
  of(game: string, look: string, face: string): string | null {
    const version = shelf.of(game)?.faces_version;
    return version && !this.missing[`${game}/${face}`] ? facePath(game, look, face, version) : null;
  }

  /** The address of a colour's picture: a disc with the emblem that its cards have, and its letter. */
  ofSuit(game: string, look: string, letter: string): string | null {
    const picture = shelf.of(game)?.suits.includes(letter) ? this.of(game, look, `suit.${letter}`) : null;
    if (picture) this.probe(game, `suit.${letter}`, picture);
    return picture;
  }

  /** Emblems are backgrounds, which do not say that they could not be loaded. */
  private probe(game: string, face: string, address: string): void {
    if (this.probed.has(address)) return;
    this.probed.add(address);
    const image = new Image();
    image.onerror = () => this.lacks(game, face);
    image.src = address;
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
