-- A change of an account is noted once for a statement, not once for each row. Decision 113.

create function note_new_accounts() returns trigger language plpgsql as $$
begin
  insert into account_change (organization_id, account_id)
    select distinct organization_id, account_id from written on conflict do nothing;
  return null;
end
$$;

create function note_old_accounts() returns trigger language plpgsql as $$
begin
  insert into account_change (organization_id, account_id)
    select distinct organization_id, account_id from gone on conflict do nothing;
  return null;
end
$$;

create function note_old_and_new_accounts() returns trigger language plpgsql as $$
begin
  insert into account_change (organization_id, account_id)
    select organization_id, account_id from gone union select organization_id, account_id from written on conflict do nothing;
  return null;
end
$$;

drop trigger account_change on invoice;
create trigger account_change_inserted after insert on invoice
  referencing new table as written for each statement execute function note_new_accounts();
create trigger account_change_updated after update on invoice
  referencing old table as gone new table as written for each statement execute function note_old_and_new_accounts();
create trigger account_change_deleted after delete on invoice
  referencing old table as gone for each statement execute function note_old_accounts();

drop trigger account_change on subscription;
create trigger account_change_inserted after insert on subscription
  referencing new table as written for each statement execute function note_new_accounts();
create trigger account_change_updated after update on subscription
  referencing old table as gone new table as written for each statement execute function note_old_and_new_accounts();
create trigger account_change_deleted after delete on subscription
  referencing old table as gone for each statement execute function note_old_accounts();

drop trigger account_change on credit_grant;
create trigger account_change_inserted after insert on credit_grant
  referencing new table as written for each statement execute function note_new_accounts();
create trigger account_change_updated after update on credit_grant
  referencing old table as gone new table as written for each statement execute function note_old_and_new_accounts();
create trigger account_change_deleted after delete on credit_grant
  referencing old table as gone for each statement execute function note_old_accounts();

-- While totals are counted again, each step writes their row. Checks remember only these columns of it.
drop trigger account_change on usage_totalling;
create trigger account_change after insert or delete on usage_totalling
  for each row execute function note_change_of_all_accounts();
create trigger account_change_updated after update on usage_totalling for each row
  when (old.completed_at is distinct from new.completed_at or old.generation <> new.generation or old.group_by <> new.group_by)
  execute function note_change_of_all_accounts();
