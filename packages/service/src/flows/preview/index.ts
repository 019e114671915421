export { explainUpcomingLine } from "./explain-upcoming-line.ts";
export { getUpcomingInvoice, upcomingInvoicesOf } from "./upcoming-invoice.ts";
export { previewCancellation, previewChange } from "./preview-change.ts";
