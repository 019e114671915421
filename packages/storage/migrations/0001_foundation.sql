-- Organizations, keys, clocks, the audit trail and the outbox.
--
-- Every table carries organization_id and a policy, so that a statement written without the organization is refused by
-- the database and not only by the code (R-ORG-1). The server connects as counterfoil_app, which owns nothing.

grant usage on schema public to counterfoil_app;
alter default privileges in schema public grant select, insert, update, delete on tables to counterfoil_app;
alter default privileges in schema public grant usage, select on sequences to counterfoil_app;

-- The organization of the running statement. Raises when none is set: no rows would hide the mistake, an error shows it.
create function current_organization() returns text language plpgsql stable parallel safe as $$
declare
  organization text := current_setting('counterfoil.organization_id', true);
begin
  if organization is null or organization = '' then
    raise exception 'statement without an organization' using errcode = 'insufficient_privilege';
  end if;
  return organization;
end
$$;

create table organization (
  id text collate "C" primary key,
  -- Stands for the id in the tables that take every usage event, where the id would be a third of a row.
  number integer generated always as identity unique,
  name text not null,
  legal_name text,
  address jsonb,
  country text,
  tax_id text,
  registration_number text,
  email text,
  logo_url text,
  bank_details text,
  timezone text not null,
  default_currency text not null,
  locale text not null,
  invoice_number_prefix text not null,
  invoice_number_format text not null,
  -- When the sequence of invoice numbers starts again, by the organization's calendar.
  invoice_number_restart text not null check (invoice_number_restart in ('never', 'yearly', 'monthly')),
  grace_hours integer not null check (grace_hours >= 0),
  default_payment_terms text not null,
  zero_amount_invoices text not null check (zero_amount_invoices in ('issue', 'skip')),
  brand_color text not null,
  sandbox boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table organization enable row level security;
create policy organization_isolation on organization
  using (id = (select current_organization())) with check (id = (select current_organization()));

create function current_organization_number() returns integer language sql stable parallel safe as $$
  select number from organization where id = (select current_organization())
$$;

create table api_key (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text not null,
  -- The first characters of the key, enough to recognise it in a list and too few to guess it.
  prefix text not null,
  hash bytea not null unique,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
alter table api_key enable row level security;
create policy organization_isolation on api_key
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- A look-up that happens before the organization is known: from the hash of a presented key to its owner.
create function find_api_key(presented_hash bytea)
returns table (organization_id text, id text, scopes text[], expires_at timestamptz, last_used_at timestamptz, sandbox boolean)
language sql stable security definer set search_path = public as $$
  select k.organization_id, k.id, k.scopes, k.expires_at, k.last_used_at, o.sandbox
  from api_key k join organization o on o.id = k.organization_id
  where k.hash = presented_hash and k.revoked_at is null
$$;
revoke all on function find_api_key(bytea) from public;
grant execute on function find_api_key(bytea) to counterfoil_app;

create table test_clock (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  name text,
  frozen_time timestamptz not null,
  -- Where an advance started and where it is going; equal to frozen_time when the clock stands.
  advanced_from timestamptz not null,
  target_time timestamptz not null,
  status text not null check (status in ('ready', 'advancing', 'failed')),
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (frozen_time <= target_time)
);
create index test_clock_advancing on test_clock (organization_id) where status = 'advancing';
alter table test_clock enable row level security;
create policy organization_isolation on test_clock
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- R-AUDIT-1. The application may add to it and read it; it may not change or remove an entry.
create table audit_entry (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  at timestamptz not null,
  actor_type text not null,
  actor_id text,
  request_id text,
  action text not null,
  object_id text not null,
  changes json not null,
  primary key (organization_id, id)
);
create index audit_entry_object on audit_entry (organization_id, object_id);
revoke update, delete on audit_entry from counterfoil_app;
alter table audit_entry enable row level security;
create policy organization_isolation on audit_entry
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- R-HOOK-2: what happened, frozen as the API showed it, in the transaction that caused it.
create table notification (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  sequence bigint generated always as identity,
  type text not null,
  object_id text not null,
  timestamp timestamptz not null,
  -- As it was when it happened, to the letter.
  data json not null,
  primary key (organization_id, id)
);
create index notification_sequence on notification (organization_id, sequence);
revoke update, delete on notification from counterfoil_app;
alter table notification enable row level security;
create policy organization_isolation on notification
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
