-- Links under which whoever holds the token sees an account's subscriptions and invoices, and changes its billing details (R-UI-2).
-- An account may have several. The token is stored only as its hash, which has to be unique among all organizations.
create table portal_link (
  organization_id text collate "C" not null references organization (id),
  token_hash bytea not null unique,
  account_id text collate "C" not null,
  -- Whether subscriptions can be canceled with it.
  may_cancel boolean not null,
  -- Where the page leads back to.
  return_url text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, token_hash),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
alter table portal_link enable row level security;
create policy organization_isolation on portal_link
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- From the hash of a presented token to the account it opens: like find_quote_link, before the organization is known.
create function find_portal_link(presented_hash bytea) returns table (organization_id text, account_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.account_id from portal_link l where l.token_hash = presented_hash
$$;
revoke all on function find_portal_link(bytea) from public;
grant execute on function find_portal_link(bytea) to counterfoil_app;
