import type { Tx } from "../database/tx.ts";
import { billedUsage, SHARES_A_DAY } from "../subscriptions/billed-twice.ts";
import { acrossBorder, type Border, borderValues, inPostgres } from "../history/border.ts";
import { copiedEvents, endedSinceBorder } from "../history/copied-events.ts";
import { counts, type TotalRow } from "./counted-accounts.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";

/** What may need attention, the most urgent first. */
export const ATTENTION_KINDS = [
  "invoice_failed",
  "subscription_failed",
  "invoice_to_approve",
  "payment_failed",
  "invoice_overdue",
  "e_invoice_incomplete",
  "e_credit_note_incomplete",
  "event_unmatched",
  "model_unpriced",
  "usage_billed_twice",
  "mail_failed",
  "quote_expiring",
  "trial_ending",
  "contract_ending",
  "contract_renewing",
] as const;

export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Something that needs attention. */
export interface AttentionRow {
  objectId: string;
  accountId: string | null;
  invoiceId: string | null;
  subscriptionId: string | null;
  /** The number, address or name that people know it by. */
  name: string | null;
  /** What went wrong. */
  detail: string | null;
  amount: string | null;
  currency: string | null;
  since: string;
  /** The day on which it happens. */
  dueOn: string | null;
  /** The total number of its kind, including those not listed. */
  total: string;
  /** All items of its kind that have an amount, by currency. Null without amounts. */
  sums: TotalRow[] | null;
}

/** Lists future events this many days ahead. */
export const DAYS_AHEAD = { quote: 7, trial: 7, contract: 30 } as const;

/** For how many days a document that could not be written as XML is listed. */
const DAYS_LISTED = 90;

const INVOICE = "i.account_id, i.id as invoice_id, i.subscription_id";
/** The rules that a document violated. */
const broken = (document: string): string =>
  `(select string_agg(distinct broken ->> 'rule', ', ') from jsonb_array_elements(${document}.e_invoice -> 'broken') as broken)`;
const NO_MONEY = "null::numeric as amount, null::text as currency";
const OF_SUBSCRIPTION = `s.id as object_id, s.account_id, null::text as invoice_id, s.id as subscription_id, s.name`;

/** The subscriptions with a date in the coming days, each by its own clock. */
const ahead = (day: string, days: number, where: string): string => `
  select ${OF_SUBSCRIPTION}, null::text as detail, ${NO_MONEY},
    ((${day}) - ${days})::timestamp at time zone $3 as since, ${day} as due_on
  from clock c join subscription s on s.organization_id = $1 and s.test_clock_id is not distinct from c.id
    and ${day} > c.today and ${day} <= c.today + ${days} and s.status = 'active' and ${where}`;

const TERM_END = "coalesce(s.cancels_on, s.contract_end_on)";

const FOUND: Record<AttentionKind, string> = {
  invoice_failed: `
    select i.id as object_id, ${INVOICE}, i.description as name, i.issuing_failure as detail, i.total as amount, i.currency,
      i.updated_at as since, null::date as due_on
    from invoice i where i.organization_id = $1 and i.status = 'draft' and i.issuing_failure is not null`,
  subscription_failed: `
    select ${OF_SUBSCRIPTION}, s.billing_failure as detail, ${NO_MONEY}, s.updated_at as since, null::date as due_on
    from subscription s where s.organization_id = $1 and s.billing_failure is not null`,
  invoice_to_approve: `
    select i.id as object_id, ${INVOICE}, i.description as name, null::text as detail, i.total as amount, i.currency,
      i.created_at as since, null::date as due_on
    from invoice i
    where i.organization_id = $1 and i.status = 'draft' and i.issues_at is null and i.issuing_failure is null`,
  payment_failed: `
    select distinct on (p.invoice_id) p.id as object_id, ${INVOICE}, i.number as name, p.failure_reason as detail, p.amount,
      p.currency, p.updated_at as since, null::date as due_on
    from payment p
    join invoice i on i.organization_id = $1 and i.id = p.invoice_id and i.status in ('issued', 'overdue')
    where p.organization_id = $1 and p.status = 'failed'
    order by p.invoice_id, p.created_at desc`,
  invoice_overdue: `
    select i.id as object_id, ${INVOICE}, i.number as name, null::text as detail,
      i.total - i.credits_applied - i.amount_paid as amount, i.currency, coalesce(i.overdue_at, i.due_date) as since,
      (i.due_date at time zone i.timezone)::date as due_on
    from invoice i where i.organization_id = $1 and i.status = 'overdue'`,
  // Paid invoices are listed, too, because their customers may still need the XML. An invoice leaves the list when it
  // is voided, or after 90 days.
  e_invoice_incomplete: `
    select i.id as object_id, ${INVOICE}, i.number as name, ${broken("i")} as detail,
      i.total as amount, i.currency, i.issue_date as since, null::date as due_on
    from incomplete_e_invoice e
    join invoice i on i.organization_id = $1 and i.id = e.invoice_id and i.status in ('issued', 'overdue', 'paid')
    join clock c on c.id is not distinct from i.test_clock_id and e.issued_at > c.present - interval '${DAYS_LISTED} days'
    where e.organization_id = $1 and e.issued_at > (select min(present) from clock) - interval '${DAYS_LISTED} days'`,
  e_credit_note_incomplete: `
    select n.id as object_id, ${INVOICE}, n.number as name, ${broken("n")} as detail,
      n.total as amount, n.currency, n.issue_date as since, null::date as due_on
    from incomplete_e_credit_note e
    join credit_note n on n.organization_id = $1 and n.id = e.credit_note_id
    join invoice i on i.organization_id = $1 and i.id = n.invoice_id
    join clock c on c.id is not distinct from i.test_clock_id and e.issued_at > c.present - interval '${DAYS_LISTED} days'
    where e.organization_id = $1 and e.issued_at > (select min(present) from clock) - interval '${DAYS_LISTED} days'`,
  event_unmatched: `
    select s.name as object_id, null::text as account_id, null::text as invoice_id, null::text as subscription_id, s.name,
      s.reason as detail, ${NO_MONEY}, min(e.received_at) as since, null::date as due_on
    from (
      select id, account_reference as name, 'unknown_account' as reason from usage_stream
      where organization_id = $1 and account_id is null
      union all
      select u.id, u.event_name, 'no_metric' from usage_stream u
      where u.organization_id = $1 and u.account_id is not null
        and ${counts("u.account_id", "$4")}
        and not exists (select from metric m where m.organization_id = $1 and m.event_name = u.event_name)
    ) as s
    cross join lateral (
      select first.received_at from (
        (select e.timestamp, e.received_at from usage_event e
         where e.stream_id = s.id and e.organization_number = ${ORGANIZATION_NUMBER} and e.voided_sequence is null
           and (s.reason = 'unknown_account' or ${inPostgres("$9", "$10")})
         order by e.timestamp, e.received_at limit 1)
        union all
        select 'epoch'::timestamptz + copied.happened * interval '1 microsecond',
          'epoch'::timestamptz + copied.received * interval '1 microsecond'
        from jsonb_to_recordset($11) as copied (stream_id bigint, happened bigint, received bigint)
        where copied.stream_id = s.id
      ) as first (timestamp, received_at)
      order by first.timestamp, first.received_at limit 1
    ) as e
    group by s.name, s.reason`,
  // A backfill removes models whose events got their cost.
  model_unpriced: `
    select u.provider || '/' || u.model as object_id, null::text as account_id, null::text as invoice_id,
      null::text as subscription_id, case when u.model = '' then null else u.model end as name, u.missing as detail, ${NO_MONEY},
      u.received_at as since, null::date as due_on
    from unpriced_model u where u.organization_id = $1`,
  usage_billed_twice: `
    with ${billedUsage("s.status = 'active' and s.ended_at is null")}
    select b.subscription_id as object_id, b.account_id, null::text as invoice_id, b.subscription_id, b.name,
      format('The metric "%s" (%s) is billed by "%s" (%s) and "%s" (%s).', m.name, m.id, a.name, a.subscription_id, b.name,
        b.subscription_id) as detail,
      ${NO_MONEY}, min(b.activated_at) as since, null::date as due_on
    from billed_usage a
    join billed_usage b on b.account_id = a.account_id and b.metric_id = a.metric_id and ${SHARES_A_DAY}
      and (a.activated_at, a.subscription_id) < (b.activated_at, b.subscription_id)
    join clock c on c.id is not distinct from b.test_clock_id
    join metric m on m.organization_id = $1 and m.id = a.metric_id
    where least(a.end_on, b.end_on) is null or c.today < least(a.end_on, b.end_on)
    group by b.subscription_id, b.account_id, b.name, a.subscription_id, a.name, m.id, m.name`,
  mail_failed: `
    select m.id as object_id, m.account_id, m.invoice_id, m.subscription_id, m.recipient as name, m.last_failure as detail,
      ${NO_MONEY}, m.updated_at as since, null::date as due_on
    from mail m where m.organization_id = $1 and m.status = 'failed'`,
  quote_expiring: `
    select ${OF_SUBSCRIPTION}, null::text as detail, ${NO_MONEY}, q.expires_at - interval '${DAYS_AHEAD.quote} days' as since,
      (q.expires_at at time zone $3)::date as due_on
    from clock c
    join quote_link q on q.organization_id = $1 and q.expires_at > c.present
      and q.expires_at <= c.present + interval '${DAYS_AHEAD.quote} days'
    join subscription s on s.organization_id = $1 and s.id = q.subscription_id and s.status = 'sent'
      and s.test_clock_id is not distinct from c.id`,
  trial_ending: ahead("s.contract_start_on + s.trial_period_days", DAYS_AHEAD.trial, "s.trial_period_days > 0"),
  contract_ending: ahead(TERM_END, DAYS_AHEAD.contract, "(s.cancels_on is not null or not s.auto_renew)"),
  contract_renewing: ahead(TERM_END, DAYS_AHEAD.contract, "s.cancels_on is null and s.auto_renew"),
};

/** Which items of a kind, and by which clock. */
export interface AttentionSelection {
  readonly now: string;
  readonly timeZone: string;
  readonly withTestClocks: boolean;
  /** The place after which the items are listed: their `since`, `objectId` and `detail`. */
  readonly after: readonly string[];
}

/** The items of a kind that need attention, the longest waiting first. */
export async function findAttention(
  tx: Tx,
  kind: AttentionKind,
  selection: AttentionSelection,
  limit: number,
): Promise<AttentionRow[]> {
  if (kind !== "event_unmatched") return findOfKind(tx, kind, selection, { limit, events: [] });
  return acrossBorder(
    tx,
    async (border) => {
      const copied = border === null ? [] : await firstCopied(tx, border);
      const events = [...borderValues(border), JSON.stringify(copied)];
      return findOfKind(tx, kind, selection, { limit, events });
    },
    { reads: "as_configured" },
  );
}

/** What ClickHouse has of streams that no metric measures: when the first event of each was received (R-HIST-2). */
async function firstCopied(tx: Tx, border: Border): Promise<FirstCopied[]> {
  const streams = await tx.sql<{ id: string }>(
    `select s.id from usage_stream s where s.organization_id = $1 and s.account_id is not null
       and not exists (select from metric m where m.organization_id = $1 and m.event_name = s.event_name)`,
    [tx.organizationId],
  );
  const range = { streamIds: streams.map(({ id }) => id), ended: await endedSinceBorder(tx, border) };
  const firsts = {
    columns: "stream_id, min(timestamp), argMin(received_at, (timestamp, received_at))",
    rest: "group by stream_id",
  };
  const found: FirstCopied[] = [];
  for await (const rows of copiedEvents<[string, string, string]>(border, range, firsts)) {
    found.push(...rows.map(([stream_id, happened, received]) => ({ stream_id, happened, received })));
  }
  return found;
}

/** In microseconds, as ClickHouse has them. */
interface FirstCopied {
  readonly stream_id: string;
  readonly happened: string;
  readonly received: string;
}

/** @param of `events` are the values of the statement about events, from $9 on */
async function findOfKind(
  tx: Tx,
  kind: AttentionKind,
  { now, timeZone, withTestClocks, after: [since, objectId, detail] }: AttentionSelection,
  { limit, events }: { readonly limit: number; readonly events: readonly (string | null)[] },
): Promise<AttentionRow[]> {
  return tx.sql<AttentionRow>(
    `with clock as (
       select null::text collate "C" as id, $2::timestamptz as present, ($2::timestamptz at time zone $3::text)::date as today
       union all
       select id, frozen_time, (frozen_time at time zone $3::text)::date from test_clock where organization_id = $1
     ), found as materialized (
       select * from (${FOUND[kind]}) as of_kind where ${counts("account_id", "$4")}
     )
     select found.*, (select count(*) from found) as total, (
       select json_agg(json_build_object('currency', currency, 'count', count, 'amount', amount::text) order by currency)
       from (select currency, count(*), sum(amount) as amount from found where amount is not null group by currency) as of_currency
     ) as sums
     from found
     where $6::timestamptz is null or (since, object_id, coalesce(detail, '')) > ($6::timestamptz, $7::text, $8::text)
     order by since, object_id, coalesce(detail, '') limit $5`,
    [
      tx.organizationId,
      now,
      timeZone,
      withTestClocks,
      limit,
      since ?? null,
      objectId ?? null,
      detail ?? null,
      ...events,
    ],
  );
}
