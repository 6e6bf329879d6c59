/** All that this client says to people, by key, in the language of its reader. */

import english from "../../words/en.json";

export type Key = keyof typeof english;

/** What fills the gaps of a text; `count` chooses its plural form too. */
export type Gaps = Readonly<Record<string, string | number>>;

/** A text for each plural category that a language tells apart. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/** The texts of a language. */
export type Catalogue = Readonly<Record<string, string | Forms>>;

/** Whatever has plural forms needs a count to choose one. */
export type Filling<K extends Key> = (typeof english)[K] extends string
  ? [gaps?: Gaps]
  : [gaps: Gaps & { count: number }];

/** A text that is not said yet: it can be kept, and said in any language. */
export interface Message {
  key: Key;
  gaps: Gaps;
}

const ENGLISH = "en";
const GAP = /\{(\w+)\}/;

/** One language, with English for whatever it lacks. */
export class Words {
  private readonly plurals: Intl.PluralRules;
  private readonly places: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;

  constructor(
    readonly language = ENGLISH,
    private readonly own: Catalogue = english,
  ) {
    this.plurals = new Intl.PluralRules(language);
    this.places = new Intl.PluralRules(language, { type: "ordinal" });
    this.numbers = new Intl.NumberFormat(language);
  }

  word<K extends Key>(key: K, ...[gaps]: Filling<K>): string {
    return this.say({ key, gaps: gaps ?? {} });
  }

  say({ key, gaps }: Message): string {
    return this.parts(key, gaps).join("");
  }

  /** A text cut at its gaps, with what fills them. A gap that nothing fills stays to be seen. */
  parts<T>(key: Key, gaps: Readonly<Record<string, T>>): (string | Exclude<T, number>)[] {
    const pieces = this.template(key, gaps["count"]).split(GAP);
    return pieces.map((piece, at) => (at % 2 ? this.filling(gaps, piece) : piece));
  }

  private filling<T>(gaps: Readonly<Record<string, T>>, name: string): string | Exclude<T, number> {
    const value = gaps[name] ?? `{${name}}`;
    return typeof value === "number" ? this.numbers.format(value) : (value as string | Exclude<T, number>);
  }

  private template(key: Key, count: unknown): string {
    const text = this.own[key];
    if (text === undefined) return formOf(english[key] ?? key, inEnglish.plurals, count);
    return formOf(text, this.plurals, count);
  }

  /** How a place is written: that of the first, of the second, and so on. */
  ordinal(place: number): Intl.LDMLPluralRule {
    return this.places.select(place);
  }

  /** "A, B, C". */
  listed(parts: readonly string[]): string {
    return this.listedParts(parts).join("");
  }

  /** The same of anything, with what stands between. */
  listedParts<T>(parts: readonly T[]): (string | T)[] {
    const word: Words["parts"] = (key, gaps) => this.parts(key, gaps);
    const lists = parts.map((part): (string | T)[] => [part]);
    return lists.length ? lists.reduce((a, b) => word("list", { a, b }).flat() as (string | T)[]) : [];
  }

  /** "A, B and C". */
  joined(parts: readonly string[]): string {
    const word: Words["word"] = (key, ...gaps) => this.word(key, ...gaps);
    const b = parts.at(-1) ?? "";
    return parts.length > 1 ? word("and", { a: this.listed(parts.slice(0, -1)), b }) : b;
  }
}

function formOf(text: string | Forms, plurals: Intl.PluralRules, count: unknown): string {
  if (typeof text === "string") return text;
  return text[plurals.select(Number(count))] ?? text.other ?? "";
}

/** Files are written in English, whoever reads this page. */
export const inEnglish = new Words();

let now = inEnglish;

/** Say everything in this language from now on; to be done before anything is drawn. */
export function speak(words: Words): void {
  now = words;
}

/** The language that is spoken. */
export function spoken(): Words {
  return now;
}

export function word<K extends Key>(key: K, ...gaps: Filling<K>): string {
  return now.word(key, ...gaps);
}

/** Name a text that is said later. */
export function message<K extends Key>(key: K, ...[gaps]: Filling<K>): Message {
  return { key, gaps: gaps ?? {} };
}

export function say(message: Message): string {
  return now.say(message);
}

export function listed(parts: readonly string[]): string {
  return now.listed(parts);
}

export function joined(parts: readonly string[]): string {
  return now.joined(parts);
}

/** "2nd". */
export function ordinal(place: number): string {
  return word(`place.${now.ordinal(place)}`, { place });
}

/** Whether there is a text for what the server names. */
export function isKey(key: string): key is Key {
  return key in english;
}
