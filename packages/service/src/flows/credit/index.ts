export { createCreditNote } from "./create-credit-note.ts";
