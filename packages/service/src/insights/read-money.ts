import { Decimal, earlier } from "@counterfoil/engine";
import { cashByDay, type CountedDays, netRevenueByMonth, owedByAge, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { DatedAmount } from "../exchange-rates/index.ts";

/** The amounts of a period in all currencies, each with the day whose exchange rate applies. */
export interface DatedMoney {
  /** By month, on its last requested day. */
  readonly netRevenue: readonly DatedAmount[];
  /** By day. */
  readonly cash: readonly DatedAmount[];
  readonly unpaid: readonly DatedAmount[];
}

/** The amounts of a period in one currency. */
export interface Money {
  readonly netRevenue: Decimal;
  readonly cash: Decimal;
  readonly unpaid: Decimal;
}

/** @param unpaidAt the day at whose end unpaid invoices are taken */
export async function readMoney(tx: Tx, days: CountedDays, unpaidAt: string): Promise<DatedMoney> {
  const [revenue, cash, owed] = await Promise.all([
    netRevenueByMonth(tx, days),
    cashByDay(tx, { ...days, currency: null, accountId: null }),
    owedByAge(tx, unpaidAt, days.withTestClocks),
  ]);
  return {
    netRevenue: revenue.map(({ month, currency, net }) => {
      return { currency, on: lastDayOf(month, days.to), amount: Decimal.of(net) };
    }),
    cash: cash.map(({ day, currency, received, refunded }) => {
      return { currency, on: day, amount: Decimal.of(received).minus(Decimal.of(refunded)) };
    }),
    unpaid: owed.map(({ currency, amount }) => ({ currency, on: unpaidAt, amount: Decimal.of(amount) })),
  };
}

/** The last day of a month before the end of the range. */
function lastDayOf(month: string, to: string): string {
  const end = earlier(Temporal.PlainDate.from(`${month}-01`).add({ months: 1 }), Temporal.PlainDate.from(to));
  return end.subtract({ days: 1 }).toString();
}

export function currenciesOf({ netRevenue, cash, unpaid }: DatedMoney): string[] {
  return [...new Set([...netRevenue, ...cash, ...unpaid].map(({ currency }) => currency))];
}

export function moneyIn({ netRevenue, cash, unpaid }: DatedMoney, wanted: string): Money {
  const sum = (amounts: readonly DatedAmount[]) =>
    Decimal.sum(amounts.filter(({ currency }) => currency === wanted).map(({ amount }) => amount));
  return { netRevenue: sum(netRevenue), cash: sum(cash), unpaid: sum(unpaid) };
}

/** The amounts in some of the currencies. */
export function onlyIn(wanted: readonly string[], money: DatedMoney): DatedMoney {
  const only = (amounts: readonly DatedAmount[]) => amounts.filter(({ currency }) => wanted.includes(currency));
  return { netRevenue: only(money.netRevenue), cash: only(money.cash), unpaid: only(money.unpaid) };
}
