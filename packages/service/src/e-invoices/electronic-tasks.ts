import { writeCii } from "@counterfoil/einvoice";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { electronicFile, type ElectronicFile, type ElectronicForm } from "./electronic-file.ts";
import { taxesOf } from "./invoice-taxes.ts";
import { issuedInvoice } from "./issued-invoice.ts";
import { type IssuedCreditNote, toElectronicCreditNote } from "./to-electronic-credit-note.ts";
import { toElectronicInvoice } from "./to-electronic-invoice.ts";

/**
 * Work that grows with the size of a document: the rules of the standard, and the XML. It has no side effects, so it
 * can run in a thread.
 */
export const electronicTasks = {
  /**
   * The XML in the invoice's PDF. Null if the organization had not turned it on when it issued the invoice, or if the
   * invoice cannot be written as EN 16931. The customer still gets the PDF, and `GET /invoices/{id}/xml` says what is
   * missing. All of it was frozen at issue, so the PDF always has the same bytes.
   */
  facturX(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): string | null {
    const issued = issuedInvoice(invoice, lines);
    if (issued === null || !issued.seller.eInvoicing) return null;
    const outcome = toElectronicInvoice(issued, taxesOf(invoice, lines));
    return outcome.kind === "electronic" ? writeCii(outcome.invoice) : null;
  },

  /** The XML in the note's PDF, by the same rule as for its invoice. Both have the same seller snapshot. */
  facturXOfNote(issued: IssuedCreditNote): string | null {
    if (!issued.note.seller.eInvoicing) return null;
    const outcome = toElectronicCreditNote(issued);
    return outcome.kind === "electronic" ? writeCii(outcome.invoice) : null;
  },

  /**
   * The issued invoice as XML of EN 16931, by the rules of a profile.
   *
   * @throws DomainError `state_conflict` for a draft or a void invoice; `e_invoice_incomplete` naming each rule that it
   * breaks.
   */
  invoiceFile(invoice: InvoiceRow, lines: readonly InvoiceLineRow[], form: ElectronicForm): ElectronicFile {
    const issued = issuedInvoice(invoice, lines);
    if (issued === null) {
      throw new DomainError(
        "state_conflict",
        `The invoice is ${invoice.status}. Only issued invoices are available as XML.`,
      );
    }
    const profile = form.profile ?? issued.seller.eInvoiceProfile ?? "en16931";
    const outcome = toElectronicInvoice(issued, taxesOf(invoice, lines), profile);
    return electronicFile(outcome, { ...form, profile }, { what: "invoice", number: issued.invoice.number });
  },

  /** @throws DomainError `e_invoice_incomplete` naming each rule that it breaks. */
  noteFile(issued: IssuedCreditNote, form: ElectronicForm): ElectronicFile {
    const profile = form.profile ?? issued.note.seller.eInvoiceProfile ?? "en16931";
    const outcome = toElectronicCreditNote(issued, profile);
    return electronicFile(outcome, { ...form, profile }, { what: "credit note", number: issued.note.number });
  },
};

export type ElectronicTasks = typeof electronicTasks;
export type ElectronicTask = keyof ElectronicTasks;
