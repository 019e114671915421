import { writeCii } from "@counterfoil/einvoice";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { electronicFile, type ElectronicFile, type ElectronicForm } from "./electronic-file.ts";
import { taxesOf } from "./invoice-taxes.ts";
import { issuedInvoice } from "./issued-invoice.ts";
import { type IssuedCreditNote, toElectronicCreditNote } from "./to-electronic-credit-note.ts";
import { toElectronicInvoice } from "./to-electronic-invoice.ts";

/** What takes as long as a document is large: the rules of the standard and its XML. Pure, so that a thread of its own can do it. */
export const electronicTasks = {
  /**
   * The XML that the invoice's PDF carries; null where the organization had not asked for it when it issued the invoice, and where
   * the invoice cannot be written as one of EN 16931: the customer gets the PDF all the same, and `GET /invoices/{id}/xml` says what
   * is missing. All of it was frozen at issue, so the PDF has the same bytes for ever.
   */
  facturX(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): string | null {
    const issued = issuedInvoice(invoice, lines);
    if (issued === null || !issued.seller.eInvoicing) return null;
    const outcome = toElectronicInvoice(issued, taxesOf(invoice, lines));
    return outcome.kind === "electronic" ? writeCii(outcome.invoice) : null;
  },

  /** The XML that the note's PDF carries, by the same rule as its invoice's: the seller's snapshot is one for both. */
  facturXOfNote(issued: IssuedCreditNote): string | null {
    if (!issued.note.seller.eInvoicing) return null;
    const outcome = toElectronicCreditNote(issued);
    return outcome.kind === "electronic" ? writeCii(outcome.invoice) : null;
  },

  /**
   * The issued invoice as XML of EN 16931, by the rules of a profile.
   *
   * @throws DomainError `state_conflict` for a draft, which is no invoice yet, and for a void one, which is none any more;
   * `e_invoice_incomplete` naming each rule that it breaks.
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
