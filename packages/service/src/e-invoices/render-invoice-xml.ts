import { type BrokenRule, writeCii, writeUbl } from "@counterfoil/einvoice";
import { findInvoiceLines, findInvoices } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { asIssued } from "../credit-notes/as-issued.ts";
import { DomainError, notFound } from "../errors/domain-error.ts";
import type { Fault } from "../errors/fault.ts";
import { fileNameOf } from "../invoices/file-name.ts";
import { issuedInvoice } from "./issued-invoice.ts";
import { taxesOf } from "./invoice-taxes.ts";
import { toElectronicInvoice } from "./to-electronic-invoice.ts";

export const E_INVOICE_FORMATS = ["cii", "ubl"] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];

export interface InvoiceXml {
  readonly xml: string;
  readonly fileName: string;
}

/**
 * The issued invoice as XML of EN 16931.
 *
 * @throws DomainError `state_conflict` for a draft, which is no invoice yet, and for a void one, which is none any more;
 * `e_invoice_incomplete` naming each rule that it breaks.
 */
export async function renderInvoiceXml(context: Context, id: string, format: EInvoiceFormat): Promise<InvoiceXml> {
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
  const outcome = toElectronicInvoice(issued, taxesOf(invoice, lines));
  if (outcome.kind === "incomplete") throw incomplete(outcome.broken);
  const write = { cii: writeCii, ubl: writeUbl }[format];
  return { xml: write(outcome.invoice), fileName: `${fileNameOf(issued.invoice.number)}.xml` };
}

function incomplete(broken: readonly BrokenRule[]): DomainError {
  const rules = [...new Set(broken.map(({ rule }) => rule))].join(", ");
  const detail = `The invoice does not follow EN 16931: see errors (${rules}).`;
  return new DomainError("e_invoice_incomplete", detail, broken.map(toFault));
}

/** The pointer is one into the standard's model; what it stands for of ours is said in docs/e-invoicing.md. */
function toFault({ rule, message, path }: BrokenRule): Fault {
  return { pointer: path, code: rule.toLowerCase().replaceAll("-", "_"), detail: `${rule}: ${message}` };
}
