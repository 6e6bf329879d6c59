/** What can be done now, in words, asked for whenever that has changed. */

import type { FullScene } from "../scene";
import type { GroupDoc } from "../types";

/** Who is asked. */
interface Offering {
  readonly latest: FullScene;
  choices(): Promise<GroupDoc[]>;
}

export class Wording {
  groups = $state.raw<GroupDoc[]>([]);
  private offered = "";

  /** To be made while a component is. */
  constructor(private readonly at: Offering) {
    $effect(() => void this.follow(at.latest.paths.map((path) => path.action).join("\n")));
  }

  /** Others may act meanwhile: what is told late and cannot be done any more is not shown. */
  private async follow(offered: string): Promise<void> {
    if (offered === this.offered) return;
    this.offered = offered;
    this.groups = [];
    const groups = offered ? await this.at.choices() : [];
    if (offered === this.offered) this.groups = groups;
  }
}
