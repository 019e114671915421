/**
 * Isolates a text whose direction differs from its surroundings, so that neither reorders the other: in an Arabic
 * invoice, "Acme, Inc." keeps its period at the end. The isolate takes its direction from its first strong letter.
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
