-- R-HIST-3: months of events that were dropped from PostgreSQL. ClickHouse has the events, and their ids stay taken here.

-- How many days after its end a month is dropped; never while there is no row. Written by the owner of the database only, as processes
-- start that are told so: what connects as the server cannot shorten it. At least 32, so that the last month is never dropped.
create table usage_hot_days (
  is_the_only boolean primary key default true check (is_the_only),
  days integer not null check (days >= 32)
);
revoke all on usage_hot_days from counterfoil_app;

-- Months of an organization that are dropped or about to be.
create table usage_dropped_month (
  organization_number integer not null,
  month date not null,
  -- Between these sequences its events begin and cease to count.
  first_sequence bigint not null,
  last_sequence bigint not null,
  -- The copy of its events up to this sequence was compared with PostgreSQL.
  verified_through bigint not null,
  -- The number of repairs of the copy at that time.
  copy integer not null,
  -- Since then its events are read from ClickHouse only; null while they are only compared.
  dropped_at timestamptz,
  -- Since then its ids are in usage_dropped_ids.
  ids_stored_at timestamptz,
  -- Since then they are no longer in usage_event_key.
  keys_released_at timestamptz,
  primary key (organization_number, month)
);
alter table usage_dropped_month enable row level security;
create policy organization_isolation on usage_dropped_month
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));
revoke delete on usage_dropped_month from counterfoil_app;

-- What a block of the copy has of a dropped month: PostgreSQL cannot compute it any more.
create table usage_dropped_block (
  organization_number integer not null,
  through_sequence bigint not null,
  month date not null,
  row_count integer not null,
  -- The sum of the SHA-256 hashes of the rows, 32 hexadecimal digits, as in usage_history_block.
  content_hash text not null,
  primary key (organization_number, through_sequence, month)
);
alter table usage_dropped_block enable row level security;
create policy organization_isolation on usage_dropped_block
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));
revoke delete on usage_dropped_block from counterfoil_app;

-- The ids of dropped months, 20 bytes each: 12 of the SHA-256 of the id and 8 of the hash of the content, in ascending order. 404 of
-- them fill a page, so the column must not be compressed or moved out of the row.
create table usage_dropped_ids (
  organization_number integer not null,
  month date not null,
  -- The first 12 bytes of the block.
  first_hash bytea not null,
  ids bytea not null,
  primary key (organization_number, month, first_hash)
);
alter table usage_dropped_ids alter column ids set storage plain;
alter table usage_dropped_ids enable row level security;
create policy organization_isolation on usage_dropped_ids
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));
revoke update, delete on usage_dropped_ids from counterfoil_app;

-- A filter of the ids of a month, which processes keep in memory: 2 bytes an id, in parts.
create table usage_dropped_filter (
  organization_number integer not null,
  month date not null,
  part integer not null,
  bits bytea not null,
  primary key (organization_number, month, part)
);
alter table usage_dropped_filter alter column bits set storage external;
alter table usage_dropped_filter enable row level security;
create policy organization_isolation on usage_dropped_filter
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));
revoke update, delete on usage_dropped_filter from counterfoil_app;

-- Months that are old enough to be dropped, and months whose ids are still being stored: `is_detached`.
create function usage_months_to_drop() returns table (month date, is_detached boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select to_date(substring(c.relname from 13), 'YYYY_MM'), false
  from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join usage_hot_days h
  where i.inhparent = 'usage_event'::regclass and c.relname ~ '^usage_event_\d{4}_\d{2}$'
    and (to_date(substring(c.relname from 13), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= now() - make_interval(days => h.days)
  union all
  select to_date(substring(relname from 21), 'YYYY_MM'), true from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname ~ '^usage_event_dropped_\d{4}_\d{2}$'
  order by 1
$$;
revoke all on function usage_months_to_drop() from public;
grant execute on function usage_months_to_drop() to counterfoil_app;

-- The organizations with events in a month, and what its drop waits for; null if it waits for nothing. Events that began to count after
-- the watermark are few and stay, so they are left out of the bounds.
create function usage_month_standing(of_month date)
returns table (organization_id text, first_sequence bigint, last_sequence bigint, verified_through bigint, copy integer, waits_for text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  partition name := 'usage_event_' || to_char(of_month, 'YYYY_MM');
begin
  if to_regclass('public.' || partition) is null then
    return;
  end if;
  return query execute format($query$
    with recursive number as (
      (select organization_number as n from %1$I order by 1 limit 1)
      union all
      select (select organization_number from %1$I where organization_number > n order by 1 limit 1) from number where n is not null
    ), bounds as (
      select o.id, o.number, h.failure, h.is_distrusted, coalesce(h.through_sequence, 0) as through, h.copy,
        (select min(sequence) from %1$I where organization_number = n) as first,
        greatest(
          (select max(sequence) from %1$I where organization_number = n and sequence <= coalesce(h.through_sequence, 0)),
          (select max(voided_sequence) from %1$I where organization_number = n and voided_sequence is not null)) as last,
        (select count(*) from (
           select from %1$I where organization_number = n and sequence > coalesce(h.through_sequence, 0) limit 1001) as late) as late
      from number join organization o on o.number = n left join usage_history h on h.organization_id = o.id
    )
    select id, first, coalesce(last, first), through, coalesce(copy, 0), case
      when through = 0 then 'nothing is copied yet'
      when failure is not null or is_distrusted then 'its copy has stopped: counterfoil history status'
      when late > 1000 or coalesce(last, first) > through then 'events are not copied yet'
      when exists (select from usage_totalling t where t.organization_id = id and t.completed_at is null) then 'totals are being built'
      when exists (
        select from usage_total t where t.organization_number = number and t.is_stale
          and to_timestamp(t.bucket * t.span::float8) >= %2$L::date::timestamp at time zone 'UTC'
          and to_timestamp(t.bucket * t.span::float8) < (%2$L::date + interval '1 month') at time zone 'UTC') then 'totals are being corrected'
      when exists (select from cost_price c where c.organization_id = id and c.backfill_through is not null)
        then 'a cost price is being applied to earlier events'
      when exists (select from usage_tail t where t.organization_id = id and coalesce(t.looked_from, t.sequence) < last)
        then 'events were not examined for late usage yet'
      when exists (select from usage_alert_tail t where t.organization_id = id and t.sequence < last)
        then 'events were not examined for alerts yet'
      when exists (
        select from subscription s where s.organization_id = id and s.test_clock_id is null
          and s.next_billing_at < (%2$L::date + interval '1 month 2 days') at time zone 'UTC')
        then 'a subscription is not billed up to its end yet'
    end from bounds order by 1
  $query$, partition, of_month);
end
$$;
revoke all on function usage_month_standing(date) from public;
grant execute on function usage_month_standing(date) to counterfoil_app;

-- Takes a month whose copy was compared out of usage_event, in one transaction: from then on its events are read from ClickHouse. Events
-- that the copy does not have stay: those of unknown accounts, and those that arrived after the comparison. Returns false, and changes
-- nothing, if another worker is there first, or if an event was amended or voided since: then compare again.
create function detach_usage_month(of_month date) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  partition name := 'usage_event_' || to_char(of_month, 'YYYY_MM');
  is_changed boolean;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('usage partitions', 0)) or to_regclass('public.' || partition) is null then
    return false;
  end if;
  if not exists (select from usage_months_to_drop() m where m.month = of_month and not m.is_detached) then
    raise exception 'the month % may not be dropped yet', to_char(of_month, 'YYYY-MM');
  end if;
  execute format('alter table usage_event detach partition %I', partition);
  execute format(
    'with stays as (delete from %I where stream_id in (select id from usage_stream where account_id is null) returning *)
     insert into usage_event select * from stays', partition);
  execute format(
    'with stays as (
       delete from %I e using usage_dropped_month d
       where d.month = %L and d.organization_number = e.organization_number and e.sequence > d.verified_through returning e.*)
     insert into usage_event select * from stays', partition, of_month);
  -- The copies that were compared must not be repaired meanwhile, and those of all organizations must have been compared.
  perform from usage_dropped_month d join organization o on o.number = d.organization_number
    join usage_history h on h.organization_id = o.id where d.month = of_month order by h.organization_id for share of h;
  execute format($query$
    with recursive number as (
      (select organization_number as n from %1$I order by 1 limit 1)
      union all
      select (select organization_number from %1$I where organization_number > n order by 1 limit 1) from number where n is not null
    )
    select exists (
      select from number join organization o on o.number = n
      left join usage_dropped_month d on d.month = %2$L and d.organization_number = n
      left join usage_history h on h.organization_id = o.id and h.copy = d.copy and not h.is_distrusted
      where h.organization_id is null
        or exists (select from %1$I where organization_number = n and voided_sequence > d.verified_through))
  $query$, partition, of_month) into is_changed;
  if is_changed then
    raise exception 'changed since it was compared' using errcode = 'CF504';
  end if;
  execute format('alter table %I rename to usage_event_dropped_%s', partition, to_char(of_month, 'YYYY_MM'));
  update usage_dropped_month set dropped_at = now() where month = of_month;
  -- What readers must take from ClickHouse from now on (migration 0105).
  update usage_history h set
    dropped_before = greatest(h.dropped_before, (of_month + interval '1 month') at time zone 'UTC'),
    dropped_through = greatest(h.dropped_through, d.last_sequence)
  from usage_dropped_month d join organization o on o.number = d.organization_number
  where d.month = of_month and h.organization_id = o.id;
  return true;
exception when sqlstate 'CF504' then
  return false;
end
$$;
revoke all on function detach_usage_month(date) from public;
grant execute on function detach_usage_month(date) to counterfoil_app;

-- The ids of a detached month, with their entries, in the order of the entries. An amended event is of the month of its last row.
create function dropped_usage_entries(of_month date) returns table (unique_id text, entry bytea)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format(
    'select e.unique_id, substr(sha256(convert_to(e.unique_id, ''UTF8'')), 1, 12) || substr(k.content_hash, 1, 8) as entry
     from usage_event_dropped_%s e
     join usage_event_key k on k.organization_number = e.organization_number and k.unique_id = e.unique_id and k.sequence = e.sequence
     where e.organization_number = $1 order by 2', to_char(of_month, 'YYYY_MM'))
  using current_organization_number();
end
$$;
revoke all on function dropped_usage_entries(date) from public;
grant execute on function dropped_usage_entries(date) to counterfoil_app;

-- Deletes the keys of the next events of a detached month whose ids were stored. Returns the last sequence; null when none is left.
create function release_usage_keys(of_month date, after_sequence bigint, most integer) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  last_released bigint;
begin
  if not exists (
    select from usage_dropped_month
    where organization_number = current_organization_number() and month = of_month and ids_stored_at is not null
  ) then
    raise exception 'the ids of % are not stored yet', to_char(of_month, 'YYYY-MM');
  end if;
  execute format(
    'with next as (
       select sequence, unique_id from usage_event_dropped_%s where organization_number = $1 and sequence > $2 order by sequence limit $3
     ), released as (
       delete from usage_event_key k using next n
       where k.organization_number = $1 and k.unique_id = n.unique_id and k.sequence = n.sequence
     ) select max(sequence) from next', to_char(of_month, 'YYYY_MM'))
  into last_released using current_organization_number(), after_sequence, most;
  return last_released;
end
$$;
revoke all on function release_usage_keys(date, bigint, integer) from public;
grant execute on function release_usage_keys(date, bigint, integer) to counterfoil_app;

-- Drops the table of a detached month when the ids of all organizations are stored. Returns whether it did.
create function finish_usage_month(of_month date) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
begin
  if exists (select from usage_dropped_month where month = of_month and keys_released_at is null) then
    return false;
  end if;
  execute format('drop table if exists usage_event_dropped_%s', to_char(of_month, 'YYYY_MM'));
  return true;
end
$$;
revoke all on function finish_usage_month(date) from public;
grant execute on function finish_usage_month(date) to counterfoil_app;

-- The organizations of a detached month whose ids are still in usage_event_key.
create function organizations_of_dropped_month(of_month date) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from usage_dropped_month d join organization o on o.number = d.organization_number
  where d.month = of_month and d.dropped_at is not null and d.keys_released_at is null order by 1
$$;
revoke all on function organizations_of_dropped_month(date) from public;
grant execute on function organizations_of_dropped_month(date) to counterfoil_app;
