import { defineConfig, mergeConfig } from "vitest/config";
import building from "./vite.config";

// Whoever only builds the client has no vitest.
export default mergeConfig(
  building,
  defineConfig({ test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/window.ts"] } }),
);
