export { voidInvoice } from "./void-invoice.ts";
