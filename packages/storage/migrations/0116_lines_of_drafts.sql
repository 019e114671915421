-- Checks of an account with drafts remember their lines, so a change of a line is a change of the account. New lines come
-- with a new or changed invoice, which notes it. Decision 111.

create function note_accounts_of_lines() returns trigger language plpgsql as $$
begin
  insert into account_change (organization_id, account_id)
    select distinct i.organization_id, i.account_id
    from changed l join invoice i on i.organization_id = l.organization_id and i.id = l.invoice_id
  on conflict do nothing;
  return null;
end
$$;

create trigger account_change_updated after update on invoice_line
  referencing new table as changed for each statement execute function note_accounts_of_lines();
create trigger account_change_deleted after delete on invoice_line
  referencing old table as changed for each statement execute function note_accounts_of_lines();
