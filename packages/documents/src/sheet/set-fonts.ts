import { chooseFonts, isEastAsian } from "../fonts/choose-fonts.ts";
import { latinFamily } from "../fonts/font-families.ts";
import { replaceUndrawable } from "../fonts/replace-undrawable.ts";
import type { DocumentSheet } from "./document-sheet.ts";

/** Gives a sheet the fonts its texts need, and takes out what none of them draws. */
export function setFonts(sheet: Omit<DocumentSheet, "fonts">, language: string): DocumentSheet {
  const { families, undrawable } = chooseFonts(textsIn(sheet), language);
  const drawable = undrawable.size === 0 ? sheet : mapTexts(sheet, (text) => replaceUndrawable(text, undrawable));
  const eastAsian = isEastAsian(language);
  const fonts = families.map((family) => ({ name: family.name, latinOnly: eastAsian && family === latinFamily }));
  return { ...drawable, fonts };
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) yield* textsIn(member);
  }
}

/** The same structure with every text replaced; structures of texts keep their type. */
function mapTexts<Value>(value: Value, replace: (text: string) => string): Value {
  const map = (member: unknown): unknown => {
    if (typeof member === "string") return replace(member);
    if (Array.isArray(member)) return member.map(map);
    if (typeof member !== "object" || member === null) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [name, map(inner)]));
  };
  return map(value) as Value;
}
