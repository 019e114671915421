import type { Tx } from "../database/tx.ts";
import type { SearchMatch } from "./search-row.ts";

/** Numbers and references are compared as they are written, and in capitals. */
const WRITTEN = "(select distinct t.text from unnest(array[$2, upper($2)]) as t (text))";

const newest = (select: string): string =>
  `(select * from (${select} order by created_at desc, id limit $3) as newest)`;

/** The indexes of these columns have the database's collation, so that only complete texts are found. */
const DOCUMENTS = `
  select 'invoice' as type, id, 'number' as reason, number = w.text as is_exact, created_at
  from ${WRITTEN} as w cross join lateral (
    select id, number, created_at from invoice where organization_id = $1 and number is not null
      and number collate "C" >= w.text and number collate "C" < w.text || chr(1114111)
    order by number collate "C" limit $3) as i
  union all
  select 'invoice', i.id, 'number', true, i.created_at from invoice_series s
    join invoice i on i.organization_id = $1 and i.series = s.series and i.sequence = $4::bigint and i.number is not null
  where s.organization_id = $1 and $4::bigint is not null
  union all
  ${newest("select 'invoice', id, 'external_id', true, created_at from invoice where organization_id = $1 and external_id = $2")}
  union all
  select 'credit_note', id, 'number', true, created_at from credit_note
  where organization_id = $1 and number in (select text from ${WRITTEN} as w)
  union all
  select 'payment', id, 'external_id', true, created_at from payment where organization_id = $1 and external_id = $2
  union all
  select 'payment', id, 'external_id', true, created_at from payment
  where organization_id = $1 and provider in ('manual', 'stripe') and provider_payment_id = $2`;

/** Up to `limit` invoices, credit notes and payments with this number or this reference in another system. */
export function findByNumber(
  tx: Tx,
  query: string,
  { sequence, limit }: { readonly sequence: string | null; readonly limit: number },
): Promise<SearchMatch[]> {
  return tx.sql<SearchMatch>(
    `select type, id, reason, is_exact from (${DOCUMENTS}) as found order by is_exact desc, created_at desc, id limit $3 * 4`,
    [tx.organizationId, query, limit, sequence],
    "search-numbers",
  );
}

/** The newest invoices with one of these totals, and payments of one of these amounts. */
export function findByAmount(tx: Tx, amounts: readonly string[], limit: number): Promise<SearchMatch[]> {
  return tx.sql<SearchMatch>(
    `select type, id, 'amount' as reason, true as is_exact from find_by_amount($1::numeric[], $2)
     order by type, created_at desc, id`,
    [amounts, limit],
    "search-amounts",
  );
}
