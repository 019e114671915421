import type { PrintedInterval } from "../quote/printed-quote.ts";
import type { Words } from "../words/words.ts";

/** How often something is billed: "monthly". */
export function intervalWord(interval: PrintedInterval | "one_off", words: Words): string {
  switch (interval) {
    case "semi_annual":
      return words.semiAnnual;
    case "one_off":
      return words.oneOff;
    case "daily":
    case "weekly":
    case "monthly":
    case "quarterly":
    case "yearly":
      return words[interval];
    default:
      return interval satisfies never;
  }
}
