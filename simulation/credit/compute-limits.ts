import type { Day } from "../auditor/calendar.ts";
import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import { type ComputedInvoice, invoiceOf, periodAt, periodOf } from "./compute-credit.ts";
import {
  type CreditContract,
  type CreditEvent,
  type CreditFamily,
  type CreditPrice,
  type CreditRecord,
  dayAt,
  type SpendLimit,
} from "./records.ts";

/** The events of an account that count as if they had been stored. */
export type ExpectedOf = (record: CreditRecord) => readonly CreditEvent[];

/** The active limits that count usage of an account: its own ones, and those of the families that it is in. */
export function limitsOf(family: CreditFamily, { accountId }: CreditRecord): SpendLimit[] {
  const above = [accountId, ...accountsAbove(family, accountId)];
  return family.limits.filter(
    (limit) =>
      limit.isActive &&
      (limit.accountId === accountId || (limit.appliesTo === "family" && above.includes(limit.accountId))),
  );
}

/** The parent of an account, the parent of that one, and so on. */
export function accountsAbove(family: CreditFamily, accountId: string): string[] {
  const parentId = family.records.find((record) => record.accountId === accountId)?.parentId ?? null;
  return parentId === null ? [] : [parentId, ...accountsAbove(family, parentId)];
}

/** The accounts whose usage counts toward a limit. */
function countedBy(family: CreditFamily, { accountId, appliesTo }: SpendLimit): CreditRecord[] {
  return family.records.filter(
    (record) =>
      record.accountId === accountId ||
      (appliesTo === "family" && accountsAbove(family, record.accountId).includes(accountId)),
  );
}

/** What usage costs of the current billing period of each contract that counts, with tax. */
export function spentOn(family: CreditFamily, limit: SpendLimit, expectedOf: ExpectedOf): Rational {
  return Rational.sum(countedBy(family, limit).map((record) => spentBy(record, limit, expectedOf(record))));
}

/** The same of one account. */
export function spentBy(record: CreditRecord, limit: SpendLimit, expected: readonly CreditEvent[]): Rational {
  const events = [...record.events.values(), ...expected];
  const costs = currentPeriods(record, limit).map(({ contract, period }) =>
    costOn(limit, invoiceOf(record, contract, period, events), record.taxPercent),
  );
  return Rational.sum(costs);
}

/** The first day of the latest period that counts. */
export function latestStart(family: CreditFamily, limit: SpendLimit): Day | null {
  const periods = countedBy(family, limit).flatMap((record) => currentPeriods(record, limit));
  const starts = periods.map(({ contract, period }) => periodOf(contract, period).start);
  return starts.toSorted().at(-1) ?? null;
}

/** The periods of today of the contracts that sell what a limit counts. */
function currentPeriods(
  record: CreditRecord,
  limit: SpendLimit,
): { readonly contract: CreditContract; readonly period: number }[] {
  const today = dayAt(record, record.now);
  const own = record.contracts.filter(
    ({ currency, sold }) => currency === limit.currency && sold.some(({ price }) => isCounted(limit, price)),
  );
  return own.flatMap((contract) => {
    const period = periodAt(contract, today);
    return period === undefined ? [] : [{ contract, period }];
  });
}

function isCounted(limit: SpendLimit, { metricId, productId }: CreditPrice): boolean {
  return (limit.metricId ?? metricId) === metricId && (limit.productId ?? productId) === productId;
}

function costOn(limit: SpendLimit, invoice: ComputedInvoice, taxPercent: number): Rational {
  const taxes = taxShares(invoice, taxPercent);
  const amounts = invoice.lines.map(({ price, amount }, place) =>
    isCounted(limit, price) ? amount.plus(taxes[place] ?? Rational.zero) : Rational.zero,
  );
  return Rational.sum(amounts);
}

/**
 * The tax of an invoice is rounded once, and its lines share it: the tax of each is rounded down, and those with the largest remainders
 * get a unit more.
 */
function taxShares({ lines, tax, contract }: ComputedInvoice, taxPercent: number): Rational[] {
  const unit = Rational.whole(1).over(Rational.whole(10n ** BigInt(placesOf(contract.currency))));
  const shares = lines.map(({ amount }) => {
    const exact = amount.times(Rational.whole(taxPercent)).over(Rational.whole(100)).over(unit);
    const whole = Rational.whole(exact.numerator / exact.denominator);
    return { whole, rest: exact.minus(whole) };
  });
  const missing = tax.over(unit).minus(Rational.sum(shares.map(({ whole }) => whole)));
  const largest = shares.toSorted((a, b) => b.rest.compare(a.rest));
  return shares.map((share) => {
    const isLarge = Rational.whole(largest.indexOf(share)).compare(missing) < 0;
    return (isLarge ? share.whole.plus(Rational.whole(1)) : share.whole).times(unit);
  });
}
