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
/** The number of invoices of a daily price in a year. A preview with more invoices reports where it stopped. */
const MOST_INVOICES = 366;

/** The end of a preview, and its assumptions. */
export interface PreviewInput extends UsageAssumption {
  /** The first day after the preview: an instant or a local day. Defaults to twelve months after the start. */
  until?: string | null;
}

/**
 * The invoices of a subscription that does not exist yet, from the request that would create it. The subscription is
 * created, billed ahead by the real billing functions (R-INV-5), and rolled back.
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

/** The same for a subscription that is not active yet, with its draft versions. 409 once it was activated. */
export function previewDraft(context: Context, id: string, input: PreviewInput): Promise<SubscriptionPreview> {
  return withoutTrace(context, async (transaction) => {
    const subscription = await findSubscription(transaction.tx, id);
    if (subscription === undefined) throw notFound("subscription", id);
    if (subscription.status === "active" || subscription.status === "canceled") {
      const detail =
        `The subscription is ${subscription.status}. Use GET …/invoices/upcoming for its next invoice, or POST ` +
        "…/changes/preview to preview a change.";
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
 * The total of an inactive subscription up to a day, without usage. Null if there would be too many invoices. It writes
 * what it bills, so call it where the writes are rolled back (`withoutTrace`).
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

/** Its draft versions as they will be after activation. */
function asPublished(loaded: LoadedContract): LoadedContract {
  const { subscription, pauses, prices, account, organization } = loaded;
  const versions = publishedVersions(loaded.versions);
  const timeZone = accountTimeZone(account, organization);
  const contract = toContract({ subscription, versions, pauses, prices }, timeZone, rememberPrices());
  return { ...loaded, versions, contract };
}

/**
 * Each invoice is written, in the transaction that is rolled back, before the next is decided: yearly limits need
 * earlier invoices.
 */
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
