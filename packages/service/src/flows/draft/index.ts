export { createInvoice, previewInvoice, writeInvoice } from "./create-invoice.ts";
export { previewDraftChange, updateDraft } from "./update-draft.ts";
