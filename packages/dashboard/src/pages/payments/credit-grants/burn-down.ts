import type { CreditGrantLedgerEntry } from "@counterfoil/sdk";
import { toLength } from "../../../format/amount.ts";

/** A point of the chart: what is left after an entry. Only drawn, never shown as a figure. */
export interface BurnPoint {
  readonly entry: CreditGrantLedgerEntry;
  readonly left: number;
}

/** Entries from oldest to newest, with the height of the line after each. */
export function burnDown(entries: readonly CreditGrantLedgerEntry[]): readonly BurnPoint[] {
  let left = 0;
  return entries.map((entry) => {
    left += toLength(entry.amount);
    return { entry, left };
  });
}
