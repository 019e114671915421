import { Decimal, formatAmount, perCent } from "@counterfoil/engine";
import {
  type CountedDays,
  netRevenueByMonth,
  revenueLines,
  revenueLineTotals,
  topAccounts,
  type Tx,
  usageRevenueByMonth,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read } from "../context.ts";
import { fingerprintOf } from "../events/index.ts";
import { dayBefore, includesTestClocks, type InsightRange, monthsOf, readRange } from "./insight-range.ts";
import { selectAccounts } from "./list-movements.ts";
import { pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";
import { inReporting, type ReportingQuestion, totalText, type WithReporting } from "./reporting.ts";
import { type Total, toTotal } from "./totals.ts";

/** Revenue of a month or the requested part of it. Net is revenue minus credit notes and voids. */
export interface NetRevenueMonth {
  month: string;
  /** The requested days of the month, half-open. */
  from: string;
  to: string;
  currency: string;
  revenue: string;
  creditNotes: string;
  voided: string;
  net: string;
  /** The part of the net that is for usage. */
  usage: string;
}

/** A month without revenue in a currency that has revenue in other months. */
const NOTHING = { revenue: "0", creditNotes: "0", voided: "0", net: "0" };

interface Days {
  from: string;
  to: string;
}

/** The net revenue of a month in the reporting currency. Null if a rate is missing. */
export interface ReportedRevenue {
  month: string;
  net: string | null;
}

export async function readNetRevenue(
  context: Context,
  question: InsightRange & ReportingQuestion,
): Promise<Days & { items: NetRevenueMonth[] } & WithReporting<{ items: ReportedRevenue[] }>> {
  const figures = await readMonths(context, question);
  const { from, to, items } = figures;
  const currencies = items.map(({ currency }) => currency);
  const reporting = await inReporting(
    context,
    question,
    { currencies, first: from, last: dayBefore(to) },
    (conversion) => {
      const amounts = items.map(({ month, currency, net, to: end }) => {
        return { month, currency, on: dayBefore(end), amount: Decimal.of(net) };
      });
      const months = Map.groupBy(amounts, ({ month }) => month);
      return { items: [...months].map(([month, own]) => ({ month, net: totalText(conversion, own) })) };
    },
  );
  return { ...figures, ...reporting };
}

function readMonths(context: Context, question: InsightRange): Promise<Days & { items: NetRevenueMonth[] }> {
  return onDays(context, question, async (tx, days) => {
    const { from, to } = days;
    const [usage, rows] = await Promise.all([usageRevenueByMonth(tx, days), netRevenueByMonth(tx, days)]);
    const months = monthsOf({ start: Temporal.PlainDate.from(from), end: Temporal.PlainDate.from(to) });
    const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
    const places = months.flatMap((of) => currencies.map((currency) => ({ ...of, currency })));
    const items = places.map(({ month, period, currency }): NetRevenueMonth => {
      const row = rows.find((of) => of.month === month && of.currency === currency) ?? NOTHING;
      const used = usage.find((of) => of.month === month && of.currency === currency)?.amount ?? "0";
      const money = (amount: string) => formatAmount({ amount: Decimal.of(amount), currency });
      const [revenue, creditNotes] = [money(row.revenue), money(row.creditNotes)];
      return {
        month,
        from: period.start.toString(),
        to: period.end.toString(),
        currency,
        revenue,
        creditNotes,
        voided: money(row.voided),
        net: money(row.net),
        usage: money(used),
      };
    });
    return { from, to, items };
  });
}

/** An account with its revenue, and its share of the currency's revenue. */
export interface TopAccount {
  accountId: string;
  name: string;
  currency: string;
  revenue: string;
  /** Percent, with two decimals. Null if the total is not above zero. */
  share: string | null;
}

/** The accounts with the most net revenue in each currency. */
export function readTopAccounts(
  context: Context,
  question: InsightRange,
  limit: number,
): Promise<Days & { items: TopAccount[] }> {
  return onDays(context, question, async (tx, days) => {
    const { from, to } = days;
    const rows = await topAccounts(tx, { ...days, currency: question.currency ?? null, limit });
    const items = rows.map(({ accountId, name, currency, revenue, total }): TopAccount => {
      const amount = Decimal.of(revenue);
      const share = perCent(amount, Decimal.of(total))?.toFixed(2) ?? null;
      return { accountId, name, currency, revenue: formatAmount({ amount, currency }), share };
    });
    return { from, to, items };
  });
}

export interface RevenueLineQuestion extends InsightRange {
  /** ID or alias. */
  readonly accountId?: string | undefined;
  /** Only lines for usage. */
  readonly usage?: "true" | undefined;
}

/** A line with its revenue on the requested days. */
export interface RevenueLine {
  lineId: string;
  invoiceId: string;
  accountId: string;
  kind: string;
  description: string;
  currency: string;
  amount: string;
}

/** The lines behind the net revenue of some days, by ID. */
export function listRevenueLines(
  context: Context,
  question: RevenueLineQuestion,
  cursor: string | undefined,
  limit: number,
): Promise<Days & PlacePage<RevenueLine> & { totals: Total[] | null }> {
  const { currency, accountId, usage } = question;
  const walk = fingerprintOf([question.from, question.to, currency, accountId, usage, question.testClocks]);
  const [after = ""] = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 1);
  return onDays(context, question, async (tx, days) => {
    const { from, to } = days;
    const selection = { ...days, ...(await selectAccounts(tx, question)), isUsage: usage === "true" };
    const rows = await revenueLines(tx, selection, after, limit + 1);
    const totals = cursor === undefined ? await revenueLineTotals(tx, selection) : null;
    const lines = rows.map((row): RevenueLine => {
      return { ...row, amount: formatAmount({ amount: Decimal.of(row.amount), currency: row.currency }) };
    });
    return { from, to, ...pageOf(walk, lines, limit, ({ lineId }) => [lineId]), totals: totals?.map(toTotal) ?? null };
  });
}

function onDays<Answer>(
  context: Context,
  question: InsightRange,
  answer: (tx: Tx, days: CountedDays) => Promise<Answer>,
): Promise<Answer> {
  return read(context, async (tx) => {
    const range = await readRange(context, tx, question);
    const withTestClocks = includesTestClocks(question);
    return answer(tx, { from: range.start.toString(), to: range.end.toString(), withTestClocks });
  });
}
