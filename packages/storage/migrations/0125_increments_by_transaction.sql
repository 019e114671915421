-- A call finds the increments that it does not know by their transaction, and reads no others. Decision 134.

-- The transaction that inserted the row. 0 if that was before this migration, which every snapshot since contains.
alter table usage_increment add column transaction_id xid8 not null default '0';
alter table usage_increment alter column transaction_id set default pg_current_xact_id();
-- safe: increments are folded within seconds, so the table has few rows
create index usage_increment_transaction on usage_increment (organization_number, account_id, transaction_id);
-- safe: the new index begins with the same columns
drop index usage_increment_account;
