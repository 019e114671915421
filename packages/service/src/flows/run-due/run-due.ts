import {
  claimDraftsToIssue,
  claimDueSubscriptions,
  countDueSubscriptions as countDue,
  recordBillingFailure,
  type SubscriptionRow,
} from "@counterfoil/storage";
import { failureMessage } from "../../errors/index.ts";
import { inSavepoint } from "../../in-savepoint.ts";
import { fixedClock } from "../../clock.ts";
import { type Context, read, transact, type Work } from "../../context.ts";
import { expireGrants } from "../../credits/index.ts";
import { topUpDueAccounts } from "../top-up/index.ts";
import { forgetReservations } from "../../entitlements/index.ts";
import { forgetHolds } from "../hold/index.ts";
import { notify } from "../../record.ts";
import { activateAccepted, mailActivation } from "../../subscriptions/index.ts";
import { billSubscriptions } from "../bill/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { issueAtOnce, issueDueInvoices, putDraftAside } from "../issue/index.ts";
import { lookForLateUsage } from "../../billing/index.ts";
import { markDueOverdue } from "../collect/index.ts";

/** Subscriptions billed in one transaction: enough to share its statements, few enough to hold locks only briefly. */
const CLAIM = 200;

export interface DueWork {
  readonly billed: number;
  readonly issued: number;
  readonly overdue: number;
}

/**
 * What one claim did. A claim does only one kind of work: the kinds above, or accounts whose credit expired or was
 * topped up.
 */
interface ClaimedWork extends DueWork {
  readonly credited: number;
}

/**
 * Bills and issues what is due for one organization on the system's clock, claim by claim, until nothing is left. Any
 * number of workers may run this at the same time; each takes only rows that no other worker holds (R-OPS-2). `onClaim`
 * receives the totals so far.
 */
export async function runDueWork(
  context: Context,
  onClaim: (total: DueWork) => void = () => undefined,
): Promise<DueWork> {
  let total: DueWork = { billed: 0, issued: 0, overdue: 0 };
  await lookForLateUsage(context);
  await forgetReservations(context);
  await forgetHolds(context);
  for (;;) {
    const now = context.clock.now();
    const done = await claimAndRun(context, { now, testClockId: null });
    total = {
      billed: total.billed + done.billed,
      issued: total.issued + done.issued,
      overdue: total.overdue + done.overdue,
    };
    onClaim(total);
    if (done.billed + done.issued + done.overdue + done.credited === 0) return total;
  }
}

/** How many subscriptions of the organization have something due now on the system's clock. */
export function countDueSubscriptions(context: Context): Promise<number> {
  return read(context, (tx) => countDue(tx, { now: context.clock.now(), testClockId: null }));
}

/** One claim of due work at an instant, in one transaction. */
async function claimAndRun(context: Context, due: { now: string; testClockId: string | null }): Promise<ClaimedWork> {
  return transact(context, (work) => runClaim(work, due));
}

/**
 * The work of one claim inside a running transaction. If the claim fails as a whole, bills its first subscription
 * alone, and puts it aside with the cause if it is the one that fails. If there is nothing to bill, does the same with
 * the first draft to issue. A failure never stops the others (R-INV-5).
 */
export async function runClaim(work: Work, due: { now: string; testClockId: string | null }): Promise<ClaimedWork> {
  const acting: Work = { ...work, clock: fixedClock(due.now) };
  const whole = await inSavepoint(acting, () => billAndIssue(acting, due));
  if (!("failure" in whole)) return whole;
  const billing = await inSavepoint(acting, async () => {
    const billed = await bill(acting, due, 1);
    for (const subscription of billed.activated) await mailActivation(acting, subscription);
    return billed;
  });
  if ("failure" in billing) {
    const [subscription] = await claimDueSubscriptions(work.tx, { ...due, limit: 1 });
    if (subscription === undefined) throw billing.failure;
    const failure = failureMessage(billing.failure);
    await recordBillingFailure(work.tx, subscription.id, failure, due.now);
    await notify(acting, "invoice.failed", subscription.id, { subscriptionId: subscription.id, failure });
    return { ...NOTHING, billed: 1 };
  }
  if (billing.claimed > 0) return { ...NOTHING, billed: billing.claimed };
  return { ...NOTHING, issued: await issueFirst(acting, due, whole.failure) };
}

/** Issues the first draft alone, or puts it aside. Without a draft something else failed, so the cause is thrown. */
async function issueFirst(
  work: Work,
  due: { now: string; testClockId: string | null },
  cause: unknown,
): Promise<number> {
  const issuing = await inSavepoint(work, async () => ({ issued: await issueDueInvoices(work, due, 1) }));
  if (!("failure" in issuing)) return issuing.issued;
  const [draft] = await claimDraftsToIssue(work.tx, { ...due, limit: 1 });
  if (draft === undefined) throw cause;
  await putDraftAside(work, draft.id, failureMessage(issuing.failure), due.now);
  return 1;
}

/**
 * Issues waiting drafts before it bills anything later, because later bills count their amounts. Overdue invoices and
 * credit grants come last.
 */
async function billAndIssue(work: Work, due: { now: string; testClockId: string | null }): Promise<ClaimedWork> {
  const waited = await issueDueInvoices(work, due);
  if (waited > 0) return { ...NOTHING, issued: waited };
  const { claimed, invoices, activated } = await bill(work, due, CLAIM);
  const issued = await issueAtOnce(work, invoices, due.now);
  for (const subscription of activated) await mailActivation(work, subscription);
  if (claimed > 0) return { ...NOTHING, billed: claimed, issued };
  // One transaction does one kind of work, so that it takes locks in the order of their levels (docs/locking.md).
  const overdue = await markDueOverdue(work, { ...due, limit: CLAIM });
  if (overdue > 0) return { ...NOTHING, overdue };
  const expired = await expireGrants(work, { ...due, limit: CLAIM });
  if (expired > 0) return { ...NOTHING, credited: expired };
  // Only one account: a second one would be locked after the number of the first one's invoice.
  return { ...NOTHING, credited: await topUpDueAccounts(work, { ...due, limit: 1 }) };
}

const NOTHING: ClaimedWork = { billed: 0, issued: 0, overdue: 0, credited: 0 };

async function bill(
  work: Work,
  due: { now: string; testClockId: string | null },
  limit: number,
): Promise<{ claimed: number; invoices: WrittenInvoice[]; activated: readonly SubscriptionRow[] }> {
  const claimed = await claimDueSubscriptions(work.tx, { ...due, limit });
  const { running, activated } = await activateAccepted(work, claimed);
  const invoices = running.length === 0 ? [] : await billSubscriptions(work, running, due.now);
  return { claimed: claimed.length, invoices, activated };
}
