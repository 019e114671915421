-- R-HOOK-1: events that were rejected, until the minute is over and one notification tells of all of them. However many come, there
-- are as many rows as kinds of faults.

create table rejected_events (
  -- Refers to nothing: its rows live for a minute.
  organization_id text collate "C" not null,
  minute timestamptz not null,
  -- What was wrong, by the code that the events were answered with.
  code text collate "C" not null,
  events bigint not null check (events > 0),
  -- The first few: [{uniqueId, detail}].
  samples jsonb not null,
  primary key (organization_id, minute, code)
);
alter table rejected_events enable row level security;
create policy organization_isolation on rejected_events
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Before the organization is known: who has minutes to tell of that are over.
create function organizations_with_rejected_events(present timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.organization_id from rejected_events r where r.minute < date_trunc('minute', present, 'UTC')
$$;
revoke all on function organizations_with_rejected_events(timestamptz) from public;
grant execute on function organizations_with_rejected_events(timestamptz) to counterfoil_app;

-- One secret of an app's codes opens once in each half minute: the step whose code was taken last.
alter table identity.second_factor add column last_step bigint;
