import { isOfScope } from "./billed-spend.ts";
import type { Tx } from "../database/tx.ts";
import { countsFromOf } from "../invoices/counts-from.ts";
import type { InvoiceLineRow, InvoiceRow } from "../invoices/invoice-row.ts";

/** What credit notes gave back of a line. The sign is that of the line's amount. */
export interface NotedLineRow {
  lineId: string;
  amount: string;
}

/** What credit notes gave back of these lines. Lines without credit notes are left out. */
export async function findNotedAmounts(tx: Tx, lineIds: readonly string[]): Promise<NotedLineRow[]> {
  if (lineIds.length === 0) return [];
  return tx.sql<NotedLineRow>(
    `select invoice_line_id as line_id, sum(amount) as amount from credit_note_line
     where organization_id = $1 and invoice_line_id = any($2) group by invoice_line_id`,
    [tx.organizationId, lineIds],
  );
}

/**
 * A line of another invoice that belongs to the same charge as a line: it corrected that line, or that line corrected
 * it.
 */
export interface LaterLineRow extends InvoiceLineRow {
  ofLineId: string;
  /**
   * Whether it comes after that line in the order in which lines are taken back: by the start of their days, then by
   * the creation of their invoices.
   */
  isLater: boolean;
}

/**
 * A condition for lines of the same charge: a recurring line and the credits within its service period, or the usage
 * lines and corrections of the same period and group. `line` and `other` are rows of invoice_line of one organization.
 */
export function inSameAccount(line: string, other: string): string {
  return `${isOfSamePrice(line, other)} and (
      (${isCreditOf(line, other)})
      or (${line}.kind in ('usage', 'correction') and ${other}.kind in ('usage', 'correction')
        and ${countsFromOf(other)} = ${countsFromOf(line)}
        and ${other}.usage_group is not distinct from ${line}.usage_group)
    )`;
}

/** A condition for other lines of what was sold with a line. */
export function isOfSamePrice(line: string, other: string): string {
  return `${other}.subscription_id = ${line}.subscription_id and ${other}.price_id = ${line}.price_id
    and ${other}.version_id is not distinct from ${line}.version_id
    and ${line}.adjustment_id is null and ${other}.adjustment_id is null and ${other}.id <> ${line}.id`;
}

/** A condition for credits within the service period of a recurring line. */
export function isCreditOf(line: string, other: string): string {
  return `${line}.kind = 'recurring' and ${other}.kind = 'credit'
        and ${other}.period_start >= ${line}.period_start and ${other}.period_end <= ${line}.period_end`;
}

/** Whether both lines belong to the same fixed-amount discount or spend limit, settled for the same period. */
export function isSettledAgain(line: string, other: string): string {
  return `${other}.subscription_id = ${line}.subscription_id and ${other}.adjustment_id = ${line}.adjustment_id
    and ${other}.explanation #>> '{basis,rule}' <> 'percentage' and ${line}.explanation #>> '{basis,rule}' <> 'percentage'
    and ${other}.explanation #>> '{basis,period,start}' = ${line}.explanation #>> '{basis,period,start}'`;
}

/**
 * The lines of other invoices, drafts included, that belong to the same charges as an invoice's lines. They show what
 * later invoices gave back of the invoice. `exceptInvoiceId` is a draft that is being calculated again: only its
 * credits are included.
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
     where l.organization_id = $1 and l.invoice_id = $2 and (o.invoice_id is distinct from $3 or o.kind = 'credit')
     union all
     -- A fixed-amount discount or spend limit that a later invoice settled again for the same period.
     select l.id, ${IS_LATER}, o.* from invoice_line l
     join invoice_line o on o.organization_id = l.organization_id and not o.is_void and o.invoice_id <> l.invoice_id
       and ${isSettledAgain("l", "o")}
     where l.organization_id = $1 and l.invoice_id = $2 and o.invoice_id is distinct from $3`,
    [tx.organizationId, invoiceId, exceptInvoiceId],
  );
}

const IS_LATER = "(o.period_start, o.invoice_id, o.id) > (l.period_start, l.invoice_id, l.id) as is_later";

/** A line of a draft that gives something back, and the invoice that it gives back from. */
export interface ReturnSourceRow {
  invoiceId: string;
  lineId: string;
  /** The invoice as it was when the line was calculated. It may have been voided and billed again since. */
  sourceInvoiceId: string;
  /** What the line gives back of that invoice, without tax, as a positive amount. */
  amount: string;
}

/**
 * The invoices that these invoices give back from, in the order of their lines. For credits, they are found by the
 * credited line; for usage, they were recorded with the line.
 */
export async function findReturnSources(tx: Tx, invoiceIds: readonly string[]): Promise<ReturnSourceRow[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<ReturnSourceRow>(
    `select invoice_id, line_id, source_invoice_id, amount from (
     select o.invoice_id, o.id as line_id, o.position, 1::bigint as place, s.invoice_id as source_invoice_id, -o.amount as amount
     from invoice_line o
     join invoice_line s on s.organization_id = o.organization_id and not s.is_void and s.amount > 0
       and s.invoice_id <> o.invoice_id and ${inSameAccount("s", "o")}
     where o.organization_id = $1 and o.invoice_id = any($2) and not o.is_void and o.amount < 0 and o.kind = 'credit'
     union all
     select o.invoice_id, o.id, o.position, t.place, t.value ->> 'invoiceId', (t.value ->> 'amount')::numeric
     from invoice_line o
     cross join lateral json_array_elements(o.explanation #> '{basis,takes}') with ordinality as t (value, place)
     where o.organization_id = $1 and o.invoice_id = any($2) and not o.is_void and o.kind in ('usage', 'correction')
     ) as found order by invoice_id, position, place`,
    [tx.organizationId, invoiceIds],
  );
}

/** A line that gives back, and a line that billed the same charge. */
export interface SourceLineRow {
  lineId: string;
  sourceInvoiceId: string;
  sourceLineId: string;
}

/**
 * The lines of other invoices that billed the charges which lines of these invoices give back. They show which draws
 * from grants paid for those charges.
 */
export async function findSourceLines(tx: Tx, invoiceIds: readonly string[]): Promise<SourceLineRow[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<SourceLineRow>(
    `select o.id as line_id, s.invoice_id as source_invoice_id, s.id as source_line_id
     from invoice_line o
     join invoice_line s on s.organization_id = o.organization_id and not s.is_void and s.amount > 0
       and s.invoice_id <> o.invoice_id and ${inSameAccount("s", "o")}
     where o.organization_id = $1 and o.invoice_id = any($2) and not o.is_void
       and o.kind in ('credit', 'usage', 'correction')`,
    [tx.organizationId, invoiceIds],
  );
}

/** An invoice, and the invoice that replaces it: void invoices may be billed again by others. */
export interface StandingInvoiceRow {
  id: string;
  standingId: string;
}

/** For those of these invoices that were voided and billed again: the last invoice that bills them. */
export async function findStandingInvoices(tx: Tx, ids: readonly string[]): Promise<StandingInvoiceRow[]> {
  if (ids.length === 0) return [];
  return tx.sql<StandingInvoiceRow>(
    `with recursive replaced as (
       select id, replaced_by_invoice_id as standing_id from invoice
       where organization_id = $1 and id = any($2) and replaced_by_invoice_id is not null
       union all
       select r.id, i.replaced_by_invoice_id from replaced r
       join invoice i on i.organization_id = $1 and i.id = r.standing_id
       where i.replaced_by_invoice_id is not null
     )
     select distinct on (r.id) r.id, r.standing_id from replaced r
     join invoice i on i.organization_id = $1 and i.id = r.standing_id and i.replaced_by_invoice_id is null`,
    [tx.organizationId, ids],
  );
}

/**
 * Whether a line belongs to a spend limit in whose period another line charged. Both parameters name rows of
 * invoice_line of one organization.
 */
export function isLimitOver(limit: string, charge: string): string {
  return `${limit}.kind in ('minimum', 'maximum') and ${chargesWithin(limit, charge)}`;
}

/**
 * Whether a line charged in the period and scope of a discount or spend limit. Both parameters name rows of
 * invoice_line of one organization.
 */
function chargesWithin(adjustment: string, charge: string): string {
  return `${charge}.amount > 0
    and ${charge}.subscription_id = ${adjustment}.subscription_id and ${isOfScope(adjustment, `${charge}.price_id`)}
    and ${charge}.period_start < ${adjustment}.period_end and ${charge}.period_end > ${adjustment}.period_start`;
}

/** A draft with a spend limit, and an earlier invoice that charged in the limit's period. */
export interface LimitSourceRow {
  invoiceId: string;
  sourceInvoiceId: string;
  /** The lines that charged in that period. */
  sourceLineIds: string[];
}

/** The invoices that charged in the periods of the minimums and maximums on these drafts, oldest first. */
export async function findLimitSources(tx: Tx, invoiceIds: readonly string[]): Promise<LimitSourceRow[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<LimitSourceRow>(
    `select invoice_id, source_invoice_id, source_line_ids from (
       select o.invoice_id, s.invoice_id as source_invoice_id, i.billing_date, array_agg(distinct s.id) as source_line_ids
       from invoice_line o
       join invoice oi on oi.organization_id = o.organization_id and oi.id = o.invoice_id
       join invoice_line s on s.organization_id = o.organization_id and not s.is_void and s.invoice_id <> o.invoice_id
         and ${isLimitOver("o", "s")}
       join invoice i on i.organization_id = s.organization_id and i.id = s.invoice_id
         and (i.billing_date, i.id) < (oi.billing_date, oi.id)
       where o.organization_id = $1 and o.invoice_id = any($2)
       group by o.invoice_id, s.invoice_id, i.billing_date
     ) as found order by invoice_id, billing_date, source_invoice_id`,
    [tx.organizationId, invoiceIds],
  );
}

/** A draft, and an invoice that it gives back from, directly or through other invoices that gave back from it. */
export interface ReachedInvoice {
  readonly invoiceId: string;
  readonly sourceInvoiceId: string;
}

/**
 * Takes the fixed-amount discounts and spend limits of the invoices that drafts give back from, and finds the earlier
 * invoices that charged in the same periods, oldest first. A discount or maximum that is no longer needed in full by
 * one of these invoices reduces another one, even one that it did not reduce before. A minimum that an invoice charged
 * counts as charged, although a later invoice with more usage took it back.
 */
export async function findSharedLimits(tx: Tx, reached: readonly ReachedInvoice[]): Promise<LimitSourceRow[]> {
  if (reached.length === 0) return [];
  return tx.sql<LimitSourceRow>(
    `select invoice_id, source_invoice_id, source_line_ids from (
       select q."invoiceId" as invoice_id, s.invoice_id as source_invoice_id, i.billing_date,
         array_agg(distinct s.id) as source_line_ids
       from jsonb_to_recordset($2) as q ("invoiceId" text, "sourceInvoiceId" text)
       join invoice qi on qi.organization_id = $1 and qi.id = q."invoiceId"
       join invoice_line d on d.organization_id = $1 and d.invoice_id = q."sourceInvoiceId" and not d.is_void
         and d.kind in ('discount', 'minimum', 'maximum') and d.explanation #>> '{basis,rule}' <> 'percentage'
       join invoice_line s on s.organization_id = $1 and s.invoice_id <> d.invoice_id and not s.is_void
         and (s.adjustment_id is null or s.kind = 'minimum') and ${chargesWithin("d", "s")}
       join invoice i on i.organization_id = $1 and i.id = s.invoice_id and (i.billing_date, i.id) < (qi.billing_date, qi.id)
       group by q."invoiceId", s.invoice_id, i.billing_date
     ) as found order by invoice_id, billing_date, source_invoice_id`,
    [tx.organizationId, JSON.stringify(reached)],
  );
}

/** Locks invoices of a subscription. The transaction must already hold the subscription. */
export async function lockInvoicesOfSubscription(tx: Tx, ids: readonly string[]): Promise<InvoiceRow[]> {
  if (ids.length === 0) return [];
  return tx.sql<InvoiceRow>(
    `select * from invoice where organization_id = $1 and id = any($2) and status <> 'skipped'
     -- guarded by the subscription
     order by id for no key update`,
    [tx.organizationId, ids],
  );
}

/** The start of the failure text of a draft that waits for another draft. */
export const WAITS_FOR_DRAFT = "It gives back part of the draft ";

/**
 * Schedules another attempt for the drafts that waited for these invoices because they give back from them. Only a few
 * drafts wait at any time.
 */
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
