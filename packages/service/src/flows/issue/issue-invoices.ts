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

/** Issues drafts whose grace is over, and answers how many there were. */
export async function issueDueInvoices(
  work: Work,
  due: { now: string; testClockId: string | null },
  limit = MOST_AT_ONCE,
): Promise<number> {
  const drafts = await claimDraftsToIssue(work.tx, { ...due, limit });
  await issueComplete(work, await settleDrafts(work, drafts, due.now), due.now);
  return drafts.length;
}

/** Issues those of the drafts decided in this transaction that have no grace left: their usage need not be counted again. */
export async function issueAtOnce(work: Work, decided: readonly WrittenInvoice[], now: string): Promise<number> {
  const due = decided.filter(({ invoice: { issuesAt } }) => issuesAt !== null && issuesAt <= now);
  await issueComplete(work, inOrderOfBilling(due), now);
  return due.length;
}

/**
 * Issues one draft now, whether or not its grace is over or somebody has to approve it. 409 where its lines cannot be decided,
 * with the reason: this is also how one that was put aside is tried again.
 */
export function issueInvoice(context: Context, id: string): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice: draft, now } = await lockInvoiceFor(transaction, id, "issue");
    return issueDraft(work, draft, now);
  });
}

/** The same of a draft that is locked. */
export async function issueDraft(work: Work, draft: InvoiceRow, now: string): Promise<Invoice> {
  await issueComplete(work, await settleDrafts(work, [{ ...draft, issuingFailure: null }], now), now);
  const [issued] = await findInvoices(work.tx, [draft.id]);
  if (issued?.status === "draft" && issued.issuingFailure !== null) {
    throw new DomainError(
      "state_conflict",
      `The invoice is a draft that cannot be issued as it is: ${issued.issuingFailure}`,
    );
  }
  // Where the organization skips invoices of zero, the draft is gone now.
  return toInvoice(issued ?? draft, await findInvoiceLines(work.tx, [draft.id]));
}

/** Issues those of the drafts in which everything that was used has a price. */
async function issueComplete(work: Work, settled: readonly WrittenInvoice[], now: string): Promise<void> {
  await issueSettled(work, await putUnpricedAside(work, settled, now), now);
}

/**
 * Issues drafts whose lines are decided from the usage known by now: freezes both sides, and takes the numbers as the last
 * short step (R-INV-3), in the order given.
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
  await markIssued(work.tx, issued, now);
  const issuedIds = issued.map(({ id }) => id);
  await collectIssued(work.tx, issuedIds, now);
  await announceIssued(work, numbered, now);
  await reduceUnpaid(work, reduced);
  await retryWaitingDrafts(work.tx, issuedIds);
  const paidIds = new Set(issued.flatMap(({ id, status }) => (status === "paid" ? [id] : [])));
  await grantPaidTopUps(
    work,
    remaining.map(({ invoice }) => invoice).filter(({ id }) => paidIds.has(id)),
  );
  await mailIssued(work, organization, numbered, partiesOf);
  // The organization's tail of events is locked from here to the commit, as its numbers are: the last, that others wait little.
  await noteUsageInvoiced(work.tx, settled.flatMap(invoicedUsage));
}

/** What an invoice says of the usage that is invoiced with it. */
function invoicedUsage({ invoice, lines }: WrittenInvoice): InvoicedUsage[] {
  return lines.flatMap(({ usageThrough: through, servicePeriodEnd: until }) =>
    through === null ? [] : [{ accountId: invoice.accountId, until, through }],
  );
}
