import { Decimal, dueOn } from "@counterfoil/engine";
import {
  claimDraftsToIssue,
  findAccountsById,
  findInvoiceLines,
  findInvoices,
  findSubscriptionsById,
  getOrganization,
  type InvoicedUsage,
  type InvoiceRow,
  type IssuedInvoice,
  markIssued,
  markSkipped,
  noteUsageInvoiced,
  type OrganizationRow,
  takeNumbers,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow } from "../accounts/account-time.ts";
import { fixedClock } from "../clock.ts";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, notFound } from "../errors/domain-error.ts";
import { toInvoice, toInvoiceSummary } from "../invoices/invoice.ts";
import { invoiceNumber } from "../invoices/invoice-number.ts";
import { renderMemo } from "../invoices/memo.ts";
import { buyerSnapshot, sellerSnapshot } from "../invoices/snapshots.ts";
import { auditAll, type AuditedChange, type NewEvent, notifyAll } from "../record.ts";
import { localDay } from "../time.ts";
import { applyAccountCredit } from "./apply-account-credit.ts";
import type { WrittenInvoice } from "./invoice-rows.ts";
import { dueAt } from "./schedule.ts";
import { settleDrafts } from "./settle-drafts.ts";

const SERIES = "invoice";
const MOST_AT_ONCE = 200;

/**
 * Issues the drafts whose grace is over, and answers how many there were. The usage of those that were `justDecided` in
 * this transaction need not be counted again.
 */
export async function issueDueInvoices(
  work: Work,
  due: { now: string; testClockId: string | null },
  justDecided: readonly WrittenInvoice[] = [],
  limit = MOST_AT_ONCE,
): Promise<number> {
  const drafts = await claimDraftsToIssue(work.tx, { ...due, limit });
  await issueDrafts(work, drafts, due.now, justDecided);
  return drafts.length;
}

/** Issues one draft now, whether or not its grace is over. */
export function issueInvoice(context: Context, id: string): Promise<ReturnType<typeof toInvoice>> {
  return transact(context, async (work) => {
    // The subscription before its draft, as everybody locks them.
    const [seen] = await findInvoices(work.tx, [id]);
    await findSubscriptionsById(work.tx, [seen?.subscriptionId ?? ""], "for update");
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
  justDecided: readonly WrittenInvoice[] = [],
): Promise<void> {
  if (drafts.length === 0) return;
  const organization = await getOrganization(work.tx);
  const settled = await settleDrafts(work, drafts, now, justDecided);
  const isSkipped = ({ invoice }: WrittenInvoice) =>
    organization.zeroAmountInvoices === "skip" && Decimal.of(invoice.total).isZero();
  const skippedIds = settled.filter(isSkipped).map(({ invoice }) => invoice.id);
  if (skippedIds.length > 0) await markSkipped(work.tx, skippedIds, now);
  const remaining = settled.filter((draft) => !isSkipped(draft));
  const issued = await numbered(work, remaining, organization, now);
  await markIssued(work.tx, issued, now);
  await noteUsageInvoiced(work.tx, settled.flatMap(invoicedUsage));
  await announce(work, remaining, issued, now);
}

/** The drafts with both sides frozen, credit used up, and their numbers: the last short step (R-INV-3). */
async function numbered(
  work: Work,
  drafts: readonly WrittenInvoice[],
  organization: OrganizationRow,
  now: string,
): Promise<IssuedInvoice[]> {
  if (drafts.length === 0) return [];
  const invoices = drafts.map(({ invoice }) => invoice);
  const accounts = await findAccountsById(work.tx, [...new Set(invoices.map((draft) => draft.accountId))]);
  const subscriptionIds = [...new Set(invoices.flatMap((draft) => draft.subscriptionId ?? []))];
  const subscriptions = await findSubscriptionsById(work.tx, subscriptionIds);
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const subscriptionOf = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  const credits = await applyAccountCredit(work, invoices);
  const today = localDay(now, organization.timezone);
  const first = await takeNumbers(work.tx, SERIES, invoices.length);
  return invoices.map((draft, index) => {
    const account = accountOf.get(draft.accountId);
    if (account === undefined) throw new Error(`invoice ${draft.id} has no account`);
    const subscription = draft.subscriptionId === null ? undefined : subscriptionOf.get(draft.subscriptionId);
    const sequence = first + BigInt(index);
    const creditsApplied = credits.get(draft.id) ?? Decimal.zero;
    const due = dueOn(Temporal.PlainDate.from(localDay(now, draft.timezone)), draft.paymentTerms);
    return {
      id: draft.id,
      status: Decimal.of(draft.total).equals(creditsApplied) ? "paid" : "issued",
      number: invoiceNumber(organization, sequence, today),
      series: SERIES,
      sequence: sequence.toString(),
      issueDate: now,
      dueDate: due === null ? null : dueAt(due, draft.timezone),
      periodStart: draft.periodStart,
      periodEnd: draft.periodEnd,
      billingPeriodStart: draft.billingPeriodStart,
      billingPeriodEnd: draft.billingPeriodEnd,
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
}

/** What an invoice says of the usage that is invoiced with it. */
function invoicedUsage({ invoice, lines }: WrittenInvoice): InvoicedUsage[] {
  return lines.flatMap(({ usageThrough: through, servicePeriodEnd: until }) =>
    through === null ? [] : [{ accountId: invoice.accountId, until, through }],
  );
}

/** Tells of each invoice what issuing changed, and the outbox how it looks now. */
async function announce(work: Work, drafts: readonly WrittenInvoice[], issued: readonly IssuedInvoice[], now: string) {
  const changes: AuditedChange[] = [];
  const happened: NewEvent[] = [];
  for (const [index, { invoice, lines }] of drafts.entries()) {
    const row: InvoiceRow = { ...invoice, ...issued[index], issuesAt: null, updatedAt: now };
    const data = toInvoice(row, lines);
    const before = toInvoiceSummary(invoice);
    changes.push({ action: "invoice.issued", objectId: row.id, before, after: toInvoiceSummary(row) });
    happened.push({ type: "invoice.issued", objectId: row.id, data });
    if (row.status === "paid") happened.push({ type: "invoice.paid", objectId: row.id, data });
  }
  await auditAll(work, changes);
  await notifyAll(work, happened);
}
