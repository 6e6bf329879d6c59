/** What a bot would do, for a player who asks. */

import type { FullScene } from "../scene";
import type { AdviceTelling, TableDoc } from "../types";
import type { Choosing } from "./choosing.svelte";
import { stands } from "./hints";
import type { Ask } from "../socket";
import { word } from "../../words/words";

/** The table of the player who asks. */
interface Advised {
  readonly table: TableDoc | null;
  readonly you: number | null;
  readonly latest: FullScene;
  readonly isTurn: boolean;
  readonly choosing: Choosing;
  spoken: string;
  tell(text: string, bad: boolean): void;
}

export class Advising {
  /** As long as it can be followed. */
  advice = $state.raw<AdviceTelling | null>(null);
  /** It is being asked. */
  isAsking = $state(false);

  constructor(
    private readonly at: Advised,
    private readonly ask: Ask,
  ) {}

  get may(): boolean {
    const { table, you } = this.at;
    const chair = you === null ? undefined : table?.chairs[you];
    return table?.hints === true && table.phase === "playing" && chair?.who === "person" && !chair.level;
  }

  /** Ask what a bot would do; everybody hears that it was asked. */
  async hint(): Promise<void> {
    if (this.isAsking || !this.may) return;
    if (!this.at.isTurn) return this.at.tell(word("hint.waiting"), true);
    this.isAsking = true;
    const reply = await this.ask({ type: "hint" });
    this.isAsking = false;
    if (reply.type === "answer") return this.at.tell(reply.reason ?? word("hint.none"), true);
    if (reply.type !== "advice" || !stands(reply, this.at.latest.paths)) return;
    this.advice = reply;
    this.at.spoken = reply.hints[0]?.sentence ?? "";
  }

  close(): void {
    this.advice = null;
    this.at.choosing.pointed = "";
  }

  /** The moment may have passed. */
  again(): void {
    if (this.advice && !stands(this.advice, this.at.latest.paths)) this.close();
  }
}
