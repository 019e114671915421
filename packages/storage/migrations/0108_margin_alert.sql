-- R-COST-1: a notification when the margin of an account is low. Decision 104.

-- {"percent", "minimumCost"}. Null: margins are not checked.
alter table organization add column margin_alert jsonb;

-- Up to which change of costs margins were checked; no row while they are not checked.
create table margin_tail (
  organization_id text collate "C" primary key references organization (id),
  sequence bigint not null
);
alter table margin_tail enable row level security;
create policy organization_isolation on margin_tail
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- What was told. The key makes an account be told once a month, however many workers see its margin.
create table margin_low (
  organization_id text collate "C" not null,
  account_id text collate "C" not null,
  -- The first day of the month, on the clock and in the time zone of the account.
  month date not null,
  currency text collate "C" not null,
  revenue numeric not null,
  cost numeric not null,
  noticed_at timestamptz not null,
  primary key (organization_id, account_id, month),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
revoke update, delete on margin_low from counterfoil_app;
alter table margin_low enable row level security;
create policy organization_isolation on margin_low
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Which organizations have costs that were not looked at: runs before any organization is known.
create function organizations_with_margins_to_look_at() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.organization_id from margin_tail t join organization o on o.id = t.organization_id
    where (select max(c.added_sequence) from event_cost c where c.organization_number = o.number) > t.sequence
$$;
revoke all on function organizations_with_margins_to_look_at() from public;
grant execute on function organizations_with_margins_to_look_at() to counterfoil_app;
