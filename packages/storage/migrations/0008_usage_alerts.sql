-- Alerts on usage: who wants to be told at which quantities or amounts, and what was told.

create table usage_alert (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  metric_id text collate "C" not null,
  -- Null: every account of the organization, each by itself.
  account_id text collate "C",
  measure text not null check (measure in ('quantity', 'amount')),
  -- Of an amount: that of the subscriptions that are judged.
  currency text,
  -- Decimals, ascending, as they were written.
  thresholds text[] not null,
  period text not null,
  active boolean not null,
  -- The first look at what was used before the alert was made or changed has come to this account: '' before the first one,
  -- null once all were looked at.
  looked_through text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, metric_id) references metric (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  check ((measure = 'amount') = (currency is not null)),
  check (measure = 'quantity' or period = 'billing_period')
);
create index usage_alert_created on usage_alert (organization_id, created_at, id);
create index usage_alert_watching on usage_alert (organization_id, account_id) where active;
create index usage_alert_to_look on usage_alert (organization_id) where active and looked_through is not null;
alter table usage_alert enable row level security;
create policy organization_isolation on usage_alert
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- What was told. The key is what makes a threshold be told once in a period, however many workers see it reached.
create table usage_alert_reached (
  organization_id text collate "C" not null,
  alert_id text collate "C" not null,
  account_id text collate "C" not null,
  -- '' where usage is judged for the account as a whole.
  subscription_id text collate "C" not null,
  -- The period's first local day, with the interval of a billing period; the instant at which its hour began; or `always`. A move
  -- to another zone changes instants and no day, so nothing is told again.
  period text collate "C" not null,
  threshold numeric not null check (threshold > 0),
  -- What the usage came to when it was seen.
  value numeric not null,
  reached_at timestamptz not null,
  primary key (organization_id, alert_id, account_id, subscription_id, period, threshold),
  foreign key (organization_id, alert_id) references usage_alert (organization_id, id)
);
revoke update, delete on usage_alert_reached from counterfoil_app;
alter table usage_alert_reached enable row level security;
create policy organization_isolation on usage_alert_reached
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Up to which sequence events were looked at for alerts; no row while no alert is active.
create table usage_alert_tail (
  organization_id text collate "C" primary key references organization (id),
  sequence bigint not null
);
alter table usage_alert_tail enable row level security;
create policy organization_isolation on usage_alert_tail
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Which organizations have alerts and usage that was not looked at for them: runs before any organization is known.
create function organizations_with_alerts_to_look_at() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.organization_id from usage_alert a where a.active and a.looked_through is not null
  union
  -- By the two indexes on what is newest: an exists would be free to look through all events.
  select t.organization_id from usage_alert_tail t join organization o on o.id = t.organization_id
    where (select max(e.sequence) from usage_event e where e.organization_number = o.number) > t.sequence
      or (select max(e.voided_sequence) from usage_event e where e.organization_number = o.number) > t.sequence
$$;
revoke all on function organizations_with_alerts_to_look_at() from public;
grant execute on function organizations_with_alerts_to_look_at() to counterfoil_app;
