/** "DE" → "Germany" (en), "Allemagne" (fr). What is not an ISO 3166 code is already a name. */
export function countryName(locale: string, country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country;
}
