-- Objects are looked up by IDs with the collation "C". An index with the default collation cannot answer that, so these look-ups
-- read the whole log of an organization. Decision 121.

-- safe: only the index is built again, and no row is written. A million rows take less than a second
alter table audit_entry alter column object_id type text collate "C";
-- safe: only the index is built again, and no row is written. A million rows take less than a second
alter table notification alter column object_id type text collate "C";

-- The grants of an account are read with those that are used up.
create index credit_grant_account on credit_grant (organization_id, account_id);
drop index credit_grant_usable;

-- Whether an account has an open top-up is asked with all of its top-ups.
create index credit_top_up_of_account on credit_top_up (organization_id, account_id);
drop index credit_top_up_account;
