export { issueAtOnce, issueDraft, issueDueInvoices, issueInvoice } from "./issue-invoices.ts";
export { putDraftAside } from "./put-draft-aside.ts";
export { foreseeDrafts } from "./settle-drafts.ts";
