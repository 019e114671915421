import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  cashByDay,
  type CashDayRow,
  cashEntries,
  type CashEntryRow,
  type CashSelection,
  cashTotals,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { fingerprintOf } from "../events/index.ts";
import type { DatedAmount } from "../exchange-rates/index.ts";
import { dayBefore, includesTestClocks, type InsightRange, readRange } from "./insight-range.ts";
import { selectAccounts } from "./list-movements.ts";
import { pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";
import { inReporting, type ReportingQuestion, totalText, type WithReporting } from "./reporting.ts";
import { type Total, toTotal } from "./totals.ts";

/** Money received and given back, and the difference. */
export interface Cash {
  currency: string;
  received: string;
  refunded: string;
  net: string;
}

export interface CashCollected {
  from: string;
  to: string;
  /** The days on which money moved, or the first days of their months. */
  items: (Cash & { day: string })[];
  /** All days, by currency. */
  totals: Cash[];
}

export interface CashQuestion extends InsightRange {
  /** The length of each step. Default: a day. */
  readonly interval?: "day" | "month" | undefined;
}

/** Cash in the reporting currency, each day at its own rate. Null if a rate is missing. */
export interface ReportedCash {
  items: { day: string; net: string | null }[];
  total: string | null;
}

/** Payments less refunds by day or month, from the journal. The default is this month. */
export async function readCashCollected(
  context: Context,
  question: CashQuestion & ReportingQuestion,
): Promise<CashCollected & WithReporting<ReportedCash>> {
  const { rows, from, to } = await onDays(context, question, async (tx, selection) => {
    return { rows: await cashByDay(tx, selection), from: selection.from, to: selection.to };
  });
  const steps = Map.groupBy(rows, ({ day }) => (question.interval === "month" ? firstOfMonth(day, from) : day));
  const items = [...steps].flatMap(([day, own]) => sumCash(own).map((cash) => ({ day, ...cash })));
  const currencies = rows.map(({ currency }) => currency);
  const reporting = await inReporting(
    context,
    question,
    { currencies, first: from, last: dayBefore(to) },
    (conversion) => ({
      items: [...steps].map(([day, own]) => ({ day, net: totalText(conversion, own.map(toDated)) })),
      total: totalText(conversion, rows.map(toDated)),
    }),
  );
  return { from, to, items, totals: sumCash(rows), ...reporting };
}

function toDated({ day, currency, received, refunded }: CashDayRow): DatedAmount {
  return { currency, on: day, amount: Decimal.of(received).minus(Decimal.of(refunded)) };
}

/** The first day of the month that is in the range. */
function firstOfMonth(day: string, from: string): string {
  const first = `${day.slice(0, 7)}-01`;
  return first < from ? from : first;
}

/** The sums of these days, by currency in alphabetical order. */
function sumCash(rows: readonly CashDayRow[]): Cash[] {
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byCurrency.map(([currency, own]) => toCash(currency, own));
}

function toCash(currency: string, rows: readonly CashDayRow[]): Cash {
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  const received = Decimal.sum(rows.map((row) => Decimal.of(row.received)));
  const refunded = Decimal.sum(rows.map((row) => Decimal.of(row.refunded)));
  return { currency, received: money(received), refunded: money(refunded), net: money(received.minus(refunded)) };
}

export interface CashPage extends PlacePage<CashEntryRow> {
  from: string;
  to: string;
  /** Of all pages. Null after the first page. */
  totals: Total[] | null;
}

/** The postings behind the cash of some days, by day. */
export function listCashEntries(
  context: Context,
  question: InsightRange & { readonly accountId?: string | undefined },
  cursor: string | undefined,
  limit: number,
): Promise<CashPage> {
  const { from, to, currency, accountId, testClocks } = question;
  const walk = fingerprintOf([from, to, currency, accountId, testClocks]);
  const after = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 2);
  return onDays(context, question, async (tx, selection) => {
    const rows = await cashEntries(tx, selection, after, limit + 1);
    const totals = cursor === undefined ? await cashTotals(tx, selection) : null;
    const entries = rows.map((row) => {
      return { ...row, amount: formatAmount({ amount: Decimal.of(row.amount), currency: row.currency }) };
    });
    return {
      from: selection.from,
      to: selection.to,
      ...pageOf(walk, entries, limit, ({ day, entryId }) => [day, entryId]),
      totals: totals?.map(toTotal) ?? null,
    };
  });
}

function onDays<Answer>(
  context: Context,
  question: InsightRange & { readonly accountId?: string | undefined },
  answer: (tx: Tx, selection: CashSelection) => Promise<Answer>,
): Promise<Answer> {
  return read(context, async (tx) => {
    const { start, end } = await readRange(context, tx, question, "this_month");
    const accounts = await selectAccounts(tx, question);
    return answer(tx, {
      from: start.toString(),
      to: end.toString(),
      ...accounts,
      withTestClocks: includesTestClocks(question),
    });
  });
}
