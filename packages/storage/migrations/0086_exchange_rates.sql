-- R-UI-1: dated exchange rates of an organization, for totals of its figures in one reporting currency. No invoice uses them.
create table exchange_rate (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  from_currency text collate "C" not null,
  to_currency text collate "C" not null check (to_currency <> from_currency),
  -- The first day of the rate. It applies until the day of the next one.
  date date not null,
  -- What one unit of from_currency is worth in to_currency.
  rate numeric not null check (rate > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, to_currency, from_currency, date)
);
create index exchange_rate_date on exchange_rate (organization_id, date, id);
alter table exchange_rate enable row level security;
create policy organization_isolation on exchange_rate
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The currency in which figures of several currencies are added. Null: they are not added.
alter table organization add column reporting_currency text;
