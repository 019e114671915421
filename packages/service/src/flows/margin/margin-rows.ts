import { type DatePeriod, Decimal } from "@counterfoil/engine";
import {
  costRows,
  exchangeRatesOfDays,
  type MarginRow,
  type MarginSelection,
  metricsOfPrices,
  revenueRows,
  soldMetrics,
  type SoldMetricRow,
  type Tx,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { Conversion } from "../../exchange-rates/index.ts";
import { dayBefore } from "../../insights/index.ts";
import type { MarginGroup, MarginPart } from "./margin-figures.ts";
import { type OpenLines, openLines } from "./running-lines.ts";
import { runningParts } from "./running-parts.ts";

/** A sum with everything that it can be grouped by. */
interface Grouped extends MarginRow {
  readonly kind: MarginPart["kind"];
}

/** Revenue and cost of the selected accounts and days. */
export async function findMarginRows(
  work: Work,
  selection: MarginSelection,
  range: DatePeriod,
  withRunning: boolean,
): Promise<{ amounts: Grouped[]; undecided: OpenLines["undecided"] }> {
  const running = withRunning ? await runningAmounts(work, selection, range) : { amounts: [], undecided: [] };
  const amounts = [
    ...(await revenueRows(work.tx, selection)).map((row): Grouped => ({ ...row, kind: "revenue" })),
    ...running.amounts,
    ...(await costsOfProducts(work.tx, selection)),
  ];
  return { amounts, undecided: running.undecided };
}

/** The amounts in their groups. Amounts without a day are converted at the rate of the last day before `to`. */
export function toMarginParts(amounts: readonly Grouped[], group: MarginGroup, to: string): MarginPart[] {
  const last = dayBefore(to);
  return amounts.map((row) => {
    const { kind, day, currency, amount } = row;
    return { kind, key: keyOf(row, group), currency, on: day ?? last, amount: Decimal.of(amount) };
  });
}

function keyOf({ accountId, productId, metricId, day, value }: Grouped, group: MarginGroup): string | null {
  return { account: accountId, product: productId, metric: metricId, day, property: value }[group];
}

/** Costs, each with the product through which its account paid for the metric on the day. */
async function costsOfProducts(tx: Tx, selection: MarginSelection): Promise<Grouped[]> {
  const rows = await costRows(tx, selection);
  if (!selection.isByProduct) return rows.map((row) => ({ ...row, kind: "cost" }));
  const accountIds = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))];
  const sold = Map.groupBy(await soldMetrics(tx, accountIds), ({ accountId, metricId }) => `${accountId} ${metricId}`);
  return rows.map((row) => {
    const own = sold.get(`${row.accountId} ${row.metricId}`) ?? sold.get(` ${row.metricId}`) ?? [];
    return { ...row, kind: "cost", productId: productOn(own, row.day) };
  });
}

/** The latest first. Before the first one, the first one counts. */
function productOn(sold: readonly SoldMetricRow[], day: string | null): string | null {
  const begun = sold.find(({ since }) => since === null || day === null || since <= day);
  return (begun ?? sold.at(-1))?.productId ?? null;
}

/** Revenue that is on no issued invoice yet. */
async function runningAmounts(
  work: Work,
  selection: MarginSelection,
  range: DatePeriod,
): Promise<{ amounts: Grouped[]; undecided: OpenLines["undecided"] }> {
  const { lines, undecided } = await openLines(work, selection);
  const prices = [...new Set(lines.flatMap(({ priceId }) => priceId ?? []))];
  const metricOf = new Map((await metricsOfPrices(work.tx, prices)).map(({ id, metricId }) => [id, metricId]));
  const amounts = lines.flatMap((line) => {
    const { accountId, productId, priceId, currency } = line;
    const metricId = metricOf.get(priceId ?? "") ?? null;
    const value = selection.property === null ? null : (line.usageGroup?.[selection.property] ?? null);
    const isByDay = selection.isByDay || currency !== selection.currency;
    return runningParts(line, line.until, range, isByDay).map(({ day, amount }): Grouped => {
      return { kind: "running", accountId, productId, metricId, day, value, currency, amount: amount.toString() };
    });
  });
  return { amounts, undecided };
}

/** What converts these parts into a currency. */
export async function conversionOf(tx: Tx, parts: readonly MarginPart[], currency: string): Promise<Conversion> {
  const foreign = parts.filter((part) => part.currency !== currency);
  if (foreign.length === 0) return new Conversion(currency, []);
  const days = foreign.map(({ on }) => on).toSorted();
  const rates = await exchangeRatesOfDays(tx, {
    fromCurrencies: [...new Set(foreign.map((part) => part.currency))],
    toCurrency: currency,
    first: days[0] ?? "",
    last: days.at(-1) ?? "",
  });
  return new Conversion(currency, rates);
}
