import { type BillingPlan, type LateUsage, planBilling } from "@counterfoil/engine";
import {
  type BillingProgress,
  deleteLateUsage,
  insertInvoiceLines,
  insertInvoices,
  recordBillingFailure,
  type SubscriptionRow,
  updateBillingProgress,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../../context.ts";
import { type NewEvent, notify, notifyAll } from "../../record.ts";
import { taxInvoices } from "../../invoice-taxes/index.ts";
import { isDue, passDate } from "../../subscriptions/index.ts";
import { type BillingCase, decideInvoices, lateUsageOf, toInvoiceRow, toLineRows } from "../../billing/index.ts";
import { type WrittenInvoice, writtenInvoice } from "../../invoices/index.ts";
import { loadContracts, type LoadedContract } from "../../contracts/index.ts";
import { progressOf } from "./progress-of.ts";

/**
 * Bills everything of these subscriptions that has fallen due by `now`, or (`until`) falls due before or at a later
 * instant. Bills in order, and each date once (R-TIME-5). The caller has locked the rows. Works in rounds: each round
 * takes the next due date of every subscription that has one, so the number of statements does not grow with the number
 * of subscriptions.
 */
export async function billSubscriptions(
  work: Work,
  subscriptions: readonly SubscriptionRow[],
  now: string,
  until: string = now,
): Promise<WrittenInvoice[]> {
  return billContracts(work, await loadContracts(work.tx, subscriptions), now, until);
}

/** The same for subscriptions whose contracts are loaded. */
export async function billContracts(
  work: Work,
  contracts: readonly LoadedContract[],
  now: string,
  until: string = now,
): Promise<WrittenInvoice[]> {
  const billed: WrittenInvoice[] = [];
  let waiting = contracts;
  while (waiting.length > 0) {
    const lateOf = await lateUsageOf(work.tx, waiting);
    const outcome = await writeRound(
      work,
      waiting.map((loaded) => dueCase(loaded, lateOf(loaded))),
      now,
    );
    billed.push(...outcome.invoices);
    waiting = await advance(work, outcome.done, now, until);
  }
  return billed;
}

function dueCase(loaded: LoadedContract, late: readonly LateUsage[]): BillingCase {
  const on = dueDate(loaded.subscription);
  // A correction that does not wait for a billing date is due on any day, even on a day that was already billed. An
  // ended contract is due only for a correction, and there is none left if its invoice was voided in between.
  const { status, lastBillingOn } = loaded.subscription;
  const isAfterLast = lastBillingOn === null || on.toString() > lastBillingOn;
  const isBilledAgain = late.length > 0 || status === "canceled" || !isAfterLast;
  return { loaded, on, late, plan: () => planBilling(loaded.contract, on, late), draftId: null, isBilledAgain };
}

/** Bills a date a second time, after the contract was changed on it. Keeps what is already billed and adds the rest. */
export function billAgain(
  work: Work,
  loaded: LoadedContract,
  on: Temporal.PlainDate,
  now: string,
): Promise<WrittenInvoice[]> {
  return billPlan(work, loaded, { on, plan: planBilling(loaded.contract, on), now });
}

interface PlannedDay {
  readonly on: Temporal.PlainDate;
  readonly plan: BillingPlan;
  readonly now: string;
}

/** Bills a plan that the caller made, without what is already billed. */
export async function billPlan(
  work: Work,
  loaded: LoadedContract,
  { on, plan, now }: PlannedDay,
): Promise<WrittenInvoice[]> {
  const { invoices } = await writeRound(
    work,
    [{ loaded, on, late: [], plan: () => plan, draftId: null, isBilledAgain: true }],
    now,
  );
  return invoices;
}

/** A billed date, and whether it produced an invoice. */
interface Done {
  readonly loaded: LoadedContract;
  readonly on: Temporal.PlainDate;
  readonly isInvoiced: boolean;
}

async function writeRound(
  work: Work,
  round: readonly BillingCase[],
  now: string,
): Promise<{ invoices: WrittenInvoice[]; done: Done[] }> {
  const decided: WrittenInvoice[] = [];
  const done: Done[] = [];
  const corrected: string[] = [];
  for (const { one, decision } of await decideInvoices(work.tx, round)) {
    const { loaded, on, late } = one;
    if (decision.kind === "failed") {
      await putAside(work, loaded.subscription, decision.failure, now);
      continue;
    }
    if (late.length > 0) corrected.push(loaded.subscription.id);
    done.push({ loaded, on, isInvoiced: decision.kind === "invoice" });
    if (decision.kind === "nothing") continue;
    const invoice = toInvoiceRow(loaded, decision.draft, { id: work.ids.next("inv"), on, now });
    decided.push(
      writtenInvoice(
        invoice,
        toLineRows(loaded, decision, { invoiceId: invoice.id, nextId: () => work.ids.next("line") }),
        loaded,
      ),
    );
  }
  const invoices = await taxInvoices(work.tx, decided);
  await Promise.all([
    insertInvoices(
      work.tx,
      invoices.map(({ invoice }) => invoice),
    ),
    insertInvoiceLines(
      work.tx,
      invoices.flatMap(({ lines }) => lines),
    ),
    deleteLateUsage(work.tx, corrected),
  ]);
  const created = invoices.map(({ shown }): NewEvent => {
    return { type: "invoice.created", objectId: shown.id, data: shown };
  });
  await notifyAll(work, created);
  return { invoices, done };
}

/**
 * For the date just billed: starts versions, begins and ends pauses, renews or ends contracts, and moves the cursors.
 * Returns the contracts that are due again.
 */
async function advance(work: Work, done: readonly Done[], now: string, until: string): Promise<LoadedContract[]> {
  const progress: BillingProgress[] = [];
  const again: LoadedContract[] = [];
  for (const { loaded, on, isInvoiced } of done) {
    const passed = await passDate(work, loaded, on, now);
    const subscription = progressOf(passed, { before: loaded.subscription, on, isInvoiced });
    progress.push(subscription);
    if (isDue(subscription, until)) again.push({ ...passed, subscription });
  }
  await updateBillingProgress(work.tx, progress, now);
  return again;
}

async function putAside(work: Work, subscription: SubscriptionRow, failure: string, now: string): Promise<void> {
  await recordBillingFailure(work.tx, subscription.id, failure, now);
  await notify(work, "invoice.failed", subscription.id, { subscriptionId: subscription.id, failure });
}

function dueDate(subscription: SubscriptionRow): Temporal.PlainDate {
  if (subscription.nextBillingOn === null) throw new Error(`subscription ${subscription.id} has nothing due`);
  return Temporal.PlainDate.from(subscription.nextBillingOn);
}
