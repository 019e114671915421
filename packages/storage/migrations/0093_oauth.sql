-- R-MCP-1: programs that people connected to /mcp with OAuth. Decision 92.
create table oauth_connection (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  -- The person who allowed the program. It acts as this person, with at most the scopes of their current role.
  person_id text collate "C" not null,
  client_hash bytea not null,
  client_name text not null,
  redirect_host text not null,
  scopes text[] not null,
  resource text not null,
  -- Null until the program has taken its first tokens.
  connected_at timestamptz,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index oauth_connection_person on oauth_connection (organization_id, person_id);
create index oauth_connection_expiry on oauth_connection (expires_at);
create index oauth_connection_revoked on oauth_connection (revoked_at) where revoked_at is not null;
comment on table oauth_connection is 'Programs that people connected to /mcp with OAuth.';
comment on column oauth_connection.person_id is 'The person who allowed the program, and as whom it acts.';
comment on column oauth_connection.client_hash is 'SHA-256 of the client ID.';
comment on column oauth_connection.client_name is 'What the program said about itself. Not verified.';
comment on column oauth_connection.redirect_host is 'The host to which the code was sent.';
comment on column oauth_connection.resource is 'The address of the MCP server that the tokens are for.';
comment on column oauth_connection.connected_at is 'When the program took its first tokens. Null: not yet.';
alter table oauth_connection enable row level security;
create policy organization_isolation on oauth_connection
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table oauth_token (
  organization_id text collate "C" not null,
  hash bytea not null primary key,
  connection_id text collate "C" not null,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  -- Of a code only: what the program must repeat, and prove.
  redirect_uri text,
  code_challenge text,
  expires_at timestamptz not null,
  -- A code or a refresh token works once. Used ones are kept until they expire, so that a second use is noticed.
  used_at timestamptz,
  created_at timestamptz not null,
  foreign key (organization_id, connection_id) references oauth_connection (organization_id, id) on delete cascade,
  check ((kind = 'code') = (redirect_uri is not null) and (kind = 'code') = (code_challenge is not null))
);
create index oauth_token_connection on oauth_token (organization_id, connection_id);
create index oauth_token_expiry on oauth_token (expires_at);
comment on table oauth_token is 'Codes, access tokens and refresh tokens of OAuth connections. Only their hashes are stored.';
comment on column oauth_token.hash is 'SHA-256 of the code or token.';
comment on column oauth_token.code_challenge is 'The base64url SHA-256 of the verifier that the program must send with the code (PKCE).';
comment on column oauth_token.used_at is 'When the code or refresh token was exchanged. It works once.';
alter table oauth_token enable row level security;
create policy organization_isolation on oauth_token
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The code or token with this hash, before the organization is known. No row if its connection was revoked, or if the person has
-- left the organization.
create function find_oauth_token(presented_hash bytea)
returns table (
  organization_id text, connection_id text, person_id text, role text, client_hash bytea, client_name text, scopes text[],
  resource text, last_used_at timestamptz, kind text, redirect_uri text, code_challenge text, expires_at timestamptz,
  used_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.organization_id, c.id, c.person_id, m.role, c.client_hash, c.client_name, c.scopes, c.resource, c.last_used_at,
         t.kind, t.redirect_uri, t.code_challenge, t.expires_at, t.used_at
  from oauth_token t
  join oauth_connection c on c.organization_id = t.organization_id and c.id = t.connection_id
  join membership m on m.organization_id = c.organization_id and m.person_id = c.person_id
  where t.hash = presented_hash and c.revoked_at is null
$$;
revoke all on function find_oauth_token(bytea) from public;
grant execute on function find_oauth_token(bytea) to counterfoil_app;

-- Deletes expired tokens, connections that ended before `earliest`, and those whose program never took its tokens, of all
-- organizations. At most `most` of each. Returns how many.
create function forget_oauth(at timestamptz, earliest timestamptz, most integer) returns integer
language sql volatile security definer set search_path = public, pg_temp as $$
  with expired as (
    select t.hash from oauth_token t where t.expires_at < at order by t.hash limit most for update skip locked
  ), forgotten as (
    delete from oauth_token t using expired e where t.hash = e.hash returning 1
  ), ended as (
    select c.organization_id, c.id from oauth_connection c
    where c.expires_at < earliest or c.revoked_at < earliest or (c.connected_at is null and c.expires_at < at)
    order by c.organization_id, c.id limit most for update skip locked
  ), removed as (
    delete from oauth_connection c using ended e
    where c.organization_id = e.organization_id and c.id = e.id
      -- Tokens that this statement deletes are still visible to it. The connection follows with the next call.
      and not exists (select from oauth_token t where t.organization_id = c.organization_id and t.connection_id = c.id)
    returning 1
  )
  select (select count(*) from forgotten)::integer + (select count(*) from removed)::integer
$$;
revoke all on function forget_oauth(timestamptz, timestamptz, integer) from public;
grant execute on function forget_oauth(timestamptz, timestamptz, integer) to counterfoil_app;
