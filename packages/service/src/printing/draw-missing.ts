import { type UndrawnDocument, undrawnDocumentsAfter } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { renderCreditNotePdf } from "./render-credit-note-pdf.ts";
import { DomainError } from "../errors/index.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.ts";

const PAGE = 200;
/** Faults of the document itself. They do not affect the next document. */
const OF_THE_DOCUMENT: ReadonlySet<string> = new Set(["document_undrawable", "document_too_large", "document_failed"]);

/**
 * Renders and stores missing documents of issued invoices and credit notes, one after another. Skips those that cannot
 * be printed, and returns the reason for each.
 */
export async function drawMissingDocuments(context: Context, signal: AbortSignal): Promise<Map<string, string>> {
  const left = new Map<string, string>();
  let after: UndrawnDocument | undefined;
  for (;;) {
    const page = await read(context, (tx) => undrawnDocumentsAfter(tx, after, PAGE));
    for (const { kind, id } of page) {
      signal.throwIfAborted();
      try {
        await (kind === "invoice" ? renderInvoicePdf : renderCreditNotePdf)(context, id);
      } catch (error) {
        if (!(error instanceof DomainError) || !OF_THE_DOCUMENT.has(error.code)) throw error;
        left.set(id, error.message);
      }
    }
    after = page.at(-1);
    if (page.length < PAGE) return left;
  }
}
