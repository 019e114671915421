import {
  churnOf,
  type DatePeriod,
  Decimal,
  formatAmount,
  type RecurringPeriod,
  recurringPeriods,
  sumRecurring,
} from "@counterfoil/engine";
import { type RecurringSelection, usageRevenueByMonth } from "@counterfoil/storage";
import { read } from "../context.ts";
import type { DatedAmount } from "../exchange-rates/index.ts";
import type { WalkingContext } from "./contract-walks.ts";
import { includesTestClocks, type InsightMonth, type InsightRange, monthsOf, readRange } from "./insight-range.ts";
import { inReporting, type ReportingQuestion, totalText, type WithReporting } from "./reporting.ts";

export interface RecurringQuestion extends InsightRange {}

/** How recurring revenue changed in a month: closing is opening plus all movements. */
export interface RecurringMonth {
  month: string;
  /** The requested days of the month, half-open. */
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
  /** Twelve times the closing amount. */
  arr: string;
  /** Accounts that pay at the end. */
  accounts: number;
  /** Usage that became revenue in these days. It is not part of the other figures. */
  usageRevenue: string;
}

export interface RecurringMonths {
  from: string;
  to: string;
  items: RecurringMonth[];
}

/** The closing revenue of a month in the reporting currency. Null if a rate is missing. */
export interface ReportedMonth {
  month: string;
  closing: string | null;
  arr: string | null;
}

const MONTHS_IN_A_YEAR = Decimal.of("12");

/** Monthly recurring revenue by month and currency. */
export async function readRecurring(
  context: WalkingContext,
  question: RecurringQuestion & ReportingQuestion,
): Promise<RecurringMonths & WithReporting<{ items: ReportedMonth[] }>> {
  const range = await read(context, (tx) => readRange(context, tx, question));
  const [from, to] = [range.start.toString(), range.end.toString()];
  const withTestClocks = includesTestClocks(question);
  const months = monthsOf(range);
  const periods = months.map(({ period }) => period);
  const [usage, byCurrency] = await Promise.all([
    read(context, (tx) => usageRevenueByMonth(tx, { from, to, withTestClocks })),
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
  const days = { first: from, last: range.end.subtract({ days: 1 }).toString() };
  const reporting = await inReporting(context, question, { currencies: byCurrency.keys(), ...days }, (conversion) => ({
    items: months.map(({ month, period }, place): ReportedMonth => {
      const closing = [...byCurrency].map(([currency, [sums]]): DatedAmount => {
        const amount = sums?.[place]?.closing ?? Decimal.zero;
        return { currency, on: period.end.subtract({ days: 1 }).toString(), amount };
      });
      const arr = closing.map((of) => ({ ...of, amount: of.amount.times(MONTHS_IN_A_YEAR) }));
      return { month, closing: totalText(conversion, closing), arr: totalText(conversion, arr) };
    }),
  }));
  return { from, to, items, ...reporting };
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

/**
 * Churn and retention of the accounts that paid at the start of a month or of the whole range. Percentages are null if
 * no account paid.
 */
export interface ChurnPeriod {
  from: string;
  to: string;
  currency: string;
  opening: string;
  /**
   * The revenue at the end of the accounts that paid at the start: `retained` in full, `kept` with each account limited
   * to its amount at the start.
   */
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
  /** The accounts that paid at the start of the range, at its end. */
  range: ChurnPeriod[];
}

export async function readChurn(context: WalkingContext, question: RecurringQuestion): Promise<ChurnMonths> {
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

/** The contracts of all accounts that count. */
export function recurringSelection(question: RecurringQuestion): RecurringSelection {
  return { accountId: null, currency: question.currency ?? null, withTestClocks: includesTestClocks(question) };
}

/** The sums over all accounts of each of these rows of periods, by currency. */
export async function sumByCurrency(
  context: WalkingContext,
  question: RecurringQuestion,
  rows: readonly (readonly DatePeriod[])[],
): Promise<Map<string, RecurringPeriod[][]>> {
  const sums = new Map<string, RecurringPeriod[][]>();
  await context.contractWalks.visit(context, recurringSelection(question), ({ recurring }) => {
    for (const [name, accounts] of Map.groupBy(recurring(), (account) => account.currency)) {
      const movements = accounts.map((account) => account.movements);
      const known = sums.get(name);
      const added = rows.map((periods, row) =>
        recurringPeriods(movements, periods).map((period, place) =>
          sumRecurring([known?.[row]?.[place] ?? [], period].flat()),
        ),
      );
      sums.set(name, added);
    }
  });
  return sums;
}
