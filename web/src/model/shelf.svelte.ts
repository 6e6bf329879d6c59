/** The games that can be played here, once the server has told of them. */

import { games } from "./api";
import type { GameDoc } from "./types";
import { word } from "../words/words";

class Shelf {
  private all = $state.raw<Record<string, GameDoc>>({});

  async learn(): Promise<void> {
    const found = await games().catch(() => null);
    if (found) this.all = Object.fromEntries(found.games.map((game) => [game.name, game]));
  }

  of(game: string): GameDoc | undefined {
    return this.all[game];
  }

  /** What people call a bot of such a level; of which one, once that is known. */
  botName(game: string, level: string): string {
    const label = this.levelName(game, level);
    return label ? word("bot.level", { level: label }) : word("bot");
  }

  /** What people call a level of a game's bots; nothing before that is known. */
  levelName(game: string, level: string): string {
    return this.of(game)?.levels.find((one) => one.name === level)?.label ?? "";
  }
}

export const shelf = new Shelf();
