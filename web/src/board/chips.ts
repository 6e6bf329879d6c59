/** Words of a sentence that name a card become chips: a letter of a colour with a number behind it. Pure. */

export interface Word {
  text: string;
  suit: string;
}

export function wordsOf(sentence: string, suits: [string, string][]): Word[] {
  const letters = suits.map(([letter]) => letter).join("");
  if (!letters) return [{ text: sentence, suit: "" }];
  const card = new RegExp(`\\b([${letters}])(\\d{1,2})\\b`, "g");
  const found: Word[] = [];
  let at = 0;
  for (const match of sentence.matchAll(card)) {
    if (match.index > at) found.push({ text: sentence.slice(at, match.index), suit: "" });
    found.push({ text: match[0], suit: match[1]! });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) found.push({ text: sentence.slice(at), suit: "" });
  return found;
}
