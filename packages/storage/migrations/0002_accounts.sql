-- Accounts: who the organization bills.

create table account (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  billing_address jsonb,
  currency text not null,
  billing_email text,
  tax_id text,
  tax_status text,
  tax_country text,
  timezone text,
  test_clock_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, test_clock_id) references test_clock (organization_id, id)
);
create index account_created on account (organization_id, created_at, id);
create index account_test_clock on account (organization_id, test_clock_id) where test_clock_id is not null;
alter table account enable row level security;
create policy organization_isolation on account
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table account_alias (
  organization_id text collate "C" not null references organization (id),
  alias text collate "C" not null,
  account_id text collate "C" not null,
  position integer not null,
  primary key (organization_id, alias),
  foreign key (organization_id, account_id) references account (organization_id, id) on delete cascade
);
create index account_alias_account on account_alias (organization_id, account_id, position);
alter table account_alias enable row level security;
create policy organization_isolation on account_alias
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table contact (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  position integer not null,
  email text not null,
  first_name text,
  last_name text,
  is_primary boolean not null,
  email_preferences text[] not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id) on delete cascade
);
create index contact_account on contact (organization_id, account_id, position);
create unique index contact_one_primary on contact (organization_id, account_id) where is_primary;
alter table contact enable row level security;
create policy organization_isolation on contact
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
