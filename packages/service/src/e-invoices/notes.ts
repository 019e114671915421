import type { Note } from "@counterfoil/einvoice";
import type { SellerSnapshot } from "@counterfoil/storage";

/** BG-1: the notes of this document, and the seller's notes for all documents. */
export function notesOf(written: readonly (string | null)[], { invoiceNotes = [] }: SellerSnapshot): Note[] {
  return [
    ...written.flatMap((text) => (text === null ? [] : [{ subject: null, text }])),
    ...invoiceNotes.map(({ subjectCode: subject, text }) => ({ subject, text })),
  ];
}
