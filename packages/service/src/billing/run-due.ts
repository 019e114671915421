import { claimDueSubscriptions, DatabaseAway, recordBillingFailure } from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import { type Context, transact, type Work } from "../context.ts";
import { notify } from "../record.ts";
import { billSubscriptions } from "./bill-subscriptions.ts";
import { issueDueInvoices } from "./issue-invoices.ts";

/** Subscriptions billed in one transaction: enough to share its statements, few enough to hold locks for a moment only. */
const CLAIM = 200;

export interface DueWork {
  readonly billed: number;
  readonly issued: number;
}

/**
 * Bills and issues what is due for one organization on the system's clock, claim by claim, until nothing is left. Any
 * number of workers may do it at once; each takes what no other holds (R-OPS-2).
 */
export async function runDueWork(context: Context): Promise<DueWork> {
  let total: DueWork = { billed: 0, issued: 0 };
  for (;;) {
    const now = context.clock.now();
    const done = await claimAndRun(context, { now, testClockId: null });
    total = { billed: total.billed + done.billed, issued: total.issued + done.issued };
    if (done.billed + done.issued === 0) return total;
  }
}

/** One claim of due work at an instant, in one transaction. A subscription that breaks its claim is put aside alone. */
export async function claimAndRun(
  context: Context,
  due: { now: string; testClockId: string | null },
): Promise<DueWork> {
  try {
    return await transact(context, (work) => runClaim(work, due, CLAIM));
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    return retryOneByOne(context, due);
  }
}

/** The work of one claim inside a running transaction. */
export async function runClaim(
  work: Work,
  due: { now: string; testClockId: string | null },
  limit: number,
): Promise<DueWork> {
  const acting: Work = { ...work, clock: fixedClock(due.now) };
  const subscriptions = await claimDueSubscriptions(work.tx, { ...due, limit });
  if (subscriptions.length > 0) await billSubscriptions(acting, subscriptions, due.now);
  const issued = await issueDueInvoices(acting, due);
  return { billed: subscriptions.length, issued };
}

/** After a claim failed as a whole: the first due subscription alone, and if that fails it is put aside with the cause. */
async function retryOneByOne(context: Context, due: { now: string; testClockId: string | null }): Promise<DueWork> {
  try {
    return await transact(context, (work) => runClaim(work, due, 1));
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    const failure = error instanceof Error ? error.message : String(error);
    return transact(context, async (work) => {
      const [subscription] = await claimDueSubscriptions(work.tx, { ...due, limit: 1 });
      // Not billing but issuing failed: nobody can be put aside for it, so the cause goes up.
      if (subscription === undefined) throw error;
      await recordBillingFailure(work.tx, subscription.id, failure, due.now);
      await notify(work, "invoice.failed", subscription.id, { subscriptionId: subscription.id, failure });
      return { billed: 1, issued: 0 };
    });
  }
}
