-- Folding changes nothing of an account but its totals of usage. Before, everything that a process remembers of the account was read
-- again after each fold. Decision 124.

-- What processes remember is read again after this migration, so the notes so far are not needed.
-- safe: the notes of a day. Transactions that note changes wait for a moment
truncate account_change;
alter table account_change add column of_totals boolean not null default false;
-- safe: the table is empty
alter table account_change drop constraint account_change_pkey;
-- safe: the table is empty
alter table account_change add primary key (organization_id, account_id, transaction_id, of_totals);
insert into account_change (organization_id, account_id) select id, '' from organization;

create function note_totals_change(organization text, account text) returns void language sql volatile as $$
  insert into account_change (organization_id, account_id, of_totals) values (organization, account, true) on conflict do nothing
$$;

create or replace function note_folded_increments() returns trigger language plpgsql as $$
begin
  perform note_totals_change(o.id, g.account_id)
    from (select distinct organization_number, account_id from gone) g join organization o on o.number = g.organization_number;
  return null;
end
$$;

create or replace function note_change_of_total() returns trigger language plpgsql as $$
begin
  perform note_totals_change(s.organization_id, s.account_id) from usage_series s where s.id in (new.series_id, old.series_id);
  return null;
end
$$;
