/** The sources of the client, each with its path below src. */

const read = import.meta.glob<string>("../src/**/*.{ts,svelte,css}", { eager: true, query: "?raw", import: "default" });

const all = Object.entries(read).map(([path, text]): [string, string] => [path.slice("../src/".length), text]);

/** Every file that can be imported. */
export const SOURCES = new Map(all);

/** What is written in TypeScript or Svelte. */
export const FILES = all.filter(([path]) => !path.endsWith(".css"));
