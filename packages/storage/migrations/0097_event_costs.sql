-- R-COST-1: what usage costs the organization itself. Decision 95.

-- What one unit of a metric costs, from an instant on, for the events with some property values.
create table cost_price (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  metric_id text collate "C" not null,
  -- Names and values that an event must have, as text. {} matches every event.
  properties jsonb not null,
  unit_cost numeric not null check (unit_cost >= 0),
  currency text collate "C" not null,
  -- Half-open. Null: until a later price with the same properties.
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  -- Events that arrived before the price are priced up to this sequence, and were looked at through that one. Null: done.
  backfill_through bigint,
  backfilled_through bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, metric_id, properties, valid_from),
  foreign key (organization_id, metric_id) references metric (organization_id, id)
);
create index cost_price_created on cost_price (organization_id, created_at, id);
-- Nearly always empty.
create index cost_price_unfinished on cost_price (organization_id, id) where backfill_through is not null;
alter table cost_price enable row level security;
create policy organization_isolation on cost_price
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create function organizations_with_costs_to_backfill() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.organization_id from cost_price p where p.backfill_through is not null
$$;
revoke all on function organizations_with_costs_to_backfill() from public;
grant execute on function organizations_with_costs_to_backfill() to counterfoil_app;

-- The cost of an event, frozen when the event is stored. Rows are only added: a void or an amendment adds the opposite.
create table event_cost (
  organization_number integer not null,
  -- The event.
  sequence bigint not null,
  -- The metric that the cost is for. Empty: no metric counts the event.
  metric_id text collate "C" not null,
  is_reversal boolean not null,
  -- Where the row is in the order of changes. See current_usage_sequence().
  added_sequence bigint not null,
  stream_id bigint not null,
  -- When the event happened.
  timestamp timestamptz not null,
  -- When the cost became known, on the clock of the account.
  recorded_at timestamptz not null,
  currency text collate "C" not null,
  amount numeric not null,
  -- Where the amount comes from: sent with the event, or computed.
  source text collate "C" not null check (source in ('event', 'cost_price')),
  -- What a computed amount was computed from: amount = quantity × unit_cost.
  quantity numeric,
  unit_cost numeric,
  cost_price_id text collate "C",
  primary key (organization_number, sequence, metric_id, is_reversal),
  check ((source = 'event') = (cost_price_id is null)),
  check ((source = 'event') = (unit_cost is null) and (source = 'event') = (quantity is null))
);
create index event_cost_timestamp on event_cost (organization_number, timestamp);
create index event_cost_added on event_cost (organization_number, added_sequence);
revoke delete on event_cost from counterfoil_app;
alter table event_cost enable row level security;
create policy organization_isolation on event_cost
  using (organization_number = (select current_organization_number()))
  with check (organization_number = (select current_organization_number()));

-- The cost that was sent with an event, for those who read the event. Null: none was sent.
create or replace view named_usage_event with (security_invoker = true) as
  select e.sequence, e.timestamp, e.received_at, e.voided_sequence, e.organization_number, s.organization_id, s.account_id,
    s.account_reference, s.event_name, e.unique_id, e.properties,
    (select json_build_object('amount', c.amount::text, 'currency', c.currency) from event_cost c
      where c.organization_number = e.organization_number and c.sequence = e.sequence and c.source = 'event' and not c.is_reversal
    ) as cost
  from usage_event e join usage_stream s on s.id = e.stream_id;
revoke insert, update, delete on named_usage_event from counterfoil_app;
