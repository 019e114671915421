-- Usage events: what accounts used, counted once each (R-EVT-1 to R-EVT-8).
--
-- The tables that take every event carry the organization's number in place of its id, no foreign keys (a check per row and key)
-- and no index that nothing reads. What the keys would guard: the organization is that of the caller's key, and accounts are
-- never deleted.

-- Which ids were ever taken, apart from the rows: a duplicate is one whatever its timestamp (R-EVT-3), and the rows can
-- be partitioned by time without losing that.
create table usage_event_key (
  -- Where the event stands: that of its row, of the last one when it was amended.
  sequence bigint not null,
  organization_number integer not null,
  unique_id text collate "C" not null,
  -- The first half of a SHA-256 over the content as it was sent: tells a duplicate from a conflict, also after an amendment.
  content_hash bytea not null,
  primary key (organization_number, unique_id)
);
alter table usage_event_key enable row level security;
create policy organization_isolation on usage_event_key
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));

-- Events of one name that were sent for one account under one of its names. Never deleted: processes remember the ids.
create table usage_stream (
  id bigint generated always as identity primary key,
  organization_id text collate "C" not null,
  -- Null while no account is known by the reference (R-EVT-5).
  account_id text collate "C",
  -- The account as it was sent; null when that was its id.
  account_reference text collate "C",
  event_name text collate "C" not null,
  check (account_id is not null or account_reference is not null),
  unique nulls not distinct (organization_id, account_id, account_reference, event_name)
);
-- An account's id is one of a kind everywhere, so the organization is not needed to find its events.
create index usage_stream_account on usage_stream (account_id, event_name);
alter table usage_stream enable row level security;
create policy organization_isolation on usage_stream
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
revoke update, delete on usage_stream from counterfoil_app;

-- Batches of events are numbered; an event's sequence is its batch × 65,536 + its place in it. So the sequences of a batch are
-- known before its rows are written, and its pre-aggregates with them.
create sequence usage_batch;

create table usage_event (
  -- The order in which events began to count: given when the event is stored, and anew when it is bound to its account.
  -- See current_usage_sequence().
  sequence bigint not null,
  timestamp timestamptz not null,
  received_at timestamptz not null,
  -- From when on the event counts no more: it was voided, or amended, and its next row has the same id (R-EVT-6).
  voided_sequence bigint,
  stream_id bigint not null,
  organization_number integer not null,
  unique_id text collate "C" not null,
  properties json not null
) partition by range (timestamp);
create index usage_event_sequence on usage_event (organization_number, sequence);
create index usage_event_metering on usage_event (stream_id, timestamp);
create index usage_event_voided on usage_event (organization_number, voided_sequence) where voided_sequence is not null;
alter table usage_event enable row level security;
create policy organization_isolation on usage_event
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));
-- Events are voided and their months dropped, never deleted: a stolen connection of the server cannot either.
revoke delete on usage_event_key, usage_event from counterfoil_app;

-- Events with what their stream says of them.
create view named_usage_event with (security_invoker = true) as
  select e.sequence, e.timestamp, e.received_at, e.voided_sequence, e.organization_number, s.organization_id, s.account_id,
    s.account_reference, s.event_name, e.unique_id, e.properties
  from usage_event e join usage_stream s on s.id = e.stream_id;
revoke insert, update, delete on named_usage_event from counterfoil_app;

-- Months have partitions of their own, made ahead (make_usage_partitions); the rest is here: what lies far back or far ahead.
create table usage_event_rest partition of usage_event default;
revoke all on usage_event_rest from counterfoil_app;

-- The lock that everything which gives events their sequence holds shared until it commits.
create function usage_sequence_lock(organization text) returns bigint language sql immutable parallel safe as $$
  select hashtextextended('usage sequence ' || organization, 0)
$$;

-- Begins a batch: holds the shared lock, takes a number, and takes the first lane that no other running transaction has. The
-- rows of a lane are written by one transaction at a time, so that writers on one account neither wait nor deadlock.
create function begin_usage_batch(out first_sequence bigint, out lane smallint) language plpgsql volatile as $$
declare
  organization text := current_organization();
begin
  perform pg_advisory_xact_lock_shared(usage_sequence_lock(organization));
  lane := 0;
  while not pg_try_advisory_xact_lock(hashtextextended('usage lane ' || organization, lane)) loop
    lane := lane + 1;
  end loop;
  first_sequence := nextval('usage_batch') * 65536;
end
$$;

-- A sequence up to which all events are committed and visible to the next statement, whoever is writing: a cut-off that an
-- invoice line can store and that gives the same usage for ever. It waits for the batches under way and lets go of the lock
-- at once: what a subtransaction locked is free when it rolls back, and the variable keeps its value.
create function current_usage_sequence() returns bigint language plpgsql volatile as $$
declare
  cut_off bigint;
begin
  begin
    perform pg_advisory_xact_lock(usage_sequence_lock(current_organization()));
    select case when is_called then last_value * 65536 + 65535 else 0 end into cut_off from usage_batch;
    raise exception using errcode = 'CF001';
  exception when sqlstate 'CF001' then
    null;
  end;
  return cut_off;
end
$$;

-- The same with the lock kept: no batch begins until the transaction ends.
create function hold_usage_batches() returns bigint language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(usage_sequence_lock(current_organization()));
  return (select case when is_called then last_value * 65536 + 65535 else 0 end from usage_batch);
end
$$;

-- Pre-aggregates: what the events of a quarter of an hour, and of a day, come to (R-EVT-8). Written in the transaction of the
-- events; made from the events anew when a metric is made or changed.

-- A metric as it is totalled. A change of what it measures takes the next generation, whose totals begin anew.
create table usage_totalling (
  organization_id text collate "C" not null,
  metric_id text collate "C" not null,
  generation bigint generated always as identity,
  event_name text collate "C" not null,
  filters json not null,
  aggregation json not null,
  group_by text[] not null,
  -- Events up to this sequence are added by the rebuilding, later ones by whoever stores them.
  rebuilds_through bigint not null,
  -- The rebuilding has come to this account; null before the first.
  rebuilt_account text collate "C",
  accounts_done integer not null default 0,
  accounts_total integer,
  -- Totals are read from then on; until then usage is measured from the events.
  completed_at timestamptz,
  primary key (organization_id, metric_id),
  unique (generation),
  foreign key (organization_id, metric_id) references metric (organization_id, id) on delete cascade
);
create index usage_totalling_rebuilding on usage_totalling (organization_id) where completed_at is null;
alter table usage_totalling enable row level security;
create policy organization_isolation on usage_totalling
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- One account's usage by one metric, by one combination of the values of the metric's groups: a JSON array of texts and nulls.
create table usage_series (
  id bigint generated always as identity primary key,
  organization_id text collate "C" not null,
  generation bigint not null,
  account_id text collate "C" not null,
  group_values text collate "C" not null,
  unique (generation, account_id, group_values)
);
alter table usage_series enable row level security;
create policy organization_isolation on usage_series
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table usage_total (
  series_id bigint not null,
  -- Seconds that the bucket spans: 900 or 86400.
  span integer not null,
  -- Seconds since 1970 ÷ span, rounded down.
  bucket integer not null,
  lane smallint not null,
  -- How two values become one: c count (none), s sum, i minimum, a maximum, l latest.
  method "char" not null,
  -- Something in the bucket was voided since the events were added: measure it from the events.
  is_stale boolean not null default false,
  -- Of the last batch in it.
  last_sequence bigint not null,
  event_count bigint not null,
  skipped bigint not null,
  first_at timestamptz,
  last_at timestamptz,
  latest_sequence bigint,
  organization_number integer not null,
  value numeric,
  primary key (series_id, span, bucket, lane)
) with (fillfactor = 80);
create index usage_total_stale on usage_total (organization_number) where is_stale;
alter table usage_total enable row level security;
create policy organization_isolation on usage_total
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));

-- Organizations whose totals have something to be made or mended: runs before any organization is known.
create function organizations_with_totals_to_make() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.organization_id from usage_totalling t where t.completed_at is null
  union select o.id from usage_total t join organization o on o.number = t.organization_number where t.is_stale
$$;
revoke all on function organizations_with_totals_to_make() from public;
grant execute on function organizations_with_totals_to_make() to counterfoil_app;

-- Makes the missing partitions of the months from `first` to `last`, and moves there what is in the rest. Answers how many.
create function make_usage_partitions(first date, last date) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  month date := date_trunc('month', first)::date;
  next_month date;
  name text;
  made integer := 0;
begin
  -- One at a time: who comes second finds nothing missing the next time.
  if not pg_try_advisory_xact_lock(hashtextextended('usage partitions', 0)) then
    return 0;
  end if;
  while month <= last loop
    next_month := (month + interval '1 month')::date;
    name := 'usage_event_' || to_char(month, 'YYYY_MM');
    if to_regclass('public.' || name) is null then
      execute format('create table %I (like usage_event including defaults including constraints)', name);
      execute format('revoke all on %I from counterfoil_app', name);
      execute format(
        'with moved as (delete from usage_event_rest where timestamp >= %L and timestamp < %L returning *)
         insert into %I select * from moved', month || ' 00:00Z', next_month || ' 00:00Z', name);
      execute format('alter table usage_event attach partition %I for values from (%L) to (%L)', name,
        month || ' 00:00Z', next_month || ' 00:00Z');
      made := made + 1;
    end if;
    month := next_month;
  end loop;
  return made;
end
$$;
revoke all on function make_usage_partitions(date, date) from public;
grant execute on function make_usage_partitions(date, date) to counterfoil_app;

-- For how many months events are kept after the one that they happened in; for ever while there is no row. Written by the owner
-- of the database only, as processes start that are told so: what connects as the server cannot shorten it.
create table usage_retention (
  is_the_only boolean primary key default true check (is_the_only),
  kept_months integer not null check (kept_months >= 1)
);
revoke all on usage_retention from counterfoil_app;

-- Drops the partitions of the months before `month` that are kept no longer, and what the rest holds of them. Ids stay taken
-- and totals stay readable.
create function drop_usage_before(month date) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  first_kept date := least(date_trunc('month', month::timestamp), (
    select date_trunc('month', now() at time zone 'UTC') - make_interval(months => kept_months) from usage_retention));
  partition record;
  dropped integer := 0;
begin
  if not exists (select from usage_retention) then
    return 0;
  end if;
  for partition in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_event'::regclass and c.relname ~ '^usage_event_\d{4}_\d{2}$'
      and to_date(substring(c.relname from 13), 'YYYY_MM') < first_kept
  loop
    execute format('drop table %I', partition.name);
    dropped := dropped + 1;
  end loop;
  delete from usage_event_rest where timestamp < first_kept::timestamp at time zone 'UTC';
  return dropped;
end
$$;
revoke all on function drop_usage_before(date) from public;
grant execute on function drop_usage_before(date) to counterfoil_app;
