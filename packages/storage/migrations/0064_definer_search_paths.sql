-- R-ORG-1: a temporary table hides one of the same name unless its schema is named last. So every function that runs with the
-- rights of the owner names it.

alter function find_api_key(bytea) set search_path = public, pg_temp;
alter function find_quote_link(bytea) set search_path = public, pg_temp;
alter function organizations_with_due_work(timestamptz) set search_path = public, pg_temp;
