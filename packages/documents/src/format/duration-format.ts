/** A length of time as a locale writes it: 14 days → "14 days" (en), "14 Tage" (de), "١٤ يومًا" (ar). */
export function durationText(locale: string, count: number, unit: "day" | "week" | "month" | "year"): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
