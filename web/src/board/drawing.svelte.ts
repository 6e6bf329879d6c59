/** What a stage draws: the scene with the own hand in order, where all of it lies, and the nodes that move there. */

import { tick, untrack } from "svelte";
import type { BoardModel } from "../model/board";
import { kindOf, pickId, sortedHand, squareOf, type FullScene, type Mark } from "../model/scene";
import { settings } from "../model/settings.svelte";
import type { Lesson } from "../model/table/lesson.svelte";
import type { Piece, Zone } from "../model/types";
import type { Layout, ZoneBox } from "./layout/boxes";
import { layout } from "./layout/layout";
import { nextNodes, type Node } from "./motion";

const ROOMY = 680; // px: a lower stage needs all of them for cards
const LONGER = 60; // ms that a leaving piece stays after its motion

export class Drawing {
  width = $state(0);
  height = $state(0);
  stage = $state<HTMLElement>();
  nodes = $state.raw<Node[]>([]);
  /** What changes its place does so at once. */
  still = $state(false);
  private measured = "";
  private cleaning: ReturnType<typeof setTimeout> | undefined;

  /** To be made while a component is. */
  constructor(
    private readonly model: BoardModel,
    private readonly lesson: Lesson | undefined,
  ) {
    $effect(() => this.follow());
    $effect(() => {
      if (this.lesson) this.lesson.cramped = this.layout.narrow || this.layout.height < ROOMY;
    });
  }

  readonly scene: FullScene = $derived.by(() => this.sorted(this.model.past?.scene ?? this.model.shown));

  readonly layout: Layout = $derived.by(() =>
    layout(this.scene, {
      width: Math.max(320, this.width),
      height: Math.max(280, this.height),
      own: this.model.you,
      seats: this.model.table?.chairs.length ?? 0,
      taught: this.lesson?.on && !this.lesson.brief,
    }),
  );

  readonly boxes: Map<string, ZoneBox> = $derived.by(() => new Map(this.layout.zones.map((box) => [box.id, box])));
  readonly zones: Map<string, Zone> = $derived.by(() => new Map(this.scene.zones.map((zone) => [zone.id, zone])));

  /** The last action, while the present is shown. */
  readonly mark: Mark | null = $derived.by(() => (this.model.past ? null : this.model.mark));

  readonly openZones: Set<string> = $derived.by(() => {
    const open = this.nodes.filter((node) => this.model.choosing.lit.ids.has(pickId(node.piece)));
    return new Set(open.map((node) => node.zone.id));
  });

  readonly ownHand: Node[] = $derived.by(() =>
    this.nodes.filter((node) => !node.leaving && this.areaOf(node) === "hand"),
  );

  /** What lies on the squares of regions in this turn. */
  readonly tile: Piece | null = $derived.by(() => {
    const { turns, ids } = this.model.choosing.open;
    const isLaid = turns.length > 0 && [...ids.keys()].some((id) => squareOf(id));
    return isLaid ? (this.ownHand.find((node) => node.piece.turns?.length)?.piece ?? null) : null;
  });

  /** The hand whose cards have colours and values to sort by. */
  readonly sortable: ZoneBox | undefined = $derived.by(() => {
    const cards = this.ownHand.filter((node) => node.piece.suit && kindOf(node.piece) === "card");
    return cards.length > 1 ? this.boxes.get(cards[0]!.zone.id) : undefined;
  });

  areaOf(node: Node): ZoneBox["area"] | undefined {
    return this.boxes.get(node.zone.id)?.area;
  }

  nodeOf(id: string): Node | undefined {
    return this.nodes.find((node) => node.piece.id === id);
  }

  /** The piece that an event is about. */
  nodeAt(target: EventTarget | null): Node | undefined {
    const id = (target as Element | null)?.closest?.("[data-piece]")?.getAttribute("data-piece");
    return id ? this.nodes.find((node) => node.piece.id === id && !node.leaving) : undefined;
  }

  private sorted(given: FullScene): FullScene {
    const { you } = this.model;
    if (settings.sorting === "dealt" || you === null) return given;
    const byValue = settings.sorting === "value";
    const zones = given.zones.map((zone) =>
      zone.seat === you && zone.shape === "fan" && zone.pieces
        ? { ...zone, pieces: sortedHand(zone.pieces, given.suits, byValue) }
        : zone,
    );
    return { ...given, zones };
  }

  // --- motion --------------------------------------------------------------------------------------------------------

  private follow(): void {
    const drawn = { scene: this.scene, layout: this.layout };
    const sizes = `${this.width}x${this.height}`;
    untrack(() => {
      // A window that changes its size moves nothing on the table.
      const duration = sizes === this.measured && !this.model.isStill ? settings.duration : 0;
      this.still = duration === 0;
      this.measured = sizes;
      void keepFocus(document.activeElement);
      this.nodes = nextNodes(this.nodes, drawn, duration);
      if (duration) void this.begin(duration);
    });
  }

  private async begin(duration: number): Promise<void> {
    await tick();
    requestAnimationFrame(() => {
      void this.stage?.offsetWidth;
      if (this.nodes.some((node) => node.from))
        this.nodes = this.nodes.map((node) => (node.from ? { ...node, from: null } : node));
    });
    clearTimeout(this.cleaning);
    const longest = Math.max(0, ...this.nodes.map((node) => node.delay));
    this.cleaning = setTimeout(() => this.rest(), duration + longest + LONGER);
  }

  private rest(): void {
    if (!this.nodes.some((node) => node.leaving || node.flies)) return;
    this.nodes = this.nodes
      .filter((node) => !node.leaving)
      .map((node) => (node.flies ? { ...node, flies: false } : node));
  }
}

/** Pieces that come in another order are put elsewhere in the page, and the browser takes the focus from them. */
async function keepFocus(had: Element | null): Promise<void> {
  await tick();
  if (document.activeElement !== document.body || !had?.matches("[data-piece]:not(.leaving)")) return;
  (had as HTMLElement).focus({ preventScroll: true });
}
