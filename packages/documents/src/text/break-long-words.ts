/** Longer runs without a place to break would leave their column; invoice numbers and e-mail addresses are shorter. */
const longestRun = 30;

/**
 * Lets the page break words that no column could hold (links, hashes) every so many characters. The template turns
 * each mark into a place to break; as a character it would push right-aligned text out of its column.
 */
export function breakLongWords(text: string): string {
  if (text.length <= longestRun) return text;
  return text.replaceAll(unbroken, (run) => run.replaceAll(piece, `$&${zeroWidthSpace}`));
}

const zeroWidthSpace = "\u200B";

/** Scripts that are written without spaces: the compiler knows where their words end. */
const unspaced = "Hani Hira Kana Thai Laoo Khmr Mymr"
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** A piece takes its combining marks along. */
const unbroken = new RegExp(`[^\\s${unspaced}]{${longestRun + 1},}`, "gu");
const piece = /(?:\P{M}\p{M}*){6}(?=.{3})/gu;
