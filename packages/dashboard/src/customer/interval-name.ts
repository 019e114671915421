import type { Reading } from "./reading.ts";

/** How often something is billed. Null means once. */
export function intervalName(interval: string | null, { words }: Pick<Reading, "words">): string {
  const names: Record<string, string> = {
    daily: words.daily,
    weekly: words.weekly,
    monthly: words.monthly,
    quarterly: words.quarterly,
    semi_annual: words.semiAnnual,
    yearly: words.yearly,
  };
  return interval === null ? words.oneOff : (names[interval] ?? interval);
}
