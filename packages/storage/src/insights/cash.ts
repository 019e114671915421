import type { Tx } from "../database/tx.ts";
import { type CountedDays, counts, type TotalRow } from "./counted-accounts.ts";

/** The cash postings of the days. An account that is named counts in any case. */
const CASH = `
  select entry_id, day, kind, account_id, invoice_id, object_id, currency, amount from journal_posting
  where organization_id = $1 and code = 'cash' and day >= $2::date and day < $3::date
    and ($5::text is null or currency = $5)
    and case when $6::text is null then ${counts("account_id", "$4")} else account_id = $6 end`;

/** Which postings; null matches everything. */
export interface CashSelection extends CountedDays {
  readonly currency: string | null;
  readonly accountId: string | null;
}

function ofCash(tx: Tx, { from, to, withTestClocks, currency, accountId }: CashSelection): unknown[] {
  return [tx.organizationId, from, to, withTestClocks, currency, accountId];
}

/** The cash of a day in one currency: what was received, and what was refunded or taken back (positive). */
export interface CashDayRow {
  day: string;
  currency: string;
  received: string;
  refunded: string;
}

/** The cash of each day that has any. */
export async function cashByDay(tx: Tx, selection: CashSelection): Promise<CashDayRow[]> {
  return tx.sql<CashDayRow>(
    `select day, currency, coalesce(sum(amount) filter (where amount > 0), 0) as received,
       -coalesce(sum(amount) filter (where amount < 0), 0) as refunded
     from (${CASH}) as cash group by day, currency order by day, currency`,
    ofCash(tx, selection),
  );
}

/** A cash posting with what moved the money. */
export interface CashEntryRow {
  entryId: string;
  day: string;
  kind: string;
  accountId: string;
  invoiceId: string | null;
  objectId: string;
  currency: string;
  amount: string;
}

/** The postings after a day and an entry, in that order. */
export async function cashEntries(
  tx: Tx,
  selection: CashSelection,
  [day, entryId]: readonly string[],
  limit: number,
): Promise<CashEntryRow[]> {
  return tx.sql<CashEntryRow>(
    `select * from (${CASH}) as cash where $7::date is null or (day, entry_id) > ($7::date, $8::text)
     order by day, entry_id limit $9`,
    [...ofCash(tx, selection), day ?? null, entryId ?? null, limit],
  );
}

/** All postings of the selection, summed by currency. */
export async function cashTotals(tx: Tx, selection: CashSelection): Promise<TotalRow[]> {
  return tx.sql<TotalRow>(
    `select currency, count(*) as count, sum(amount) as amount from (${CASH}) as cash group by currency order by currency`,
    ofCash(tx, selection),
  );
}
