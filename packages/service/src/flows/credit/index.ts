export { createCreditNote } from "./create-credit-note.ts";
export { previewCreditNote } from "./preview-credit-note.ts";
