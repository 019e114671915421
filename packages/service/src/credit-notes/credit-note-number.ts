import type { OrganizationRow } from "@counterfoil/storage";
import type { Fault } from "../errors/fault.ts";
import { type Numbering, numberingFaults } from "../invoices/invoice-number.ts";

type NoteNumbering = Numbering & Pick<OrganizationRow, "creditNoteNumberFormat">;

/**
 * Notes are numbered as invoices are, in series of their own and by a format of their own (R-INV-8). They start again when
 * invoices do, as far as their format tells year and month.
 */
export function creditNoteNumbering({ creditNoteNumberFormat: format, ...numbering }: NoteNumbering): Numbering {
  const restart = toldRestart(format, numbering.invoiceNumberRestart);
  return { ...numbering, invoiceNumberFormat: format, invoiceNumberRestart: restart };
}

function toldRestart(format: string, restart: Numbering["invoiceNumberRestart"]): Numbering["invoiceNumberRestart"] {
  if (restart === "never" || !/\{YY(YY)?\}/.test(format)) return "never";
  return restart === "monthly" && format.includes("{MM}") ? "monthly" : "yearly";
}

/** What is wrong with the format. */
export function creditNoteNumberingFaults(organization: NoteNumbering): Fault[] {
  return numberingFaults(creditNoteNumbering(organization)).map((fault) => ({
    ...fault,
    pointer: "/creditNoteNumberFormat",
  }));
}
