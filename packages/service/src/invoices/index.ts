export { asksToPay, transferCodeOf } from "./ask-to-pay.ts";
export type { FreeLineInput } from "./check-free-lines.ts";
export { creditInvoice } from "./credit-invoice.ts";
export { deleteDraft } from "./delete-draft.ts";
export { applyDraftTerms, draftTermsFaults, type DraftTermsInput } from "./draft-terms.ts";
export { dueDates } from "./due-dates.ts";
export { isFreeLine } from "./free-line.ts";
export { freeLineFaults, periodOf, toFreeLineRow } from "./free-lines.ts";
export { toInvoiceDocument } from "./invoice-document.ts";
export {
  invoiceNumber,
  isNumberedDifferently,
  type Numbering,
  numberingFaults,
  numberPattern,
  ownNumbering,
  seriesOf,
} from "./invoice-number.ts";
export { amountCredited, amountDue, creditParts, isOwed, totalsOf } from "./invoice-totals.ts";
export {
  type Invoice,
  type InvoiceSummary,
  type LineConversion,
  toInvoice,
  toInvoiceSummary,
  toLineConversion,
  withLineItems,
} from "./invoice.ts";
export { lockInvoice, lockInvoiceFor } from "./lock-invoice.ts";
export { renderMemo } from "./memo.ts";
export { findPayLink, makePayLink, openPayLinks, type PayLink } from "./pay-link.ts";
export { paymentAmountFaults, writtenAmount } from "./payment-amount.ts";
export { getInvoice, listInvoices } from "./read-invoices.ts";
export { buyerSnapshot, localeFor, sellerSnapshot } from "./snapshots.ts";
export { lastDay, writtenDate } from "./written-date.ts";
export { type WrittenInvoice, writtenInvoice } from "./written-invoice.ts";
export { invoiceState, requireIssued } from "./invoice-state.ts";
