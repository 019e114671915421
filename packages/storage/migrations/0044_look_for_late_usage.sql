-- R-INV-9: whoever looks for late usage no longer locks the tail while looking: it moves the tail on before, in a short transaction,
-- and notes from where. An invoice of usage that is issued meanwhile sets the tail back as before, and locks it last of all.

-- From where a look that was begun looks; null while none is under way. One that was broken off is taken up again from there.
alter table usage_tail add column looked_from bigint;

create or replace function organizations_with_due_work(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public as $$
  select s.organization_id from subscription s
    where s.next_billing_at <= instant and s.test_clock_id is null and s.billing_failure is null
  union
  select i.organization_id from invoice i
    where i.issues_at <= instant and i.status = 'draft' and i.test_clock_id is null and i.issuing_failure is null
  union
  select i.organization_id from invoice i
    where i.overdue_at <= instant and i.status = 'issued' and i.test_clock_id is null
  union
  select c.organization_id from test_clock c where c.status = 'advancing'
  union
  select t.organization_id from usage_tail t join organization o on o.id = t.organization_id
    where t.looked_from is not null
      or (select max(e.sequence) from usage_event e where e.organization_number = o.number) > t.sequence
  union
  select l.organization_id from late_usage l
    join subscription s on s.organization_id = l.organization_id and s.id = l.subscription_id
    where s.next_billing_at is null
$$;
