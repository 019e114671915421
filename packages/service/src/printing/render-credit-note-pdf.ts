import { type CreditNoteRow, noteCreditNoteDocument } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { drawn, findLogoBytes, findStoredPdf, type SealedPdf, sealPdf, storePdf } from "../documents/index.ts";
import { findIssuedNote, linesOf, runElectronic } from "../e-invoices/index.ts";
import { toPrintedCreditNote } from "../credit-notes/index.ts";

/** The PDF of a credit note. It is rendered once from its stored data, and its bytes never change (R-PDF-1). */
export async function renderCreditNotePdf(context: Context, id: string): Promise<SealedPdf> {
  const { stored, issued, logo } = await read(context, async (tx) => {
    const issued = await findIssuedNote(tx, id);
    const stored = await findStoredPdf(tx, documentOf(issued.note));
    return { stored, issued, logo: await findLogoBytes(tx, issued.note.seller.logoUrl) };
  });
  if (stored !== null) return stored;
  const printed = toPrintedCreditNote(issued.note, issued.noteLines, { ...issued, logo });
  const facturX = await runElectronic(context, linesOf(issued), "facturXOfNote", issued);
  const bytes = await drawn(context.documents.renderCreditNote(printed, facturX, context.organizationId));
  const document = documentOf(issued.note);
  const pdf = sealPdf(bytes, document.name);
  return transact(context, async (work) => {
    const noted = await noteCreditNoteDocument(work.tx, id, pdf.sha256);
    return storePdf(work, document, pdf, noted);
  });
}

function documentOf({ id, number }: CreditNoteRow) {
  return { kind: "credit_note", objectId: id, state: "issued", name: number } as const;
}
