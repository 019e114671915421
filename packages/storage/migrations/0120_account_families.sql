-- R-CREDIT-2, R-FAM-1: accounts have parents, in three levels, and a spend limit may count the usage of a whole family. Decision 123.

create table account_parent (
  organization_id text collate "C" not null,
  account_id text collate "C" not null,
  parent_id text collate "C" not null check (parent_id <> account_id),
  created_at timestamptz not null,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, parent_id) references account (organization_id, id)
);
create index account_parent_children on account_parent (organization_id, parent_id);
alter table account_parent enable row level security;
create policy organization_isolation on account_parent
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Whether usage of the account alone counts, or also that of the accounts below it.
alter table spend_limit add column applies_to text collate "C" not null default 'account'
  constraint spend_limit_applies_to_check check (applies_to in ('account', 'family'));
alter table spend_limit alter column applies_to drop default;

-- An account and all below it.
create function family_below(organization text, account text) returns setof text language sql stable as $$
  select account
  union all
  select c.account_id from account_parent c where c.organization_id = organization and c.parent_id = account
  union all
  select g.account_id from account_parent c
    join account_parent g on g.organization_id = organization and g.parent_id = c.account_id
    where c.organization_id = organization and c.parent_id = account
$$;

-- The limits above an account are those of its family, so they change with it, and for all accounts below it.
create function note_change_of_family() returns trigger language plpgsql as $$
begin
  perform note_account_change(organization, id)
    from (select coalesce(new.organization_id, old.organization_id) as organization,
      coalesce(new.account_id, old.account_id) as account) as changed, family_below(organization, account) as id;
  return null;
end
$$;
create trigger account_change after insert or update or delete on account_parent
  for each row execute function note_change_of_family();
create trigger account_change_of_family after insert or update on spend_limit
  for each row when (new.applies_to = 'family') execute function note_change_of_family();
