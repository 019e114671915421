import { addMonths, type Day } from "../auditor/calendar.ts";
import { placesOf } from "../auditor/currency.ts";
import { rateUsed } from "../auditor/rating/rate-price.ts";
import { Rational } from "../auditor/rational.ts";
import type { PriceMade } from "../journal/catalogue.ts";
import {
  ACCOUNT_CURRENCY,
  type CreditContract,
  type CreditEvent,
  type CreditGrant,
  type CreditPrice,
  type CreditRecord,
  dayAt,
  issuedAt,
  type SoldPrice,
} from "./records.ts";

interface ComputedLine {
  readonly price: CreditPrice;
  readonly amount: Rational;
}

/** The invoice that a period will have, or has. */
export interface ComputedInvoice {
  readonly contract: CreditContract;
  readonly period: number;
  readonly end: Day;
  readonly issuedAt: number;
  readonly lines: readonly ComputedLine[];
  readonly tax: Rational;
  /** With tax. */
  readonly total: Rational;
}

/** The number of the period that contains a day. Undefined before the first. */
export function periodAt(contract: CreditContract, day: Day): number | undefined {
  if (contract.start > day) return undefined;
  let period = contract.issued;
  while (periodOf(contract, period).end <= day) period += 1;
  return period;
}

/** The first and the day after the last of a period. */
export function periodOf({ start, months }: CreditContract, period: number): { start: Day; end: Day } {
  return { start: addMonths(start, period * months), end: addMonths(start, (period + 1) * months) };
}

/**
 * The invoices of periods that have begun and are not issued, in the order in which they will be billed.
 * @param expected events that count as if they had been stored
 */
export function openInvoices(record: CreditRecord, expected: readonly CreditEvent[]): ComputedInvoice[] {
  const today = dayAt(record, record.now);
  const events = [...record.events.values(), ...expected];
  const invoices: ComputedInvoice[] = [];
  for (const contract of record.contracts) {
    for (let period = contract.issued; periodOf(contract, period).start <= today; period += 1) {
      invoices.push(invoiceOf(record, contract, period, events));
    }
  }
  return invoices.toSorted((a, b) => (a.end < b.end ? -1 : a.end > b.end ? 1 : 0));
}

export function invoiceOf(
  record: CreditRecord,
  contract: CreditContract,
  period: number,
  events: readonly CreditEvent[],
): ComputedInvoice {
  const span = periodOf(contract, period);
  const sells = contract.sold.filter(({ from, until }) => from < span.end && (until === null || until > span.start));
  const lines = sells.map((sold): ComputedLine => {
    const own = events.filter((event) => isCharged(record, contract, sold, event, span));
    return { price: sold.price, amount: costOf(contract, sold, own) };
  });
  const net = Rational.sum(lines.map(({ amount }) => amount));
  const exactTax = net.times(Rational.whole(record.taxPercent)).over(Rational.whole(100));
  const tax = exactTax.rounded(placesOf(contract.currency));
  return {
    contract,
    period,
    end: span.end,
    issuedAt: issuedAt(record, span.end),
    lines,
    tax,
    total: net.plus(tax),
  };
}

function isCharged(
  record: CreditRecord,
  { pauses }: CreditContract,
  { price, from, until }: SoldPrice,
  { eventName, at }: CreditEvent,
  span: { readonly start: Day; readonly end: Day },
): boolean {
  const day = dayAt(record, at);
  return (
    eventName === price.eventName &&
    day >= span.start &&
    day < span.end &&
    day >= from &&
    (until === null || day < until) &&
    !pauses.some((pause) => day >= pause.from && day < pause.until)
  );
}

function costOf({ currency }: CreditContract, { price }: SoldPrice, events: readonly CreditEvent[]): Rational {
  const quantity = Rational.sum(events.map((event) => Rational.whole(event.quantity)));
  const usage = { quantity, events: events.length, byMetric: new Map(), combinations: [], groups: [] };
  // These types read nothing else of a price.
  const { amount } = rateUsed({ type: price.type, model: price.model } as PriceMade, usage);
  return amount.rounded(placesOf(currency));
}

/** What grants pay of invoices, one after the other. */
export interface ComputedDraws {
  /** What is paid of each invoice. */
  readonly paid: readonly Rational[];
  /** What is left of each grant. */
  readonly left: ReadonlyMap<CreditGrant, Rational>;
}

/**
 * Grants are used in the order priority, expiry, creation, each for the lines of its products, and only for what is issued
 * before it expires. A grant first pays lines that fewer of the later grants can pay.
 */
export function drawFor(record: CreditRecord, invoices: readonly ComputedInvoice[], at: number): ComputedDraws {
  const inForce = record.grants
    .filter(({ effectiveAt, expiresAt }) => effectiveAt <= at && (expiresAt === null || expiresAt > at))
    .toSorted((a, b) => a.priority - b.priority || (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity) || 0);
  const left = new Map(inForce.map((grant) => [grant, grant.left]));
  const paid = invoices.map((invoice) => {
    const due = { rest: invoice.total };
    const open = openLines(invoice);
    const usable = inForce.filter(
      (grant) =>
        grant.currency === invoice.contract.currency &&
        left.get(grant)?.isPositive() === true &&
        (grant.expiresAt === null || grant.expiresAt > Math.max(invoice.issuedAt, at)),
    );
    for (const [place, grant] of usable.entries()) {
      const later = usable.slice(place + 1);
      const pays = ({ productIds }: CreditGrant, line: (typeof open)[number]) =>
        line.rest.isPositive() && (productIds.length === 0 || productIds.includes(line.productId));
      const rivals = (line: (typeof open)[number]) => later.filter((other) => pays(other, line)).length;
      const payable = open.filter((line) => pays(grant, line)).toSorted((a, b) => rivals(a) - rivals(b));
      for (const line of payable) {
        const part = Rational.smaller(left.get(grant) ?? Rational.zero, Rational.smaller(line.rest, due.rest));
        line.rest = line.rest.minus(part);
        due.rest = due.rest.minus(part);
        left.set(grant, (left.get(grant) ?? Rational.zero).minus(part));
      }
    }
    return invoice.total.minus(due.rest);
  });
  return { paid, left };
}

/** With tax, the invoice is one line: organizations of the simulation that charge tax have no grants for products. */
function openLines({ lines, total }: ComputedInvoice): { readonly productId: string; rest: Rational }[] {
  const net = Rational.sum(lines.map(({ amount }) => amount));
  if (net.compare(total) !== 0) return [{ productId: "", rest: total }];
  return lines.map(({ price, amount }) => ({ productId: price.productId, rest: amount }));
}

/** Whether a hold holds at the present. */
export function isOpen(
  { now }: Pick<CreditRecord, "now">,
  hold: { isClosed: boolean; readonly expiresAt: number },
): boolean {
  return !hold.isClosed && hold.expiresAt > now;
}

/** What usage costs in a currency, and what is left to spend. */
export interface ComputedSums {
  /** What it costs, with tax. */
  readonly total: Rational;
  /** What no grant pays of it. */
  readonly unpaid: Rational;
  /** What is left of the grants, and of the credit line if the account has one in this currency. */
  readonly available: Rational;
}

export function sumsOf(record: CreditRecord, expected: readonly CreditEvent[], currency: string): ComputedSums {
  const invoices = openInvoices(record, expected);
  const { paid, left } = drawFor(record, invoices, record.now);
  const own = invoices.flatMap(({ contract, total }, place) =>
    contract.currency === currency ? [{ total, paid: paid[place] ?? Rational.zero }] : [],
  );
  const total = Rational.sum(own.map((one) => one.total));
  const unpaid = total.minus(Rational.sum(own.map((one) => one.paid)));
  const rest = [...left].filter(([grant]) => isShown(record, grant) && grant.currency === currency);
  const ofGrants = Rational.sum(rest.map(([, amount]) => amount));
  const line = lineIn(record, currency);
  const available = line === undefined ? ofGrants : ofGrants.plus(line.limit).minus(line.owed).minus(unpaid);
  return { total, unpaid, available };
}

/** The credit line in a currency, and what is owed of it. */
export function lineIn(
  record: CreditRecord,
  currency: string,
): { readonly limit: Rational; readonly owed: Rational } | undefined {
  if (record.creditLine === null || currency !== ACCOUNT_CURRENCY) return undefined;
  return { limit: record.creditLine, owed: owedIn(record, currency) };
}

/** What issued invoices owe, of which none is paid. */
export function owedIn({ issued }: CreditRecord, currency: string): Rational {
  const own = issued.filter((invoice) => invoice.currency === currency);
  return Rational.sum(own.map(({ total, creditsApplied }) => Rational.of(total).minus(Rational.of(creditsApplied))));
}

/** Whether a grant can pay for usage of today: it must not expire before that is invoiced. */
export function isShown(record: CreditRecord, { currency, effectiveAt, expiresAt }: CreditGrant): boolean {
  if (effectiveAt > record.now || (expiresAt !== null && expiresAt <= record.now)) return false;
  const today = dayAt(record, record.now);
  const invoiced = record.contracts
    .filter((contract) => contract.currency === currency)
    .flatMap((contract) => {
      const period = periodAt(contract, today);
      return period === undefined ? [] : [issuedAt(record, periodOf(contract, period).end)];
    });
  return expiresAt === null || invoiced.length === 0 || invoiced.some((at) => expiresAt > at);
}
