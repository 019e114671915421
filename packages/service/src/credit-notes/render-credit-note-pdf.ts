import { recordCreditNotePdfHash } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { findLogoBytes } from "../documents/logo.ts";
import { type SealedPdf, sealPdf } from "../documents/sealed-pdf.ts";
import { facturXOfNote, findIssuedNote } from "../e-invoices/render-credit-note-xml.ts";
import { toPrintedCreditNote } from "./printed-credit-note.ts";

/** Draws a note from what it stored; its first PDF leaves its hash with it (R-PDF-1). */
export async function renderCreditNotePdf(context: Context, id: string): Promise<SealedPdf> {
  const { note, document, xml } = await read(context, async (tx) => {
    const issued = await findIssuedNote(tx, id);
    const logo = await findLogoBytes(tx, issued.note.seller.logoUrl);
    const document = toPrintedCreditNote(issued.note, issued.noteLines, logo);
    return { note: issued.note, document, xml: facturXOfNote(issued) };
  });
  const pdf = sealPdf(await context.documents.renderCreditNote(document, xml), note.number);
  if (note.pdfSha256 === null) await transact(context, (work) => recordCreditNotePdfHash(work.tx, id, pdf.sha256));
  return pdf;
}
