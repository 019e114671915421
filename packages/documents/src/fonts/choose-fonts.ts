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
  /** In order of preference. Only families that the texts need, so that others are never loaded. */
  readonly families: readonly FontFamily[];
  /** The characters that none of the families can draw. */
  readonly undrawable: ReadonlySet<string>;
}

/**
 * Finds the font families for all characters of a document. The East Asian ones have up to 10 MB per weight, so they
 * are opened only for a character that the small families lack.
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

/**
 * True if the language is written in Han, kana or hangul. Its full-width punctuation then comes from its own family.
 */
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

/**
 * Three families share Han characters but draw them differently. The language decides which one is used, otherwise kana
 * in the text, otherwise hangul.
 */
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

/** A replacement character means that text was lost earlier. A private-use character has no agreed meaning. */
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

/** Read once per process, because the characters of a font never change. */
const coverages = new Map<FontFamily, Coverage>();
