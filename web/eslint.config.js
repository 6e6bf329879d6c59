import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/"] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  svelte.configs.prettier, // spaces are Prettier's matter
  {
    rules: {
      // svelte-check finds what is unknown or unused, by types.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": "off",
      // The compiler doubts every index, and `!` is the answer of one who counted.
      "@typescript-eslint/no-non-null-assertion": "off",
      // A reason stands behind the name of the warning, and the rule takes its words for names.
      "svelte/no-unused-svelte-ignore": "off",
      // Maps and sets live for one computation, or are not watched on purpose.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    files: ["**/RulebookText.svelte"], // the server's own rulebook, in which it has escaped all HTML
    rules: { "svelte/no-at-html-tags": "off" },
  },
);
