-- R-CREDIT-2: what usage of an account may cost in a billing period. Decision 95.

create table spend_limit (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  -- Counts the usage of a metric or a product. Both null: all usage of the account.
  metric_id text collate "C",
  product_id text collate "C",
  currency text collate "C" not null,
  -- With tax.
  amount numeric not null check (amount > 0),
  -- A hard limit also refuses checks and holds.
  enforcement text collate "C" not null constraint spend_limit_enforcement_check check (enforcement in ('soft', 'hard')),
  -- Percentages of the amount at which a notification is sent, ascending.
  notify_at int4[] not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, metric_id) references metric (organization_id, id),
  foreign key (organization_id, product_id) references product (organization_id, id),
  check (num_nonnulls(metric_id, product_id) <= 1)
);
create index spend_limit_created on spend_limit (organization_id, created_at, id);
create index spend_limit_active on spend_limit (organization_id, account_id) where active;
alter table spend_limit enable row level security;
create policy organization_isolation on spend_limit
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- What was told. The key makes a share be told once in a period, however many workers see it reached.
create table spend_limit_reached (
  organization_id text collate "C" not null,
  spend_limit_id text collate "C" not null,
  -- The first day of the billing period, in the time zone of the contract.
  period text collate "C" not null,
  share int4 not null,
  spent numeric not null,
  reached_at timestamptz not null,
  primary key (organization_id, spend_limit_id, period, share),
  foreign key (organization_id, spend_limit_id) references spend_limit (organization_id, id)
);
revoke update, delete on spend_limit_reached from counterfoil_app;
alter table spend_limit_reached enable row level security;
create policy organization_isolation on spend_limit_reached
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Up to which sequence events were looked at for spend limits and top-ups; no row while no account has either.
create table spend_tail (
  organization_id text collate "C" primary key references organization (id),
  sequence bigint not null
);
alter table spend_tail enable row level security;
create policy organization_isolation on spend_tail
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Accounts that were topped up already begin with the events to come.
insert into spend_tail (organization_id, sequence)
select o.id, coalesce((select max(e.sequence) from usage_event e where e.organization_number = o.number), 0) from organization o
where exists (select from credit_setting s where s.organization_id = o.id and s.top_up_threshold is not null);

-- Which organizations have usage that was not looked at: runs before any organization is known.
create function organizations_with_spend_to_look_at() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- By the two indexes on what is newest: an exists would be free to look through all events.
  select t.organization_id from spend_tail t join organization o on o.id = t.organization_id
    where (select max(e.sequence) from usage_event e where e.organization_number = o.number) > t.sequence
      or (select max(e.voided_sequence) from usage_event e where e.organization_number = o.number) > t.sequence
$$;
revoke all on function organizations_with_spend_to_look_at() from public;
grant execute on function organizations_with_spend_to_look_at() to counterfoil_app;
