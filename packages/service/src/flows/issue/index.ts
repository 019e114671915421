export { issueAtOnce, issueDraft, issueDueInvoices, issueInvoice } from "./issue-invoices.ts";
export { putDraftAside } from "./settle-drafts.ts";
