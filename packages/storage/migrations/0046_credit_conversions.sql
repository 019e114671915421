-- R-INV-8: account credit that was moved from one currency to another on purpose, at a stated rate.
create table credit_conversion (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  from_currency text not null,
  from_amount numeric not null check (from_amount > 0),
  to_currency text not null check (to_currency <> from_currency),
  -- from_amount × rate, rounded once to the minor unit of to_currency.
  to_amount numeric not null check (to_amount > 0),
  rate numeric not null check (rate > 0),
  reason text not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create index credit_conversion_created on credit_conversion (organization_id, created_at, id);
create index credit_conversion_account on credit_conversion (organization_id, account_id, created_at);
-- A conversion never changes; only the text of its reason can be erased.
revoke update, delete on credit_conversion from counterfoil_app;
grant update (reason) on credit_conversion to counterfoil_app;
alter table credit_conversion enable row level security;
create policy organization_isolation on credit_conversion
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The two entries of a conversion name it; their kind is null, since the conversion says what they are.
alter table account_credit_entry add column credit_conversion_id text collate "C";
-- Entries that are there already name no conversion, and none without its conversion can be written.
alter table account_credit_entry add foreign key (organization_id, credit_conversion_id)
  references credit_conversion (organization_id, id) not valid;
create index account_credit_entry_conversion on account_credit_entry (organization_id, credit_conversion_id)
  where credit_conversion_id is not null;
