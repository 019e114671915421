export { asIssued } from "./as-issued.ts";
export { frozenBilledBack } from "./billed-back.ts";
export { creditNoteNumbering, creditNoteNumberingFaults } from "./credit-note-number.ts";
export { type CreditNote, toCreditNote } from "./credit-note.ts";
export { type CreditedLineInput, creditedLines, givenLines, type LineCredit } from "./credited-lines.ts";
export { billedBackRows, billedBackTotal, noteAmounts } from "./note-amounts.ts";
export { toPrintedCreditNote } from "./printed-credit-note.ts";
export { getCreditNote, listCreditNotes, listCreditNotesOfInvoice } from "./read-credit-notes.ts";
