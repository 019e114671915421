import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** Account credit that was converted from one currency to another at a given rate (R-INV-8). */
export type CreditConversionRow = Row<"creditConversion">;

export const CREDIT_CONVERSION_FIELDS: ListFields = {
  id: { type: "text", sql: "credit_conversion.id" },
  accountId: { type: "text", sql: "credit_conversion.account_id", names: "account" },
  "from.currency": { type: "text", sql: "credit_conversion.from_currency" },
  "from.amount": { type: "decimal", sql: "credit_conversion.from_amount" },
  "to.currency": { type: "text", sql: "credit_conversion.to_currency" },
  "to.amount": { type: "decimal", sql: "credit_conversion.to_amount" },
  rate: { type: "decimal", sql: "credit_conversion.rate" },
  reason: { type: "text", sql: "credit_conversion.reason" },
  createdAt: { type: "instant", sql: "credit_conversion.created_at" },
};

export function listCreditConversions(tx: Tx, query: ListQuery): Promise<ListPage<CreditConversionRow>> {
  return listRows<CreditConversionRow>(tx, { table: "credit_conversion", fields: CREDIT_CONVERSION_FIELDS }, query);
}

export async function findCreditConversion(tx: Tx, id: string): Promise<CreditConversionRow | undefined> {
  const [row] = await tx.sql<CreditConversionRow>(
    "select * from credit_conversion where organization_id = $1 and id = $2",
    [tx.organizationId, id],
  );
  return row;
}

export async function insertCreditConversion(tx: Tx, conversion: CreditConversionRow): Promise<void> {
  await tx.all(build.insertInto("creditConversion").values({ ...conversion, organizationId: tx.organizationId }));
}

/** A conversion with its entries in the ledger and the journal, each as `-100.00 USD`. */
export interface BookedConversionRow extends CreditConversionRow {
  entries: { currency: string; amount: string }[];
  booked: { currency: string; amount: string }[];
}

/** The conversions after an ID, for checking the books. */
export async function bookedConversions(tx: Tx, after: string, limit: number): Promise<BookedConversionRow[]> {
  return tx.sql<BookedConversionRow>(
    `select c.*,
       coalesce((select json_agg(json_build_object('currency', e.currency, 'amount', e.amount::text) order by e.amount)
         from account_credit_entry e where e.organization_id = $1 and e.credit_conversion_id = c.id
           and e.account_id = c.account_id and e.credit_grant_id is null), '[]') as entries,
       coalesce((select json_agg(json_build_object('currency', p.currency, 'amount', (-p.amount)::text) order by -p.amount)
         from journal_posting p where p.organization_id = $1 and p.object_id = c.id
           and p.account_id = c.account_id and p.code = 'account_credit'), '[]') as booked
     from credit_conversion c where c.organization_id = $1 and c.id > $2 order by c.id limit $3`,
    [tx.organizationId, after, limit],
  );
}
