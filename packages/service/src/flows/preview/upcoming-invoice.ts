import { findDraftsOf, findSubscription } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { onAccountClock } from "../../clocks/index.ts";
import type { Invoice, WrittenInvoice } from "../../invoices/index.ts";
import {
  type ForeseenLines,
  foreseenLines,
  invoicesToCome,
  lateUsageOf,
  nextInvoicesToCome,
} from "../../billing/index.ts";
import { type LoadedContract, loadContracts } from "../../contracts/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, notFound } from "../../errors/index.ts";
import { withPreviewedCredit } from "../../credits/index.ts";
import { taxInvoices } from "../../invoice-taxes/index.ts";
import { foreseeDrafts } from "../issue/index.ts";

/**
 * How many dates are checked before the answer is "no next invoice". This covers years of days on which only pauses or
 * versions pass.
 */
const MOST_DATES = 1_000;

/**
 * The next invoice of a subscription with the usage so far, decided by the same functions as the real one (R-INV-5).
 * Writes nothing. 409 unless the subscription is active, 404 if there is no next invoice.
 */
export function getUpcomingInvoice(context: Context, subscriptionId: string): Promise<Invoice> {
  return onUpcomingInvoice(context, subscriptionId, (_, { shown }) => shown);
}

/** Decides the next invoice and does something with it in the same transaction. */
export function onUpcomingInvoice<Result>(
  context: Context,
  subscriptionId: string,
  act: (work: Work, upcoming: WrittenInvoice) => Result | Promise<Result>,
): Promise<Result> {
  return transact(context, async (transaction) => {
    const subscription = await findSubscription(transaction.tx, subscriptionId);
    if (subscription === undefined) throw notFound("subscription", subscriptionId);
    if (subscription.status !== "active") {
      throw new DomainError(
        "state_conflict",
        `The subscription is ${subscription.status}. Only an active subscription has an upcoming invoice.`,
      );
    }
    const work = await onAccountClock(transaction, subscription);
    const [loaded] = await loadContracts(work.tx, [subscription]);
    if (loaded === undefined) throw new Error("the subscription was not loaded");
    return act(work, await nextInvoice(work, loaded));
  });
}

/**
 * The next invoices of active subscriptions of one account, read together. Leaves out a subscription without a next
 * invoice, and one whose next invoice cannot be computed yet.
 */
export async function upcomingInvoicesOf(
  work: Work,
  contracts: readonly LoadedContract[],
): Promise<ReadonlyMap<string, Invoice>> {
  const [first] = contracts;
  if (first === undefined) return new Map();
  const acting = await onAccountClock(work, first.account);
  const lateOf = await lateUsageOf(work.tx, contracts);
  const wanted = contracts.map((loaded) => ({ loaded, from: firstDate(loaded), late: lateOf(loaded) }));
  const foreseen = await waitingDrafts(acting, first.account.id);
  const next = await nextInvoicesToCome(acting, wanted, { mostDates: MOST_DATES, foreseen });
  const taxed = await taxInvoices(work.tx, next);
  const shown = await withPreviewedCredit(work.tx, taxed, acting.clock.now());
  return new Map(shown.map((written) => [written.invoice.subscriptionId ?? "", written.shown]));
}

function firstDate({ subscription: { nextBillingOn } }: LoadedContract): Temporal.PlainDate | null {
  return nextBillingOn === null ? null : Temporal.PlainDate.from(nextBillingOn);
}

/** What drafts of the account would bill now: their late usage is not on the next invoice. */
async function waitingDrafts(work: Work, accountId: string): Promise<ForeseenLines> {
  const drafts = await findDraftsOf(work.tx, accountId);
  return foreseenLines(await foreseeDrafts(work, drafts, { isOnlyShown: true }));
}

async function nextInvoice(work: Work, loaded: LoadedContract): Promise<WrittenInvoice> {
  const late = (await lateUsageOf(work.tx, [loaded]))(loaded);
  const from = firstDate(loaded);
  const foreseen = await waitingDrafts(work, loaded.account.id);
  for await (const decided of invoicesToCome(work, loaded, { from, late, mostDates: MOST_DATES, foreseen })) {
    const [invoice] = await withPreviewedCredit(work.tx, await taxInvoices(work.tx, [decided]), work.clock.now());
    if (invoice !== undefined) return invoice;
  }
  throw notFound("upcoming invoice of subscription", loaded.subscription.id);
}
