import type { InvoiceRow } from "@counterfoil/storage";
import type { WrittenInvoice } from "../../invoices/index.ts";

export function inOrderOfBilling(drafts: readonly WrittenInvoice[]): WrittenInvoice[] {
  return drafts.toSorted((a, b) => (orderOf(a.invoice) < orderOf(b.invoice) ? -1 : 1));
}

/** The drafts in the order of billing, in rounds. A round has at most one draft of each subscription. */
export function roundsOfBilling(drafts: readonly InvoiceRow[]): InvoiceRow[][] {
  const ordered = drafts.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const queues = [...Map.groupBy(ordered, (draft) => draft.subscriptionId).values()];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? []));
}

/** Drafts are issued in the order of billing. */
function orderOf({ billingDate, id }: InvoiceRow): string {
  return billingDate + id;
}
