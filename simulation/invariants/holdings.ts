import type { Books } from "../auditor/books.ts";
import type { JournalEntry } from "../journal/journal.ts";
import type { StoredInvoice, StoredTrail } from "../platform/ledger.ts";
import type { StoredMoney } from "../platform/money-ledger.ts";

/** The database's contents after a step, and the history up to it. */
export interface Holdings {
  readonly invoices: readonly StoredInvoice[];
  readonly money: StoredMoney;
  readonly trail: readonly StoredTrail[];
  readonly journal: readonly JournalEntry[];
  readonly books: Books;
  /** Milliseconds. */
  readonly now: number;
}
