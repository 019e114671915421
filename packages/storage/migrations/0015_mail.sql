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
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, occasion),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create index mail_created on mail (organization_id, created_at, id);
create index mail_due on mail (due_at nulls first, organization_id) where status = 'queued';
create index mail_kept on mail (updated_at) where html_body is not null;
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

-- Which organizations have mail to send, or content to forget: runs before any organization is known.
create function organizations_with_due_mail(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.organization_id from mail m where m.status = 'queued' and (m.due_at is null or m.due_at <= instant)
  union
  select m.organization_id from mail m left join mail_settings s on s.organization_id = m.organization_id
    where m.html_body is not null and m.updated_at <= instant - interval '1 day'
      and m.updated_at <= instant - make_interval(days => coalesce(s.keep_days, 30))
  union
  -- Reminders whose day has come, as claimReminders takes them.
  select i.organization_id from mail_settings s cross join lateral unnest(s.reminder_days) as d (day)
    join invoice i on i.organization_id = s.organization_id and i.status in ('issued', 'overdue')
    left join test_clock c on c.organization_id = i.organization_id and c.id = i.test_clock_id
    where coalesce(c.frozen_time, instant) >= i.due_date + make_interval(days => d.day)
      and coalesce(c.frozen_time, instant) < i.due_date + make_interval(days => d.day + 2)
      and not exists (select from invoice_reminder r
        where r.organization_id = i.organization_id and r.invoice_id = i.id and r.day = d.day)
$$;
revoke all on function organizations_with_due_mail(timestamptz) from public;
grant execute on function organizations_with_due_mail(timestamptz) to counterfoil_app;
