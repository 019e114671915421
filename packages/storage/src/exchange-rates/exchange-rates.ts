import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** What one unit of a currency is worth in another one, from a day until the next rate of the pair. */
export type ExchangeRateRow = Row<"exchangeRate">;

export const EXCHANGE_RATE_FIELDS: ListFields = {
  id: { type: "text", sql: "exchange_rate.id" },
  fromCurrency: { type: "text", sql: "exchange_rate.from_currency" },
  toCurrency: { type: "text", sql: "exchange_rate.to_currency" },
  date: { type: "text", sql: "exchange_rate.date::text" },
  rate: { type: "decimal", sql: "exchange_rate.rate" },
  createdAt: { type: "instant", sql: "exchange_rate.created_at" },
  updatedAt: { type: "instant", sql: "exchange_rate.updated_at" },
};

export function listExchangeRates(tx: Tx, query: ListQuery): Promise<ListPage<ExchangeRateRow>> {
  return listRows<ExchangeRateRow>(tx, { table: "exchange_rate", fields: EXCHANGE_RATE_FIELDS }, query);
}

export async function findExchangeRate(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<ExchangeRateRow | undefined> {
  const [row] = await tx.sql<ExchangeRateRow>(
    `select * from exchange_rate where organization_id = $1 and id = $2 ${lock}`,
    [tx.organizationId, id],
  );
  return row;
}

/** A pair of currencies and a day. It identifies a rate. */
export type RatePlace = Pick<ExchangeRateRow, "fromCurrency" | "toCurrency" | "date">;

/** The rates of these pairs and days, locked. */
export async function lockExchangeRates(tx: Tx, places: readonly RatePlace[]): Promise<ExchangeRateRow[]> {
  return tx.sql<ExchangeRateRow>(
    `select r.* from exchange_rate r
     where r.organization_id = $1 and (r.from_currency, r.to_currency, r.date) in (
       select * from unnest($2::text[], $3::text[], $4::date[]))
     order by r.id for no key update`,
    [
      tx.organizationId,
      places.map(({ fromCurrency }) => fromCurrency),
      places.map(({ toCurrency }) => toCurrency),
      places.map(({ date }) => date),
    ],
  );
}

/** Writes rates. One that exists for the same pair and day gets the new rate and keeps its ID. */
export async function putExchangeRates(tx: Tx, rates: readonly ExchangeRateRow[]): Promise<ExchangeRateRow[]> {
  return tx.sql<ExchangeRateRow>(
    `insert into exchange_rate (organization_id, id, from_currency, to_currency, date, rate, created_at, updated_at)
     select $1, id, "fromCurrency", "toCurrency", date, rate, "createdAt", "updatedAt"
     from jsonb_to_recordset($2) as r (id text, "fromCurrency" text, "toCurrency" text, date date, rate numeric,
       "createdAt" timestamptz, "updatedAt" timestamptz)
     order by id
     on conflict (organization_id, to_currency, from_currency, date)
       do update set rate = excluded.rate, updated_at = excluded.updated_at
     returning *`,
    [tx.organizationId, JSON.stringify(rates)],
  );
}

export async function deleteExchangeRate(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from exchange_rate where organization_id = $1 and id = $2", [tx.organizationId, id]);
}

/** Which rates: from these currencies to one, as they apply on the days from `first` to `last`. */
interface RatesQuestion {
  readonly fromCurrencies: readonly string[];
  readonly toCurrency: string;
  readonly first: string;
  readonly last: string;
}

/** The rates of some days, oldest first: those that begin on them, and of each currency the one before the first day. */
export async function exchangeRatesOfDays(
  tx: Tx,
  { fromCurrencies, toCurrency, first, last }: RatesQuestion,
): Promise<Pick<ExchangeRateRow, "fromCurrency" | "date" | "rate">[]> {
  return tx.sql(
    `select r.from_currency, r.date, r.rate from exchange_rate r
     where r.organization_id = $1 and r.to_currency = $2 and r.from_currency = any($3) and r.date <= $5::date
       and r.date >= coalesce((
         select max(b.date) from exchange_rate b
         where b.organization_id = $1 and b.to_currency = $2 and b.from_currency = r.from_currency and b.date <= $4::date
       ), $4::date)
     order by r.from_currency, r.date`,
    [tx.organizationId, toCurrency, fromCurrencies, first, last],
  );
}
