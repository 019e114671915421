import type { Drawing } from "../render/messages.ts";
import type { DocumentSheet } from "./document-sheet.ts";
import { layOutCreditNote } from "./lay-out-credit-note.ts";
import { layOutInvoice } from "./lay-out-invoice.ts";
import { layOutQuote } from "./lay-out-quote.ts";
import { layOutReceipt } from "./lay-out-receipt.ts";

/** Lays out a document of any kind. This is the only place that knows all kinds. */
export function layOut(drawing: Drawing, logo: string | null): Omit<DocumentSheet, "fonts"> {
  switch (drawing.kind) {
    case "invoice":
      return layOutInvoice(drawing.document, logo);
    case "credit_note":
      return layOutCreditNote(drawing.document, logo);
    case "quote":
      return layOutQuote(drawing.document, logo);
    case "receipt":
      return layOutReceipt(drawing.document, logo);
    default:
      return drawing satisfies never;
  }
}
