-- Usage events: what accounts used, counted once each (R-EVT-1 to R-EVT-5).
--
-- These two tables take every event, so they carry no foreign keys (a check per row and key) and no index that nothing
-- reads. What the keys would guard: the organization is that of the caller's key, and accounts are never deleted.

-- Which ids were ever taken, apart from the rows: a duplicate is one whatever its timestamp (R-EVT-3), and the rows can
-- be partitioned by time without losing that.
create table usage_event_key (
  organization_id text collate "C" not null,
  unique_id text collate "C" not null,
  -- The first half of a SHA-256 over the content as it was sent: tells a duplicate from a conflict.
  content_hash bytea not null,
  primary key (organization_id, unique_id)
);
alter table usage_event_key enable row level security;
create policy organization_isolation on usage_event_key
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table usage_event (
  -- The order in which events began to count: given when the event is stored, and anew when it is bound to its account.
  -- See current_usage_sequence().
  sequence bigint generated always as identity,
  timestamp timestamptz not null,
  received_at timestamptz not null,
  organization_id text collate "C" not null,
  -- Null while no account is known by the reference (R-EVT-5).
  account_id text collate "C",
  -- The account as it was sent; null when that was its id.
  account_reference text collate "C",
  event_name text collate "C" not null,
  unique_id text collate "C" not null,
  properties jsonb not null,
  primary key (organization_id, sequence),
  check (account_id is not null or account_reference is not null)
);
create index usage_event_metering on usage_event (organization_id, account_id, event_name, timestamp);
create index usage_event_unmatched on usage_event (organization_id, account_reference) where account_id is null;
alter table usage_event enable row level security;
create policy organization_isolation on usage_event
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The lock that everything which gives events their sequence holds shared until it commits.
create function usage_sequence_lock(organization text) returns bigint language sql immutable parallel safe as $$
  select hashtextextended('usage sequence ' || organization, 0)
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
    select coalesce(max(sequence), 0) into cut_off from usage_event where organization_id = current_organization();
    raise exception using errcode = 'CF001';
  exception when sqlstate 'CF001' then
    null;
  end;
  return cut_off;
end
$$;
