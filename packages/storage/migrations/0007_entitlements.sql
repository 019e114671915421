-- What accounts may use: features, what grants them, and how much of them was used.

create table feature (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  -- Chosen by the organization, and written into its product's code: it never changes.
  key text collate "C" not null,
  name text not null,
  type text not null check (type in ('boolean', 'quantity')),
  -- The metric whose usage is the use of the feature; null where use is what was settled.
  metric_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, key),
  foreign key (organization_id, metric_id) references metric (organization_id, id),
  check (metric_id is null or type = 'quantity')
);
create index feature_created on feature (organization_id, created_at, id);
alter table feature enable row level security;
create policy organization_isolation on feature
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- What a subscription entitles its account to, and when: derived from its versions, days and pauses whenever one of them
-- changes, in the same transaction, with the instants that are known ahead. A check reads these rows and no contract.
create table entitlement_grant (
  organization_id text collate "C" not null references organization (id),
  account_id text collate "C" not null,
  feature_key text collate "C" not null,
  subscription_id text collate "C" not null,
  valid_from timestamptz not null,
  -- infinity while no end is known
  valid_until timestamptz not null,
  -- true, false, unlimited, or a decimal
  value text not null,
  resets text not null,
  -- What the periods are counted by: the contract's start, its first billing date, the interval that it is billed in.
  starts_on date not null,
  anchor_on date not null,
  billing_interval text not null,
  time_zone text not null,
  earlier_zones jsonb not null,
  primary key (organization_id, account_id, feature_key, subscription_id, valid_from),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id),
  check (valid_from < valid_until)
);
alter table entitlement_grant enable row level security;
create policy organization_isolation on entitlement_grant
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- How much an account used of a feature in a period, and how much of it is held back. Everything that changes it, or a
-- reservation of its period, locks this row first. No index holds what changes, so that updates stay on their page.
create table entitlement_use (
  organization_id text collate "C" not null,
  account_id text collate "C" not null,
  feature_key text collate "C" not null,
  -- The period's first local day, the instant at which its hour began, or `always`.
  period text collate "C" not null,
  -- infinity where the period never ends
  period_end timestamptz not null,
  used numeric not null check (used >= 0),
  -- The sum of the open reservations of the period.
  reserved numeric not null check (reserved >= 0),
  -- No open reservation expires before; null while none is open.
  earliest_expiry timestamptz,
  primary key (organization_id, account_id, feature_key, period)
) with (fillfactor = 50);
create index entitlement_use_current on entitlement_use (organization_id, account_id, feature_key, period_end);
alter table entitlement_use enable row level security;
create policy organization_isolation on entitlement_use
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- A quantity held back for work whose cost is known only at its end.
create table entitlement_reservation (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  feature_key text collate "C" not null,
  period text collate "C" not null,
  -- Chosen by the caller: the same call sent again finds its reservation.
  unique_id text collate "C",
  quantity numeric not null check (quantity >= 0),
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'settled', 'expired')),
  settled_quantity numeric check (settled_quantity >= 0),
  settled_at timestamptz,
  primary key (organization_id, id),
  check ((state = 'settled') = (settled_at is not null) and (state = 'settled') = (settled_quantity is not null))
) with (fillfactor = 80);
create unique index entitlement_reservation_unique_id
  on entitlement_reservation (organization_id, account_id, feature_key, unique_id) where unique_id is not null;
create index entitlement_reservation_open
  on entitlement_reservation (organization_id, account_id, feature_key, period, expires_at) where state = 'open';
alter table entitlement_reservation enable row level security;
create policy organization_isolation on entitlement_reservation
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
