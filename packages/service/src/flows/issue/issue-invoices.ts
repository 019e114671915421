import { Decimal } from "@counterfoil/engine";
import {
  claimDraftsToIssue,
  collectIssued,
  findAccountsById,
  findInvoiceLines,
  findInvoices,
  findSubscriptionsById,
  getOrganization,
  type InvoicedUsage,
  type InvoiceRow,
  type IssuedInvoice,
  lockNumbering,
  markIssued,
  markSkipped,
  noteUsageInvoiced,
  type OrganizationRow,
  retryWaitingDrafts,
  takeNumbers,
  type Tx,
  WAITS_FOR_DRAFT,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { sealOf } from "../../frozen-lines/index.ts";
import {
  dueDates,
  type Invoice,
  invoiceNumber,
  localeFor,
  lockInvoiceFor,
  numberPattern,
  renderMemo,
  seriesOf,
  toInvoice,
  withLineItems,
  type WrittenInvoice,
} from "../../invoices/index.ts";
import { recordIssued } from "../../journal/index.ts";
import { type MailOccasion, queueMails } from "../../mails/index.ts";
import { drawGrants, grantPaidTopUps } from "../../credits/index.ts";
import { auditAll, type AuditedChange, type NewEvent, notifyAll } from "../../record.ts";
import { localDay } from "../../time.ts";
import { freezeSides, type Issuing, type PartiesOf } from "./freeze-sides.ts";
import { type AppliedCredit, applyAccountCredit } from "./apply-account-credit.ts";
import { reduceUnpaid } from "./reduce-unpaid.ts";
import { lockReturnSources, type ReturnSources, waitingFor } from "./return-sources.ts";
import { inOrderOfBilling, putSettledAside, settleDrafts } from "./settle-drafts.ts";
import { putUnpricedAside } from "./put-unpriced-aside.ts";

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
  // What somebody wrote by hand is issued whatever it comes to.
  const isSkipped = ({ invoice }: WrittenInvoice) =>
    organization.zeroAmountInvoices === "skip" && invoice.subscriptionId !== null && Decimal.of(invoice.total).isZero();
  const skipped = settled.filter(isSkipped).map(({ invoice }) => ({ ...invoice, taxes: invoice.taxes ?? null }));
  await markSkipped(work.tx, skipped, now);
  await retryWaitingDrafts(
    work.tx,
    skipped.map(({ id }) => id),
  );
  const remaining = settled.filter((draft) => !isSkipped(draft));
  const partiesOf = await findParties(work.tx, remaining);
  const { reduced, ...credit } = await payByCredit(work, remaining, sources, now);
  await recordIssued(work, remaining, credit.applied);
  const issued = await numbered(work, remaining, { organization, now, partiesOf, credit });
  await markIssued(work.tx, issued, now);
  const issuedIds = issued.map(({ id }) => id);
  await collectIssued(work.tx, issuedIds, now);
  await announce(work, remaining, issued, now);
  await reduceUnpaid(work, reduced);
  await retryWaitingDrafts(work.tx, issuedIds);
  const paidIds = new Set(issued.flatMap(({ id, status }) => (status === "paid" ? [id] : [])));
  await grantPaidTopUps(
    work,
    remaining.map(({ invoice }) => invoice).filter(({ id }) => paidIds.has(id)),
  );
  await mailIssued(work, organization, remaining, issued, partiesOf);
  // The organization's tail of events is locked from here to the commit, as its numbers are: the last, that others wait little.
  await noteUsageInvoiced(work.tx, settled.flatMap(invoicedUsage));
}

/** Uses up credit for the drafts, and answers what it pays of each. */
async function payByCredit(
  work: Work,
  drafts: readonly WrittenInvoice[],
  sources: ReturnSources,
  now: string,
): Promise<AppliedCredit> {
  const invoices = drafts.map(({ invoice }) => invoice);
  // Prepaid credit first, for it may expire.
  const drawn = await drawGrants(work, drafts, now);
  const payable = invoices.map((invoice) => ({
    invoice,
    unpaid: Decimal.of(invoice.total).minus(drawn.get(invoice.id) ?? Decimal.zero),
  }));
  const { applied, ...given } = await applyAccountCredit(work, payable, sources);
  const paid = ({ id }: InvoiceRow) => Decimal.sum([drawn, applied].map((amounts) => amounts.get(id) ?? Decimal.zero));
  return { ...given, applied: new Map(invoices.map((invoice) => [invoice.id, paid(invoice)])) };
}

/** Puts drafts aside that give back from a draft: what is not issued is not owed, and gives nothing back (R-INV-8). */
async function putWaitingAside(
  work: Work,
  decided: readonly WrittenInvoice[],
  sources: ReturnSources,
  now: string,
): Promise<WrittenInvoice[]> {
  const issued = new Set<string>();
  const settled: WrittenInvoice[] = [];
  for (const draft of decided) {
    const waits = waitingFor(sources.get(draft.invoice.id) ?? [], issued);
    if (waits === undefined) {
      issued.add(draft.invoice.id);
      settled.push(draft);
    } else {
      const failure = `${WAITS_FOR_DRAFT}${waits.id}. Issue that draft first.`;
      await putSettledAside(work, draft, failure, now);
    }
  }
  return settled;
}

/** The drafts with both sides frozen, and their numbers. Who else issues waits from here to the commit, so it comes late (R-INV-3). */
async function numbered(work: Work, drafts: readonly WrittenInvoice[], issuing: Issuing): Promise<IssuedInvoice[]> {
  if (drafts.length === 0) return [];
  const { organization, now, partiesOf } = issuing;
  const today = localDay(now, organization.timezone);
  const series = seriesOf(organization, today);
  const frozen = drafts.map((draft) => ({ draft: draft.invoice, sides: freezeSides(draft, issuing) }));
  const first = await takeNumbers(work.tx, series, drafts.length, numberPattern(organization, today));
  return frozen.map(({ draft, sides }, index) => {
    const { account, subscription } = partiesOf(draft);
    const sequence = first + BigInt(index);
    const written = {
      number: invoiceNumber(organization, sequence, today),
      issueDate: now,
      ...dueDates(draft, now),
    };
    return {
      id: draft.id,
      status: Decimal.of(draft.total).equals(Decimal.of(sides.creditsApplied)) ? "paid" : "issued",
      series,
      sequence: sequence.toString(),
      ...written,
      periodStart: draft.periodStart,
      periodEnd: draft.periodEnd,
      billingPeriodStart: draft.billingPeriodStart,
      billingPeriodEnd: draft.billingPeriodEnd,
      subtotal: draft.subtotal,
      tax: draft.tax,
      total: draft.total,
      taxes: draft.taxes ?? null,
      memo: renderMemo(
        draft.memo ?? subscription?.invoiceMemoTemplate ?? null,
        { ...draft, ...written, accountName: account.name },
        localeFor(organization, account),
      ),
      footer: draft.footer ?? subscription?.invoiceFooterText ?? null,
      ...sides,
    };
  });
}

/** Whom invoices are for: read for those about which nothing had to be decided. */
async function findParties(tx: Tx, drafts: readonly WrittenInvoice[]): Promise<PartiesOf> {
  const known = new Map(drafts.map(({ invoice, parties }) => [invoice.id, parties]));
  const unknown = drafts.flatMap(({ invoice, parties }) => (parties === undefined ? [invoice] : []));
  const accounts = await findAccountsById(tx, [...new Set(unknown.map((draft) => draft.accountId))]);
  const subscriptionIds = [...new Set(unknown.flatMap((draft) => draft.subscriptionId ?? []))];
  const subscriptions = await findSubscriptionsById(tx, subscriptionIds);
  return (draft) => {
    const account = known.get(draft.id)?.account ?? accounts.find(({ id }) => id === draft.accountId);
    if (account === undefined) throw new Error(`invoice ${draft.id} has no account`);
    const subscription =
      known.get(draft.id)?.subscription ?? subscriptions.find(({ id }) => id === draft.subscriptionId);
    return { account, subscription };
  };
}

/** What an invoice says of the usage that is invoiced with it. */
function invoicedUsage({ invoice, lines }: WrittenInvoice): InvoicedUsage[] {
  return lines.flatMap(({ usageThrough: through, servicePeriodEnd: until }) =>
    through === null ? [] : [{ accountId: invoice.accountId, until, through }],
  );
}

/** Writes to the customers (R-MAIL-1). */
async function mailIssued(
  work: Work,
  organization: OrganizationRow,
  drafts: readonly WrittenInvoice[],
  issued: readonly IssuedInvoice[],
  partiesOf: PartiesOf,
): Promise<void> {
  const occasions = drafts.map(({ invoice }, index): MailOccasion => {
    const { account, subscription = null } = partiesOf(invoice);
    return { kind: "invoice", occasion: "issued", account, subscription, invoice: { ...invoice, ...issued[index] } };
  });
  await queueMails(work, organization, occasions);
}

/** Tells of each invoice what issuing changed, and the outbox how it looks now. */
async function announce(work: Work, drafts: readonly WrittenInvoice[], issued: readonly IssuedInvoice[], now: string) {
  const changes: AuditedChange[] = [];
  const happened: NewEvent[] = [];
  for (const [index, { invoice, lines, shown: before }] of drafts.entries()) {
    const row: InvoiceRow = { ...invoice, ...issued[index], issuesAt: null, issuingFailure: null, updatedAt: now };
    const data = withLineItems(row, before.lineItems);
    // What is printed and not shown is sealed: the log proves it, and the line items are as they were.
    const after = { ...data, ...sealOf(row, lines) };
    changes.push({ action: "invoice.issued", objectId: row.id, before, after });
    happened.push({ type: "invoice.issued", objectId: row.id, data });
    if (row.status === "paid") happened.push({ type: "invoice.paid", objectId: row.id, data });
  }
  await auditAll(work, changes);
  await notifyAll(work, happened);
}
