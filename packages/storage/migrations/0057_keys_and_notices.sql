-- R-KEY-1: who made a key: a person, or another key. Null of a key that a command made. A key ends with the membership of the person
-- who made it, also by way of other keys.
alter table api_key add column created_by text collate "C";
create index api_key_created_by on api_key (organization_id, created_by) where created_by is not null;
update api_key k set created_by = e.actor_id
from audit_entry e
where e.organization_id = k.organization_id and e.object_id = k.id and e.action = 'api_key.created' and e.actor_type in ('person', 'api_key');

-- R-USER-1: mail that tells a person what was done with their sign-in. It lets nobody in, so it is no letter, which does.
create table identity.notice (
  id text collate "C" primary key,
  kind text not null check (kind in ('new_sign_in', 'password_changed', 'second_factor_removed', 'api_key_created')),
  recipient text not null,
  recipient_name text not null,
  -- What the mail says of it: {"address": …, "browser": …}, or {"key": …, "scopes": …, "organization": …}.
  facts jsonb not null,
  attempts integer not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index notice_due on identity.notice (due_at);
create index notice_expiry on identity.notice (expires_at);
grant select, insert, update, delete on identity.notice to counterfoil_people;
