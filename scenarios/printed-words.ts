/** Every text in a structure. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The address of an invoice's page; its token is random and printed in pieces. */
const PRINTED_LINK = /(?:h\s*t\s*t\s*p\s*s?\s*:[^]*?)?\/\s*i\s*n\s*v\s*o\s*i\s*c\s*e\s*\/(?:…|(?:\s*[\w-]){32})/g;

/** The words in Latin letters of a text, in lower case: no placeholders, addresses or single letters. */
export function latinWords(text: string): Set<string> {
  const bare = text
    .replaceAll(/\{[#^/]?\w+\}/g, " ")
    .replaceAll(/[\u00AD\u200B\u2060\u2068\u2069]/g, "")
    .replaceAll(PRINTED_LINK, " ");
  return new Set([...bare.matchAll(/\p{Script=Latin}{2,}/gu)].map(([word]) => word.toLowerCase()));
}

/** The words of `Intl` in a locale: months, regions, units of time, currencies. */
export function namesOf(locale: string): string[] {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));
  const dates = (["short", "long"] as const).map(
    (month) =>
      new Intl.DateTimeFormat(locale, { day: "numeric", month, year: "numeric", calendar: "gregory", timeZone: "UTC" }),
  );
  const regions = new Intl.DisplayNames(locale, { type: "region" });
  const units = (["day", "week", "month", "year"] as const).flatMap((unit) =>
    [1, 2, 5].map((count) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count)),
  );
  return [
    ...dates.flatMap((format) => months.map((month) => format.format(month))),
    ...["DE", "FR", "JP", "EG"].flatMap((code) => regions.of(code) ?? code),
    ...units,
    ...["EUR", "JPY", "USD"].flatMap((currency) => [
      currency,
      new Intl.NumberFormat(locale, { style: "currency", currency }).format(1),
    ]),
  ];
}
