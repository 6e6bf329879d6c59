/** Texts for people that are written into the sources instead of the catalogue. */

import { walk, type Tree } from "./syntax";

const LETTERS = /\p{L}{2}/u;
/** A word with a capital, or two words. */
const PROSE = /^\p{Lu}\p{Ll}|\p{L}[,.;:!?…]* +\p{L}/u;

/** What people see or hear of an element. */
const HEARD = [
  "aria-label",
  "aria-description",
  "aria-valuetext",
  "aria-roledescription",
  "title",
  "placeholder",
  "alt",
];

/** Whatever these are asked is CSS, the name of a media query, or what is hashed; and keys are no texts. */
const TECHNICAL = [
  "matches",
  "closest",
  "querySelector",
  "querySelectorAll",
  "matchMedia",
  "setProperty",
  "Wish",
  "hashed",
  "Error",
];
const NAMING = ["word", "message", "isKey"];

/** Parts of a tree that hold no text at all. */
const SILENT = [
  "ImportDeclaration",
  "TSLiteralType",
  "StyleDirective",
  "ClassDirective",
  "OnDirective",
  "UseDirective",
];

/** Texts for people in a file. */
export function literalsIn(tree: Tree): string[] {
  const found: string[] = [];
  walk(tree, (node, above) => {
    if (SILENT.includes(node.type) || isNamed(node, above)) return false;
    if (isSilentAttribute(node, above) || isCode(node)) return false;
    const text = textOf(node);
    if (text === null) return;
    if ((isSeen(above) ? LETTERS : PROSE).test(text)) found.push(text.trim());
  });
  return found;
}

function textOf(node: Tree): string | null {
  if (node.type === "Text") return node.data as string;
  if (node.type === "TemplateElement") return node.value.raw as string;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

/** An argument of something that takes no texts, or the name of a property. */
function isNamed(node: Tree, above: Tree[]): boolean {
  const parent = above.at(-1);
  if (parent?.type === "Property" && parent.key === node && !parent.computed) return true;
  if (parent?.type === "MemberExpression" && parent.property === node) return true;
  if (parent?.type === "BinaryExpression" && parent.operator !== "+") return true; // what is compared is not said
  if (parent?.type !== "CallExpression" && parent?.type !== "NewExpression") return false;
  const name = (parent.callee.property?.name ?? parent.callee.name) as string;
  return TECHNICAL.includes(name) || (NAMING.includes(name) && parent.arguments[0] === node);
}

/** Of an element most attributes are for the browser; of a component any may be for people, but a key is none. */
function isSilentAttribute(node: Tree, above: Tree[]): boolean {
  if (node.type !== "Attribute") return false;
  const parent = above.at(-1);
  if (parent?.type === "Component") return parent.name === "Sentence" && node.name === "of";
  return !HEARD.includes(node.name as string);
}

/** What is typed into a terminal is the same in every language. */
function isCode(node: Tree): boolean {
  return node.type === "RegularElement" && node.name === "code";
}

/** It is drawn, or heard, as it is: markup, and what an expression in it gives. */
function isSeen(above: Tree[]): boolean {
  const owner = above.findLast((node) => !PASSING.includes(node.type));
  return owner?.type === "Attribute" || owner?.type === "Fragment";
}

/** What gives a text of its own parts. */
const PASSING = ["ExpressionTag", "ConditionalExpression", "LogicalExpression", "TemplateLiteral", "BinaryExpression"];
