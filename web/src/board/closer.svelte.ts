/** A closer look at a piece: everything about it, in sentences, without playing it. */

import type { BoardModel } from "../model/board";
import type { AboutDoc, Piece } from "../model/types";
import type { Drawing } from "./drawing.svelte";

/** What is looked at, and how: beside the pointer, beside what has the focus, or on a sheet for fingers. */
export interface Look {
  piece: Piece;
  about: AboutDoc;
  way: "hover" | "key" | "touch";
}

const REST = 450; // ms that a pointer rests on a piece before it is told of
const HOLD = 400; // ms that a finger stays on a piece

export class Closer {
  look = $state.raw<Look | null>(null);
  private wanted = "";
  private asked = 0;
  private held: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly model: BoardModel,
    private readonly drawing: Drawing,
  ) {}

  /** The pointer has come to a piece, or to none. */
  rest(id: string): void {
    if (id === this.wanted && id) return;
    clearTimeout(this.timer);
    if (this.look?.way === "touch") return;
    if (this.look?.way === "hover" || !id) this.leave("hover");
    this.wanted = id;
    if (id) this.timer = setTimeout(() => void this.open(id, "hover"), REST);
  }

  /** The piece under the pointer is pressed: who plays it is not told of it, wherever it goes, before the next one. */
  dismiss(): void {
    clearTimeout(this.timer);
    this.asked++;
    this.leave("hover");
  }

  /** A finger stays on a piece; `then` is done when that has become a look. */
  hold(id: string, then: () => void): void {
    clearTimeout(this.timer);
    this.held = () => {
      this.held = null;
      then();
      void this.open(id, "touch");
    };
    this.timer = setTimeout(() => this.press(), HOLD);
  }

  /** The finger has stayed long enough: by our own measure, or by the browser's. */
  press(): void {
    clearTimeout(this.timer);
    this.held?.();
  }

  /** The finger has moved, or is gone. */
  release(): void {
    if (this.held) clearTimeout(this.timer);
    this.held = null;
  }

  /** A key was pressed on what has the focus. */
  toggle(id: string): void {
    if (this.look?.way === "key" && this.look.piece.id === id) this.close();
    else void this.open(id, "key");
  }

  /** The focus has moved on while something was looked at by keys. */
  follow(id: string): void {
    if (this.look?.way !== "key" || this.look.piece.id === id) return;
    if (id) void this.open(id, "key");
    else this.close();
  }

  close(): void {
    clearTimeout(this.timer);
    this.look = null;
    this.wanted = "";
  }

  private leave(way: Look["way"]): void {
    if (this.look?.way === way) this.look = null;
  }

  private async open(id: string, way: Look["way"]): Promise<void> {
    this.wanted = id;
    const asked = ++this.asked;
    const about = await this.model.about(id);
    const piece = this.drawing.nodeOf(id)?.piece;
    if (asked === this.asked && this.wanted === id && about?.title && piece) this.look = { piece, about, way };
  }
}
