export { drawMissingDocuments } from "./draw-missing.ts";
export { renderCreditNotePdf } from "./render-credit-note-pdf.ts";
export { INVOICE_PDFS, renderInvoicePdf } from "./render-invoice-pdf.ts";
export { renderReceiptPdf } from "./render-receipt-pdf.ts";
export { shownUsageByDay } from "./usage-by-day.ts";
