import { Decimal, type DatePeriod, foreseenCharges, formatAmount, isBefore, minorUnits } from "@counterfoil/engine";
import { billedUsageOfDays, getOrganization } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { currencyFaults } from "../codes.ts";
import { read } from "../context.ts";
import { refuseParameters } from "../errors/index.ts";
import { localDay } from "../time.ts";
import { type CountedAccounts, includesTestClocks, type InsightMonth, monthsOf } from "./insight-range.ts";
import type { WalkingContext } from "./contract-walks.ts";
import { recurringSelection } from "./read-mrr.ts";
import { inReporting, type ReportingQuestion, totalText, type WithReporting } from "./reporting.ts";

/** What a month will bill in one currency, before taxes. */
export interface ForecastMonth {
  month: string;
  currency: string;
  /** Recurring prices, prepaid units and one-off prices of contracts, after discounts. */
  contracts: string;
  /** The usage billed per month on average in the months before this one. */
  usage: string;
  total: string;
}

export interface Forecast {
  from: string;
  to: string;
  /** The days whose invoices give the average of usage, half-open. */
  usageFrom: string;
  usageTo: string;
  items: ForecastMonth[];
}

/** A month in the reporting currency, at the newest known rate. Null if there is none. */
export interface ReportedForecast {
  month: string;
  total: string | null;
}

export interface ForecastQuestion extends CountedAccounts {
  readonly currency?: string | undefined;
}

/** How many months are forecast, and how many months before give the average of usage. */
const FORECAST_MONTHS = 3;

/** What the next three calendar months will bill: from contracts, and usage at its average of the last three months. */
export async function readForecast(
  context: WalkingContext,
  question: ForecastQuestion & ReportingQuestion,
): Promise<Forecast & WithReporting<{ items: ReportedForecast[] }>> {
  refuseParameters(currencyFaults("/currency", question.currency));
  const withTestClocks = includesTestClocks(question);
  const { months, range, before, usage } = await read(context, async (tx) => {
    const today = Temporal.PlainDate.from(localDay(context.clock.now(), (await getOrganization(tx)).timezone));
    const days = forecastDays(today);
    const [from, to] = [days.before.start.toString(), days.before.end.toString()];
    return { ...days, usage: await billedUsageOfDays(tx, { from, to, withTestClocks }) };
  });
  const sums = new Map<string, Decimal[]>();
  await context.contractWalks.visit(context, recurringSelection(question), ({ contracts }) => {
    for (const { contract } of contracts) {
      const { currency } = contract;
      const known = sums.get(currency) ?? months.map(() => Decimal.zero);
      for (const { on, amount } of foreseenCharges(contract, range)) {
        const place = months.findIndex(({ period }) => isBefore(on, period.end));
        known[place] = (known[place] ?? Decimal.zero).plus(amount);
      }
      sums.set(currency, known);
    }
  });
  const used = usage.filter(({ currency }) => question.currency === undefined || currency === question.currency);
  const items = decideForecast(months, sums, used);
  const days = { first: range.start.toString(), last: range.end.subtract({ days: 1 }).toString() };
  const currencies = items.map(({ currency }) => currency);
  const reporting = await inReporting(context, question, { currencies, ...days }, (conversion) => ({
    items: months.map(({ month, period }): ReportedForecast => {
      const on = period.end.subtract({ days: 1 }).toString();
      const own = items.filter((item) => item.month === month);
      const amounts = own.map(({ currency, total }) => ({ currency, on, amount: Decimal.of(total) }));
      return { month, total: totalText(conversion, amounts) };
    }),
  }));
  return {
    from: range.start.toString(),
    to: range.end.toString(),
    usageFrom: before.start.toString(),
    usageTo: before.end.toString(),
    items,
    ...reporting,
  };
}

/** The three calendar months after the month of a day, and the three before it. */
function forecastDays(today: Temporal.PlainDate): {
  readonly months: InsightMonth[];
  readonly range: DatePeriod;
  readonly before: DatePeriod;
} {
  const month = today.with({ day: 1 });
  const start = month.add({ months: 1 });
  const range = { start, end: start.add({ months: FORECAST_MONTHS }) };
  return { months: monthsOf(range), range, before: { start: month.subtract({ months: FORECAST_MONTHS }), end: month } };
}

/** The months of each currency that bills anything, with the usage per month rounded to the minor unit. */
function decideForecast(
  months: readonly InsightMonth[],
  contracts: ReadonlyMap<string, readonly Decimal[]>,
  usage: readonly { readonly currency: string; readonly amount: string }[],
): ForecastMonth[] {
  const paid = [...contracts].filter(([, amounts]) => amounts.some((amount) => !amount.isZero()));
  const currencies = [...new Set([...paid.map(([currency]) => currency), ...usage.map(({ currency }) => currency)])];
  return months.flatMap(({ month }, place) =>
    currencies.toSorted().map((currency): ForecastMonth => {
      const money = (amount: Decimal) => formatAmount({ amount, currency });
      const fixed = contracts.get(currency)?.[place] ?? Decimal.zero;
      const billed = Decimal.of(usage.find((of) => of.currency === currency)?.amount ?? "0");
      const used = billed.dividedBy(Decimal.ofInteger(FORECAST_MONTHS), minorUnits(currency), "half_away_from_zero");
      return { month, currency, contracts: money(fixed), usage: money(used), total: money(fixed.plus(used)) };
    }),
  );
}
