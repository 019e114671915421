export { explainUpcomingLine } from "./explain-upcoming-line.ts";
export { getUpcomingInvoice, upcomingInvoicesOf } from "./upcoming-invoice.ts";
