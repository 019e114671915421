-- E-mail to customers (R-MAIL-1): the outbox that it is sent from, the organization's own templates, and how it is sent.

create table mail (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  kind text not null check (kind in ('invoice', 'receipt', 'reminder', 'overdue', 'quote', 'activation')),
  -- One address: each recipient has a mail, and so a fate, of its own.
  recipient text not null,
  recipient_name text,
  -- What happened, and to whom it is told: written twice, it is one mail.
  occasion text collate "C" not null,
  account_id text collate "C" not null,
  -- What it is about.
  invoice_id text collate "C",
  subscription_id text collate "C",
  locale text not null,
  -- What its placeholders stand for, written out when it happened.
  particulars json not null,
  -- Of a quote: the token of its link, until the mail is sent.
  link_token text,
  status text not null check (status in ('queued', 'sent', 'caught', 'failed')),
  -- Sent again by hand it is another message, with an id of its own.
  round integer not null,
  attempts integer not null,
  -- Null: at once. While a worker has it in hand, when another may take it up.
  due_at timestamptz,
  -- When the first attempt of this round began: what is given up is counted from here.
  tried_at timestamptz,
  last_failure text,
  -- As it was sent or caught; null before, and again when it was kept long enough.
  subject text,
  html_body text,
  text_body text,
  attachments json,
  -- When the content was kept long enough.
  forget_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, occasion),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create index mail_created on mail (organization_id, created_at, id);
create index mail_due on mail (due_at nulls first, organization_id) where status = 'queued';
create index mail_kept on mail (forget_at, organization_id) where html_body is not null;
create index mail_quote on mail (organization_id, subscription_id) where link_token is not null;
alter table mail enable row level security;
create policy organization_isolation on mail
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table mail_template (
  organization_id text collate "C" not null references organization (id),
  kind text not null check (kind in ('invoice', 'receipt', 'reminder', 'overdue', 'quote', 'activation')),
  -- A language tag: `de`, or `de-AT` where that differs.
  locale text collate "C" not null,
  subject text not null,
  text_body text not null,
  -- Null: the text is laid out as the built-in templates are.
  html_body text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, kind, locale)
);
alter table mail_template enable row level security;
create policy organization_isolation on mail_template
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- No row: nothing was ever set.
create table mail_settings (
  organization_id text collate "C" primary key references organization (id),
  sender_name text,
  reply_to text,
  -- R-ORG-2: a sandbox sends nothing outside unless told to.
  send_from_sandbox boolean not null,
  -- Days for which the content of a mail is kept.
  keep_days integer not null check (keep_days between 1 and 3650),
  -- Local days from an invoice's due date on which its customer is reminded; below 0 before it.
  reminder_days integer[] not null,
  updated_at timestamptz not null
);
alter table mail_settings enable row level security;
create policy organization_isolation on mail_settings
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Which reminders were written. The key is what makes each be written once, however many workers look.
create table invoice_reminder (
  organization_id text collate "C" not null,
  invoice_id text collate "C" not null,
  -- Days from the due date.
  day integer not null,
  written_at timestamptz not null,
  primary key (organization_id, invoice_id, day),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id)
);
alter table invoice_reminder enable row level security;
create policy organization_isolation on invoice_reminder
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
create index invoice_unpaid_due on invoice (organization_id, due_date) where status in ('issued', 'overdue');

-- Reminders whose day has come and that were not written yet, for invoices that are unpaid, by the clock of each. After two days
-- a reminder would tell something that is no longer so.
create function due_reminders(instant timestamptz)
returns table (organization_id text, invoice_id text, day integer, present timestamptz)
language sql stable as $$
  select due.organization_id, due.invoice_id, due.day, due.present from (
    select i.organization_id, i.id as invoice_id, d.day, instant as present
    from mail_settings s cross join lateral unnest(s.reminder_days) as d (day)
    join invoice i on i.organization_id = s.organization_id and i.status in ('issued', 'overdue') and i.test_clock_id is null
      and i.due_date <= instant - make_interval(days => d.day) and i.due_date > instant - make_interval(days => d.day + 2)
    union all
    select i.organization_id, i.id, d.day, c.frozen_time
    from mail_settings s cross join lateral unnest(s.reminder_days) as d (day)
    join test_clock c on c.organization_id = s.organization_id
    join invoice i on i.organization_id = c.organization_id and i.test_clock_id = c.id and i.status in ('issued', 'overdue')
      and i.due_date <= c.frozen_time - make_interval(days => d.day)
      and i.due_date > c.frozen_time - make_interval(days => d.day + 2)
  ) as due
  where not exists (select from invoice_reminder r
    where r.organization_id = due.organization_id and r.invoice_id = due.invoice_id and r.day = due.day)
$$;

-- Which organizations have mail to send or reminders to write, or content to forget: runs before any organization is known.
create function organizations_with_due_mail(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.organization_id from mail m where m.status = 'queued' and (m.due_at is null or m.due_at <= instant)
  union
  select m.organization_id from mail m where m.html_body is not null and m.forget_at <= instant
  union
  select r.organization_id from due_reminders(instant) r
$$;
revoke all on function organizations_with_due_mail(timestamptz) from public;
grant execute on function organizations_with_due_mail(timestamptz) to counterfoil_app;
