-- Checks and holds remember what they read of an account. This table says when it is no longer true. Decision 111.

-- One row for each transaction that changed something of an account; account_id '' is all accounts of the organization. What was
-- read in a snapshot still holds if every row is visible in that snapshot. Rows are only inserted, so nothing waits for them.
create table account_change (
  organization_id text collate "C" not null,
  account_id text collate "C" not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default now(),
  primary key (organization_id, account_id, transaction_id)
);
create index account_change_noted on account_change (organization_id, noted_at);
alter table account_change enable row level security;
create policy organization_isolation on account_change
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create function note_account_change(organization text, account text) returns void language sql volatile as $$
  insert into account_change (organization_id, account_id) values (organization, account) on conflict do nothing
$$;

-- For tables with organization_id and account_id.
create function note_change_of_account_id() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform note_account_change(old.organization_id, old.account_id); end if;
  if tg_op <> 'DELETE' then perform note_account_change(new.organization_id, new.account_id); end if;
  return null;
end
$$;

create function note_change_of_account() returns trigger language plpgsql as $$
begin
  perform note_account_change(coalesce(new.organization_id, old.organization_id), coalesce(new.id, old.id));
  return null;
end
$$;

create function note_change_of_organization() returns trigger language plpgsql as $$
begin
  perform note_account_change(coalesce(new.id, old.id), '');
  return null;
end
$$;

-- For tables whose rows concern all accounts.
create function note_change_of_all_accounts() returns trigger language plpgsql as $$
begin
  perform note_account_change(coalesce(new.organization_id, old.organization_id), '');
  return null;
end
$$;

create function note_change_of_subscription_id() returns trigger language plpgsql as $$
begin
  perform note_account_change(s.organization_id, s.account_id) from subscription s
    where s.organization_id = coalesce(new.organization_id, old.organization_id)
      and s.id in (new.subscription_id, old.subscription_id);
  return null;
end
$$;

create function note_change_of_version_id() returns trigger language plpgsql as $$
begin
  perform note_account_change(s.organization_id, s.account_id)
    from subscription_version v join subscription s on s.organization_id = v.organization_id and s.id = v.subscription_id
    where v.organization_id = coalesce(new.organization_id, old.organization_id)
      and v.id in (new.version_id, old.version_id);
  return null;
end
$$;

-- Folding moves waiting usage to the totals: once for all rows of the statement.
create function note_folded_increments() returns trigger language plpgsql as $$
begin
  perform note_account_change(o.id, g.account_id)
    from (select distinct organization_number, account_id from gone) g join organization o on o.number = g.organization_number;
  return null;
end
$$;

create function note_change_of_total() returns trigger language plpgsql as $$
begin
  perform note_account_change(s.organization_id, s.account_id) from usage_series s where s.id in (new.series_id, old.series_id);
  return null;
end
$$;

create trigger account_change after insert or update or delete on account
  for each row execute function note_change_of_account();
create trigger account_change after insert or update or delete on account_alias
  for each row execute function note_change_of_account_id();
create trigger account_change after insert or update or delete on contact
  for each row execute function note_change_of_account_id();
create trigger account_change after insert or update or delete on subscription
  for each row execute function note_change_of_account_id();
create trigger account_change after insert or update or delete on subscription_version
  for each row execute function note_change_of_subscription_id();
create trigger account_change after insert or update or delete on subscription_pause
  for each row execute function note_change_of_subscription_id();
create trigger account_change after insert or update or delete on version_price_group
  for each row execute function note_change_of_version_id();
create trigger account_change after insert or update or delete on version_price
  for each row execute function note_change_of_version_id();
create trigger account_change after insert or update or delete on late_usage
  for each row execute function note_change_of_subscription_id();
create trigger account_change after insert or update or delete on invoice
  for each row execute function note_change_of_account_id();
create trigger account_change after insert or update or delete on credit_grant
  for each row execute function note_change_of_account_id();
create trigger account_change after insert or update or delete on credit_setting
  for each row execute function note_change_of_account_id();
create trigger account_change after insert or update or delete on credit_top_up
  for each row execute function note_change_of_account_id();
create trigger account_change after insert or update or delete on spend_limit
  for each row execute function note_change_of_account_id();

create trigger account_change after insert or update or delete on organization
  for each row execute function note_change_of_organization();
create trigger account_change after insert or update or delete on price
  for each row execute function note_change_of_all_accounts();
create trigger account_change after insert or update or delete on product
  for each row execute function note_change_of_all_accounts();
create trigger account_change after insert or update or delete on metric
  for each row execute function note_change_of_all_accounts();
create trigger account_change after insert or update or delete on tax_rate
  for each row execute function note_change_of_all_accounts();
create trigger account_change after insert or update or delete on usage_totalling
  for each row execute function note_change_of_all_accounts();
create trigger account_change after insert or delete on usage_history
  for each row execute function note_change_of_all_accounts();
-- Only whether events are copied at all is remembered.
create trigger account_change_of_copy after update on usage_history
  for each row when (old.through_sequence = 0 or new.through_sequence = 0) execute function note_change_of_all_accounts();

create trigger account_change after delete on usage_increment
  referencing old table as gone for each statement execute function note_folded_increments();
-- Totals change with the increments that are folded into them, and when they are counted again after an event was voided.
create trigger account_change after update on usage_total
  for each row when (old.is_stale and not new.is_stale) execute function note_change_of_total();
create trigger account_change_of_deleted after delete on usage_total
  for each row execute function note_change_of_total();
