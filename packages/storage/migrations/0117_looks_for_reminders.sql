-- A look for due reminders read every unpaid invoice of the installation, because the planner cannot know how few reminders
-- organizations have set. `offset 0` keeps it to one index search for each reminder that is set. Decision 117.

create or replace function due_reminders(instant timestamptz)
returns table (organization_id text, invoice_id text, day integer, present timestamptz)
language sql stable as $$
  select due.organization_id, due.invoice_id, due.day, due.present from (
    select s.organization_id, i.id as invoice_id, d.day, instant as present
    from mail_settings s cross join lateral unnest(s.reminder_days) as d (day)
    cross join lateral (
      select i.id from invoice i
      where i.organization_id = s.organization_id and i.status in ('issued', 'overdue') and i.test_clock_id is null
        and i.due_date <= instant - make_interval(days => d.day) and i.due_date > instant - make_interval(days => d.day + 2)
      offset 0
    ) as i
    union all
    select s.organization_id, i.id, d.day, c.frozen_time
    from mail_settings s cross join lateral unnest(s.reminder_days) as d (day)
    cross join lateral (
      select c.id, c.frozen_time from test_clock c where c.organization_id = s.organization_id
      offset 0
    ) as c
    cross join lateral (
      select i.id from invoice i
      where i.organization_id = s.organization_id and i.status in ('issued', 'overdue') and i.test_clock_id = c.id
        and i.due_date <= c.frozen_time - make_interval(days => d.day)
        and i.due_date > c.frozen_time - make_interval(days => d.day + 2)
      offset 0
    ) as i
  ) as due
  where not exists (select from invoice_reminder r
    where r.organization_id = due.organization_id and r.invoice_id = due.invoice_id and r.day = due.day)
$$;
