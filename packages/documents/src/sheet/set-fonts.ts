import { chooseFonts, isEastAsian } from "../fonts/choose-fonts.ts";
import { latinFamily } from "../fonts/font-families.ts";
import { writeCodePoints } from "../fonts/undrawable-members.ts";
import type { DocumentSheet } from "./document-sheet.ts";

interface FontedSheet {
  readonly sheet: DocumentSheet;
  /** The characters that no font can draw. The sheet shows their code points instead. */
  readonly undrawable: ReadonlySet<string>;
}

/** Adds the fonts that a sheet's texts need. */
export function setFonts(sheet: Omit<DocumentSheet, "fonts">, language: string): FontedSheet {
  const { families, undrawable } = chooseFonts(textsIn(sheet), language);
  const drawable = undrawable.size === 0 ? sheet : mapTexts(sheet, (text) => writeCodePoints(text, undrawable));
  const eastAsian = isEastAsian(language);
  const fonts = families.map((family) => ({ name: family.name, latinOnly: eastAsian && family === latinFamily }));
  return { sheet: { ...drawable, fonts }, undrawable };
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) yield* textsIn(member);
  }
}

/** Replaces every text in a structure. The structure and its type stay the same. */
function mapTexts<Value>(value: Value, replace: (text: string) => string): Value {
  const map = (member: unknown): unknown => {
    if (typeof member === "string") return replace(member);
    if (Array.isArray(member)) return member.map(map);
    if (typeof member !== "object" || member === null) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [name, map(inner)]));
  };
  return map(value) as Value;
}
