import { CANADIAN_NAMES, STATE_NAMES } from "./table/region-names.ts";

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = { US: STATE_NAMES, CA: CANADIAN_NAMES };

/**
 * The region of an address as its code: `CA`, `ca`, `US-CA` and `California` are one. Where no names are known, the text in
 * capitals, so that it meets a rate that is written the same.
 */
export function regionCode(country: string | null, state: string | null): string | null {
  const written = state?.trim().toUpperCase() ?? "";
  if (written === "") return null;
  const bare = country !== null && written.startsWith(`${country}-`) ? written.slice(country.length + 1) : written;
  return NAMES[country ?? ""]?.[bare] ?? bare;
}
