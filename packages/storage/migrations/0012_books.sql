-- What invoices are proved from (R-RATE-5, R-VER-1).

-- The price and the metrics of a line as they were when it was billed, once for all lines that were billed by the same: named by
-- the SHA-256 of their content. Metrics can be changed, and what was billed by them stays as it was.
create table billed_terms (
  organization_id text collate "C" not null references organization (id),
  hash text collate "C" not null,
  price json not null,
  metrics json not null,
  primary key (organization_id, hash)
);
revoke update, delete on billed_terms from counterfoil_app;
alter table billed_terms enable row level security;
create policy organization_isolation on billed_terms
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The instant before which events may have been dropped (drop_usage_before); null where all are kept. What connects as the server
-- may know it and not change it.
create function first_kept_usage() returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => kept_months)) at time zone 'UTC'
  from usage_retention
$$;
revoke all on function first_kept_usage() from public;
grant execute on function first_kept_usage() to counterfoil_app;
