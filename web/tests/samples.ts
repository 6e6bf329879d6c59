/** Recorded scenes; tests/scenes/dump.py writes them. */

import { merged, type FullScene } from "../src/model/scene";
import type { Scene } from "../src/model/types";

interface Recorded {
  seats: number;
  public: Scene;
  own: Scene;
}

export interface Sample {
  name: string;
  seats: number;
  scene: FullScene;
  watched: FullScene;
}

const files = import.meta.glob<Recorded[]>("./scenes/*.json", { eager: true, import: "default" });

export const SAMPLES: Sample[] = Object.entries(files).flatMap(([file, recorded]) =>
  recorded.map((one, at) => ({
    name: `${file.replace(/^.*\/|\.json$/g, "")} ${at}`,
    seats: one.seats,
    scene: merged(one.public, one.own),
    watched: merged(one.public, null),
  })),
);
