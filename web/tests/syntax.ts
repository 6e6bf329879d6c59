/** The sources of the client as trees, and where they name texts of the catalogue. */

import { parse } from "svelte/compiler";
import english from "../words/en.json";

/** A node of a tree, of Svelte's markup or of TypeScript. */
export interface Tree {
  type: string;
  start: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a tree has as many forms as the languages have
  [part: string]: any;
}

/** Read a file; what is TypeScript alone is read as the script of a component. */
export function treeOf(path: string, text: string): Tree {
  const source = path.endsWith(".ts") ? `<script lang="ts">${text}</script>` : text;
  return parse(source, { modern: true }) as unknown as Tree;
}

function isTree(part: unknown): part is Tree {
  return typeof part === "object" && part !== null && typeof (part as Tree).type === "string";
}

/** Visit a node and all below it, each with those above it, the nearest last; `false` leaves out what lies below. */
export function walk(node: Tree, visit: (node: Tree, above: Tree[]) => unknown, above: Tree[] = []): void {
  if (visit(node, above) === false) return;
  for (const [name, part] of Object.entries(node)) {
    if (name === "css" || name === "comments" || name === "leadingComments" || name === "trailingComments") continue;
    for (const below of Array.isArray(part) ? part : [part]) {
      if (isTree(below)) walk(below, visit, [...above, node]);
    }
  }
}

/** What a file says by key: the keys that are possible there, and the gaps that it fills. */
export interface Saying {
  keys: string[];
  /** Null where they are not written out. */
  gaps: string[] | null;
}

const KEYS = Object.keys(english);
const SAYING = ["word", "message"];

/** The keys that an expression can name: one, one of two, or all of a form. */
function keysOf(node: Tree | undefined): string[] {
  if (node?.type === "Literal") return [String(node.value)];
  if (node?.type === "ConditionalExpression") return [...keysOf(node.consequent), ...keysOf(node.alternate)];
  if (node?.type !== "TemplateLiteral") return [];
  const written = (node.quasis as Tree[]).map((quasi) => (quasi.value.raw as string).replaceAll(".", "\\."));
  const form = new RegExp(`^${written.join("[^.]+")}$`);
  return KEYS.filter((key) => form.test(key));
}

function gapsOf(node: Tree | undefined): string[] | null {
  if (!node) return [];
  if (node.type !== "ObjectExpression") return null;
  const names = (node.properties as Tree[]).map((one) => (one.type === "Property" ? (one.key.name as string) : null));
  return names.includes(null) ? null : (names as string[]);
}

function sentence(node: Tree): Saying {
  const of = (node.attributes as Tree[]).find((one) => one.name === "of");
  const [value] = [of?.value].flat() as Tree[];
  const key = value?.type === "Text" ? [value.data as string] : keysOf(value?.expression);
  const words = (node.attributes as Tree[]).filter((one) => one !== of).map((one) => one.name as string);
  const snippets = (node.fragment.nodes as Tree[]).filter((one) => one.type === "SnippetBlock");
  return { keys: key, gaps: [...words, ...snippets.map((one) => one.expression.name as string)] };
}

/** All that a file says by key. */
export function sayingsIn(tree: Tree): Saying[] {
  const found: Saying[] = [];
  walk(tree, (node) => {
    if (node.type === "Component" && node.name === "Sentence") found.push(sentence(node));
    if (node.type !== "CallExpression" || !SAYING.includes(node.callee.name)) return;
    found.push({ keys: keysOf(node.arguments[0]), gaps: gapsOf(node.arguments[1]) });
  });
  return found;
}
