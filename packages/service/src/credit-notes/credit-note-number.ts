import type { OrganizationRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { type Numbering, numberingFaults, ownNumbering } from "../invoices/index.ts";

type NoteNumbering = Numbering & Pick<OrganizationRow, "creditNoteNumberFormat">;

/** Credit notes are numbered like invoices, in their own series and format (R-INV-8). */
export function creditNoteNumbering({ creditNoteNumberFormat, ...numbering }: NoteNumbering): Numbering {
  return ownNumbering(numbering, creditNoteNumberFormat);
}

/** What is wrong with the format. */
export function creditNoteNumberingFaults(organization: NoteNumbering): Fault[] {
  return numberingFaults(creditNoteNumbering(organization)).map((fault) => ({
    ...fault,
    pointer: "/creditNoteNumberFormat",
  }));
}
