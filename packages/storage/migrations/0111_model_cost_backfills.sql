-- R-AI-1: costs for model calls that were stored without a price. Decision 106.

-- A walk through the events of open months that have no cost, which counts what they cost or stores it.
create table model_cost_backfill (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  mode text collate "C" not null check (mode in ('preview', 'apply')),
  status text collate "C" not null check (status in ('running', 'done', 'canceled')),
  -- The name of the model calls, and the first instant of the open months. Later events are read.
  event_name text collate "C" not null,
  from_at timestamptz not null,
  -- Events were read through this sequence, of those up to that one. Null: the walk has not begun.
  read_through bigint,
  through bigint,
  -- What was found so far: [{"provider", "model", "currency", "events", "amount"}], with a cost.
  models jsonb not null default '[]',
  -- [{"provider", "model", "missing", "events"}], still without one.
  unpriced jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it was done or canceled.
  finished_at timestamptz,
  primary key (organization_id, id),
  check ((status = 'running') = (finished_at is null))
);
-- One at a time.
create unique index model_cost_backfill_running on model_cost_backfill (organization_id) where status = 'running';
create index model_cost_backfill_created on model_cost_backfill (organization_id, created_at, id);
alter table model_cost_backfill enable row level security;
create policy organization_isolation on model_cost_backfill
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Also organizations with such a walk. A worker of an earlier release finds no price to apply there, and goes on.
create or replace function organizations_with_costs_to_backfill() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.organization_id from cost_price p where p.backfill_through is not null
  union
  select b.organization_id from model_cost_backfill b where b.status = 'running'
$$;
