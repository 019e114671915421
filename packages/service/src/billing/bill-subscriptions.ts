import {
  type BillingProgress,
  insertInvoiceLines,
  insertInvoices,
  type InvoiceLineRow,
  type InvoiceRow,
  recordBillingFailure,
  type SubscriptionRow,
  updateBillingProgress,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { toInvoice } from "../invoices/invoice.ts";
import { notify } from "../record.ts";
import { passDate } from "../subscriptions/pass-date.ts";
import { type Decision, decideInvoices } from "./decide-invoices.ts";
import { toInvoiceRow, toLineRows } from "./invoice-rows.ts";
import { type LoadedContract, loadContracts } from "./load-contracts.ts";
import { dueAt, nextDueOn } from "./schedule.ts";

/**
 * Bills everything of these subscriptions that has fallen due by `now`, in order, each date once (R-TIME-5). The rows are
 * locked by the caller. Works in rounds: each takes the next due date of every subscription that has one, so that any
 * number of them needs the same few statements.
 */
export async function billSubscriptions(
  work: Work,
  subscriptions: readonly SubscriptionRow[],
  now: string,
): Promise<InvoiceRow[]> {
  const billed: InvoiceRow[] = [];
  let waiting: LoadedContract[] = await loadContracts(work.tx, subscriptions);
  while (waiting.length > 0) {
    const round = waiting.map((loaded) => ({
      loaded,
      on: dueDate(loaded.subscription),
      draft: null,
      isBilledAgain: false,
    }));
    const decisions = await decideInvoices(work.tx, round);
    const outcome = await writeRound(work, round, decisions, now);
    billed.push(...outcome.invoices);
    waiting = await advance(work, outcome.done, now);
  }
  return billed;
}

/** Bills a date a second time, after the contract was changed on it: what is billed already stays, the rest is added. */
export async function billAgain(
  work: Work,
  loaded: LoadedContract,
  on: Temporal.PlainDate,
  now: string,
): Promise<InvoiceRow[]> {
  const round = [{ loaded, on, draft: null, isBilledAgain: true }];
  const decisions = await decideInvoices(work.tx, round);
  const { invoices } = await writeRound(work, round, decisions, now);
  return invoices;
}

interface Due {
  readonly loaded: LoadedContract;
  readonly on: Temporal.PlainDate;
}

async function writeRound(
  work: Work,
  round: readonly Due[],
  decisions: readonly Decision[],
  now: string,
): Promise<{ invoices: InvoiceRow[]; done: Due[] }> {
  const invoices: InvoiceRow[] = [];
  const lines: InvoiceLineRow[] = [];
  const done: Due[] = [];
  for (const [index, { loaded, on }] of round.entries()) {
    const decision = decisions[index];
    if (decision === undefined || decision.kind === "failed") {
      await putAside(work, loaded.subscription, decision?.failure ?? "no decision", now);
      continue;
    }
    done.push({ loaded, on });
    if (decision.kind === "nothing") continue;
    const invoice = toInvoiceRow(loaded, on, decision.draft, work.ids.next("inv"), now);
    invoices.push(invoice);
    lines.push(...toLineRows(loaded, decision.draft, invoice.id, work.ids));
  }
  await insertInvoices(work.tx, invoices);
  await insertInvoiceLines(work.tx, lines);
  const linesOf = Map.groupBy(lines, (line) => line.invoiceId);
  for (const invoice of invoices) {
    await notify(work, "invoice.created", invoice.id, toInvoice(invoice, linesOf.get(invoice.id) ?? []));
  }
  return { invoices, done };
}

/** Lets versions start and contracts renew or end on the date just billed, moves the cursors, and answers who is due again. */
async function advance(work: Work, done: readonly Due[], now: string): Promise<LoadedContract[]> {
  const progress: BillingProgress[] = [];
  const again: LoadedContract[] = [];
  for (const { loaded, on } of done) {
    const passed = await passDate(work, loaded, on, now);
    const next = passed.subscription.endedAt === null ? nextDueOn(passed, on) : null;
    const nextBillingAt = next === null ? null : dueAt(next, passed.contract.timeZone);
    const subscription: SubscriptionRow = {
      ...passed.subscription,
      nextBillingOn: next?.toString() ?? null,
      nextBillingAt,
      lastBillingDate: dueAt(on, passed.contract.timeZone),
    };
    progress.push(subscription);
    if (nextBillingAt !== null && nextBillingAt <= now) again.push({ ...passed, subscription });
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
