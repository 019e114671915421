import {
  churnOf,
  type DatePeriod,
  daysBetween,
  Decimal,
  earlier,
  type RecurringPeriod,
  sumRecurring,
} from "@counterfoil/engine";
import { getOrganization, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read } from "../context.ts";
import { localDay } from "../time.ts";
import { type Compared, compareAmounts, compareShares } from "./compared.ts";
import type { WalkingContext } from "./contract-walks.ts";
import { includesTestClocks, type InsightRange, readRange } from "./insight-range.ts";
import { sumByCurrency } from "./read-mrr.ts";
import { currenciesOf, type Money, moneyIn, onlyIn, readMoney } from "./read-money.ts";
import { type DatedFigures, decideReportedFigures, type ReportedFigures } from "./reported-figures.ts";
import { inReporting, type ReportingQuestion, type WithReporting } from "./reporting.ts";

/** The key figures of one currency, each with the period before. */
export interface CurrencyFigures {
  currency: string;
  mrr: Compared;
  arr: Compared;
  netRevenue: Compared;
  cashCollected: Compared;
  unpaid: Compared;
  accountChurn: Compared;
  netRetention: Compared;
  grossRetention: Compared;
  accounts: AccountCounts;
}

/** Paying accounts at the end, and of those that paid at the start, how many pay nothing at the end. */
export interface AccountCounts {
  opening: number;
  closing: number;
  lost: number;
  /** At the end of the period before. */
  before: number;
}

export interface KeyFigures {
  from: string;
  to: string;
  /** The period of equal length before. */
  before: { from: string; to: string };
  /** The days at whose end unpaid invoices were taken. */
  unpaidAt: { current: string; before: string };
  items: CurrencyFigures[];
}

/** The key figures of some days, compared with as many days before. The default is this month. */
export async function readKeyFigures(
  context: WalkingContext,
  question: InsightRange & ReportingQuestion,
): Promise<KeyFigures & WithReporting<ReportedFigures>> {
  const { range, before, unpaidAt } = await read(context, (tx) => daysOf(context, tx, question));
  const withTestClocks = includesTestClocks(question);
  const [recurring, money] = await Promise.all([
    sumByCurrency(context, question, [[before, range]]),
    read(context, async (tx) => {
      const current = await readMoney(tx, { ...toDays(range), withTestClocks }, unpaidAt.current);
      return { current, before: await readMoney(tx, { ...toDays(before), withTestClocks }, unpaidAt.before) };
    }),
  ]);
  const known = [...recurring.keys(), ...currenciesOf(money.current), ...currenciesOf(money.before)];
  const wanted = [...new Set(known)].filter((one) => question.currency === undefined || one === question.currency);
  const figures = wanted.toSorted().map((currency): PeriodsOfCurrency => {
    const [earlierSums = sumRecurring([]), sums = sumRecurring([])] = recurring.get(currency)?.[0] ?? [];
    return {
      currency,
      before: { recurring: earlierSums, ...moneyIn(money.before, currency) },
      current: { recurring: sums, ...moneyIn(money.current, currency) },
    };
  });
  const dated = (which: "before" | "current", { end }: DatePeriod): DatedFigures => {
    const on = end.subtract({ days: 1 }).toString();
    const mrr = figures.map((of) => ({ currency: of.currency, on, amount: of[which].recurring.closing }));
    return { ...onlyIn(wanted, money[which]), mrr };
  };
  const days = { first: before.start.toString(), last: range.end.subtract({ days: 1 }).toString() };
  const reporting = await inReporting(context, question, { currencies: wanted, ...days }, (conversion) =>
    decideReportedFigures(conversion, { before: dated("before", before), current: dated("current", range) }),
  );
  return { ...toDays(range), before: toDays(before), unpaidAt, items: figures.map(decideFigures), ...reporting };
}

async function daysOf(context: Context, tx: Tx, question: InsightRange) {
  const range = await readRange(context, tx, question, "this_month");
  const today = Temporal.PlainDate.from(localDay(context.clock.now(), (await getOrganization(tx)).timezone));
  const before = periodBefore(range);
  const lastDay = ({ end }: DatePeriod) => earlier(end.subtract({ days: 1 }), today).toString();
  return { range, before, unpaidAt: { current: lastDay(range), before: lastDay(before) } };
}

/** The period of as many days that ends where another starts. */
function periodBefore({ start, end }: DatePeriod): DatePeriod {
  return { start: start.subtract({ days: daysBetween(start, end) }), end: start };
}

function toDays({ start, end }: DatePeriod): { from: string; to: string } {
  return { from: start.toString(), to: end.toString() };
}

/** What the figures of a period are computed from. */
export interface PeriodSums extends Money {
  readonly recurring: RecurringPeriod;
}

const MONTHS_IN_A_YEAR = Decimal.of("12");

/** The sums of a period and of the period before. */
interface PeriodsOfCurrency {
  readonly currency: string;
  readonly before: PeriodSums;
  readonly current: PeriodSums;
}

function decideFigures({ currency, before, current }: PeriodsOfCurrency): CurrencyFigures {
  const amounts = (of: (sums: PeriodSums) => Decimal) => compareAmounts(of(current), of(before), currency);
  const [churn, churnBefore] = [churnOf(current.recurring), churnOf(before.recurring)];
  const { opening, closing, lost } = current.recurring.accounts;
  return {
    currency,
    mrr: amounts(({ recurring }) => recurring.closing),
    arr: amounts(({ recurring }) => recurring.closing.times(MONTHS_IN_A_YEAR)),
    netRevenue: amounts(({ netRevenue }) => netRevenue),
    cashCollected: amounts(({ cash }) => cash),
    unpaid: amounts(({ unpaid }) => unpaid),
    accountChurn: compareShares(churn.accountChurn, churnBefore.accountChurn),
    netRetention: compareShares(churn.netRetention, churnBefore.netRetention),
    grossRetention: compareShares(churn.grossRetention, churnBefore.grossRetention),
    accounts: { opening, closing, lost, before: before.recurring.accounts.closing },
  };
}
