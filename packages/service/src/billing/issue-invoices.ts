import { Decimal, dueOn, formatAmount } from "@counterfoil/engine";
import {
  claimDraftsToIssue,
  deleteDraftLines,
  deleteDrafts,
  findAccountsById,
  findInvoiceLines,
  findInvoices,
  findSubscriptionsById,
  getOrganization,
  insertInvoiceLines,
  type InvoiceRow,
  type IssuedInvoice,
  markIssued,
  noteSkippedUsage,
  noteUsageInvoiced,
  recordIssuingFailure,
  takeNumbers,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { fixedClock } from "../clock.ts";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, notFound } from "../errors/domain-error.ts";
import { toInvoice, toInvoiceSummary } from "../invoices/invoice.ts";
import { invoiceNumber } from "../invoices/invoice-number.ts";
import { renderMemo } from "../invoices/memo.ts";
import { buyerSnapshot, sellerSnapshot } from "../invoices/snapshots.ts";
import { auditAll, type AuditedChange, type NewEvent, notify, notifyAll } from "../record.ts";
import { applyAccountCredit } from "./apply-account-credit.ts";
import { decideInvoices } from "./decide-invoices.ts";
import { toLineRows } from "./invoice-rows.ts";
import { loadContracts } from "./load-contracts.ts";
import { planOfDraft } from "./plan-of-draft.ts";
import { dueAt } from "./schedule.ts";
import { localDay } from "../time.ts";
import { accountNow } from "../accounts/account-time.ts";

const SERIES = "invoice";
const MOST_AT_ONCE = 200;

/**
 * Issues the drafts whose grace is over, and answers how many there were. The usage of those that were `justDecided` in
 * this transaction need not be counted again.
 */
export async function issueDueInvoices(
  work: Work,
  due: { now: string; testClockId: string | null },
  justDecided: readonly InvoiceRow[] = [],
): Promise<number> {
  const drafts = await claimDraftsToIssue(work.tx, { ...due, limit: MOST_AT_ONCE });
  await issueDrafts(work, drafts, due.now, new Set(justDecided.map((draft) => draft.id)));
  return drafts.length;
}

/** Issues one draft now, whether or not its grace is over. */
export function issueInvoice(context: Context, id: string): Promise<ReturnType<typeof toInvoice>> {
  return transact(context, async (work) => {
    const [draft] = await findInvoices(work.tx, [id], "for update");
    if (draft === undefined) throw notFound("invoice", id);
    if (draft.status !== "draft") {
      throw new DomainError("state_conflict", `The invoice is ${draft.status}; only a draft can be issued.`);
    }
    const now = await accountNow(work, draft);
    await issueDrafts({ ...work, clock: fixedClock(now) }, [draft], now);
    const [issued] = await findInvoices(work.tx, [id]);
    // Where the organization skips invoices of zero, the draft is gone now.
    return toInvoice(issued ?? draft, await findInvoiceLines(work.tx, [id]));
  });
}

/**
 * Issues drafts: decides their lines once more from the usage known by now, freezes both sides, and takes the numbers as
 * the last short step (R-INV-3), in the order of billing.
 */
async function issueDrafts(
  work: Work,
  drafts: readonly InvoiceRow[],
  now: string,
  justDecided: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (drafts.length === 0) return;
  const organization = await getOrganization(work.tx);
  const settled = await settleDrafts(work, drafts, now, justDecided);
  const skipped = settled.filter(
    (draft) => organization.zeroAmountInvoices === "skip" && Decimal.of(draft.total).isZero(),
  );
  const skippedIds = skipped.map((draft) => draft.id);
  if (skippedIds.length > 0) {
    await noteSkippedUsage(work.tx, skippedIds);
    await noteUsageInvoiced(work.tx, skippedIds);
    await deleteDrafts(work.tx, skippedIds);
  }
  const remaining = settled.filter((draft) => !skipped.includes(draft));
  if (remaining.length === 0) return;
  const accounts = await findAccountsById(work.tx, [...new Set(remaining.map((draft) => draft.accountId))]);
  const subscriptionIds = [...new Set(remaining.flatMap((draft) => draft.subscriptionId ?? []))];
  const subscriptions = await findSubscriptionsById(work.tx, subscriptionIds);
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const subscriptionOf = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  const credits = await applyAccountCredit(work, remaining);
  const first = await takeNumbers(work.tx, SERIES, remaining.length);
  const issued = remaining.map((draft, index): IssuedInvoice => {
    const account = accountOf.get(draft.accountId);
    if (account === undefined) throw new Error(`invoice ${draft.id} has no account`);
    const subscription = draft.subscriptionId === null ? undefined : subscriptionOf.get(draft.subscriptionId);
    const sequence = first + BigInt(index);
    const creditsApplied = credits.get(draft.id) ?? Decimal.zero;
    const issuedOn = localDay(now, draft.timezone);
    const due = dueOn(Temporal.PlainDate.from(issuedOn), draft.paymentTerms);
    return {
      id: draft.id,
      status: Decimal.of(draft.total).equals(creditsApplied) ? "paid" : "issued",
      number: invoiceNumber(organization, sequence, localDay(now, organization.timezone)),
      series: SERIES,
      sequence: sequence.toString(),
      issueDate: now,
      dueDate: due === null ? null : dueAt(due, draft.timezone),
      subtotal: draft.subtotal,
      tax: draft.tax,
      total: draft.total,
      creditsApplied: creditsApplied.toString(),
      memo: renderMemo(subscription?.invoiceMemoTemplate ?? null, draft, organization.locale),
      footer: subscription?.invoiceFooterText ?? null,
      seller: sellerSnapshot(organization),
      buyer: buyerSnapshot(account),
    };
  });
  await markIssued(work.tx, issued, now);
  const ids = issued.map((invoice) => invoice.id);
  await noteUsageInvoiced(work.tx, ids);
  await announce(work, ids, remaining);
}

/** The drafts with lines decided anew: late usage within the grace belongs to them. One that cannot be decided is put aside. */
async function settleDrafts(
  work: Work,
  drafts: readonly InvoiceRow[],
  now: string,
  justDecided: ReadonlySet<string>,
): Promise<InvoiceRow[]> {
  const linesOf = Map.groupBy(
    await findInvoiceLines(
      work.tx,
      drafts.map((draft) => draft.id),
    ),
    (line) => line.invoiceId,
  );
  // What was decided in this transaction is as fresh as it can be, and without usage nothing can have changed.
  const stale = drafts.filter(
    (draft) => !justDecided.has(draft.id) && linesOf.get(draft.id)?.some((line) => line.usageThrough !== null) === true,
  );
  const fresh = drafts.filter((draft) => !stale.includes(draft));
  if (stale.length === 0) return fresh;
  const subscriptions = await findSubscriptionsById(work.tx, [
    ...new Set(stale.flatMap((one) => one.subscriptionId ?? [])),
  ]);
  const contracts = new Map((await loadContracts(work.tx, subscriptions)).map((one) => [one.subscription.id, one]));
  const cases = stale.map((draft) => {
    const loaded = contracts.get(draft.subscriptionId ?? "");
    if (loaded === undefined) throw new Error(`invoice ${draft.id} has no subscription`);
    const on = Temporal.PlainDate.from(draft.billingDate);
    const plan = () => planOfDraft(loaded.contract, on, linesOf.get(draft.id) ?? []);
    return { loaded, on, plan, draftId: draft.id, isBilledAgain: false };
  });
  const decisions = await decideInvoices(work.tx, cases);
  await deleteDraftLines(
    work.tx,
    stale.flatMap((draft, index) => (decisions[index]?.kind === "invoice" ? draft.id : [])),
  );
  const settled = [...fresh];
  for (const [index, draft] of stale.entries()) {
    const decision = decisions[index];
    const loaded = cases[index]?.loaded;
    if (decision?.kind !== "invoice" || loaded === undefined) {
      const failure = decision?.kind === "failed" ? decision.failure : "nothing is due on its billing date any more";
      await recordIssuingFailure(work.tx, draft.id, failure, now);
      await notify(work, "invoice.failed", draft.id, { invoiceId: draft.id, failure });
      continue;
    }
    await insertInvoiceLines(work.tx, toLineRows(loaded, decision, draft.id, work.ids));
    const subtotal = formatAmount({ amount: decision.draft.subtotal, currency: draft.currency });
    settled.push({ ...draft, subtotal, total: subtotal });
  }
  return settled.sort((a, b) => (a.billingDate + a.id < b.billingDate + b.id ? -1 : 1));
}

async function announce(work: Work, ids: readonly string[], drafts: readonly InvoiceRow[]): Promise<void> {
  const before = new Map(drafts.map((draft) => [draft.id, draft]));
  const linesOf = Map.groupBy(await findInvoiceLines(work.tx, ids), (line) => line.invoiceId);
  const changes: AuditedChange[] = [];
  const happened: NewEvent[] = [];
  for (const row of await findInvoices(work.tx, ids)) {
    const data = toInvoice(row, linesOf.get(row.id) ?? []);
    const draft = before.get(row.id);
    changes.push({
      action: "invoice.issued",
      objectId: row.id,
      before: draft === undefined ? null : toInvoiceSummary(draft),
      after: toInvoiceSummary(row),
    });
    happened.push({ type: "invoice.issued", objectId: row.id, data });
    if (row.status === "paid") happened.push({ type: "invoice.paid", objectId: row.id, data });
  }
  await auditAll(work, changes);
  await notifyAll(work, happened);
}
