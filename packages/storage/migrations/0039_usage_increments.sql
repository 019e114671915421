-- R-EVT-8: what a batch of events adds to the totals is one row for each of its accounts, written in the transaction of the events
-- and folded into usage_total soon after. Written there at once, each event made two rows for each metric that counts it.

create table usage_increment (
  organization_number integer not null,
  account_id text collate "C" not null,
  -- Of the batch: a reading up to an earlier cut-off passes the row over.
  last_sequence bigint not null,
  stored_at timestamptz not null default now(),
  -- By quarter of an hour; totals_of_increment() says of what.
  totals json not null
);
-- Gone within seconds: not worth compressing.
alter table usage_increment alter column totals set storage external;
create index usage_increment_account on usage_increment (organization_number, account_id);
alter table usage_increment enable row level security;
create policy organization_isolation on usage_increment
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));

-- What usage_increment.totals holds, in the terms of usage_total. Members are left out where they are the default.
create function totals_of_increment(totals json) returns table (
  generation bigint, group_values text, quarter integer, method "char", is_stale boolean, event_count bigint, skipped bigint,
  first_at timestamptz, last_at timestamptz, latest_sequence bigint, value numeric
) language sql immutable parallel safe as $$
  select t.generation, coalesce(t.groups, '[]'), t.quarter, t.method::"char", coalesce(t.stale, false), coalesce(t.events, 0),
    coalesce(t.skipped, 0), 'epoch'::timestamptz + t.first * interval '1 millisecond',
    'epoch'::timestamptz + t.last * interval '1 millisecond', t.sequence, t.value
  from json_to_recordset(totals) as t (
    generation bigint, groups text, quarter integer, method text, stale boolean, events bigint, skipped bigint, first bigint,
    last bigint, sequence bigint, value numeric)
$$;

-- Begins a batch: until the transaction ends, current_usage_sequence() waits for it. What it writes to the totals are rows of its
-- own, so it needs no lane as begin_usage_batch() gave it, which stays for the release before.
create function start_usage_batch() returns bigint language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(usage_sequence_lock(current_organization()));
  return nextval('usage_batch') * 65536;
end
$$;

-- What adds to the rows of usage_total that increments are folded into holds it until it commits, one at a time.
create function hold_usage_totals() returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('usage totals ' || current_organization(), 0));
end
$$;

-- Before the organization is known: who has increments.
create function organizations_with_usage_increments() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from organization o where exists (select from usage_increment i where i.organization_number = o.number)
$$;
revoke all on function organizations_with_usage_increments() from public;
grant execute on function organizations_with_usage_increments() to counterfoil_app;
