import type { Border } from "./border.ts";
import { MOST } from "./read-history.ts";

/** ClickHouse has microseconds since 1970-01-01T00:00:00Z, and the API shows milliseconds. */
export function microseconds(instant: string): bigint {
  return BigInt(Date.parse(instant)) * 1_000n;
}

/** Rounded down, as PostgreSQL's text is cut to milliseconds. */
export function milliseconds(micros: bigint): number {
  const rest = ((micros % 1_000n) + 1_000n) % 1_000n;
  return Number((micros - rest) / 1_000n);
}

/** ISO 8601, with milliseconds. */
export function instantOf(micros: string): string {
  return new Date(milliseconds(BigInt(micros))).toISOString();
}

/** Events that happened before it are read from ClickHouse. */
export function beforeBorder({ before }: Pick<Border, "before">): bigint {
  return before === "infinity" ? MOST : microseconds(before);
}

export function microsecondsOrNull(instant: string | null): bigint | null {
  return instant === null ? null : microseconds(instant);
}
