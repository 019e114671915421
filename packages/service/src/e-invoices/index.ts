export { decideElectronic, decideElectronicNote } from "./decide-electronic.ts";
export { E_INVOICE_FORMATS, type ElectronicFile } from "./electronic-file.ts";
export { findIssuedNote, linesOf, renderCreditNoteXml } from "./render-credit-note-xml.ts";
export { renderInvoiceXml } from "./render-invoice-xml.ts";
export { createElectronicRunner, runElectronic } from "./run-electronic.ts";
