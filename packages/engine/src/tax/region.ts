import { CANADIAN_NAMES, STATE_NAMES } from "./table/region-names.ts";

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = { US: STATE_NAMES, CA: CANADIAN_NAMES };

/**
 * The code of an address's region: `CA`, `ca`, `US-CA` and `California` give the same code. If no names are known for
 * the country, the text in capitals, so that it matches a rate with the same text.
 */
export function regionCode(country: string | null, state: string | null): string | null {
  const written = state?.trim().toUpperCase() ?? "";
  if (written === "") return null;
  const bare = country !== null && written.startsWith(`${country}-`) ? written.slice(country.length + 1) : written;
  return NAMES[country ?? ""]?.[bare] ?? bare;
}
