/** The name by which others know who sits here. */

import { nameMe, session } from "./api";
import { guestName } from "./opening";

const NAME = "fairdeal.name"; // where a table looks for it too

class Me {
  name = $state("");

  constructor() {
    this.remember(this.remembered() ?? guestName());
  }

  private remembered(): string | null {
    try {
      return localStorage.getItem(NAME);
    } catch {
      return null;
    }
  }

  private remember(name: string): void {
    this.name = name;
    try {
      localStorage.setItem(NAME, name);
    } catch {
      // then it is forgotten with the page
    }
  }

  /** Take another name. The server hears of it once there is a session: looking around leaves nothing behind. */
  async rename(name: string): Promise<void> {
    if (!name.trim()) return;
    this.remember((await session()) ? (await nameMe(name)).name : name.trim());
  }

  /** Have a session: the one that is there, or a new one. */
  async arrive(): Promise<void> {
    this.remember(((await session()) ?? (await nameMe(this.name))).name);
  }
}

export const me = new Me();
