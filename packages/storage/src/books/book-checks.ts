import type { Tx } from "../database/tx.ts";
import { NUMBER_COLUMNS, type Numbered } from "../invoices/number-series.ts";

/** A number series: the numbers in use, and the last number that the series recorded. */
export interface SeriesRow {
  series: string;
  count: string;
  /** A series may continue after the numbers of another series with the same format. */
  lowest: string;
  highest: string;
  /** Null if the series was not used since the number format changed. */
  lastSequence: string | null;
  /** Numbers between the two that no series has used, at most 20; null if the series has no gap. */
  missing: string[] | null;
}

/** All series, read in one statement so that it sees no half-finished issuing (R-INV-3, R-INV-8). */
export async function readSeries(tx: Tx, of: Numbered): Promise<SeriesRow[]> {
  const { number, series, sequence } = NUMBER_COLUMNS[of];
  return tx.sql<SeriesRow>(
    `with given as (
       select ${series} as series, count(*) as count, min(${sequence}) as lowest, max(${sequence}) as highest from ${of}
       where organization_id = $1 and ${number} is not null group by 1
     )
     select g.series, g.count, g.lowest, g.highest, s.last_sequence,
       case when g.count <> g.highest - g.lowest + 1 then array(
         select n::text from generate_series(g.lowest, g.highest) as n
         -- A series continues after numbers that other series with the same format used meanwhile.
         where not exists (select from ${of} i where i.organization_id = $1 and i.${sequence} = n and i.${number} is not null)
         order by n limit 20) end as missing
     from given g left join invoice_series s on s.organization_id = $1 and s.series = g.series order by g.series`,
    [tx.organizationId],
  );
}

/** Numbers used more than once, at most 20. */
export async function repeatedNumbers(tx: Tx, of: Numbered): Promise<{ number: string; ids: string[] }[]> {
  const { number } = NUMBER_COLUMNS[of];
  return tx.sql<{ number: string; ids: string[] }>(
    `select ${number} as number, array_agg(id order by id) as ids from ${of} where organization_id = $1 and ${number} is not null
     group by 1 having count(*) > 1 order by number limit 20`,
    [tx.organizationId],
  );
}

/** The audit actions that record an issued document. */
const ISSUED: Record<Numbered, readonly string[]> = {
  invoice: ["invoice.issued"],
  credit_note: ["credit_note.issued"],
  payment: ["payment.created", "payment.succeeded"],
};

/** Documents that the audit log says were issued but that no longer exist, at most 20. */
export async function missingIssued(tx: Tx, of: Numbered): Promise<string[]> {
  const rows = await tx.sql<{ objectId: string }>(
    `select a.object_id from audit_entry a
     where a.organization_id = $1 and a.action = any($2)
       and not exists (select from ${of} i where i.organization_id = $1 and i.id = a.object_id)
     order by a.object_id limit 20`,
    [tx.organizationId, ISSUED[of]],
  );
  return rows.map(({ objectId }) => objectId);
}

/** Accounts that used more credit than they had, at most 20. */
export async function overdrawnCredit(tx: Tx): Promise<{ accountId: string; currency: string; balance: string }[]> {
  return tx.sql<{ accountId: string; currency: string; balance: string }>(
    `select account_id, currency, sum(amount) as balance from account_credit_entry
     where organization_id = $1 and credit_grant_id is null
     group by account_id, currency having sum(amount) < 0 order by account_id, currency limit 20`,
    [tx.organizationId],
  );
}

/** Grants whose balance differs from the sum of their ledger entries, at most 20. */
export async function unbalancedGrants(tx: Tx): Promise<{ id: string; balance: string; ledger: string }[]> {
  return tx.sql<{ id: string; balance: string; ledger: string }>(
    `select g.id, g.balance, coalesce(sum(e.amount), 0) as ledger from credit_grant g
     left join account_credit_entry e on e.organization_id = $1 and e.credit_grant_id = g.id
     where g.organization_id = $1 group by g.id, g.balance having g.balance <> coalesce(sum(e.amount), 0)
     order by g.id limit 20`,
    [tx.organizationId],
  );
}

/** Grant entries that differ from the sum of their lines, or that name lines of another invoice, at most 20. */
export async function misdrawnEntries(
  tx: Tx,
): Promise<{ creditGrantId: string; amount: string; amountPaid: string; ofLines: string; paidOfLines: string }[]> {
  return tx.sql(
    `select e.credit_grant_id, e.amount, e.amount_paid, coalesce(part.amount, 0) as of_lines, coalesce(part.paid, 0) as paid_of_lines
     from account_credit_entry e
     left join credit_note n on n.organization_id = e.organization_id and n.id = e.credit_note_id
     cross join lateral (
       select sum((line ->> 'amount')::numeric) as amount, sum((line ->> 'amountPaid')::numeric) as paid
       from jsonb_array_elements(e.lines) as line
       join invoice_line l on l.organization_id = e.organization_id and l.id = line ->> 'lineId'
         and l.invoice_id = coalesce(e.source_invoice_id, n.invoice_id, e.invoice_id)
     ) as part
     where e.organization_id = $1 and e.lines is not null
       and (part.amount is distinct from e.amount or part.paid is distinct from e.amount_paid)
     order by e.id limit 20`,
    [tx.organizationId],
  );
}

/** Invoice lines of which more was returned to a grant than the grant had paid, at most 20. */
export async function overreturnedLines(tx: Tx): Promise<{ creditGrantId: string; lineId: string; paid: string }[]> {
  return tx.sql<{ creditGrantId: string; lineId: string; paid: string }>(
    `select e.credit_grant_id, line ->> 'lineId' as line_id, sum((line ->> 'amountPaid')::numeric) as paid
     from account_credit_entry e, jsonb_array_elements(e.lines) as line
     where e.organization_id = $1 and e.lines is not null
     group by 1, 2 having sum((line ->> 'amountPaid')::numeric) < 0 order by 1, 2 limit 20`,
    [tx.organizationId],
  );
}

/** The instant before which retention may have deleted events; null if all are kept. */
export async function firstKeptUsage(tx: Tx): Promise<string | null> {
  const [row] = await tx.sql<{ instant: string | null }>("select first_kept_usage() as instant");
  return row?.instant ?? null;
}
