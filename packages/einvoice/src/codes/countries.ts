import { countryCodes } from "@counterfoil/engine";

/**
 * The European list: ISO 3166-1 alpha-2 with XI (Northern Ireland) and 1A (Kosovo), without South Sudan, which the rules
 * for CII do not accept.
 */
export const countries: ReadonlySet<string> = new Set([...countryCodes().filter((code) => code !== "SS"), "XI", "1A"]);
