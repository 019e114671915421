import { findCreditNote, findCreditNoteLines, recordCreditNotePdfHash } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { findLogoBytes } from "../documents/logo.ts";
import { type SealedPdf, sealPdf } from "../documents/sealed-pdf.ts";
import { notFound } from "../errors/domain-error.ts";
import { toPrintedCreditNote } from "./printed-credit-note.ts";

/** Draws a note from what it stored; its first PDF leaves its hash with it (R-PDF-1). */
export async function renderCreditNotePdf(context: Context, id: string): Promise<SealedPdf> {
  const { note, document } = await read(context, async (tx) => {
    const row = await findCreditNote(tx, id);
    if (row === undefined) throw notFound("credit note", id);
    const lines = await findCreditNoteLines(tx, [id]);
    return { note: row, document: toPrintedCreditNote(row, lines, await findLogoBytes(tx, row.seller.logoUrl)) };
  });
  const pdf = sealPdf(await context.documents.renderCreditNote(document), note.number);
  if (note.pdfSha256 === null) await transact(context, (work) => recordCreditNotePdfHash(work.tx, id, pdf.sha256));
  return pdf;
}
