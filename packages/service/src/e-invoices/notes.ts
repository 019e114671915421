import type { Note } from "@counterfoil/einvoice";
import type { SellerSnapshot } from "@counterfoil/storage";

/** BG-1: what was written on the document, and what the seller has to say on each. */
export function notesOf(written: readonly (string | null)[], { invoiceNotes = [] }: SellerSnapshot): Note[] {
  return [
    ...written.flatMap((text) => (text === null ? [] : [{ subject: null, text }])),
    ...invoiceNotes.map(({ subjectCode: subject, text }) => ({ subject, text })),
  ];
}
