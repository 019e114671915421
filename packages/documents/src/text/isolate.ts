/**
 * Keeps a text of one direction from reordering, or being reordered by, its surroundings in the other: "Acme, Inc."
 * keeps its full stop at its end in an Arabic invoice. The isolate takes its direction from its first strong letter.
 */
export function isolate(text: string, surroundings: "ltr" | "rtl"): string {
  const foreign = surroundings === "ltr" ? rightToLeft : leftToRightOrFigures;
  if (!foreign.test(text)) return text;
  return text
    .split("\n")
    .map((line) => firstStrongIsolate + line + popIsolate)
    .join("\n");
}

const firstStrongIsolate = "\u2068";
const popIsolate = "\u2069";
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u061C]/u;
const leftToRightOrFigures = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
