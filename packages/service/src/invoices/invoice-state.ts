import { invariant } from "@counterfoil/engine";
import type { BuyerSnapshot, InvoiceRow, SellerSnapshot } from "@counterfoil/storage";

/** What an invoice is, apart from its row: each state has the members that it promises (R-INV-2). */
export type InvoiceState = DraftInvoice | IssuedInvoice | VoidInvoice;

/** Can still change, and has no number. */
export type DraftInvoice = InvoiceRow & { status: "draft"; number: null };

/** Has its number, its issue date, and both parties as they were then. Payments and the due date move it from status to status. */
export type IssuedInvoice = InvoiceRow & Frozen & { status: "issued" | "paid" | "overdue" | "uncollectible" };

/** Was issued, and is not owed any more. */
export type VoidInvoice = InvoiceRow & Frozen & { status: "void"; voidedAt: string; voidReason: string };

interface Frozen {
  number: string;
  issueDate: string;
  seller: SellerSnapshot;
  buyer: BuyerSnapshot;
}

/** The state of a row. Throws where the row lacks what its status promises: then something else wrote it. */
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

/** The invoice with all that issuing froze. Throws for a draft: callers have refused it before. */
export function requireIssued(row: InvoiceRow): IssuedInvoice | VoidInvoice {
  const invoice = invoiceState(row);
  invariant(invoice.status !== "draft", `invoice ${row.id} is a draft`);
  return invoice;
}
