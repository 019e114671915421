import { Decimal, formatAmount, perCent } from "@counterfoil/engine";
import { netRevenueByMonth, revenueLines, topAccounts, type Tx, usageRevenueByMonth } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { fingerprintOf } from "../events/index.ts";
import { type InsightRange, readRange } from "./insight-range.ts";
import { selectAccounts } from "./list-movements.ts";
import { pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";

/** Revenue of a month or as much of it as is asked for: net is revenue less credit notes and voids. */
export interface NetRevenueMonth {
  month: string;
  currency: string;
  revenue: string;
  creditNotes: string;
  voided: string;
  net: string;
  /** What of the net is for usage. */
  usage: string;
}

interface Days {
  from: string;
  to: string;
}

export function readNetRevenue(context: Context, question: InsightRange): Promise<Days & { items: NetRevenueMonth[] }> {
  return onDays(context, question, async (tx, { from, to }) => {
    const [usage, rows] = await Promise.all([usageRevenueByMonth(tx, from, to), netRevenueByMonth(tx, from, to)]);
    const items = rows.map((row): NetRevenueMonth => {
      const { month, currency } = row;
      const used = usage.find((of) => of.month === month && of.currency === currency)?.amount ?? "0";
      const money = (amount: string) => formatAmount({ amount: Decimal.of(amount), currency });
      const [revenue, creditNotes] = [money(row.revenue), money(row.creditNotes)];
      return {
        month,
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

/** An account with what it brought, and which share of the currency's revenue that is. */
export interface TopAccount {
  accountId: string;
  name: string;
  currency: string;
  revenue: string;
  /** Per cent, to two decimals; null where all together are no revenue. */
  share: string | null;
}

/** The accounts with the most net revenue in each currency. */
export function readTopAccounts(
  context: Context,
  question: InsightRange & { currency?: string | undefined },
  limit: number,
): Promise<Days & { items: TopAccount[] }> {
  return onDays(context, question, async (tx, { from, to }) => {
    const rows = await topAccounts(tx, { from, to, currency: question.currency ?? null, limit });
    const items = rows.map(({ accountId, name, currency, revenue, total }): TopAccount => {
      const amount = Decimal.of(revenue);
      const share = perCent(amount, Decimal.of(total))?.toFixed(2) ?? null;
      return { accountId, name, currency, revenue: formatAmount({ amount, currency }), share };
    });
    return { from, to, items };
  });
}

export interface RevenueLineQuestion extends InsightRange {
  readonly currency?: string | undefined;
  /** Id or alias. */
  readonly accountId?: string | undefined;
  /** Only lines for usage. */
  readonly usage?: "true" | undefined;
}

/** A line with what it became as revenue on the days that are asked for. */
export interface RevenueLine {
  lineId: string;
  invoiceId: string;
  accountId: string;
  kind: string;
  description: string;
  currency: string;
  amount: string;
}

/** The lines that make the net revenue of some days, by id. */
export function listRevenueLines(
  context: Context,
  question: RevenueLineQuestion,
  cursor: string | undefined,
  limit: number,
): Promise<Days & PlacePage<RevenueLine>> {
  const { currency, accountId, usage } = question;
  const walk = fingerprintOf([question.from, question.to, currency, accountId, usage]);
  const [after = ""] = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 1);
  return onDays(context, question, async (tx, days) => {
    const selection = { ...days, ...(await selectAccounts(tx, question)), isUsage: usage === "true" };
    const rows = await revenueLines(tx, selection, after, limit + 1);
    const lines = rows.map((row): RevenueLine => {
      return { ...row, amount: formatAmount({ amount: Decimal.of(row.amount), currency: row.currency }) };
    });
    return { ...days, ...pageOf(walk, lines, limit, ({ lineId }) => [lineId]) };
  });
}

function onDays<Answer>(
  context: Context,
  question: InsightRange,
  answer: (tx: Tx, days: Days) => Promise<Answer>,
): Promise<Answer> {
  return read(context, async (tx) => {
    const range = await readRange(context, tx, question);
    return answer(tx, { from: range.start.toString(), to: range.end.toString() });
  });
}
