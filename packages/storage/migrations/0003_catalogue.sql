-- What is sold: metrics, products, prices, bundles, plans.

create table metric (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  description text,
  event_name text not null,
  filters jsonb not null,
  aggregation jsonb not null,
  group_by text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index metric_created on metric (organization_id, created_at, id);
create index metric_event_name on metric (organization_id, event_name);
alter table metric enable row level security;
create policy organization_isolation on metric
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table product (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  description text,
  sku text,
  fee_type text not null check (fee_type in ('fixed', 'metered')),
  payment_terms text not null check (payment_terms in ('advance', 'arrears')),
  billing_frequency text not null check (billing_frequency in ('recurring', 'one-off')),
  metric_ids text[] not null,
  unit_label text,
  tax_category text,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index product_created on product (organization_id, created_at, id);
alter table product enable row level security;
create policy organization_isolation on product
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table price (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  product_id text collate "C" not null,
  type text not null,
  -- Null for a price of a one-off product, which has no interval.
  billing_interval text,
  currency text not null,
  metric_ids text[] not null,
  -- The member of the interface that matches type, as it was sent: json and not jsonb, which reorders members.
  pricing_model json not null,
  discount jsonb,
  trial_period_days integer,
  minimum_spend jsonb,
  maximum_spend jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, product_id) references product (organization_id, id)
);
create index price_product on price (organization_id, product_id);
create index price_created on price (organization_id, created_at, id);
alter table price enable row level security;
create policy organization_isolation on price
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table bundle (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index bundle_created on bundle (organization_id, created_at, id);
alter table bundle enable row level security;
create policy organization_isolation on bundle
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table bundle_price (
  organization_id text collate "C" not null references organization (id),
  bundle_id text collate "C" not null,
  position integer not null,
  price_id text collate "C" not null,
  primary key (organization_id, bundle_id, position),
  unique (organization_id, bundle_id, price_id),
  foreign key (organization_id, bundle_id) references bundle (organization_id, id) on delete cascade,
  foreign key (organization_id, price_id) references price (organization_id, id)
);
create index bundle_price_price on bundle_price (organization_id, price_id);
alter table bundle_price enable row level security;
create policy organization_isolation on bundle_price
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table plan (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  description text,
  currency text not null,
  -- What a subscription made from the plan starts with (R-CAT-3): [{name, description, bundleId, priceIds}].
  price_groups jsonb not null,
  contract_period_type text not null,
  contract_duration integer,
  trial_period_days integer,
  minimum_spend jsonb,
  maximum_spend jsonb,
  discount jsonb,
  invoice_payment_terms text,
  auto_renew boolean not null,
  renewal_period_type text,
  renewal_duration integer,
  -- [{featureKey, value, resets}]
  entitlements jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index plan_created on plan (organization_id, created_at, id);
alter table plan enable row level security;
create policy organization_isolation on plan
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
