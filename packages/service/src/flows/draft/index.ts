export { createInvoice, writeInvoice } from "./create-invoice.ts";
export { updateDraft } from "./update-draft.ts";
