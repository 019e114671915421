export type { JournalPosting } from "./journal.ts";
export { listJournal, readJournalBalances, walkJournal } from "./read-journal.ts";
export { recordCreditNote } from "./record-credit-note.ts";
export { recordCredited, recordEffects, type RecordedEffect, recordOwed } from "./record-effects.ts";
export { creditSold, recordGrants } from "./record-grants.ts";
export { recordIssued, toEarningLine } from "./record-issued.ts";
export { recordVoided } from "./record-voided.ts";
