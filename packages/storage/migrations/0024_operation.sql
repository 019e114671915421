-- R-OPS-4: what a process tells those who run it about the whole installation: how much waits, and since when. Of no organization
-- apart, and by index however much there is: a scrape must not cost what it watches.

-- safe: an outbox has thousands of mails, not millions: it is built in a moment.
create index mail_queued on mail (created_at) where status = 'queued';

-- The files of migrations that were applied, for a server to see whether it stands on the database that it was made for.
create function applied_migrations() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select file from schema_migration
$$;
revoke all on function applied_migrations() from public;
grant execute on function applied_migrations() to counterfoil_app;

-- Each kind of work that waits: how much of it, counted up to 10,000, and since when the oldest does. Nothing waits: 0 and null.
create function waiting_work(instant timestamptz) returns table (work text, waiting bigint, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'billing', count(*), min(d.at) from (
    select next_billing_at as at from subscription
    where next_billing_at <= instant and test_clock_id is null and billing_failure is null
    order by next_billing_at limit 10000) as d
  union all
  select 'issuing', count(*), min(d.at) from (
    select issues_at as at from invoice
    where issues_at <= instant and status = 'draft' and test_clock_id is null and issuing_failure is null
    order by issues_at limit 10000) as d
  union all
  select 'overdue', count(*), min(d.at) from (
    select overdue_at as at from invoice where overdue_at <= instant and status = 'issued' and test_clock_id is null
    order by overdue_at limit 10000) as d
  union all
  select 'payments', count(*), min(d.at) from (
    (select call_at as at from payment where call_at <= instant order by call_at limit 10000)
    union all
    (select call_at from refund where call_at <= instant order by call_at limit 10000)) as d
  union all
  select 'collections', count(*), min(d.at) from (
    select due_at as at from collection where due_at <= instant and test_clock_id is null order by due_at limit 10000) as d
  union all
  select 'credit', count(*), min(d.at) from (
    (select expires_at as at from credit_grant where expires_at <= instant and balance > 0 and test_clock_id is null
     order by expires_at limit 10000)
    union all
    (select top_up_due_at from credit_setting where top_up_due_at <= instant and test_clock_id is null
     order by top_up_due_at limit 10000)) as d
  union all
  -- Also what was tried before and rests until its next attempt: it is not sent.
  select 'mails', count(*), min(d.at) from (
    select created_at as at from mail where status = 'queued' order by created_at limit 10000) as d
  union all
  select 'letters', count(*), min(d.at) from (
    select created_at as at from identity.letter where expires_at > instant order by due_at limit 10000) as d
  union all
  -- Those that were never tried: what waits for us. `epoch` is the due time that each begins with, so the index on what is due
  -- begins with them, the oldest first.
  select 'webhooks', (
      select count(*) from (
        select from webhook_endpoint e cross join lateral (
          select from webhook_delivery
          where organization_id = e.organization_id and endpoint_id = e.id and status = 'pending' and due_at = 'epoch'
          order by due_at, sequence limit 10000) as waiting
        where e.enabled and e.deleted_at is null limit 10000) as counted),
    (select min(first.at) from webhook_endpoint e cross join lateral (
      select happened_at as at from webhook_delivery
      where organization_id = e.organization_id and endpoint_id = e.id and status = 'pending' and due_at = 'epoch'
      order by due_at, sequence limit 1) as first
    where e.enabled and e.deleted_at is null)
  union all
  -- Endpoints whose last attempts failed: what waits for others.
  select 'failing_endpoints', count(*), min(e.failing_since) from webhook_endpoint e
  where e.enabled and e.deleted_at is null and e.failing_since is not null
  union all
  select 'audit', (
      select count(*) from (
        select from organization o cross join lateral (
          select from audit_unsealed where organization_id = o.id order by entry_id limit 10000) as waiting
        limit 10000) as counted),
    -- Ids sort by the time they were made.
    (select min(entry.at) from organization o cross join lateral (
      select entry_id from audit_unsealed where organization_id = o.id order by entry_id limit 1) as first
    join audit_entry entry on entry.organization_id = o.id and entry.id = first.entry_id)
  union all
  -- Metrics whose totals are being made, and buckets that are to be made again. Until then usage is read from the events.
  select 'usage_totals', (select count(*) from usage_totalling where completed_at is null)
    + (select count(*) from (select from usage_total where is_stale order by organization_number limit 10000) as stale), null
  union all
  -- Organizations with events that were not looked through for what was invoiced before, or for alerts.
  select 'late_usage', count(*), min(d.at) from (
    select (select received_at from usage_event where organization_number = o.number and sequence > t.sequence
            order by sequence limit 1) as at
    from usage_tail t join organization o on o.id = t.organization_id) as d
  where d.at is not null
  union all
  select 'usage_alerts', count(*), min(d.at) from (
    select (select received_at from usage_event where organization_number = o.number and sequence > t.sequence
            order by sequence limit 1) as at
    from usage_alert_tail t join organization o on o.id = t.organization_id) as d
  where d.at is not null
  union all
  -- What failed in a way that somebody has to look at: nothing tries it again by itself.
  select 'put_aside', (select count(*) from (select from subscription where billing_failure is not null order by organization_id limit 10000) as s)
    + (select count(*) from (
         select from invoice where status = 'draft' and issuing_failure is not null
         order by organization_id, created_at limit 10000) as i), null
$$;
revoke all on function waiting_work(timestamptz) from public;
grant execute on function waiting_work(timestamptz) to counterfoil_app;
