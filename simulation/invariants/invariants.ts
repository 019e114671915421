import type { Books } from "../auditor/books.ts";
import type { JournalEntry } from "../journal/journal.ts";
import type { StoredInvoice, StoredTrail } from "../platform/ledger.ts";
import type { StoredMoney } from "../platform/money-ledger.ts";
import { checkGivenBack } from "./given-back/check-given-back.ts";
import { checkSpendable } from "./given-back/spendable.ts";
import { checkIdentities } from "./identities.ts";
import { checkAnswered, checkOneOffs } from "./money/answered.ts";
import { checkMoney } from "./money/check-money.ts";
import { checkGrantLines } from "./money/grant-lines.ts";
import { checkNotes } from "./money/notes.ts";
import { checkNumbers } from "./numbers.ts";
import { checkOutbox } from "./outbox.ts";
import { checkStatuses } from "./statuses.ts";
import { checkTotals } from "./totals.ts";
import { checkWindows } from "./windows.ts";

/** What the database holds after a step, and what was done up to it. */
export interface Holdings {
  readonly invoices: readonly StoredInvoice[];
  readonly money: StoredMoney;
  readonly trail: readonly StoredTrail[];
  readonly journal: readonly JournalEntry[];
  readonly books: Books;
  /** Milliseconds. */
  readonly now: number;
}

const CHECKS = [
  checkNumbers,
  checkTotals,
  checkAnswered,
  checkOneOffs,
  checkStatuses,
  checkGivenBack,
  checkSpendable,
  checkMoney,
  checkGrantLines,
  checkNotes,
  checkIdentities,
  checkWindows,
  checkOutbox,
];

/** The invariants that one look at the database can prove or break, in words. */
export function checkHoldings(holdings: Holdings): string[] {
  return CHECKS.flatMap((check) => check(holdings));
}
