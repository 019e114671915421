import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  findInvoiceLines,
  findInvoices,
  getOrganization,
  recognizedMonths,
  revenueByMonth,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read } from "../context.ts";
import { accountNow } from "../clocks/index.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { localDay } from "../time.ts";
import { includesTestClocks, type InsightRange } from "./insight-range.ts";

export interface RevenueMonth {
  month: string;
  currency: string;
  invoiced: string;
  recognized: string;
  deferred: string;
}

export interface Revenue {
  from: string;
  to: string;
  items: RevenueMonth[];
}

const MOST_MONTHS = 120;

/**
 * What was invoiced and what became revenue in each month, and what is deferred at its end. Default: the last twelve
 * months.
 */
export function readRevenue(context: Context, range: InsightRange): Promise<Revenue> {
  return read(context, async (tx) => {
    const { timezone } = await getOrganization(tx);
    const today = Temporal.PlainDate.from(localDay(context.clock.now(), timezone));
    const to = range.to === undefined ? today.add({ days: 1 }) : Temporal.PlainDate.from(range.to);
    const from = range.from === undefined ? to.subtract({ months: 12 }) : Temporal.PlainDate.from(range.from);
    const months = from.until(to, { largestUnit: "months" }).months;
    if (Temporal.PlainDate.compare(from, to) >= 0) refuse("not_after_from", "to must be later than from.");
    if (months > MOST_MONTHS) refuse("too_many_months", `The range must span at most ${MOST_MONTHS} months.`);
    const rows = await revenueByMonth(tx, {
      from: from.toString(),
      to: to.toString(),
      withTestClocks: includesTestClocks(range),
    });
    const items = rows.map(({ month, currency, invoiced, recognized, deferred }) => {
      const money = (amount: string) => formatAmount({ amount: Decimal.of(amount), currency });
      return {
        month,
        currency,
        invoiced: money(invoiced),
        recognized: money(recognized),
        deferred: money(deferred),
      };
    });
    return { from: from.toString(), to: to.toString(), items };
  });
}

function refuse(code: string, detail: string): never {
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/to", code, detail }]);
}

export interface LineRecognition {
  lineId: string;
  currency: string;
  /** At the end of the invoice's current day. */
  recognized: string;
  deferred: string;
  months: { month: string; day: string; amount: string; isRecognized: boolean }[];
}

/** When a line of an issued invoice becomes revenue, month by month. A draft has no recognition yet. */
export function readRecognition(context: Context, invoiceId: string, lineId: string): Promise<LineRecognition> {
  return read(context, async (tx) => {
    const [invoice] = await findInvoices(tx, [invoiceId]);
    if (invoice === undefined) throw notFound("invoice", invoiceId);
    const lines = await findInvoiceLines(tx, [invoiceId]);
    if (!lines.some(({ id }) => id === lineId)) throw notFound("invoice line", lineId);
    const { currency, timezone } = invoice;
    const today = localDay(await accountNow({ tx, clock: context.clock }, invoice), timezone);
    const rows = await recognizedMonths(tx, { invoiceId, lineId, today });
    const money = (amount: Decimal) => formatAmount({ amount, currency });
    const sum = (member: "amount" | "recognized") => Decimal.sum(rows.map((row) => Decimal.of(row[member])));
    const recognized = sum("recognized");
    return {
      lineId,
      currency,
      recognized: money(recognized),
      deferred: money(sum("amount").minus(recognized)),
      months: rows
        .filter(({ amount }) => !Decimal.of(amount).isZero())
        .map(({ month, day, amount }) => ({
          month,
          day,
          amount: money(Decimal.of(amount)),
          isRecognized: day <= today,
        })),
    };
  });
}
