import { findInvoiceLines, findInvoices } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { asIssued } from "../credit-notes/as-issued.ts";
import { DomainError, notFound } from "../errors/domain-error.ts";
import { electronicFile, type ElectronicFile, type ElectronicForm } from "./electronic-file.ts";
import { issuedInvoice } from "./issued-invoice.ts";
import { taxesOf } from "./invoice-taxes.ts";
import { toElectronicInvoice } from "./to-electronic-invoice.ts";

/**
 * The issued invoice as XML of EN 16931, by the rules of a profile.
 *
 * @throws DomainError `state_conflict` for a draft, which is no invoice yet, and for a void one, which is none any more;
 * `e_invoice_incomplete` naming each rule that it breaks.
 */
export async function renderInvoiceXml(context: Context, id: string, form: ElectronicForm): Promise<ElectronicFile> {
  const { invoice, lines } = await read(context, async (tx) => {
    const [row] = await findInvoices(tx, [id]);
    if (row === undefined) throw notFound("invoice", id);
    return { invoice: await asIssued(tx, row), lines: await findInvoiceLines(tx, [id]) };
  });
  const issued = issuedInvoice(invoice, lines);
  if (issued === null) {
    throw new DomainError(
      "state_conflict",
      `The invoice is ${invoice.status}; only an issued invoice is written as XML.`,
    );
  }
  const profile = form.profile ?? issued.seller.eInvoiceProfile ?? "en16931";
  const outcome = toElectronicInvoice(issued, taxesOf(invoice, lines), profile);
  return electronicFile(outcome, { ...form, profile }, { what: "invoice", number: issued.invoice.number });
}
