/**
 * Longer runs without a possible line break would overflow their column. Invoice numbers and email addresses are
 * shorter.
 */
const longestRun = 30;

/**
 * Allows line breaks within words that no column could hold (links, hashes). The template turns each mark into a
 * possible break. Kept as a character, it would push right-aligned text out of its column.
 */
export function breakLongWords(text: string): string {
  if (text.length <= longestRun) return text;
  return text.replaceAll(unbroken, (run) => run.replaceAll(piece, `$&${zeroWidthSpace}`));
}

const zeroWidthSpace = "\u200B";

/** Scripts that are written without spaces. The compiler knows where their words end. */
const unspaced = "Hani Hira Kana Thai Laoo Khmr Mymr"
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** A piece includes its combining marks. */
const unbroken = new RegExp(`[^\\s${unspaced}]{${longestRun + 1},}`, "gu");
const piece = /(?:\P{M}\p{M}*){6}(?=.{3})/gu;
