import { Temporal } from "temporal-polyfill";

/** The start of a date in the time zone, or the instant, as the API shows it. Undefined for other text. */
export function toInstantText(written: string, timeZone: string): string | undefined {
  try {
    const instant = /^\d{4}-\d{2}-\d{2}$/.test(written)
      ? Temporal.PlainDate.from(written).toZonedDateTime(timeZone).toInstant()
      : Temporal.Instant.from(written);
    return instant.toString({ fractionalSecondDigits: 3 });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
