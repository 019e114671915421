import { locale } from "./amount.ts";
import { systemNow } from "./clock.ts";
import { COUNTRIES, CURRENCIES } from "./codes.ts";
import { statesOf } from "./states.ts";

/** One of many values to choose from, which a person finds by typing. */
export interface Option {
  readonly value: string;
  readonly name: string;
  readonly note?: string;
  /** Other names under which it is found. */
  readonly aliases?: readonly string[];
}

/** All countries by name, found by their name in this locale or in English, or by their code. */
export function countryOptions(inLocale: string = locale): readonly Option[] {
  return namedCodes(COUNTRIES, "region", inLocale);
}

export function countryName(code: string, inLocale: string = locale): string {
  return nameOf(code, "region", inLocale);
}

/** All currencies by code. */
export function currencyOptions(inLocale: string = locale): readonly Option[] {
  return namedCodes(CURRENCIES, "currency", inLocale)
    .map(({ value, name, aliases = [] }) => ({ value, name: value, note: name, aliases: [name, ...aliases] }))
    .toSorted((one, other) => (one.value < other.value ? -1 : 1));
}

/** All time zones with their current offset, these first. */
export function timeZoneOptions(first: readonly string[] = []): readonly Option[] {
  const now = systemNow();
  return [...new Set([...first, ...Intl.supportedValuesOf("timeZone"), "UTC"])].map((zone) => ({
    value: zone,
    name: zoneName(zone),
    note: offsetOf(zone, now),
  }));
}

/** The time zone of the person's computer. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `America/New York` */
export function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** The states of a country, found by name or code. Undefined if its addresses take any text. */
export function stateOptions(country: string): readonly Option[] | undefined {
  return statesOf(country)?.map(({ text, name, code }) => ({ value: text, name, note: code }));
}

/** `UTC+05:30`. Empty for a zone that the browser does not know. */
function offsetOf(zone: string, now: number): string {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(now);
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return offset === "GMT" ? "UTC" : offset.replace("GMT", "UTC");
  } catch {
    return "";
  }
}

function namedCodes(
  codes: readonly string[],
  type: Intl.DisplayNamesOptions["type"],
  inLocale: string,
): readonly Option[] {
  return codes
    .map((code) => ({
      value: code,
      name: nameOf(code, type, inLocale),
      note: code,
      aliases: [nameOf(code, type, "en")],
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, inLocale));
}

/** The code itself if it has no name. */
function nameOf(code: string, type: Intl.DisplayNamesOptions["type"], inLocale: string): string {
  try {
    return namesIn(type, inLocale).of(code) ?? code;
  } catch {
    return code;
  }
}

const names = new Map<string, Intl.DisplayNames>();

function namesIn(type: Intl.DisplayNamesOptions["type"], inLocale: string): Intl.DisplayNames {
  const key = `${type} ${inLocale}`;
  const known = names.get(key) ?? new Intl.DisplayNames(inLocale, { type });
  names.set(key, known);
  return known;
}

/**
 * The options that match a typed text, the best first: those that equal it, then those that begin with it, then those
 * with a word that begins with it, then those that contain it. Accents and case do not matter.
 */
export function findOptions(options: readonly Option[], text: string): readonly Option[] {
  const wanted = plain(text);
  if (wanted === "") return options;
  return options
    .map((option) => ({ option, rank: Math.min(...textsOf(option).map((one) => rankOf(one, wanted))) }))
    .filter(({ rank }) => rank !== Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

/** The option that a text names exactly: by its value, its name or an alias. */
export function exactOption(options: readonly Option[], text: string): Option | undefined {
  const wanted = plain(text);
  return wanted === "" ? undefined : options.find((option) => textsOf(option).includes(wanted));
}

function textsOf({ value, name, note = "", aliases = [] }: Option): string[] {
  return [value, name, note, ...aliases].map(plain).filter((text) => text !== "");
}

function rankOf(text: string, wanted: string): number {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.split(/[\s/()-]+/).some((word) => word.startsWith(wanted))) return 2;
  return text.includes(wanted) ? 3 : Infinity;
}

function plain(text: string): string {
  return text.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
