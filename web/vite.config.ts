import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server serves the built files out of the Python package; its routes answer everything under /api.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/fairdeal/web",
    emptyOutDir: true,
    // The server's content policy allows no data: scripts or styles, and fonts there are none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8123", ws: true } } },
});
