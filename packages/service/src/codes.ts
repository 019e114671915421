import { isCountry, isCurrency, isTimeZone } from "@counterfoil/engine";
import type { Fault } from "./errors/index.ts";

/** The fault of a country that ISO 3166-1 does not have. Null and undefined are valid: there is none. */
export function countryFaults(pointer: string, code: string | null | undefined): Fault[] {
  if (code === null || code === undefined || isCountry(code)) return [];
  const detail = `${JSON.stringify(code)} is not a country. Use a code of ISO 3166-1, such as US or DE.`;
  return [{ pointer, code: "unknown_country", detail }];
}

/** The fault of a currency that ISO 4217 does not have. Null and undefined are valid: there is none. */
export function currencyFaults(pointer: string, code: string | null | undefined): Fault[] {
  if (code === null || code === undefined || isCurrency(code)) return [];
  const detail = `${JSON.stringify(code)} is not a currency. Use a code of ISO 4217, such as USD or EUR.`;
  return [{ pointer, code: "unknown_currency", detail }];
}

/** The fault of a time zone that the IANA database does not have. Null and undefined are valid: there is none. */
export function timeZoneFaults(pointer: string, name: string | null | undefined): Fault[] {
  if (name === null || name === undefined || isTimeZone(name)) return [];
  const detail = `${JSON.stringify(name)} is not a time zone. Use an IANA name, such as Europe/Berlin.`;
  return [{ pointer, code: "unknown_timezone", detail }];
}
