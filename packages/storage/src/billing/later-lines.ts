import type { Tx } from "../database/tx.ts";
import type { InvoiceLineRow, InvoiceRow } from "../invoices/invoice-row.ts";

/** What credit notes gave back of a line, with the sign of its amount. */
export interface NotedLineRow {
  lineId: string;
  amount: string;
}

/** What credit notes gave back of these lines; a line of which they gave back nothing is left out. */
export async function findNotedAmounts(tx: Tx, lineIds: readonly string[]): Promise<NotedLineRow[]> {
  if (lineIds.length === 0) return [];
  return tx.sql<NotedLineRow>(
    `select invoice_line_id as line_id, sum(amount) as amount from credit_note_line
     where organization_id = $1 and invoice_line_id = any($2) group by invoice_line_id`,
    [tx.organizationId, lineIds],
  );
}

/** A line of another invoice in the account of a line: what corrected it, or what it corrected. */
export interface LaterLineRow extends InvoiceLineRow {
  ofLineId: string;
  /** Whether it stands behind that line in the order in which lines are taken back: by the start of their days, then by id. */
  isLater: boolean;
}

/**
 * Lines in the same account: the credits of an amount, whose days lie within its service; the usage and corrections of the same
 * period and group. `line` and `other` are rows of invoice_line of one organization.
 */
export function inSameAccount(line: string, other: string): string {
  return `${other}.subscription_id = ${line}.subscription_id and ${other}.price_id = ${line}.price_id
    and ${other}.version_id is not distinct from ${line}.version_id
    and ${line}.adjustment_id is null and ${other}.adjustment_id is null and ${other}.id <> ${line}.id
    and (
      (${line}.kind = 'recurring' and ${other}.kind = 'credit'
        and ${other}.period_start >= ${line}.period_start and ${other}.period_end <= ${line}.period_end)
      or (${line}.kind in ('usage', 'correction') and ${other}.kind in ('usage', 'correction')
        and ${other}.counted_on = ${line}.counted_on and ${other}.usage_group is not distinct from ${line}.usage_group)
    )`;
}

/**
 * The lines of other invoices in the accounts of an invoice's lines, drafts among them: what later invoices gave back of it is
 * read from them. `exceptInvoiceId` is a draft that is being decided again.
 */
export async function findLaterLines(
  tx: Tx,
  invoiceId: string,
  exceptInvoiceId: string | null = null,
): Promise<LaterLineRow[]> {
  return tx.sql<LaterLineRow>(
    `select l.id as of_line_id, ${IS_LATER}, o.* from invoice_line l
     join invoice_line o on o.organization_id = l.organization_id and not o.is_void and o.invoice_id <> l.invoice_id
       and ${inSameAccount("l", "o")}
     where l.organization_id = $1 and l.invoice_id = $2 and o.invoice_id is distinct from $3
     union all
     -- An amount or a spend limit that a later invoice settled again for the same period.
     select l.id, ${IS_LATER}, o.* from invoice_line l
     join invoice_line o on o.organization_id = l.organization_id and not o.is_void and o.invoice_id <> l.invoice_id
       and o.subscription_id = l.subscription_id and o.adjustment_id = l.adjustment_id
       and o.explanation #>> '{basis,rule}' <> 'percentage'
       and o.explanation #>> '{basis,period,start}' = l.explanation #>> '{basis,period,start}'
     where l.organization_id = $1 and l.invoice_id = $2 and o.invoice_id is distinct from $3
       and l.adjustment_id is not null and l.explanation #>> '{basis,rule}' <> 'percentage'`,
    [tx.organizationId, invoiceId, exceptInvoiceId],
  );
}

const IS_LATER = "(o.period_start, o.id) > (l.period_start, l.id) as is_later";

/** A line of a draft that gives back, and a line of another invoice that it gives back from. */
export interface ReturnSourceRow {
  invoiceId: string;
  lineId: string;
  sourceInvoiceId: string;
  /** What the source's line billed, less what credit notes gave back of it. */
  sourceAmount: string;
  /** What lines before it gave back of the account that both are in: of invoices that are issued, or issued with it and before. */
  takenBefore: string;
}

/** What credit notes gave back of a line. */
function notedOf(line: string): string {
  return `coalesce((select sum(n.amount) from credit_note_line n
    where n.organization_id = ${line}.organization_id and n.invoice_line_id = ${line}.id), 0)`;
}

/** What the credits and negative corrections of these invoices give back from, the oldest first. */
export async function findReturnSources(tx: Tx, invoiceIds: readonly string[]): Promise<ReturnSourceRow[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<ReturnSourceRow>(
    `select o.invoice_id, o.id as line_id, s.invoice_id as source_invoice_id,
       s.amount - ${notedOf("s")} as source_amount,
       (select coalesce(-sum(c.amount - ${notedOf("c")}), 0) from invoice_line c
         join invoice ci on ci.organization_id = c.organization_id and ci.id = c.invoice_id
         where c.organization_id = s.organization_id and not c.is_void and c.amount < 0 and ${inSameAccount("s", "c")}
           and (ci.status <> 'draft' or c.invoice_id = o.invoice_id and c.position < o.position
             or c.invoice_id = any($2) and (ci.billing_date, ci.id) < (oi.billing_date, oi.id))) as taken_before
     from invoice_line o
     join invoice oi on oi.organization_id = o.organization_id and oi.id = o.invoice_id
     join invoice_line s on s.organization_id = o.organization_id and not s.is_void and s.amount > 0
       and s.invoice_id <> o.invoice_id and ${inSameAccount("s", "o")}
     join invoice i on i.organization_id = s.organization_id and i.id = s.invoice_id
     where o.organization_id = $1 and o.invoice_id = any($2) and not o.is_void and o.amount < 0
       and o.kind in ('credit', 'correction', 'usage')
     order by o.invoice_id, o.position, i.billing_date, s.invoice_id, s.position`,
    [tx.organizationId, invoiceIds],
  );
}

/** A draft with a limit, and an earlier invoice that charged in the period of that. */
export interface LimitSourceRow {
  invoiceId: string;
  sourceInvoiceId: string;
}

/** The invoices that charged in the periods of minimums and maximums on these drafts, the oldest first. */
export async function findLimitSources(tx: Tx, invoiceIds: readonly string[]): Promise<LimitSourceRow[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<LimitSourceRow>(
    `select invoice_id, source_invoice_id from (
       select distinct o.invoice_id, s.invoice_id as source_invoice_id, i.billing_date
       from invoice_line o
       join invoice oi on oi.organization_id = o.organization_id and oi.id = o.invoice_id
       join invoice_line s on s.organization_id = o.organization_id and not s.is_void and s.invoice_id <> o.invoice_id
         and s.subscription_id = o.subscription_id and (o.price_id is null or s.price_id = o.price_id) and s.amount > 0
         and s.period_start < o.period_end and s.period_end > o.period_start
       join invoice i on i.organization_id = s.organization_id and i.id = s.invoice_id
         and (i.billing_date, i.id) < (oi.billing_date, oi.id)
       where o.organization_id = $1 and o.invoice_id = any($2) and o.kind in ('minimum', 'maximum')
     ) as found order by invoice_id, billing_date, source_invoice_id`,
    [tx.organizationId, invoiceIds],
  );
}

/** Locks invoices of a subscription that the transaction holds. */
export async function lockInvoicesOfSubscription(tx: Tx, ids: readonly string[]): Promise<InvoiceRow[]> {
  if (ids.length === 0) return [];
  return tx.sql<InvoiceRow>(
    `select * from invoice where organization_id = $1 and id = any($2) and status <> 'skipped'
     -- guarded by the subscription
     order by id for no key update`,
    [tx.organizationId, ids],
  );
}

/** How the failure of a draft begins that waits for another draft. */
export const WAITS_FOR_DRAFT = "It gives back part of the draft ";

/** Has drafts tried again that waited for these invoices, from which they give back. Few drafts wait at any time. */
export async function retryWaitingDrafts(tx: Tx, issuedIds: readonly string[]): Promise<void> {
  if (issuedIds.length === 0) return;
  const waiting = await tx.sql<{ id: string; issuingFailure: string }>(
    `select id, issuing_failure from invoice
     where organization_id = $1 and status = 'draft' and (issues_at is null or issuing_failure is not null)
       and issuing_failure is not null and starts_with(issuing_failure, $2)`,
    [tx.organizationId, WAITS_FOR_DRAFT],
  );
  const ids = waiting.flatMap(({ id, issuingFailure }) =>
    issuedIds.some((issued) => issuingFailure.includes(issued)) ? [id] : [],
  );
  if (ids.length === 0) return;
  await tx.sql(
    `update invoice set issuing_failure = null
     -- guarded by the subscription
     where organization_id = $1 and id = any($2) and status = 'draft'`,
    [tx.organizationId, ids],
  );
}
