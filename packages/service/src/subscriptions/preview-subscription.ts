import { findSubscription, insertInvoiceLines, insertInvoices, type SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone, onAccountClock } from "../clocks/index.ts";
import type { Invoice, WrittenInvoice } from "../invoices/index.ts";
import { invoicesToCome } from "../billing/index.ts";
import { loadContracts, type LoadedContract, nextDueOn, rememberPrices, toContract } from "../contracts/index.ts";
import type { Context, Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { taxInvoices } from "../invoice-taxes/index.ts";
import { writtenDay } from "../time.ts";
import { withoutTrace } from "../without-trace.ts";
import { activationWarnings } from "./activation-warnings.ts";
import { assumedUsage, assumptionFaults, perEventFaults, type UsageAssumption } from "../prices/index.ts";
import { makeDraft, type SubscriptionCreation } from "./create-subscription.ts";
import { publishedVersions } from "./published-versions.ts";
import { shownPreview, type SubscriptionPreview } from "./shown-preview.ts";
import { untilFaults } from "./until-faults.ts";

const MONTHS_AHEAD = 12;
/** A daily price has as many invoices in a year; beyond them a preview says where it stopped. */
const MOST_INVOICES = 366;

/** How far a preview looks, and what it supposes. */
export interface PreviewInput extends UsageAssumption {
  /** The first day that is not looked at: an instant or a local day. Twelve months after the start when left out. */
  until?: string | null;
}

/**
 * The invoices of a subscription that is not made yet, from the body that would make it: it is made, billed ahead by the functions
 * that bill (R-INV-5), and taken back.
 */
export function previewSubscription(
  context: Context,
  { until = null, quantities = {}, quantityPerEvent = null, ...creation }: SubscriptionCreation & PreviewInput,
): Promise<SubscriptionPreview> {
  return withoutTrace(context, async (transaction) => {
    const subscription = await makeDraft(transaction, creation, "planId", perEventFaults(quantityPerEvent));
    return lookAhead(transaction, subscription, { until, quantities, quantityPerEvent });
  });
}

/** The same of a subscription that waits for its activation, with its draft versions. 409 once it runs or ran. */
export function previewDraft(context: Context, id: string, input: PreviewInput): Promise<SubscriptionPreview> {
  return withoutTrace(context, async (transaction) => {
    const subscription = await findSubscription(transaction.tx, id);
    if (subscription === undefined) throw notFound("subscription", id);
    if (subscription.status === "active" || subscription.status === "canceled") {
      const detail = `The subscription is ${subscription.status}: GET …/invoices/upcoming shows what it brings next, and POST …/changes/preview what a change does.`;
      throw new DomainError("state_conflict", detail);
    }
    return lookAhead(transaction, subscription, input);
  });
}

async function lookAhead(
  transaction: Work,
  subscription: SubscriptionRow,
  input: PreviewInput,
): Promise<SubscriptionPreview> {
  const work = await onAccountClock(transaction, subscription);
  const [draft] = await loadContracts(work.tx, [subscription]);
  if (draft === undefined) throw new Error("the subscription was not loaded");
  const loaded = asPublished(draft);
  const { contract } = loaded;
  const { until: asked = null } = input;
  const until =
    asked === null
      ? contract.startsOn.add({ months: MONTHS_AHEAD })
      : Temporal.PlainDate.from(writtenDay(asked, contract.timeZone));
  const sold = contract.versions.flatMap((version) => version.prices);
  refuseFaults([...untilFaults(contract.startsOn, until), ...assumptionFaults(sold, input)]);
  const { invoices, stoppedOn } = await billAhead(work, loaded, until, input);
  const shown = shownPreview(loaded, stoppedOn ?? until, await taxInvoices(work.tx, invoices));
  return { ...shown, warnings: await activationWarnings(work.tx, subscription.id) };
}

/**
 * What a subscription that waits for its activation is billed up to a day, without usage. Null where that is more invoices than are
 * looked at. Writes what it bills, so it runs where that is taken back (`withoutTrace`).
 */
export async function billTerm(
  transaction: Work,
  subscription: SubscriptionRow,
  until: Temporal.PlainDate,
): Promise<Pick<Invoice, "subtotal" | "taxes" | "total">[] | null> {
  const work = await onAccountClock(transaction, subscription);
  const [draft] = await loadContracts(work.tx, [subscription]);
  if (draft === undefined) throw new Error("the subscription was not loaded");
  const { invoices, stoppedOn } = await billAhead(work, asPublished(draft), until, {});
  if (stoppedOn !== null) return null;
  return (await taxInvoices(work.tx, invoices)).map(({ shown }) => shown);
}

/** Its draft versions as they will be once it is activated. */
function asPublished(loaded: LoadedContract): LoadedContract {
  const { subscription, pauses, prices, account, organization } = loaded;
  const versions = publishedVersions(loaded.versions);
  const timeZone = accountTimeZone(account, organization);
  const contract = toContract({ subscription, versions, pauses, prices }, timeZone, rememberPrices());
  return { ...loaded, versions, contract };
}

/** Each invoice is written, in the transaction that is taken back, before the next is decided: limits of a year look back. */
async function billAhead(
  work: Work,
  loaded: LoadedContract,
  until: Temporal.PlainDate,
  input: PreviewInput,
): Promise<{ invoices: WrittenInvoice[]; stoppedOn: Temporal.PlainDate | null }> {
  const invoices: WrittenInvoice[] = [];
  const assumed = assumedUsage(loaded.contract, input);
  const ahead = { from: nextDueOn(loaded, null), late: [], mostDates: Number.MAX_SAFE_INTEGER, assumed, until };
  for await (const invoice of invoicesToCome(work, loaded, ahead)) {
    if (invoices.length === MOST_INVOICES) {
      return { invoices, stoppedOn: Temporal.PlainDate.from(invoice.invoice.billingDate) };
    }
    await insertInvoices(work.tx, [invoice.invoice]);
    await insertInvoiceLines(work.tx, invoice.lines);
    invoices.push(invoice);
  }
  return { invoices, stoppedOn: null };
}
