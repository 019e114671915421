/**
 * Replaces what no font of the document draws, because an accessible PDF must not contain a character without a
 * shape. Emoji are ornaments and are left out; any other character leaves a visible mark, so that nobody takes the
 * text for complete.
 */
export function replaceUndrawable(text: string, undrawable: ReadonlySet<string>): string {
  if (![...text].some((character) => undrawable.has(character))) return text;
  const pieces = [...graphemes.segment(text)].map(({ segment }) => {
    if (![...segment].some((character) => undrawable.has(character))) return segment;
    return emoji.test(segment) ? "" : "\uFFFD";
  });
  return pieces
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/^ +| +$/gm, "");
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
