import { existsSync } from "node:fs";
import { basename } from "node:path";
import { readCoverage, type Coverage } from "./coverage.ts";
import {
  chineseFamily,
  type FontFamily,
  japaneseFamily,
  koreanFamily,
  latinFamily,
  scriptFamilies,
  symbolFamilies,
} from "./font-families.ts";
import { FontsUnusable } from "./font-files.ts";

export interface FontChoice {
  /** In order of preference; only families that the texts need, so that others are never loaded. */
  readonly families: readonly FontFamily[];
  /** The characters that none of the families draws. */
  readonly undrawable: ReadonlySet<string>;
}

/**
 * Finds the families for all characters of a document. The East Asian ones hold up to 10 MB a weight: they are opened
 * only for a character that the small ones lack.
 */
export function chooseFonts(texts: Iterable<string>, language: string): FontChoice {
  const needed = new Set<FontFamily>([latinFamily, ...ownFamilies(language)]);
  const undrawable = new Set<string>();
  const characters = foreignCharacters(texts);
  const families = inPreference(language, characters);
  for (const character of characters) {
    const family = meansNothing.test(character) ? undefined : families.find((candidate) => draws(candidate, character));
    if (family === undefined) undrawable.add(character);
    else needed.add(family);
  }
  return { families: families.filter((family) => needed.has(family)), undrawable };
}

/** True when the language is written in Han, kana or hangul; its full-width marks then come from its own family. */
export function isEastAsian(language: string): boolean {
  return ownFamilies(language).some((family) => eastAsianFamilies.includes(family));
}

const eastAsianFamilies: readonly FontFamily[] = [chineseFamily, japaneseFamily, koreanFamily];

function ownFamilies(language: string): readonly FontFamily[] {
  switch (language) {
    case "ja":
      return [japaneseFamily];
    case "zh":
    case "zh-Hant":
      return [chineseFamily];
    case "ko":
      return [koreanFamily];
    default:
      return [];
  }
}

/** Han characters are shared by three families and drawn differently: the language decides, else kana, else hangul. */
function inPreference(language: string, characters: ReadonlySet<string>): FontFamily[] {
  const text = [...characters].join("");
  const likely = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? [japaneseFamily]
    : /\p{Script=Hangul}/u.test(text)
      ? [koreanFamily]
      : [];
  const own = [...ownFamilies(language), ...likely];
  return [...new Set([latinFamily, ...scriptFamilies, ...own, ...symbolFamilies, ...eastAsianFamilies])];
}

function foreignCharacters(texts: Iterable<string>): Set<string> {
  const characters = new Set<string>();
  for (const text of texts) {
    for (const character of text.match(outsideAscii) ?? []) characters.add(character);
  }
  return characters;
}

/** A replacement character says that text was lost before it came here; a private one means what only its maker knows. */
const meansNothing = /[\uFFFD\p{Co}]/u;

/** Invisible characters need no glyph. */
const outsideAscii = /[^\x00-\x7F\p{Default_Ignorable_Code_Point}]/gu;

function draws(family: FontFamily, character: string): boolean {
  if (family.askedFor?.test(character) === false) return false;
  let coverage = coverages.get(family);
  if (coverage === undefined) {
    coverage = coverageOf(family);
    coverages.set(family, coverage);
  }
  return coverage(character.codePointAt(0) ?? 0);
}

function coverageOf({ regular }: FontFamily): Coverage {
  try {
    return readCoverage(regular);
  } catch (cause) {
    throw new FontsUnusable([`${basename(regular)} ${existsSync(regular) ? "cannot be read" : "is missing"}`], {
      cause,
    });
  }
}

/** Read once a process; which characters a font draws never changes. */
const coverages = new Map<FontFamily, Coverage>();
