-- People: who signs in, to which organizations they belong, and who was invited (R-USER-1).
--
-- Whoever signs in is a person of the installation and may belong to several organizations. What proves who a person is stands
-- in a schema of its own, which only the role counterfoil_people reaches: a statement that somebody smuggles into the rest of
-- the platform finds no password, no session and no second factor.

create schema identity;
grant usage on schema identity to counterfoil_people, counterfoil_app;

create table identity.person (
  id text collate "C" primary key,
  name text not null,
  -- One address, one person, however it is written.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on identity.person to counterfoil_people;

create table identity.credential (
  id text collate "C" primary key,
  person_id text collate "C" not null references identity.person (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  -- Argon2id.
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (person_id, provider_id)
);
grant select, insert, update, delete on identity.credential to counterfoil_people;

create table identity.session (
  id text collate "C" primary key,
  person_id text collate "C" not null references identity.person (id) on delete cascade,
  -- Opens nothing by itself: the cookie carries it with a signature.
  token text not null unique,
  -- The organization that the person last turned to.
  organization_id text collate "C",
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index session_person on identity.session (person_id);
grant select, insert, update, delete on identity.session to counterfoil_people;

-- What was sent or begun and waits for its other half: a reset of a password, a sign-in that waits for its second factor.
create table identity.verification (
  id text collate "C" primary key,
  -- A hash of what the other half shows.
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verification_identifier on identity.verification (identifier);
grant select, insert, update, delete on identity.verification to counterfoil_people;

create table identity.second_factor (
  id text collate "C" primary key,
  person_id text collate "C" not null unique references identity.person (id) on delete cascade,
  -- Both encrypted with the installation's secret.
  secret text not null,
  recovery_codes text not null,
  -- False until the first code was right.
  verified boolean not null,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
grant select, insert, update, delete on identity.second_factor to counterfoil_people;

-- How often something was guessed at lately. The subject is a hash: of an address, of an e-mail address, or of both.
create table identity.guess (
  subject bytea primary key,
  count integer not null,
  since timestamptz not null
);
create index guess_since on identity.guess (since);
grant select, insert, update, delete on identity.guess to counterfoil_people;

-- Mail to people about themselves. It carries what lets them in, so it stands in no organization's outbox, where others read it.
create table identity.letter (
  id text collate "C" primary key,
  kind text not null check (kind in ('password_reset', 'invitation')),
  recipient text not null,
  recipient_name text not null,
  -- Of an invitation.
  organization_name text,
  -- Forgotten with the letter: what was sent is removed.
  token text not null,
  attempts integer not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index letter_due on identity.letter (due_at);
grant select, insert, update, delete on identity.letter to counterfoil_people;

-- R-USER-1: a person in an organization.
create table membership (
  organization_id text collate "C" not null references organization (id),
  person_id text collate "C" not null references identity.person (id),
  role text not null check (role in ('owner', 'admin', 'finance', 'developer', 'viewer')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, person_id)
);
create index membership_person on membership (person_id);
alter table membership enable row level security;
create policy organization_isolation on membership
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table invitation (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'finance', 'developer', 'viewer')),
  token_hash bytea not null unique,
  -- The person or key that invited.
  invited_by text,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
-- One open invitation for an address: the next one takes its place.
create unique index invitation_open on invitation (organization_id, email) where accepted_at is null and revoked_at is null;
alter table invitation enable row level security;
create policy organization_isolation on invitation
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The platform sees of a person what is shown of one, and only of those who belong to the organization of the statement.
alter table identity.person enable row level security;
create policy everybody on identity.person to counterfoil_people using (true) with check (true);
create policy members on identity.person for select to counterfoil_app
  using (id in (select m.person_id from membership m where m.organization_id = (select current_organization())));
grant select (id, name, email, two_factor_enabled) on identity.person to counterfoil_app;

create view member with (security_invoker = true) as
  select m.organization_id, p.id, p.name, p.email, m.role, p.two_factor_enabled, m.created_at, m.updated_at
  from membership m join identity.person p on p.id = m.person_id;
revoke insert, update, delete on member from counterfoil_app;

-- Before the organization is known: to which organizations a person belongs. Only those who know the person may ask.
create function identity.memberships_of(person text)
returns table (organization_id text, name text, role text, sandbox boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.name, m.role, o.sandbox
  from membership m join organization o on o.id = m.organization_id
  where m.person_id = person
  order by m.created_at, o.id
$$;
revoke all on function identity.memberships_of(text) from public;
grant execute on function identity.memberships_of(text) to counterfoil_people;

-- Before the organization is known: whose invitation a token is.
create function find_invitation(presented_hash bytea) returns table (organization_id text, id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.organization_id, i.id from invitation i where i.token_hash = presented_hash
$$;
revoke all on function find_invitation(bytea) from public;
grant execute on function find_invitation(bytea) to counterfoil_app;
