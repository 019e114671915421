import {
  claimDueSubscriptions,
  countDueSubscriptions as countDue,
  DatabaseAway,
  recordBillingFailure,
} from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import { type Context, read, transact, type Work } from "../context.ts";
import { notify } from "../record.ts";
import { activateAccepted } from "../subscriptions/activation.ts";
import { billSubscriptions } from "./bill-subscriptions.ts";
import { issueDueInvoices } from "./issue-invoices.ts";
import { lookForLateUsage } from "./late-usage.ts";

/** Subscriptions billed in one transaction: enough to share its statements, few enough to hold locks for a moment only. */
const CLAIM = 200;

export interface DueWork {
  readonly billed: number;
  readonly issued: number;
}

/**
 * Bills and issues what is due for one organization on the system's clock, claim by claim, until nothing is left. Any
 * number of workers may do it at once; each takes what no other holds (R-OPS-2). `onClaim` is told what was done so far.
 */
export async function runDueWork(
  context: Context,
  onClaim: (total: DueWork) => void = () => undefined,
): Promise<DueWork> {
  let total: DueWork = { billed: 0, issued: 0 };
  await transact(context, lookForLateUsage);
  for (;;) {
    const now = context.clock.now();
    const done = await claimAndRun(context, { now, testClockId: null });
    total = { billed: total.billed + done.billed, issued: total.issued + done.issued };
    onClaim(total);
    if (done.billed + done.issued === 0) return total;
  }
}

/** How many subscriptions of the organization have something due now on the system's clock. */
export function countDueSubscriptions(context: Context): Promise<number> {
  return read(context, (tx) => countDue(tx, { now: context.clock.now(), testClockId: null }));
}

/** One claim of due work at an instant, in one transaction. */
async function claimAndRun(context: Context, due: { now: string; testClockId: string | null }): Promise<DueWork> {
  return transact(context, (work) => runClaim(work, due));
}

/**
 * The work of one claim inside a running transaction. Where the claim fails as a whole, its first subscription is tried
 * alone, and put aside with the cause if it is the one that fails: it never stops the others (R-INV-5).
 */
export async function runClaim(work: Work, due: { now: string; testClockId: string | null }): Promise<DueWork> {
  const acting: Work = { ...work, clock: fixedClock(due.now) };
  const whole = await attempt(acting, () => billAndIssue(acting, due, CLAIM));
  if (!("failure" in whole)) return whole;
  const alone = await attempt(acting, () => billAndIssue(acting, due, 1));
  if (!("failure" in alone)) return alone;
  const [subscription] = await claimDueSubscriptions(work.tx, { ...due, limit: 1 });
  // Not billing but issuing failed: no subscription is to blame for it, so the cause goes up.
  if (subscription === undefined) throw alone.failure;
  const failure = alone.failure instanceof Error ? alone.failure.message : String(alone.failure);
  await recordBillingFailure(work.tx, subscription.id, failure, due.now);
  await notify(acting, "invoice.failed", subscription.id, { subscriptionId: subscription.id, failure });
  return { billed: 1, issued: 0 };
}

async function billAndIssue(
  work: Work,
  due: { now: string; testClockId: string | null },
  limit: number,
): Promise<DueWork> {
  const claimed = await claimDueSubscriptions(work.tx, { ...due, limit });
  const subscriptions = await activateAccepted(work, claimed);
  const billed = subscriptions.length === 0 ? [] : await billSubscriptions(work, subscriptions, due.now);
  const issued = await issueDueInvoices(work, due, billed);
  return { billed: claimed.length, issued };
}

/** Runs a part of the transaction that is taken back by itself when it fails. */
async function attempt<Result extends object>(
  { tx }: Work,
  part: () => Promise<Result>,
): Promise<Result | { readonly failure: unknown }> {
  await tx.sql("savepoint attempt");
  try {
    const result = await part();
    await tx.sql("release savepoint attempt");
    return result;
  } catch (failure) {
    if (failure instanceof DatabaseAway) throw failure;
    await tx.sql("rollback to savepoint attempt");
    return { failure };
  }
}
