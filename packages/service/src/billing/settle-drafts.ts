import {
  deleteDraftLines,
  deleteDrafts,
  findInvoiceLines,
  findSubscriptionsById,
  insertInvoiceLines,
  type InvoiceLineRow,
  type InvoiceRow,
  recordIssuingFailure,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { notify } from "../record.ts";
import { settleTaxes } from "../tax/settle-taxes.ts";
import { type Decision, decideInvoices } from "./decide-invoices.ts";
import { toInvoiceRow, toLineRows, type WrittenInvoice, writtenInvoice } from "./invoice-rows.ts";
import { loadContracts } from "./load-contracts.ts";
import { planOfDraft } from "./plan-of-draft.ts";

/** The drafts with lines decided anew: late usage within the grace belongs to them. One that cannot be decided is put aside. */
export async function settleDrafts(work: Work, drafts: readonly InvoiceRow[], now: string): Promise<WrittenInvoice[]> {
  if (drafts.length === 0) return [];
  const read = await findInvoiceLines(
    work.tx,
    drafts.map(({ id }) => id),
  );
  const linesOf = Map.groupBy(read, (line) => line.invoiceId);
  // Without usage nothing can have changed.
  const stale = drafts.filter((draft) => linesOf.get(draft.id)?.some((line) => line.usageThrough !== null) === true);
  const settled = drafts
    .filter((draft) => !stale.includes(draft))
    .map((draft) => writtenInvoice(draft, linesOf.get(draft.id) ?? []));
  // Of one subscription one after the other: each counts what the one before it came to.
  for (const round of rounds(stale)) settled.push(...(await decideAgain(work, round, linesOf, now)));
  return inOrderOfBilling(await settleTaxes(work.tx, settled));
}

export function inOrderOfBilling(drafts: readonly WrittenInvoice[]): WrittenInvoice[] {
  return drafts.toSorted((a, b) => (orderOf(a.invoice) < orderOf(b.invoice) ? -1 : 1));
}

/** The drafts in the order of billing, no two of one subscription in a round. */
function rounds(drafts: readonly InvoiceRow[]): InvoiceRow[][] {
  const ordered = drafts.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const queues = [...Map.groupBy(ordered, (draft) => draft.subscriptionId).values()];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? []));
}

/** Drafts are issued in the order of billing. */
function orderOf({ billingDate, id }: InvoiceRow): string {
  return billingDate + id;
}

async function decideAgain(
  work: Work,
  stale: readonly InvoiceRow[],
  linesOf: ReadonlyMap<string, readonly InvoiceLineRow[]>,
  now: string,
): Promise<WrittenInvoice[]> {
  const subscriptions = await findSubscriptionsById(work.tx, [
    ...new Set(stale.flatMap((one) => one.subscriptionId ?? [])),
  ]);
  const contracts = new Map((await loadContracts(work.tx, subscriptions)).map((one) => [one.subscription.id, one]));
  const cases = stale.map((draft) => {
    const loaded = contracts.get(draft.subscriptionId ?? "");
    if (loaded === undefined) throw new Error(`invoice ${draft.id} has no subscription`);
    const on = Temporal.PlainDate.from(draft.billingDate);
    const plan = () => planOfDraft(loaded.contract, on, linesOf.get(draft.id) ?? []);
    return { loaded, on, late: [], plan, draftId: draft.id, isBilledAgain: false };
  });
  const decisions = await decideInvoices(work.tx, cases);
  const idsOf = (kind: Decision["kind"]) =>
    stale.flatMap((draft, index) => (decisions[index]?.kind === kind ? draft.id : []));
  await deleteDraftLines(work.tx, idsOf("invoice"));
  // Corrections that another invoice took meanwhile leave nothing to be invoiced.
  await deleteDrafts(work.tx, idsOf("nothing"));
  const settled: WrittenInvoice[] = [];
  for (const [index, draft] of stale.entries()) {
    const decision = decisions[index];
    const loaded = cases[index]?.loaded;
    if (decision?.kind === "failed") await putDraftAside(work, draft.id, decision.failure, now);
    if (decision?.kind !== "invoice" || loaded === undefined) continue;
    const { subtotal, total, periodStart, periodEnd, billingPeriodStart, billingPeriodEnd } = toInvoiceRow(
      loaded,
      Temporal.PlainDate.from(draft.billingDate),
      decision.draft,
      draft.id,
      draft.createdAt,
    );
    const period = { periodStart, periodEnd, billingPeriodStart, billingPeriodEnd };
    const invoice = { ...draft, ...period, subtotal, total };
    settled.push(writtenInvoice(invoice, toLineRows(loaded, decision, draft.id, work.ids), loaded));
  }
  await insertInvoiceLines(
    work.tx,
    settled.flatMap(({ lines }) => lines),
  );
  return settled;
}

/** A draft that cannot be issued waits with its cause; it stops no other (R-INV-5). */
export async function putDraftAside(work: Work, id: string, failure: string, now: string): Promise<void> {
  await recordIssuingFailure(work.tx, id, failure, now);
  await notify(work, "invoice.failed", id, { invoiceId: id, failure });
}
