-- R-HIST-1: what of the events is copied to ClickHouse. PostgreSQL decides; ClickHouse is a checked copy up to a watermark.

-- The name of the table in ClickHouse, chosen when the first event is copied and then the same for as long as this database exists. So
-- databases made from one template have tables of their own. A ClickHouse without this table is not the copy
-- of this database, whatever a process was configured with.
create table usage_history_table (
  is_the_only boolean primary key default true check (is_the_only),
  name text not null default 'usage_event_' || substr(md5(random()::text || clock_timestamp()::text || txid_current()::text), 1, 12)
);
revoke all on usage_history_table from counterfoil_app;

create function usage_history_table_name() returns text
language sql stable security definer set search_path = public, pg_temp as $$ select name from usage_history_table $$;
revoke all on function usage_history_table_name() from public;
grant execute on function usage_history_table_name() to counterfoil_app;

create function choose_usage_history_table() returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into usage_history_table default values on conflict do nothing;
  return usage_history_table_name();
end
$$;
revoke all on function choose_usage_history_table() from public;
grant execute on function choose_usage_history_table() to counterfoil_app;

-- One row for each organization whose events are copied.
create table usage_history (
  organization_id text collate "C" primary key,
  -- The watermark: events up to this sequence are in ClickHouse, and were read back and compared.
  through_sequence bigint not null default 0,
  -- The end of the block that is being copied; null between blocks. Written before the copy, so that a copy that was interrupted is
  -- repeated with the same bounds.
  block_through bigint,
  -- Counts repairs and rebuilds. A reading whose number changed meanwhile is repeated, and a repeated block has another token.
  copy integer not null default 1,
  -- Rows in ClickHouse up to the watermark: events, and ends of events.
  row_count bigint not null default 0,
  copied_at timestamptz,
  -- Why copying stopped; null while it works. Only a repair clears it.
  failure text,
  failed_at timestamptz,
  -- A block before the watermark differs: nothing is read from ClickHouse until it is repaired.
  is_distrusted boolean not null default false,
  -- The worker that copies, and until when it may be presumed to.
  claimed_by text,
  claimed_until timestamptz
);
alter table usage_history enable row level security;
create policy organization_isolation on usage_history
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The blocks that were copied and compared.
create table usage_history_block (
  organization_id text collate "C" not null,
  through_sequence bigint not null,
  -- The block has the events that began or ceased to count after this sequence and up to the other.
  after_sequence bigint not null,
  row_count integer not null,
  -- The sum of the SHA-256 hashes of the rows, 32 hexadecimal digits; independent of their order.
  content_hash text not null,
  copied_at timestamptz not null default now(),
  primary key (organization_id, through_sequence)
);
alter table usage_history_block enable row level security;
create policy organization_isolation on usage_history_block
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Before the organization is known: who has at least so many events to copy, or one that waits for so many seconds.
create function organizations_with_events_to_copy(least_events integer, most_seconds double precision)
returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from organization o
  left join usage_history h on h.organization_id = o.id
  where h.failure is null and (h.claimed_until is null or h.claimed_until < now()) and (
    h.block_through is not null
    or exists (
      select from usage_event e where e.organization_number = o.number and e.sequence > coalesce(h.through_sequence, 0)
      order by e.sequence offset greatest(least_events - 1, 0) limit 1)
    or (
      select e.received_at from usage_event e
      where e.organization_number = o.number and e.sequence > coalesce(h.through_sequence, 0) order by e.sequence limit 1
    ) <= now() - most_seconds * interval '1 second'
    or (coalesce(h.copied_at, 'epoch') <= now() - most_seconds * interval '1 second' and exists (
      select from usage_event e where e.organization_number = o.number and e.voided_sequence > coalesce(h.through_sequence, 0)))
  )
$$;
revoke all on function organizations_with_events_to_copy(integer, double precision) from public;
grant execute on function organizations_with_events_to_copy(integer, double precision) to counterfoil_app;

-- R-OPS-4: events that wait to be copied, the first 10,000 of them, and organizations whose copying stopped. No rows without a copy.
create function waiting_history() returns table (work text, waiting bigint, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'history', count(*), min(next.received_at) from (
    select waits.received_at from usage_history h join organization o on o.id = h.organization_id
    cross join lateral (
      select e.received_at from usage_event e where e.organization_number = o.number and e.sequence > h.through_sequence
      order by e.sequence limit 10000
    ) as waits limit 10000
  ) as next having exists (select from usage_history)
  union all
  select 'history_stopped', count(*) filter (where failure is not null), min(failed_at) from usage_history having count(*) > 0
$$;
revoke all on function waiting_history() from public;
grant execute on function waiting_history() to counterfoil_app;

-- The copy of the whole installation.
create function usage_history_standing()
returns table (organizations bigint, stopped bigint, row_count numeric, oldest_waiting timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select count(h.organization_id), count(*) filter (where h.failure is not null), coalesce(sum(h.row_count), 0), min(waiting.received_at)
  from organization o
  left join usage_history h on h.organization_id = o.id
  left join lateral (
    select e.received_at from usage_event e
    where e.organization_number = o.number and e.sequence > coalesce(h.through_sequence, 0) order by e.sequence limit 1
  ) as waiting on true
$$;
revoke all on function usage_history_standing() from public;
grant execute on function usage_history_standing() to counterfoil_app;
