/** How fast a table moves: what a piece takes to its place, and how long things rest. */

export const SPEEDS = ["off", "fast", "normal", "slow"] as const;
export type Speed = (typeof SPEEDS)[number];
export const DURATION: Record<Speed, number> = { off: 0, fast: 140, normal: 250, slow: 450 };
export const REST = 700; // ms a finished trick lies
export const BEHIND = 1500; // ms of waiting frames: more, and all are applied at once
export const SETTLE = 5; // motions: until points that were won have landed, too
export const MOST_RESTING = 4; // stills and ends of rounds that wait: more, and none is shown
