import {
  churnOf,
  type DatePeriod,
  Decimal,
  formatAmount,
  type RecurringPeriod,
  recurringPeriods,
  sumRecurring,
} from "@counterfoil/engine";
import { usageRevenueByMonth } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { type InsightMonth, type InsightRange, monthsOf, readRange } from "./insight-range.ts";
import { walkRecurring } from "./walk-recurring.ts";

export interface RecurringQuestion extends InsightRange {
  readonly currency?: string | undefined;
}

/** How recurring revenue moved in a month: closing is opening and all that moved. */
export interface RecurringMonth {
  month: string;
  /** The days of the month that are asked for, half-open. */
  from: string;
  to: string;
  currency: string;
  opening: string;
  new: string;
  expansion: string;
  contraction: string;
  churn: string;
  reactivation: string;
  closing: string;
  /** Twelve times the closing. */
  arr: string;
  /** Accounts that pay at the end. */
  accounts: number;
  /** What usage became revenue in the days, which is no part of the rest. */
  usageRevenue: string;
}

export interface RecurringMonths {
  from: string;
  to: string;
  items: RecurringMonth[];
}

const MONTHS_IN_A_YEAR = Decimal.of("12");

/** Monthly recurring revenue by month and currency. */
export async function readRecurring(context: Context, question: RecurringQuestion): Promise<RecurringMonths> {
  const range = await read(context, (tx) => readRange(context, tx, question));
  const [from, to] = [range.start.toString(), range.end.toString()];
  const months = monthsOf(range);
  const periods = months.map(({ period }) => period);
  const [usage, byCurrency] = await Promise.all([
    read(context, (tx) => usageRevenueByMonth(tx, from, to)),
    sumByCurrency(context, question, [periods]),
  ]);
  const used = usage.filter(({ currency }) => question.currency === undefined || currency === question.currency);
  const currencies = [...new Set([...byCurrency.keys(), ...used.map(({ currency }) => currency)])].toSorted();
  const items = months.flatMap((month, place) =>
    currencies.map((currency): RecurringMonth => {
      const ofUsage = used.find((row) => row.month === month.month && row.currency === currency);
      const sums = byCurrency.get(currency)?.[0]?.[place] ?? sumRecurring([]);
      return shownMonth(month, currency, sums, Decimal.of(ofUsage?.amount ?? "0"));
    }),
  );
  return { from, to, items };
}

function shownMonth(
  { month, period }: InsightMonth,
  currency: string,
  { opening, moved, closing, accounts }: RecurringPeriod,
  used: Decimal,
): RecurringMonth {
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  return {
    month,
    ...shownDays(period),
    currency,
    opening: money(opening),
    new: money(moved.new),
    expansion: money(moved.expansion),
    contraction: money(moved.contraction),
    churn: money(moved.churn),
    reactivation: money(moved.reactivation),
    closing: money(closing),
    arr: money(closing.times(MONTHS_IN_A_YEAR)),
    accounts: accounts.closing,
    usageRevenue: money(used),
  };
}

/** Churn and retention of those who paid at the start of a month, or of the whole range. Percentages are null where nobody paid. */
export interface ChurnPeriod {
  from: string;
  to: string;
  currency: string;
  opening: string;
  /** What those who paid at the start come to at the end, whole, and each up to what it was. */
  retained: string;
  kept: string;
  accounts: { opening: number; lost: number };
  accountChurn: string | null;
  revenueChurn: string | null;
  netRetention: string | null;
  grossRetention: string | null;
}

export interface ChurnMonths {
  from: string;
  to: string;
  items: (ChurnPeriod & { month: string })[];
  /** Of those who paid at the start of the range, at its end. */
  range: ChurnPeriod[];
}

export async function readChurn(context: Context, question: RecurringQuestion): Promise<ChurnMonths> {
  const range = await read(context, (tx) => readRange(context, tx, question));
  const months = monthsOf(range);
  const periods = months.map(({ period }) => period);
  const byCurrency = await sumByCurrency(context, question, [[range], periods]);
  const sorted = [...byCurrency].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    from: range.start.toString(),
    to: range.end.toString(),
    items: months.flatMap(({ month, period }, place) =>
      sorted.map(([currency, [, sums]]) => ({ month, ...shownChurn(period, currency, sums?.[place]) })),
    ),
    range: sorted.map(([currency, [whole]]) => shownChurn(range, currency, whole?.[0])),
  };
}

function shownChurn(period: DatePeriod, currency: string, sums = sumRecurring([])): ChurnPeriod {
  const { opening, retained, kept, accounts } = sums;
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  const { accountChurn, revenueChurn, netRetention, grossRetention } = churnOf(sums);
  return {
    ...shownDays(period),
    currency,
    opening: money(opening),
    retained: money(retained),
    kept: money(kept),
    accounts: { opening: accounts.opening, lost: accounts.lost },
    accountChurn: accountChurn && accountChurn.toFixed(2),
    revenueChurn: revenueChurn && revenueChurn.toFixed(2),
    netRetention: netRetention && netRetention.toFixed(2),
    grossRetention: grossRetention && grossRetention.toFixed(2),
  };
}

function shownDays({ start, end }: DatePeriod): { from: string; to: string } {
  return { from: start.toString(), to: end.toString() };
}

/** The sums over all accounts of each of these rows of periods, by currency. */
async function sumByCurrency(
  context: Context,
  { currency = null }: { currency?: string | undefined | null },
  rows: readonly (readonly DatePeriod[])[],
): Promise<Map<string, RecurringPeriod[][]>> {
  const sums = new Map<string, RecurringPeriod[][]>();
  for await (const page of walkRecurring(context, { accountId: null, currency })) {
    for (const [name, accounts] of Map.groupBy(page, (account) => account.currency)) {
      const movements = accounts.map((account) => account.movements);
      const known = sums.get(name);
      const added = rows.map((periods, row) =>
        recurringPeriods(movements, periods).map((period, place) =>
          sumRecurring([known?.[row]?.[place] ?? [], period].flat()),
        ),
      );
      sums.set(name, added);
    }
  }
  return sums;
}
