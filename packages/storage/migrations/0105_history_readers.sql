-- R-HIST-2: which events readers must take from ClickHouse.

-- Copied events of known accounts that happened before this instant, and that began and ceased to count by this sequence, are no
-- longer in PostgreSQL; null while PostgreSQL has every event. Both only grow, and are set in the transaction that drops the rows.
alter table usage_history add column dropped_before timestamptz, add column dropped_through bigint;

create function usage_history_dropped() returns table (before timestamptz, through bigint) language sql stable as $$
  select dropped_before, dropped_through from usage_history
  where organization_id = (select current_organization()) and dropped_before is not null
$$;
