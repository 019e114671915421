import type { StoredCredit, StoredInvoice, StoredTrail } from "../platform/ledger.ts";
import { checkCredits } from "./credits.ts";
import { checkIdentities } from "./identities.ts";
import { checkNumbers } from "./numbers.ts";
import { checkOutbox } from "./outbox.ts";
import { checkTotals } from "./totals.ts";
import { checkWindows } from "./windows.ts";

/** What the database holds after a step. */
export interface Holdings {
  readonly invoices: readonly StoredInvoice[];
  readonly credits: readonly StoredCredit[];
  readonly trail: readonly StoredTrail[];
}

/** The invariants that one look at the database can prove or break, in words. */
export function checkHoldings(holdings: Holdings): string[] {
  const checks = [checkNumbers, checkTotals, checkCredits, checkIdentities, checkWindows, checkOutbox];
  return checks.flatMap((check) => check(holdings));
}
