-- R-OPS-4: how much of what events add to the totals is not folded yet, of the whole installation. Beside waiting_work(), which
-- the release before calls. The first 10,000 of the table are the oldest where nothing folds, and all there are where something does.
create function waiting_usage_increments() returns table (work text, waiting bigint, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'usage_increments', count(*), min(i.stored_at) from (select stored_at from usage_increment limit 10000) as i
$$;
revoke all on function waiting_usage_increments() from public;
grant execute on function waiting_usage_increments() to counterfoil_app;
