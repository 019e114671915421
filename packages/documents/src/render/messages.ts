import type { DocumentProblem } from "../document-error.ts";
import type { PrintedCreditNote } from "../credit-note/printed-credit-note.ts";
import type { InvoiceDocument } from "../invoice/invoice-document.ts";
import type { PrintedQuote } from "../quote/printed-quote.ts";
import type { PrintedReceipt } from "../receipt/printed-receipt.ts";

/** A document of one kind. */
export type Drawing =
  | {
      readonly kind: "invoice";
      readonly document: InvoiceDocument;
      /** The invoice as XML, to attach to the PDF. */
      readonly facturX: string | null;
    }
  | { readonly kind: "credit_note"; readonly document: PrintedCreditNote; readonly facturX: string | null }
  | { readonly kind: "quote"; readonly document: PrintedQuote }
  | { readonly kind: "receipt"; readonly document: PrintedReceipt };

/** What the renderer sends to its process, one document at a time. */
export type RenderRequest = { readonly kind: "warm" } | Drawing;

/** The only reply to each request. */
export type RenderReply =
  | { readonly kind: "rendered"; readonly pdf: Uint8Array; readonly warnings: readonly string[] }
  /** The document cannot be drawn. Another attempt would fail the same way. */
  | { readonly kind: "refused"; readonly detail: string }
  /** Characters that no font can draw, in members that a user can correct. */
  | { readonly kind: "undrawable"; readonly problems: readonly DocumentProblem[] }
  /**
   * Font files are missing, damaged or replaced since the process started. Only a new process can use the current ones.
   */
  | { readonly kind: "fonts_unusable"; readonly detail: string };
