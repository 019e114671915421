/** Converts "DE" to "Germany" (en) or "Allemagne" (fr). Text that is not an ISO 3166 code is returned unchanged. */
export function countryName(locale: string, country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country;
}
