import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { he } from "./he.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { nl } from "./nl.ts";
import { pt } from "./pt.ts";
import type { Words } from "./words.ts";
import { zh } from "./zh.ts";
import { zhHant } from "./zh-hant.ts";

/** By language as `localeTraits` names it. */
export const wordsByLanguage: ReadonlyMap<string, Words> = new Map(
  Object.entries({ ar, de, en, es, fr, he, it, ja, ko, nl, pt, zh, "zh-Hant": zhHant }),
);

/** The words of a language, English where there are none. */
export function wordsOf(language: string): Words {
  return wordsByLanguage.get(language) ?? en;
}

/** Puts values into a text with places: `fill("Due {date}", {date: "Jan 31"})`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
