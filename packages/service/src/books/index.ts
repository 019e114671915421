export { explain, explainLine } from "./explain-line.ts";
export type { ExplainedLine } from "./explained-line.ts";
export { listLineEvents } from "./list-line-events.ts";
export { usageDays } from "./usage-days.ts";
export { NOTHING_VERIFIED, type VerifiedBooks, verifyBooks } from "./verify-books.ts";
export type { BookDifference } from "./verify-invoices.ts";
