-- R-HIST-3: what PostgreSQL keeps of the small accounts of a dropped month, so that reading one does not ask ClickHouse. Decision 133.

-- The events of an account and event name in a dropped month, if they are few. Nothing of a dropped month changes any more: its events
-- cannot be corrected, and later ones stay in usage_event.
create table usage_kept_month (
  organization_number integer not null,
  month date not null,
  stream_id bigint not null,
  -- At this sequence and later ones, exactly these events count.
  through_sequence bigint not null,
  -- Compressed; null if there are too many. The format is in kept-months.ts.
  events bytea,
  primary key (organization_number, stream_id, month)
);
alter table usage_kept_month alter column events set storage external;
alter table usage_kept_month enable row level security;
create policy organization_isolation on usage_kept_month
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));
revoke update, delete on usage_kept_month from counterfoil_app;

alter table usage_dropped_month
  -- The properties that are kept, by event name. Of other event names nothing is kept. Null before anything is.
  add column kept_properties jsonb,
  -- Since then everything is in usage_kept_month that belongs there; a stream without a row had no event in the month.
  add column kept_at timestamptz;

-- The next streams with these event names, and their events in a detached month: a line for each that counts, with its milliseconds
-- since 1970 and those of its properties that are kept. Reads up to `most` + 1 events of a stream.
create function dropped_streams(of_month date, kept jsonb, after_stream bigint, streams integer, most integer)
returns table (stream_id bigint, event_count integer, through_sequence bigint, events text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format($query$
    select s.id, e.event_count, e.through_sequence, e.events
    from (
      select id, event_name from usage_stream
      where organization_id = current_organization() and account_id is not null and $1 ? event_name and id > $2 order by id limit $3
    ) s
    cross join lateral (
      select count(*)::integer as event_count, max(greatest(d.sequence, d.voided_sequence)) as through_sequence,
        string_agg(floor(extract(epoch from d.timestamp) * 1000)::bigint || ' ' || coalesce((
            select json_object_agg(p.key, p.value)::text from json_each(d.properties) p where ($1 -> s.event_name) ? p.key
          ), '{}'), E'\n' order by d.timestamp, d.sequence) filter (where d.voided_sequence is null) as events
      from (select * from usage_event_dropped_%s where stream_id = s.id limit $4 + 1) d
    ) e
    order by s.id
  $query$, to_char(of_month, 'YYYY_MM'))
  using kept, after_stream, streams, most;
end
$$;
revoke all on function dropped_streams(date, jsonb, bigint, integer, integer) from public;
grant execute on function dropped_streams(date, jsonb, bigint, integer, integer) to counterfoil_app;

-- As before, and what is kept of the months.
create or replace function drop_usage_before(month date) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
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
    -- safe: as before, what retention deletes
    execute format('drop table %I', partition.name);
    dropped := dropped + 1;
  end loop;
  delete from usage_event_rest where timestamp < first_kept::timestamp at time zone 'UTC';
  delete from usage_kept_month k where k.month < first_kept;
  return dropped;
end
$$;
