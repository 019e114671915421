import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { DIGITS } from "../insights/recognized.ts";

/** The organizations with costs that are not in the journal yet and could be. */
export async function organizationsWithCostsToBook(database: Database, now: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_costs_to_book($1)",
    [now],
    "organizations-with-costs-to-book",
  );
  return rows.map((row) => row.organizationId);
}

/** Locks the tail of an organization, and creates it if needed. Returns the sequence up to which costs were noted. */
export async function lockCostTail(tx: Tx): Promise<string> {
  const [row] = await tx.sql<{ sequence: string }>(
    `insert into cost_booking_tail as tail (organization_id, sequence) values ($1, 0)
     on conflict (organization_id) do update set sequence = tail.sequence returning sequence`,
    [tx.organizationId],
  );
  return row?.sequence ?? "0";
}

/** Notes the months of the costs that were added in (after, through], and moves the tail there. */
export async function noteCostMonths(tx: Tx, after: string, through: string): Promise<void> {
  await tx.sql(
    `insert into cost_booking as noted (organization_id, account_id, month, due_on)
     select $1, s.account_id, date_trunc('month', c.booked_on)::date, min(c.booked_on) + 1
     from event_cost c join usage_stream s on s.organization_id = $1 and s.id = c.stream_id
     where c.organization_number = ${ORGANIZATION_NUMBER} and c.added_sequence > $2 and c.added_sequence <= $3
       and s.account_id is not null
     group by 2, 3 order by 2, 3
     on conflict (organization_id, account_id, month) do update set due_on = least(noted.due_on, excluded.due_on)`,
    [tx.organizationId, after, through],
  );
  await tx.sql("update cost_booking_tail set sequence = $2 where organization_id = $1", [tx.organizationId, through]);
}

/** A month of an account whose entries are to be written. */
export interface CostMonthRow {
  accountId: string;
  month: string;
  /** The current day on the clock of the account, in UTC. Earlier days have ended. */
  today: string;
}

/** The next months to book, locked. Skips months that another worker has. */
export async function claimCostMonths(tx: Tx, now: string, limit: number): Promise<CostMonthRow[]> {
  return tx.sql<CostMonthRow>(
    `select b.account_id, b.month, (coalesce(k.frozen_time, $2) at time zone 'UTC')::date as today
     from cost_booking b
     join account a on a.organization_id = $1 and a.id = b.account_id
     left join test_clock k on k.organization_id = $1 and k.id = a.test_clock_id
     where b.organization_id = $1 and b.due_on <= (coalesce(k.frozen_time, $2) at time zone 'UTC')::date
     order by b.account_id, b.month limit $3 for no key update of b skip locked`,
    [tx.organizationId, now, limit],
  );
}

/** What the journal lacks of the costs of a day; negative if it has too much. */
export interface UnbookedCostRow {
  accountId: string;
  currency: string;
  day: string;
  amount: string;
}

/**
 * The costs of ended days against the journal. An account's day counts what its month up to the day costs, rounded to the
 * minor unit, less the same up to the day before: so a month is off by less than one unit, however small its costs are.
 * `wanted` has the account, the month and the current day; `digits` is `DIGITS`.
 */
const DIFFERENCES = (wanted: string, digits: `$${number}`) => `
  with wanted as (${wanted}), costs as (
    select w.account_id, w.month, c.currency, c.booked_on as day, sum(c.amount) as amount
    from wanted w
    join usage_stream s on s.organization_id = $1 and s.account_id = w.account_id
    join event_cost c on c.stream_id = s.id and c.organization_number = ${ORGANIZATION_NUMBER}
      and c.booked_on >= w.month and c.booked_on < (w.month + interval '1 month') and c.booked_on < w.today
    group by w.account_id, w.month, c.currency, c.booked_on
  ), summed as (
    select *, sum(amount) over (partition by account_id, month, currency order by day) as so_far,
      coalesce((${digits}::jsonb ->> currency)::integer, 2) as digits
    from costs
  ), expected as (
    select account_id, currency, day, round(so_far, digits) - round(so_far - amount, digits) as amount from summed
  ), booked as (
    select j.account_id, j.currency, j.day, sum(j.amount) as amount
    from wanted w
    join journal_posting j on j.organization_id = $1 and j.code = 'cost_of_revenue' and j.account_id = w.account_id
      and j.day >= w.month and j.day < (w.month + interval '1 month') and j.day < w.today
    group by 1, 2, 3
  )
  select account_id, currency, day, coalesce(expected.amount, 0) - coalesce(booked.amount, 0) as amount,
    coalesce(expected.amount, 0) as expected, coalesce(booked.amount, 0) as booked
  from expected full join booked using (account_id, currency, day)
  where coalesce(expected.amount, 0) <> coalesce(booked.amount, 0)
  order by day, account_id, currency`;

/** What the journal lacks of these months. */
export async function unbookedCosts(tx: Tx, months: readonly CostMonthRow[]): Promise<UnbookedCostRow[]> {
  const wanted = "select * from unnest($2::text[], $3::date[], $4::date[]) as given (account_id, month, today)";
  return tx.sql<UnbookedCostRow>(DIFFERENCES(wanted, "$5"), [
    tx.organizationId,
    months.map(({ accountId }) => accountId),
    months.map(({ month }) => month),
    months.map(({ today }) => today),
    DIGITS,
  ]);
}

/** Removes booked months. A month with costs of days that have not ended stays, until the first of them has. */
export async function settleCostMonths(tx: Tx, months: readonly CostMonthRow[]): Promise<void> {
  await tx.sql(
    `with given as (select * from unnest($2::text[], $3::date[], $4::date[]) as given (account_id, month, today)),
     later as (
       select given.account_id, given.month, (
         select min(c.booked_on) + 1 from usage_stream s
         join event_cost c on c.stream_id = s.id and c.organization_number = ${ORGANIZATION_NUMBER}
         where s.organization_id = $1 and s.account_id = given.account_id and c.booked_on >= given.today
           and c.booked_on < (given.month + interval '1 month')
       ) as due_on from given
     ), kept as (
       update cost_booking b set due_on = later.due_on from later
       where b.organization_id = $1 and b.account_id = later.account_id and b.month = later.month
         and later.due_on is not null
     )
     delete from cost_booking b using later
     where b.organization_id = $1 and b.account_id = later.account_id and b.month = later.month and later.due_on is null`,
    [
      tx.organizationId,
      months.map(({ accountId }) => accountId),
      months.map(({ month }) => month),
      months.map(({ today }) => today),
    ],
  );
}

export interface MisbookedCostRow extends UnbookedCostRow {
  expected: string;
  booked: string;
}

/** Days whose costs differ from the journal, at most 20. Leaves out days that a worker has still to book. */
export async function misbookedCosts(tx: Tx): Promise<MisbookedCostRow[]> {
  const wanted = `
    select months.account_id, months.month,
      coalesce(b.due_on - 1, (months.month + interval '1 month')::date) as today
    from (
      select distinct s.account_id, date_trunc('month', c.booked_on)::date as month
      from event_cost c join usage_stream s on s.organization_id = $1 and s.id = c.stream_id
      where c.organization_number = ${ORGANIZATION_NUMBER} and s.account_id is not null
      union
      select distinct account_id, date_trunc('month', day)::date from journal_posting
      where organization_id = $1 and code = 'cost_of_revenue'
    ) as months
    left join cost_booking b
      on b.organization_id = $1 and b.account_id = months.account_id and b.month = months.month
    where not exists (
        select from event_cost c join usage_stream s on s.organization_id = $1 and s.id = c.stream_id
        where c.organization_number = ${ORGANIZATION_NUMBER} and s.account_id = months.account_id
          and c.added_sequence > (select coalesce((select t.sequence from cost_booking_tail t where t.organization_id = $1), 0)))`;
  return tx.sql<MisbookedCostRow>(`${DIFFERENCES(wanted, "$2")} limit 20`, [tx.organizationId, DIGITS]);
}

/** A frozen cost that contradicts itself or its event. */
export interface WrongCostRow {
  accountId: string | null;
  metricId: string;
  /** The event's place in the order of changes. */
  sequence: string;
  amount: string;
  expected: string;
}

/** Computed costs that are not quantity × unit cost or tokens × price, and costs that do not end with their event, at most 20. */
export async function wrongCosts(tx: Tx): Promise<WrongCostRow[]> {
  return tx.sql<WrongCostRow>(
    `select s.account_id, c.metric_id, c.sequence, c.amount, c.expected from (
       select c.stream_id, c.metric_id, c.sequence, c.amount, c.quantity * c.unit_cost as expected from event_cost c
       where c.organization_number = ${ORGANIZATION_NUMBER} and c.source = 'cost_price'
         and c.amount <> c.quantity * c.unit_cost
       union all
       select c.stream_id, c.metric_id, c.sequence, c.amount, m.expected from event_cost c cross join lateral (
         select coalesce(sum((of ->> 'tokens')::numeric * (of ->> 'price')::numeric), 0)
           * (100 - (c.model_call ->> 'discountPercent')::numeric) * 0.00000001
           * case when c.is_reversal then -1 else 1 end as expected
         from jsonb_each(c.model_call -> 'tokens') as kind (name, of)
       ) as m
       where c.organization_number = ${ORGANIZATION_NUMBER} and c.source = 'model_price' and c.amount <> m.expected
       union all
       select c.stream_id, c.metric_id, c.sequence, sum(c.amount), 0 from event_cost c
       join usage_event e on e.organization_number = c.organization_number and e.sequence = c.sequence
         and e.timestamp = c.timestamp
       where c.organization_number = ${ORGANIZATION_NUMBER} and e.voided_sequence is not null
       group by c.stream_id, c.metric_id, c.sequence having sum(c.amount) <> 0
     ) as c join usage_stream s on s.organization_id = $1 and s.id = c.stream_id
     order by c.sequence limit 20`,
    [tx.organizationId],
  );
}
