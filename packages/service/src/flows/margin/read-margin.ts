import { type DatePeriod, Decimal } from "@counterfoil/engine";
import {
  costRows,
  exchangeRatesOfDays,
  findNames,
  getOrganization,
  type MarginRow,
  type MarginSelection,
  metricsOfPrices,
  revenueRows,
  soldMetrics,
  type Tx,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { Conversion, type MissingRate, type UsedRate } from "../../exchange-rates/index.ts";
import { dayBefore, includesTestClocks, type InsightRange, readRange, selectAccounts } from "../../insights/index.ts";
import {
  type MarginAmounts,
  type MarginFigure,
  marginAmounts,
  marginFigures,
  type MarginGroup,
  type MarginPart,
} from "./margin-figures.ts";
import { type OpenLines, openLines } from "./running-lines.ts";
import { runningParts } from "./running-parts.ts";

/** Which margin, and how it is grouped. The currency is that of the figures: others are converted into it. */
export interface MarginQuestion extends InsightRange {
  readonly groupBy?: MarginGroup | undefined;
  /** The property whose values are the groups. */
  readonly property?: string | undefined;
  /** ID or alias. */
  readonly accountId?: string | undefined;
  readonly metricId?: string | undefined;
  /** Whether usage that is on no issued invoice counts. */
  readonly running?: "exclude" | undefined;
}

export interface MarginItem extends MarginFigure {
  /** The name of the account, the product or the metric. Null for other groups. */
  name: string | null;
}

export interface Margin {
  /** Half-open. */
  from: string;
  to: string;
  currency: string;
  groupBy: MarginGroup;
  property: string | null;
  totals: MarginAmounts;
  items: MarginItem[];
  /** Exchange rates that the figures used, and those that they miss. */
  rates: UsedRate[];
  missing: MissingRate[];
  /** Accounts whose running revenue is left out, because their usage cannot be decided. */
  undecided: OpenLines["undecided"];
}

/**
 * Revenue, cost and margin of some days, the lowest margin first (R-COST-1). Revenue comes from issued lines, day by day
 * over their service, and from usage that is on no issued invoice yet. Sums are exact.
 */
export function readMargin(context: Context, question: MarginQuestion): Promise<Margin> {
  const { groupBy = "account", property = null } = question;
  refuseProperty(groupBy, property);
  return transact(context, async (work) => {
    const { tx } = work;
    const range = await readRange(context, tx, question, "this_month");
    const organization = await getOrganization(tx);
    const currency = question.currency ?? organization.reportingCurrency ?? organization.defaultCurrency;
    const selection: MarginSelection = {
      from: range.start.toString(),
      to: range.end.toString(),
      withTestClocks: includesTestClocks(question),
      accountId: (await selectAccounts(tx, { accountId: question.accountId })).accountId,
      property,
      isByDay: groupBy === "day",
      currency,
    };
    const running =
      question.running === "exclude" ? { amounts: [], undecided: [] } : await runningAmounts(work, selection, range);
    const amounts = [
      ...(await revenueRows(tx, selection)).map((row): Grouped => ({ ...row, kind: "revenue" })),
      ...running.amounts,
      ...(await costsOfProducts(tx, selection)),
    ].filter(({ metricId }) => question.metricId === undefined || metricId === question.metricId);
    const last = dayBefore(selection.to);
    const parts = amounts.map((row): MarginPart => {
      const { kind, day, amount } = row;
      return { kind, key: keyOf(row, groupBy), currency: row.currency, on: day ?? last, amount: Decimal.of(amount) };
    });
    const conversion = await conversionOf(tx, parts, currency);
    const figures = marginFigures(parts, groupBy, conversion);
    const names = new Map(
      (
        await findNames(tx, groupBy === "day" || groupBy === "property" ? [] : figures.flatMap(({ key }) => key ?? []))
      ).map(({ id, name }) => [id, name]),
    );
    return {
      from: selection.from,
      to: selection.to,
      currency,
      groupBy,
      property,
      totals: marginAmounts(parts, conversion),
      items: figures.map((figure) => ({ ...figure, name: names.get(figure.key ?? "") ?? null })),
      rates: conversion.rates,
      missing: conversion.missing,
      undecided: running.undecided,
    };
  });
}

/** A sum with everything that it can be grouped by. */
interface Grouped extends MarginRow {
  readonly kind: MarginPart["kind"];
}

function keyOf({ accountId, productId, metricId, day, value }: Grouped, group: MarginGroup): string | null {
  return { account: accountId, product: productId, metric: metricId, day, property: value }[group];
}

function refuseProperty(groupBy: MarginGroup, property: string | null): void {
  if ((groupBy === "property") === (property !== null)) return;
  const detail =
    property === null
      ? "property is required with groupBy=property, such as property=model."
      : "property applies only with groupBy=property.";
  throw new DomainError("invalid_parameter", detail, [
    { pointer: "/property", code: property === null ? "required" : "not_applicable", detail },
  ]);
}

/** Costs, each with the product through which its account pays for the metric. */
async function costsOfProducts(tx: Tx, selection: MarginSelection): Promise<Grouped[]> {
  const rows = await costRows(tx, selection);
  if (rows.length === 0) return [];
  const products = new Map(
    (await soldMetrics(tx)).map(({ accountId, metricId, productId }) => [`${accountId} ${metricId}`, productId]),
  );
  return rows.map((row) => ({
    ...row,
    kind: "cost",
    productId: products.get(`${row.accountId} ${row.metricId}`) ?? products.get(` ${row.metricId}`) ?? null,
  }));
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
    return runningParts(line, line.until, range, selection.isByDay).map(({ day, amount }): Grouped => {
      return { kind: "running", accountId, productId, metricId, day, value, currency, amount: amount.toString() };
    });
  });
  return { amounts, undecided };
}

async function conversionOf(tx: Tx, parts: readonly MarginPart[], currency: string): Promise<Conversion> {
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
