import pg from "pg";

/**
 * How PostgreSQL's text becomes our values. Nothing passes through a float or a `Date`: numerics and 64-bit integers
 * stay text, a timestamp becomes an ISO string in UTC with milliseconds, a date stays `2024-01-31`.
 */
const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;
const NUMERIC = 1700;

export const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(TIMESTAMPTZ, "text", isoInstant);
typeParsers.setTypeParser(DATE, "text", (text: string) => text);
typeParsers.setTypeParser(INT8, "text", (text: string) => text);
typeParsers.setTypeParser(NUMERIC, "text", (text: string) => text);

/** Converts `2024-01-31 08:00:00.5+00` (every connection uses UTC) to `2024-01-31T08:00:00.500Z`. */
function isoInstant(text: string): string {
  const [date, clock = ""] = text.split(" ");
  const [seconds, fraction = ""] = clock.replace("+00", "").split(".");
  return `${date}T${seconds}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}
