-- Contracts and what they sell from which date on. Columns carry the interface's names.

create table subscription (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  plan_id text collate "C",
  name text not null,
  description text,
  purchase_order_number text,
  currency text not null,
  source_currency text,
  conversion_rate numeric,
  conversion_rate_date timestamptz,
  status text not null check (status in ('draft', 'sent', 'accepted', 'active', 'canceled')),
  activation_mode text not null check (activation_mode in ('manual', 'automatic')),
  trial_period_days integer,
  additional_terms text,
  terms_of_service_links jsonb not null,
  terms_of_service_files jsonb not null,
  minimum_spend jsonb,
  maximum_spend jsonb,
  discount jsonb,
  contract_start_date timestamptz not null,
  contract_end_date timestamptz,
  contract_duration integer,
  contract_period_type text not null check (contract_period_type in ('monthly_rolling', 'fixed')),
  auto_renew boolean not null,
  renewal_period_type text,
  renewal_duration integer,
  renewal_history jsonb not null,
  quote_template_id text,
  signer_name text,
  signer_email text,
  signer_job_title text,
  cancelation_reason text,
  cancelation_reason_description text,
  activated_at timestamptz,
  -- When it was announced that the contract has begun.
  started_at timestamptz,
  -- When a cancellation takes or took effect, and whether what was paid for later days is given back (R-SUB-6).
  cancels_at timestamptz,
  cancels_on date,
  cancelation_credit text check (cancelation_credit in ('prorate', 'none')),
  -- The pause that runs or lies ahead, of subscription_pause.
  paused_at timestamptz,
  resumes_at timestamptz,
  canceled_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  auto_issue_invoices boolean not null,
  auto_pay_invoices boolean not null,
  send_invoices_to_customer boolean not null,
  send_receipts_to_customer boolean not null,
  send_activation_email boolean not null,
  invoice_generation_start_date timestamptz,
  first_billing_date timestamptz,
  last_billing_date timestamptz,
  charge_oneoff_prices_on_contract_start boolean not null,
  -- The same moments as calendar dates of the account's zone when they were written: what billing counts with, so that a
  -- change of the zone moves instants and no dates (R-TIME-1).
  contract_start_on date not null,
  -- The last day that was billed. Beside last_billing_date, for a change of zone moves no date.
  last_billing_on date,
  -- The account's zones before the present one, [{timeZone, through}] with the last day of each: days begin where they began.
  earlier_zones jsonb not null,
  contract_end_on date,
  first_billing_on date,
  invoice_generation_start_on date,
  invoice_payment_terms text not null,
  invoice_memo_template text,
  invoice_footer_text text,
  -- The next instant at which something falls due, and the calendar date it stands for; null when nothing ever will.
  -- Due work is found by the index on it and never by looking through subscriptions.
  next_billing_at timestamptz,
  next_billing_on date,
  test_clock_id text collate "C",
  -- Why the last attempt to bill failed; a failing subscription is put aside until it is retried (R-INV-5).
  billing_failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, plan_id) references plan (organization_id, id),
  foreign key (organization_id, test_clock_id) references test_clock (organization_id, id)
);
create index subscription_created on subscription (organization_id, created_at, id);
create index subscription_account on subscription (organization_id, account_id);
create index subscription_due on subscription (next_billing_at, organization_id)
  where next_billing_at is not null and test_clock_id is null and billing_failure is null;
create index subscription_due_on_clock on subscription (organization_id, test_clock_id, next_billing_at)
  where next_billing_at is not null and test_clock_id is not null and billing_failure is null;
alter table subscription enable row level security;
create policy organization_isolation on subscription
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Days without service that are not paid for (R-SUB-6). At most one pause has an open end, the last.
create table subscription_pause (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  starts_on date not null,
  ends_on date,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- What was sold on its first day when that was billed before the pause was asked for: the advance of it stands, and is credited.
  billed_version_id text collate "C",
  -- Whether the pause lies ahead, runs, or is over: what was announced of it.
  state text not null check (state in ('ahead', 'running', 'over')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, subscription_id, starts_on),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id) on delete cascade,
  check (ends_on > starts_on)
);
alter table subscription_pause enable row level security;
create policy organization_isolation on subscription_pause
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table subscription_version (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  quote_id text,
  change_description text,
  -- The plan that a change took what is sold from; the subscription is of that plan from its start on.
  plan_id text collate "C",
  start_date timestamptz,
  end_date timestamptz,
  start_on date,
  end_on date,
  status text not null check (status in ('draft', 'published', 'superseded')),
  -- What happens to periods that are billed already when the version starts inside them (R-SUB-4).
  proration text not null check (proration in ('prorate', 'none', 'credit_only', 'charge_only')),
  -- Its first day had been billed when it was published: what was billed stands, as in the middle of a period.
  is_after_billing boolean not null,
  -- [{featureKey, value, resets}]: what it entitles the account to.
  entitlements jsonb not null,
  published_at timestamptz,
  -- Counts the publications of the subscription: of versions that start on one day, the one published last runs.
  publication_number integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id) on delete cascade
);
create index subscription_version_subscription on subscription_version (organization_id, subscription_id, start_on);
create unique index subscription_version_one_per_start on subscription_version (organization_id, subscription_id, start_on)
  where status <> 'draft' and end_on is distinct from start_on;
alter table subscription_version enable row level security;
create policy organization_isolation on subscription_version
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table version_price_group (
  organization_id text collate "C" not null references organization (id),
  version_id text collate "C" not null,
  position integer not null,
  name text,
  description text,
  bundle_id text collate "C",
  primary key (organization_id, version_id, position),
  foreign key (organization_id, version_id) references subscription_version (organization_id, id) on delete cascade,
  foreign key (organization_id, bundle_id) references bundle (organization_id, id)
);
alter table version_price_group enable row level security;
create policy organization_isolation on version_price_group
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table version_price (
  organization_id text collate "C" not null references organization (id),
  version_id text collate "C" not null,
  group_position integer not null,
  position integer not null,
  price_id text collate "C" not null,
  primary key (organization_id, version_id, group_position, position),
  -- A price is sold once in a version: its identity on an invoice line is (subscription, price, kind, service period).
  unique (organization_id, version_id, price_id),
  foreign key (organization_id, version_id, group_position)
    references version_price_group (organization_id, version_id, position) on delete cascade,
  foreign key (organization_id, price_id) references price (organization_id, id)
);
create index version_price_price on version_price (organization_id, price_id);
alter table version_price enable row level security;
create policy organization_isolation on version_price
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The link under which a quote is read and accepted (R-SUB-1). A subscription has one at a time: sending it again replaces
-- token and content. The token is stored only as its hash, which has to be unique among all organizations.
create table quote_link (
  organization_id text collate "C" not null references organization (id),
  subscription_id text collate "C" not null,
  token_hash bytea not null unique,
  -- What was sent, as the very text that is hashed and signed: a jsonb column would write it in another way.
  content text not null,
  sha256 text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, subscription_id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
);
alter table quote_link enable row level security;
create policy organization_isolation on quote_link
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- From the hash of a presented token to the quote it opens: like find_api_key, before the organization is known.
create function find_quote_link(presented_hash bytea) returns table (organization_id text, subscription_id text)
language sql stable security definer set search_path = public as $$
  select l.organization_id, l.subscription_id from quote_link l where l.token_hash = presented_hash
$$;
revoke all on function find_quote_link(bytea) from public;
grant execute on function find_quote_link(bytea) to counterfoil_app;

-- The proof of an acceptance: who signed what, when and from where. Nobody changes or removes it.
create table quote_signature (
  organization_id text collate "C" not null references organization (id),
  subscription_id text collate "C" not null,
  signer_name text not null,
  signer_email text not null,
  signer_job_title text,
  signed_at timestamptz not null,
  network_address text not null,
  content text not null,
  sha256 text not null,
  primary key (organization_id, subscription_id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
);
revoke update, delete on quote_signature from counterfoil_app;
alter table quote_signature enable row level security;
create policy organization_isolation on quote_signature
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
