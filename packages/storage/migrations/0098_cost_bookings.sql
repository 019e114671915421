-- R-COST-1: costs in the journal. Decision 95.

-- The day on which a cost counts in the journal. In UTC, so that a changed time zone does not move booked costs.
-- safe: the table is new in the same release, so it has no rows to rewrite.
alter table event_cost add column booked_on date not null generated always as (
  case when recorded_at - timestamp <= interval '72 hours' then (timestamp at time zone 'UTC')::date
    else (recorded_at at time zone 'UTC')::date end) stored;
create index event_cost_booked on event_cost (stream_id, booked_on);

-- Up to which change of costs an organization's months are noted in cost_booking.
create table cost_booking_tail (
  organization_id text collate "C" not null primary key,
  sequence bigint not null
);
alter table cost_booking_tail enable row level security;
create policy organization_isolation on cost_booking_tail
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Months of accounts whose journal entries are missing or may be outdated.
create table cost_booking (
  organization_id text collate "C" not null,
  account_id text collate "C" not null,
  -- The first day.
  month date not null,
  -- The day, on the clock of the account, on which entries can be written: when a day with new costs has ended.
  due_on date not null,
  primary key (organization_id, account_id, month),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create index cost_booking_due on cost_booking (due_on);
alter table cost_booking enable row level security;
create policy organization_isolation on cost_booking
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The organizations with costs that are not noted, or with months to book.
create function organizations_with_costs_to_book(at timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive costed as (
    -- By the index, from one organization to the next, however many costs each has.
    select min(organization_number) as number from event_cost
    union all
    select (select min(c.organization_number) from event_cost c where c.organization_number > costed.number)
    from costed where costed.number is not null
  )
  select o.id from costed join organization o on o.number = costed.number
    left join cost_booking_tail t on t.organization_id = o.id
    where (select max(c.added_sequence) from event_cost c where c.organization_number = o.number) > coalesce(t.sequence, 0)
  union
  select b.organization_id from cost_booking b
    join account a on a.organization_id = b.organization_id and a.id = b.account_id
    left join test_clock k on k.organization_id = a.organization_id and k.id = a.test_clock_id
    where b.due_on <= (coalesce(k.frozen_time, at) at time zone 'UTC')::date
$$;
revoke all on function organizations_with_costs_to_book(timestamptz) from public;
grant execute on function organizations_with_costs_to_book(timestamptz) to counterfoil_app;
