-- Tax: the organization's own rates, who and what names them, and the taxes of invoices.

create table tax_rate (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  -- Per cent, as it was written.
  percentage text not null,
  -- What the rate asks for; null asks for nothing.
  country text,
  region text,
  tax_category text,
  tax_status text check (tax_status in ('taxable', 'exempt', 'zero_rated', 'reverse_charge')),
  inclusive boolean not null,
  category_code text not null check (category_code in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  reason_code text,
  reason text,
  -- Calendar dates of supply, half-open.
  valid_from date,
  valid_until date,
  -- An archived rate applies to nothing more; invoices keep what they were issued with.
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (region is null or country is not null),
  check (valid_until > valid_from)
);
create index tax_rate_created on tax_rate (organization_id, created_at, id);
alter table tax_rate enable row level security;
create policy organization_isolation on tax_rate
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- `manual`: its own rates, and without any no tax. `table`: its own rates, else the built-in table. `none`: no tax at all.
alter table organization add column tax_mode text not null default 'manual' check (tax_mode in ('none', 'manual', 'table'));

alter table account add column tax_rate_ids text[] not null default '{}';
alter table price add column tax_rate_ids text[] not null default '{}';

-- The taxes of an invoice, decided with its draft and frozen when it is issued: by rate what it is called, its category and
-- reason, its base and its amount. Null where nothing was said about tax.
alter table invoice add column taxes jsonb;
-- The parts of a line, each with its share of the invoice's taxes, which it names by their place in that list.
alter table invoice_line add column taxes jsonb;
