import { findInvoiceLines, findInvoices, findSubscription } from "@counterfoil/storage";
import type { Context, Work } from "../../context.ts";
import { loadContracts } from "../../contracts/index.ts";
import { type Invoice, toInvoice } from "../../invoices/index.ts";
import { recordIds } from "../../recorded-ids.ts";
import type { ChangeInput, Subscription } from "../../subscriptions/index.ts";
import { withoutTrace } from "../../without-trace.ts";
import { type CancelInput, cancelRunning, type MadeChange, makeChange } from "../change/index.ts";
import { upcomingInvoicesOf } from "./upcoming-invoice.ts";

/** The invoices that a change creates at once, the version that it creates, and the invoice after those. */
interface ChangePreview extends MadeChange {
  /** Null if there is no next invoice or if it cannot be computed yet. */
  nextInvoice: Invoice | null;
}

/** Previews a change: makes it in a transaction that is rolled back. */
export function previewChange(context: Context, id: string, input: ChangeInput): Promise<ChangePreview> {
  return withoutTrace(context, async (work) => {
    const made = await makeChange(work, id, input);
    return { ...made, nextInvoice: await nextInvoiceOf(work, id) };
  });
}

/** The subscription after a cancellation, and what is billed at once and next. */
interface CancelPreview {
  subscription: Subscription;
  /** The invoices that the cancellation creates at once. They have no numbers. */
  invoices: Invoice[];
  /** Null if nothing more will be invoiced, or if the next invoice cannot be computed yet. */
  nextInvoice: Invoice | null;
}

/** Previews a cancellation: cancels in a transaction that is rolled back. */
export function previewCancellation(context: Context, id: string, input: CancelInput): Promise<CancelPreview> {
  return withoutTrace(context, async (transaction) => {
    const ids = recordIds(transaction.ids);
    const subscription = await cancelRunning({ ...transaction, ids }, id, input);
    const rows = await findInvoices(transaction.tx, ids.made("inv"));
    const lines = await findInvoiceLines(
      transaction.tx,
      rows.map((row) => row.id),
    );
    const invoices = rows.map((row) => ({
      ...toInvoice(
        row,
        lines.filter(({ invoiceId }) => invoiceId === row.id),
      ),
      number: null,
    }));
    return { subscription, invoices, nextInvoice: await nextInvoiceOf(transaction, subscription.id) };
  });
}

async function nextInvoiceOf(work: Work, subscriptionId: string): Promise<Invoice | null> {
  const subscription = await findSubscription(work.tx, subscriptionId);
  if (subscription?.status !== "active") return null;
  const contracts = await loadContracts(work.tx, [subscription]);
  return (await upcomingInvoicesOf(work, contracts)).get(subscription.id) ?? null;
}
