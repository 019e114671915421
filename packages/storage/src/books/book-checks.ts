import type { Tx } from "../database/tx.ts";
import { NUMBER_COLUMNS, type Numbered } from "../invoices/number-series.ts";

/** A series of numbers as it is and as it says it is. */
export interface SeriesRow {
  series: string;
  count: string;
  /** A series may go on after numbers of another that were written alike. */
  lowest: string;
  highest: string;
  /** Null where the series was not used since the form of its numbers changed. */
  lastSequence: string | null;
  /** Places between the two that nothing has in any series, at most 20 of them; null where the series itself has no gap. */
  missing: string[] | null;
}

/** All series, in one statement, so that it sees nothing half issued (R-INV-3, R-INV-8). */
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
         -- A series goes on after the numbers of others that were written alike meanwhile.
         where not exists (select from ${of} i where i.organization_id = $1 and i.${sequence} = n and i.${number} is not null)
         order by n limit 20) end as missing
     from given g left join invoice_series s on s.organization_id = $1 and s.series = g.series order by g.series`,
    [tx.organizationId],
  );
}

/** Numbers that more than one has, at most 20 of them. */
export async function repeatedNumbers(tx: Tx, of: Numbered): Promise<{ number: string; ids: string[] }[]> {
  const { number } = NUMBER_COLUMNS[of];
  return tx.sql<{ number: string; ids: string[] }>(
    `select ${number} as number, array_agg(id order by id) as ids from ${of} where organization_id = $1 and ${number} is not null
     group by 1 having count(*) > 1 order by number limit 20`,
    [tx.organizationId],
  );
}

/** By which actions the audit log says that something was issued. */
const ISSUED: Record<Numbered, readonly string[]> = {
  invoice: ["invoice.issued"],
  credit_note: ["credit_note.issued"],
  payment: ["payment.created", "payment.succeeded"],
};

/** What the audit log says was issued and is gone, at most 20 of them. */
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

/** Accounts that used up more credit than they had, at most 20 of them. */
export async function overdrawnCredit(tx: Tx): Promise<{ accountId: string; currency: string; balance: string }[]> {
  return tx.sql<{ accountId: string; currency: string; balance: string }>(
    `select account_id, currency, sum(amount) as balance from account_credit_entry
     where organization_id = $1 and credit_grant_id is null
     group by account_id, currency having sum(amount) < 0 order by account_id, currency limit 20`,
    [tx.organizationId],
  );
}

/** Grants of which more or less is left than their entries in the ledger sum to, at most 20 of them. */
export async function unbalancedGrants(tx: Tx): Promise<{ id: string; balance: string; ledger: string }[]> {
  return tx.sql<{ id: string; balance: string; ledger: string }>(
    `select g.id, g.balance, coalesce(sum(e.amount), 0) as ledger from credit_grant g
     left join account_credit_entry e on e.organization_id = $1 and e.credit_grant_id = g.id
     where g.organization_id = $1 group by g.id, g.balance having g.balance <> coalesce(sum(e.amount), 0)
     order by g.id limit 20`,
    [tx.organizationId],
  );
}

/** Entries of a grant that do not sum to what they say of lines, or say it of other lines than their invoice's, at most 20 of them. */
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

/** Lines of invoices of which more returned to a grant than it had paid, at most 20 of them. */
export async function overreturnedLines(tx: Tx): Promise<{ creditGrantId: string; lineId: string; paid: string }[]> {
  return tx.sql<{ creditGrantId: string; lineId: string; paid: string }>(
    `select e.credit_grant_id, line ->> 'lineId' as line_id, sum((line ->> 'amountPaid')::numeric) as paid
     from account_credit_entry e, jsonb_array_elements(e.lines) as line
     where e.organization_id = $1 and e.lines is not null
     group by 1, 2 having sum((line ->> 'amountPaid')::numeric) < 0 order by 1, 2 limit 20`,
    [tx.organizationId],
  );
}

/** The instant before which events may have been dropped by the retention; null where all are kept. */
export async function firstKeptUsage(tx: Tx): Promise<string | null> {
  const [row] = await tx.sql<{ instant: string | null }>("select first_kept_usage() as instant");
  return row?.instant ?? null;
}
