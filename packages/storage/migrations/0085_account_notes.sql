-- Notes, tags and metadata of accounts, and indexes for the activity of an account. Decision 77.

create table account_note (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  -- A mention is @ and the ID of a person.
  text text not null check (text <> ''),
  author_type text not null,
  author_id text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create index account_note_account on account_note (organization_id, account_id, created_at);
alter table account_note enable row level security;
create policy organization_isolation on account_note
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table account_tag (
  organization_id text collate "C" not null references organization (id),
  account_id text collate "C" not null,
  tag text collate "C" not null check (tag <> ''),
  primary key (organization_id, account_id, tag),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create index account_tag_tag on account_tag (organization_id, tag);
alter table account_tag enable row level security;
create policy organization_isolation on account_tag
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table account_metadata (
  organization_id text collate "C" not null references organization (id),
  account_id text collate "C" not null,
  key text collate "C" not null check (key <> ''),
  value text not null,
  primary key (organization_id, account_id, key),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
alter table account_metadata enable row level security;
create policy organization_isolation on account_metadata
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Each tag with the number of its accounts.
create view account_tag_count with (security_invoker = true) as
  select organization_id, tag, count(*)::integer as accounts from account_tag group by organization_id, tag;
revoke insert, update, delete on account_tag_count from counterfoil_app;

-- The names of people, without their roles and addresses.
create view member_name with (security_invoker = true) as select organization_id, id, name, created_at from member;
revoke insert, update, delete on member_name from counterfoil_app;

-- safe: notifications are written again once the index is built, a few seconds for a million of them.
create index notification_object on notification (organization_id, object_id);
-- safe: mail is written again once the index is built, a few seconds for a million mails.
create index mail_account on mail (organization_id, account_id, created_at) where account_id is not null;

-- An email to a person who is mentioned in a note. Only to members of the organization of the statement.
alter table identity.notice drop constraint notice_kind_check;
alter table identity.notice add constraint notice_kind_check check (kind in
  ('new_sign_in', 'password_changed', 'second_factor_removed', 'api_key_created', 'note_mention')) not valid;
create function identity.tell_member_of_mention(
  notice_id text, member text, told jsonb, written timestamptz, open_until timestamptz
) returns void
language sql volatile security definer set search_path = identity, pg_temp as $$
  insert into notice (id, kind, recipient, recipient_name, facts, attempts, next_attempt_at, expires_at, created_at)
  select notice_id, 'note_mention', p.email, p.name, told, 0, written, open_until, written
  from person p
  join public.membership m on m.person_id = p.id and m.organization_id = (select public.current_organization())
  where p.id = member
$$;
revoke all on function identity.tell_member_of_mention(text, text, jsonb, timestamptz, timestamptz) from public;
grant execute on function identity.tell_member_of_mention(text, text, jsonb, timestamptz, timestamptz) to counterfoil_app;

-- Removes emails about notes of an account that are not sent yet. Only for an account of the organization of the statement.
create function identity.forget_mentions_on(account text) returns void
language sql volatile security definer set search_path = identity, pg_temp as $$
  delete from notice
  where kind = 'note_mention' and facts ->> 'accountId' = account
    and exists (select from public.account a where a.organization_id = (select public.current_organization()) and a.id = account)
$$;
revoke all on function identity.forget_mentions_on(text) from public;
grant execute on function identity.forget_mentions_on(text) to counterfoil_app;
