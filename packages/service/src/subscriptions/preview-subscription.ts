import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  findSubscription,
  insertInvoiceLines,
  insertInvoices,
  type SubscriptionRow,
  type VersionRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone, onAccountClock } from "../clocks/index.ts";
import type { Invoice, WrittenInvoice } from "../invoices/index.ts";
import { invoicesToCome } from "../billing/index.ts";
import { loadContracts, type LoadedContract, nextDueOn, rememberPrices, toContract } from "../contracts/index.ts";
import type { Context, Work } from "../context.ts";
import { DomainError, type Fault, notFound, refuseFaults } from "../errors/index.ts";
import { taxInvoices } from "../invoice-taxes/index.ts";
import { writtenDay } from "../time.ts";
import { withoutTrace } from "../without-trace.ts";
import { type ActivationWarning, activationWarnings } from "./activation-warnings.ts";
import { assumedUsage, assumptionFaults, perEventFaults, type UsageAssumption } from "../prices/index.ts";
import { makeDraft, type SubscriptionCreation } from "./create-subscription.ts";

const MONTHS_AHEAD = 12;
const MOST_MONTHS_AHEAD = 60;
/** A daily price has as many invoices in a year; beyond them a preview says where it stopped. */
const MOST_INVOICES = 366;

/** How far a preview looks, and what it supposes. */
export interface PreviewInput extends UsageAssumption {
  /** The first day that is not looked at: an instant or a local day. Twelve months after the start when left out. */
  until?: string | null;
}

/** An invoice that a subscription would bring. */
export interface PreviewedInvoice extends Pick<Invoice, "subtotal" | "linesTotal" | "tax" | "taxes" | "total"> {
  /** The local day of billing. */
  date: string;
  /** The service periods of its lines, each once. */
  periods: { start: string; end: string }[];
  lines: Invoice["lineItems"];
}

/** What a subscription would bill if it started as it stands. */
export interface SubscriptionPreview {
  startsAt: string;
  /** The first local day that was not looked at. */
  until: string;
  currency: string;
  invoices: PreviewedInvoice[];
  total: string;
  byMonth: { month: string; total: string }[];
  /** What should be known before it is activated. */
  warnings: ActivationWarning[];
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

function untilFaults(startsOn: Temporal.PlainDate, until: Temporal.PlainDate): Fault[] {
  const last = startsOn.add({ months: MOST_MONTHS_AHEAD });
  const isFine = Temporal.PlainDate.compare(startsOn, until) < 0 && Temporal.PlainDate.compare(until, last) <= 0;
  if (isFine) return [];
  const detail = `A day after the contract's start, ${startsOn}, and up to ${last}.`;
  return [{ pointer: "/until", code: "out_of_range", detail }];
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

/** Its draft versions as they will be once it is activated: each ends where the next starts. */
function asPublished(loaded: LoadedContract): LoadedContract {
  const { subscription, pauses, prices, account, organization } = loaded;
  const started = loaded.versions
    .filter(({ startOn }) => startOn !== null)
    .toSorted((a, b) => ((a.startOn ?? "") < (b.startOn ?? "") ? -1 : 1));
  const versions = started.map((version, place): VersionRow => {
    return { ...version, status: "published", endOn: started[place + 1]?.startOn ?? null };
  });
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

function shownPreview(
  { subscription, contract }: LoadedContract,
  until: Temporal.PlainDate,
  billed: readonly WrittenInvoice[],
): Omit<SubscriptionPreview, "warnings"> {
  const { currency } = contract;
  const invoices = billed.map(({ shown }): PreviewedInvoice => {
    const { billingDate: date, lineItems: lines, subtotal, linesTotal, tax, taxes, total } = shown;
    const periods = new Map(
      lines.map(({ servicePeriod }) => [`${servicePeriod.start} ${servicePeriod.end}`, servicePeriod]),
    );
    return { date, periods: [...periods.values()], lines, subtotal, linesTotal, tax, taxes, total };
  });
  const sum = (some: readonly PreviewedInvoice[]) =>
    formatAmount({ amount: Decimal.sum(some.map(({ total }) => Decimal.of(total))), currency });
  const months = Map.groupBy(invoices, ({ date }) => date.slice(0, "2026-01".length));
  return {
    startsAt: subscription.contractStartDate,
    until: until.toString(),
    currency,
    invoices,
    total: sum(invoices),
    byMonth: monthsBetween(contract.startsOn, until).map((month) => {
      return { month, total: sum(months.get(month) ?? []) };
    }),
  };
}

/** Every month that has a day in [start, end), also where nothing is billed in it. */
function monthsBetween(start: Temporal.PlainDate, end: Temporal.PlainDate): string[] {
  const months: string[] = [];
  let month = start.toPlainYearMonth();
  const last = end.subtract({ days: 1 }).toPlainYearMonth();
  for (; Temporal.PlainYearMonth.compare(month, last) <= 0; month = month.add({ months: 1 })) {
    months.push(month.toString());
  }
  return months;
}
