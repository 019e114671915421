import { Decimal } from "@counterfoil/engine";
import {
  deleteExchangeRate as removeRate,
  findExchangeRate,
  type ListPage,
  type ListQuery,
  listExchangeRates as listRows,
  lockExchangeRates,
  putExchangeRates,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit, auditAll } from "../record.ts";
import { exchangeRateFaults, keyOfRate } from "./check-rates.ts";
import type { ExchangeRate, ExchangeRateInput } from "./exchange-rate.ts";

export function listExchangeRates(context: Context, query: ListQuery): Promise<ListPage<ExchangeRate>> {
  return read(context, (tx) => listRows(tx, query));
}

export function getExchangeRate(context: Context, id: string): Promise<ExchangeRate> {
  return read(context, async (tx) => {
    const rate = await findExchangeRate(tx, id);
    if (rate === undefined) throw notFound("exchange rate", id);
    return rate;
  });
}

/**
 * Sets rates, all or none. A rate of the same currencies and day is replaced and keeps its ID. One that would not
 * change is left as it is. Returns the rates in the order of the input.
 */
export function setExchangeRates(context: Context, rates: readonly ExchangeRateInput[]): Promise<ExchangeRate[]> {
  return transact(context, async (work) => {
    refuseFaults(exchangeRateFaults(rates));
    const known = new Map((await lockExchangeRates(work.tx, rates)).map((rate) => [keyOfRate(rate), rate]));
    const now = work.clock.now();
    const wanted = rates.map((input): ExchangeRate => {
      const before = known.get(keyOfRate(input));
      const rate = Decimal.of(String(input.rate)).toString();
      if (before !== undefined && Decimal.of(before.rate).equals(Decimal.of(rate))) return before;
      const { id, createdAt } = before ?? { id: work.ids.next("rate"), createdAt: now };
      const { fromCurrency, toCurrency, date } = input;
      return { id, fromCurrency, toCurrency, date, rate, createdAt, updatedAt: now };
    });
    const changed = wanted.filter((rate) => known.get(keyOfRate(rate)) !== rate);
    const written = new Map((await putExchangeRates(work.tx, changed)).map((rate) => [keyOfRate(rate), rate]));
    const after = wanted.map((rate) => written.get(keyOfRate(rate)) ?? rate);
    await auditAll(
      work,
      [...written.values()].map((rate) => {
        const before = known.get(keyOfRate(rate));
        const action = before === undefined ? "exchange_rate.created" : "exchange_rate.updated";
        return { action, objectId: rate.id, before: before ?? null, after: rate };
      }),
    );
    return after;
  });
}

export function deleteExchangeRate(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = await findExchangeRate(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("exchange rate", id);
    await requireUnchanged(work, () => before);
    await removeRate(work.tx, id);
    await audit(work, { action: "exchange_rate.deleted", objectId: id, before });
  });
}
