import { invariant } from "@counterfoil/engine";
import type { BuyerSnapshot, InvoiceRow, SellerSnapshot } from "@counterfoil/storage";

/** The state of an invoice: each state has the members that its status guarantees (R-INV-2). */
export type InvoiceState = DraftInvoice | IssuedInvoice | VoidInvoice;

/** Can still change, and has no number. */
export type DraftInvoice = InvoiceRow & { status: "draft"; number: null };

/** Has its number, its issue date, and both parties at that time. Payments and the due date change its status. */
export type IssuedInvoice = InvoiceRow & Frozen & { status: "issued" | "paid" | "overdue" | "uncollectible" };

/** Was issued, and is no longer owed. */
export type VoidInvoice = InvoiceRow & Frozen & { status: "void"; voidedAt: string; voidReason: string };

interface Frozen {
  number: string;
  issueDate: string;
  seller: SellerSnapshot;
  buyer: BuyerSnapshot;
}

/**
 * The state of a row. Throws if the row lacks what its status guarantees, because then other code must have written it.
 */
export function invoiceState(row: InvoiceRow): InvoiceState {
  const { status, number, issueDate, seller, buyer, voidedAt, voidReason } = row;
  if (status === "draft") {
    invariant(number === null, `draft ${row.id} has the number ${number}`);
    return { ...row, status, number };
  }
  invariant(number !== null, `invoice ${row.id} is ${status} and has no number`);
  invariant(issueDate !== null, `invoice ${row.id} is ${status} and has no issue date`);
  invariant(seller !== null && buyer !== null, `invoice ${row.id} is ${status} and its parties are not frozen`);
  const frozen = { number, issueDate, seller, buyer };
  if (status !== "void") return { ...row, ...frozen, status };
  invariant(voidedAt !== null && voidReason !== null, `invoice ${row.id} is void and has no reason`);
  return { ...row, ...frozen, status, voidedAt, voidReason };
}

/** The invoice with everything that issuing froze. Throws for a draft, which callers must have refused before. */
export function requireIssued(row: InvoiceRow): IssuedInvoice | VoidInvoice {
  const invoice = invoiceState(row);
  invariant(invoice.status !== "draft", `invoice ${row.id} is a draft`);
  return invoice;
}
