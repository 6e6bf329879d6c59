import { defineConfig, mergeConfig } from "vitest/config";
import building from "./vite.config";

// Whoever only builds the client has no vitest. Its tests leave nothing behind that others could meet, so one process
// loads the modules once for many files.
export default mergeConfig(
  building,
  defineConfig({ test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/window.ts"], isolate: false } }),
);
