/** A rate and the day from which it applies; null if there is no rate from that day on. */
interface DatedRate {
  readonly from: string;
  readonly percentage: string | null;
}

const NOTATION = /^(none|\d+(?:\.\d+)?)(?: from (\d{4}-\d{2}-\d{2}))?$/;

/** The first day of the table. The first rate of each list applied on it, or applies from the day that it names. */
const TABLE_BEGINS = "2019-01-01";

/** The rate on a day, from a list such as `20, 22 from 2024-01-01, 24 from 2025-07-01`; null if there was none. */
export function rateOn(list: string, day: string): string | null {
  const held = list
    .split(", ")
    .map(parse)
    .filter(({ from }) => from <= day);
  return held.at(-1)?.percentage ?? null;
}

function parse(text: string): DatedRate {
  const [, percentage, from] = NOTATION.exec(text) ?? [];
  if (percentage === undefined) throw new Error(`broken invariant: "${text}" is not a dated rate`);
  return { from: from ?? TABLE_BEGINS, percentage: percentage === "none" ? null : percentage };
}
