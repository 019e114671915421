import { type UndrawnDocument, undrawnDocumentsAfter } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { renderCreditNotePdf } from "../credit-notes/render-credit-note-pdf.ts";
import { renderInvoicePdf } from "../invoices/render-invoice-pdf.ts";

const PAGE = 200;

/** Draws and stores the documents of issued invoices and of credit notes that nobody has drawn yet, one after another. */
export async function drawMissingDocuments(context: Context, signal: AbortSignal): Promise<void> {
  let after: UndrawnDocument | undefined;
  for (;;) {
    const page = await read(context, (tx) => undrawnDocumentsAfter(tx, after, PAGE));
    for (const { kind, id } of page) {
      signal.throwIfAborted();
      await (kind === "invoice" ? renderInvoicePdf : renderCreditNotePdf)(context, id);
    }
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}
