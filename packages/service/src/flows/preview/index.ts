export { explainUpcomingLine } from "./explain-upcoming-line.ts";
export { getUpcomingInvoice } from "./upcoming-invoice.ts";
