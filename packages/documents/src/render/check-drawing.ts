import { checkCreditNote } from "../credit-note/check-credit-note.ts";
import type { DocumentProblem } from "../document-error.ts";
import { checkInvoiceDocument } from "../invoice/check-invoice-document.ts";
import { checkQuote } from "../quote/check-quote.ts";
import { checkReceipt } from "../receipt/check-receipt.ts";
import type { Drawing } from "./messages.ts";

/** Returns a problem for every member of a document whose value is invalid. */
export function checkDrawing(drawing: Drawing): DocumentProblem[] {
  switch (drawing.kind) {
    case "invoice":
      return checkInvoiceDocument(drawing.document);
    case "credit_note":
      return checkCreditNote(drawing.document);
    case "quote":
      return checkQuote(drawing.document);
    case "receipt":
      return checkReceipt(drawing.document);
    default:
      return drawing satisfies never;
  }
}
