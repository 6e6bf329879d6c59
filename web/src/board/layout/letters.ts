/** How wide words are. A browser knows; without one, as in tests of the layout, an average letter does. */

const LETTER = 0.57; // of its size is a letter wide, on average
const BOLD = 0.6;
const SLACK = 1.03; // the typeface may come after the first picture, and no word may lack a pixel then

const FIRST_WIDE = "\u2e80";

const known = new Map<string, number>();
let brush: OffscreenCanvasRenderingContext2D | null | undefined;

/** px of a text in such a size. */
export function textWide(text: string, size: number, isBold = false): number {
  const key = `${isBold} ${text}`;
  const share = known.get(key) ?? measured(text, isBold);
  return share * size;
}

/** Of the size of its letters. */
function measured(text: string, isBold: boolean): number {
  const canvas = brushOf();
  if (!canvas) return text.length * (isBold ? BOLD : LETTER);
  canvas.font = `${isBold ? 650 : 400} 100px ${getComputedStyle(document.body).fontFamily}`;
  const share = (canvas.measureText(text).width / 100) * SLACK;
  if (document.fonts.status === "loaded") known.set(`${isBold} ${text}`, share);
  return share;
}

function brushOf(): OffscreenCanvasRenderingContext2D | null {
  brush ??= typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  return brush;
}

/** How many letters would be as wide: those of Chinese and Japanese count twice. */
export function lettersIn(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter >= FIRST_WIDE ? 2 : 1), 0);
}

/** How many lines a text takes, broken at its spaces; a word that is longer than a line is broken, too. */
export function linesIn(text: string, size: number, wide: number): number {
  const space = textWide(" ", size);
  let lines = 1;
  let used = 0;
  for (const word of text.split(" ")) {
    const each = textWide(word, size);
    if (used && used + space + each > wide) [lines, used] = [lines + 1, 0];
    used += (used ? space : 0) + each;
    const more = Math.max(0, Math.ceil(used / wide) - 1);
    lines += more;
    used -= more * wide;
  }
  return lines;
}
