/** The member states by ISO 3166 code. */
const STATES = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

/** Whether the country is a member state of the European Union. */
export function isEuState(country: string | null): boolean {
  return country !== null && STATES.has(country);
}

/** The country of a VAT ID's prefix. Prefixes are ISO 3166 codes except for Greece (`EL`) and Switzerland (`CHE`). */
export function countryOfPrefix(taxId: string): string | null {
  const prefix = taxId.slice(0, 2).toUpperCase();
  return prefix === "EL" ? "GR" : isEuState(prefix) && prefix !== "GR" ? prefix : null;
}
