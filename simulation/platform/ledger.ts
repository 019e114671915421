import type { Pool } from "pg";

/** A line as stored. Decimals are text, dates days, instants milliseconds. */
export interface StoredLine {
  readonly id: string;
  readonly kind: string;
  readonly priceId: string | null;
  readonly productId: string | null;
  readonly versionId: string | null;
  /** The owner of its discount or limit; null for a charge. */
  readonly adjustmentId: string | null;
  /** The day on which it counts: for usage, the start of its counting period. */
  /** Of usage: the day from which it is counted. */
  readonly countsFrom: string;
  readonly start: string;
  readonly end: string;
  readonly from: number;
  readonly to: number;
  /** The group values as the auditor writes them; null for all usage. */
  readonly group: string | null;
  readonly isGrouped: boolean;
  readonly quantity: string;
  readonly amount: string;
  /** For usage that takes back: the invoices that it takes from; otherwise null. */
  readonly takes: readonly { readonly invoiceId: string; readonly amount: string }[] | null;
  /** For an amount or a limit settled per period: the first day of the period. */
  readonly settles: string | null;
  /** Of a discount or limit: its rule, and the places of the lines from which it was decided. */
  readonly adjusts: {
    readonly rule: string;
    readonly value: string;
    readonly positions: readonly number[];
    /** The most that notes left of a percentage. */
    readonly most: string | null;
  } | null;
  /** Its parts with their shares of the invoice's taxes; null without taxes. */
  readonly taxes: readonly StoredTaxPart[] | null;
}

export interface StoredTaxPart {
  readonly amount: string;
  readonly taxes: readonly { readonly index: number; readonly base: string; readonly amount: string }[];
}

export interface StoredTax {
  readonly name: string;
  readonly categoryCode: string;
  readonly percentage: string;
  readonly inclusive: boolean;
  readonly base: string;
  readonly amount: string;
}

export interface StoredInvoice {
  readonly id: string;
  readonly accountId: string;
  /** Null for a manual invoice. */
  readonly subscriptionId: string | null;
  readonly billingDate: string;
  readonly status: string;
  readonly currency: string;
  readonly sequence: number | null;
  readonly number: string | null;
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  readonly creditsApplied: string;
  readonly amountPaid: string;
  readonly taxes: readonly StoredTax[] | null;
  readonly timezone: string;
  readonly createdAt: number;
  readonly issuedAt: number | null;
  /** When it becomes overdue unless it is paid. */
  readonly overdueAt: number | null;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** The void invoice that it rebills. */
  readonly replacesInvoiceId: string | null;
  /** Hash of everything that must not change once the invoice is issued. */
  readonly hash: string;
  readonly lines: readonly StoredLine[];
}

/** Hash of everything of a line that must not change. Whether it bills anything can change. */
const PRINTED_LINE = `row(n.id, n.position, n.version_id, n.price_id, n.product_id, n.kind, n.adjustment_id, n.description, n.group_name,
  n.usage_group, n.usage_through, n.counted_on, n.period_start, n.period_end, n.service_period_start, n.service_period_end,
  n.quantity, n.unit_price, n.unit_label, n.amount, n.proration, n.explanation::text, n.taxes)::text`;

/** The stored money of an organization, read directly in one statement. */
export async function readInvoices(owner: Pool, organizationId: string): Promise<StoredInvoice[]> {
  const { rows } = await owner.query<StoredInvoice>(
    `select i.id, i.account_id as "accountId", i.subscription_id as "subscriptionId", i.billing_date::text as "billingDate",
       i.status, i.currency, i.sequence::int, i.number, i.subtotal::text, i.tax::text, i.total::text,
       i.credits_applied::text as "creditsApplied", i.amount_paid::text as "amountPaid", i.taxes, i.timezone,
       ${milliseconds("i.overdue_at")} as "overdueAt", ${milliseconds("i.created_at")} as "createdAt",
       ${milliseconds("i.issue_date")} as "issuedAt", i.period_start::text as "periodStart", i.period_end::text as "periodEnd",
       i.replaces_invoice_id as "replacesInvoiceId",
       md5(row(i.number, i.sequence, i.account_id, i.subscription_id, i.currency, i.description, i.billing_date, i.period_start,
         i.period_end, i.timezone, i.issue_date, i.due_date, i.subtotal, i.tax, i.total, i.taxes, i.memo, i.footer,
         i.seller, i.buyer)::text || l.hashes) as hash, l.lines
     from invoice i cross join lateral (
       select coalesce(string_agg(md5(${PRINTED_LINE}), '' order by n.position), '') as hashes,
         coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind, 'priceId', n.price_id, 'productId', n.product_id,
           'versionId', n.version_id, 'adjustmentId', n.adjustment_id, 'countsFrom', coalesce(n.explanation #>> '{basis,countsFrom}', n.counted_on::text), 'start', n.period_start,
           'end', n.period_end, 'from', ${milliseconds("n.service_period_start")}, 'to', ${milliseconds("n.service_period_end")},
           'group', (select json_agg(json_build_array(g.key, g.value) order by g.key)::text from jsonb_each_text(n.usage_group) g),
           'isGrouped', n.usage_group is not null, 'quantity', n.quantity::text, 'amount', n.amount::text,
           'takes', n.explanation #> '{basis,takes}',
           'adjusts', case when n.explanation #>> '{basis,kind}' = 'adjustment' then json_build_object('rule', n.explanation #>> '{basis,rule}',
             'value', n.explanation #>> '{basis,value}', 'positions', n.explanation #> '{basis,positions}', 'most', n.explanation #>> '{basis,most}') end,
           'settles', case when n.explanation #>> '{basis,rule}' <> 'percentage'
             then n.explanation #>> '{basis,period,start}' end, 'taxes', n.taxes) order by n.position), '[]') as lines
       from invoice_line n where n.organization_id = i.organization_id and n.invoice_id = i.id) l
     where i.organization_id = $1 order by i.billing_date, i.id`,
    [organizationId],
  );
  return rows;
}

/** How often an event of an invoice was notified or audited. */
export interface StoredTrail {
  /** `notified invoice.issued`, `audited invoice.issued`. */
  readonly what: string;
  readonly objectId: string;
  readonly times: number;
}

export async function readTrail(owner: Pool, organizationId: string): Promise<StoredTrail[]> {
  const { rows } = await owner.query<StoredTrail>(
    `select 'notified ' || type as what, object_id as "objectId", count(*)::int as times from notification
     where organization_id = $1 and type like 'invoice.%' group by type, object_id
     union all
     select 'audited ' || action, object_id, count(*)::int from audit_entry
     where organization_id = $1 and action like 'invoice.%' group by action, object_id`,
    [organizationId],
  );
  return rows;
}

/** Invoices created with corrections of late usage, including skipped ones. */
export async function readCorrected(
  owner: Pool,
  organizationId: string,
): Promise<{ id: string; subscriptionId: string; billingDate: string }[]> {
  const { rows } = await owner.query<{ id: string; subscriptionId: string; billingDate: string }>(
    `select object_id as id, data ->> 'subscriptionId' as "subscriptionId", data ->> 'billingDate' as "billingDate"
     from notification where organization_id = $1 and type = 'invoice.created'
       and data ->> 'replacesInvoiceId' is null
       and jsonb_path_exists(data::jsonb, '$.lineItems[*] ? (@.kind == "correction")') order by id`,
    [organizationId],
  );
  return rows;
}

/** `subscription price start end` of the invoiced usage that the platform will correct. */
export async function readLateUsage(owner: Pool, organizationId: string): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>(
    `select concat_ws(' ', subscription_id, price_id, period_start, period_end) as key
     from late_usage where organization_id = $1 order by 1`,
    [organizationId],
  );
  return rows.map(({ key }) => key);
}

/** Work put aside, with its cause: none is allowed, except a draft that waits for another. */
export async function readFailures(owner: Pool, organizationId: string): Promise<string[]> {
  const { rows } = await owner.query<{ failure: string }>(
    `select id || ': ' || billing_failure as failure from subscription
     where organization_id = $1 and billing_failure is not null
     union all select id || ': ' || issuing_failure from invoice where organization_id = $1 and issuing_failure is not null
       and issuing_failure not like 'It gives back part of the draft %'`,
    [organizationId],
  );
  return rows.map(({ failure }) => failure);
}

function milliseconds(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}
