import {
  claimDraftsToIssue,
  collectIssued,
  findInvoiceLines,
  findInvoices,
  getOrganization,
  type InvoicedUsage,
  type InvoiceRow,
  lockNumbering,
  markIssued,
  markSkipped,
  noteUsageInvoiced,
  retryWaitingDrafts,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { grantPaidTopUps } from "../../credits/index.ts";
import { DomainError } from "../../errors/index.ts";
import { type Invoice, lockInvoiceFor, toInvoice, type WrittenInvoice } from "../../invoices/index.ts";
import { recordIssued } from "../../journal/index.ts";
import { announceIssued } from "./announce-issued.ts";
import { findParties } from "./find-parties.ts";
import { isSkipped } from "./is-skipped.ts";
import { mailIssued } from "./mail-issued.ts";
import { numberInvoices } from "./number-invoices.ts";
import { inOrderOfBilling } from "./order-of-billing.ts";
import { payByCredit } from "./pay-by-credit.ts";
import { putUnpricedAside } from "./put-unpriced-aside.ts";
import { putWaitingAside } from "./put-waiting-aside.ts";
import { reduceUnpaid } from "./reduce-unpaid.ts";
import { lockReturnSources } from "./return-sources.ts";
import { settleDrafts } from "./settle-drafts.ts";

const MOST_AT_ONCE = 200;

/** Issues the drafts whose grace is over, and returns their number. */
export async function issueDueInvoices(
  work: Work,
  due: { now: string; testClockId: string | null },
  limit = MOST_AT_ONCE,
): Promise<number> {
  const drafts = await claimDraftsToIssue(work.tx, { ...due, limit });
  await issueComplete(work, await settleDrafts(work, drafts, due.now), due.now);
  return drafts.length;
}

/** Issues those drafts decided in this transaction that have no grace left. Their usage need not be counted again. */
export async function issueAtOnce(work: Work, decided: readonly WrittenInvoice[], now: string): Promise<number> {
  const due = decided.filter(({ invoice: { issuesAt } }) => issuesAt !== null && issuesAt <= now);
  await issueComplete(work, inOrderOfBilling(due), now);
  return due.length;
}

/**
 * Issues one draft now, even if its grace is not over or it waits for approval. 409 with the reason if its lines cannot
 * be decided. This is also how to retry a draft that was put aside.
 */
export function issueInvoice(context: Context, id: string): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice: draft, now } = await lockInvoiceFor(transaction, id, "issue");
    return issueDraft(work, draft, now);
  });
}

/** Issues a locked draft. */
export async function issueDraft(work: Work, draft: InvoiceRow, now: string): Promise<Invoice> {
  await issueComplete(work, await settleDrafts(work, [{ ...draft, issuingFailure: null }], now), now);
  const [issued] = await findInvoices(work.tx, [draft.id]);
  if (issued?.status === "draft" && issued.issuingFailure !== null) {
    throw new DomainError("state_conflict", `The draft cannot be issued: ${issued.issuingFailure}`);
  }
  // The draft no longer exists if the organization skips invoices of zero.
  return toInvoice(issued ?? draft, await findInvoiceLines(work.tx, [draft.id]));
}

/** Issues the drafts in which all usage has a price. */
async function issueComplete(work: Work, settled: readonly WrittenInvoice[], now: string): Promise<void> {
  await issueSettled(work, await putUnpricedAside(work, settled, now), now);
}

/**
 * Issues drafts whose lines are decided from all usage known so far. Freezes both sides, and takes the numbers in the
 * given order as the last short step (R-INV-3).
 */
async function issueSettled(work: Work, decided: readonly WrittenInvoice[], now: string): Promise<void> {
  const sources = await lockReturnSources(work, decided);
  const settled = await putWaitingAside(work, decided, sources, now);
  if (settled.length === 0) return;
  await lockNumbering(work.tx, "take");
  const organization = await getOrganization(work.tx);
  const isLeftOut = ({ invoice }: WrittenInvoice) => isSkipped(invoice, organization);
  const skipped = settled.filter(isLeftOut).map(({ invoice }) => ({ ...invoice, taxes: invoice.taxes ?? null }));
  await markSkipped(work.tx, skipped, now);
  await retryWaitingDrafts(
    work.tx,
    skipped.map(({ id }) => id),
  );
  const remaining = settled.filter((draft) => !isLeftOut(draft));
  const partiesOf = await findParties(work.tx, remaining);
  const { reduced, ...credit } = await payByCredit(work, remaining, sources, now);
  await recordIssued(work, remaining, credit.applied);
  const numbered = await numberInvoices(work, remaining, { organization, now, partiesOf, credit });
  const issued = numbered.map((one) => one.issued);
  const issuedIds = issued.map(({ id }) => id);
  // The numbers are locked, so these statements do not wait for each other's answers.
  await Promise.all([
    markIssued(work.tx, issued, now),
    collectIssued(work.tx, issuedIds, now),
    announceIssued(work, numbered, now),
  ]);
  await reduceUnpaid(work, reduced);
  await retryWaitingDrafts(work.tx, issuedIds);
  const paidIds = new Set(issued.flatMap(({ id, status }) => (status === "paid" ? [id] : [])));
  await grantPaidTopUps(
    work,
    remaining.map(({ invoice }) => invoice).filter(({ id }) => paidIds.has(id)),
  );
  await mailIssued(work, organization, numbered, partiesOf);
  // From here to the commit the tail of the organization's events is locked, like its numbers. This is the last step,
  // so that others wait only briefly.
  await noteUsageInvoiced(work.tx, settled.flatMap(invoicedUsage));
}

/** The usage that an invoice covers, by line. */
function invoicedUsage({ invoice, lines }: WrittenInvoice): InvoicedUsage[] {
  return lines.flatMap(({ usageThrough: through, servicePeriodEnd: until }) =>
    through === null ? [] : [{ accountId: invoice.accountId, until, through }],
  );
}
