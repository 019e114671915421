-- Credit notes, prepaid credit (grants), and the ledger in which both are counted beside what invoices give and use.

alter table organization add column credit_note_number_format text not null default 'CN-{YYYY}-{SEQ:5}';

-- What is given back of an invoice. A note is issued when it is made and never changes; only the hash of its PDF is noted later.
create table credit_note (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  invoice_id text collate "C" not null,
  account_id text collate "C" not null,
  number text not null,
  series text not null,
  sequence bigint not null,
  currency text not null,
  reason text not null,
  memo text,
  outcome text not null check (outcome in ('refund', 'apply', 'account_credit')),
  subtotal numeric not null,
  tax numeric not null,
  total numeric not null check (total > 0),
  -- In the order of the invoice's taxes; null where the invoice says nothing about tax.
  taxes jsonb,
  -- What the invoice asks for less, what the account has to its credit more, and what is paid back: they sum to the total,
  -- save that what is paid back is due no more either.
  amount_applied numeric not null check (amount_applied >= 0),
  amount_credited numeric not null check (amount_credited >= 0),
  amount_refunded numeric not null check (amount_refunded >= 0),
  issue_date timestamptz not null,
  timezone text not null,
  -- Snapshots: everything printed on a note is stored with it.
  seller jsonb not null,
  buyer jsonb not null,
  invoice_number text not null,
  invoice_issue_date timestamptz not null,
  pdf_sha256 text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id),
  check (amount_refunded + amount_credited + case when outcome = 'refund' then 0 else amount_applied end = total)
);
create index credit_note_created on credit_note (organization_id, created_at, id);
create index credit_note_account on credit_note (organization_id, account_id, created_at);
create index credit_note_invoice on credit_note (organization_id, invoice_id, created_at);
create unique index credit_note_sequence on credit_note (organization_id, series, sequence);
create unique index credit_note_number on credit_note (organization_id, number);
revoke update, delete on credit_note from counterfoil_app;
grant update (pdf_sha256) on credit_note to counterfoil_app;
alter table credit_note enable row level security;
create policy organization_isolation on credit_note
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table credit_note_line (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  credit_note_id text collate "C" not null,
  position integer not null,
  invoice_line_id text collate "C" not null,
  -- As they stood on the invoice.
  description text not null,
  group_name text,
  period_start date not null,
  period_end date not null,
  -- Of the sign of the invoice's line.
  amount numeric not null check (amount <> 0),
  primary key (organization_id, id),
  foreign key (organization_id, credit_note_id) references credit_note (organization_id, id),
  foreign key (organization_id, invoice_line_id) references invoice_line (organization_id, id)
);
create unique index credit_note_line_note on credit_note_line (organization_id, credit_note_id, position);
create index credit_note_line_invoice_line on credit_note_line (organization_id, invoice_line_id);
revoke update, delete on credit_note_line from counterfoil_app;
alter table credit_note_line enable row level security;
create policy organization_isolation on credit_note_line
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Prepaid credit: an amount of money, or units of a metric, that invoices use up.
create table credit_grant (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  -- What it is counted in: one of the two.
  currency text,
  metric_id text collate "C",
  amount numeric not null check (amount > 0),
  -- What is left of it: the sum of its entries in the ledger. A statement that draws more than there is writes nothing.
  balance numeric not null check (balance between 0 and amount),
  -- The lower is used first.
  priority integer not null,
  -- Half-open: what is issued at the instant of expiry uses nothing of it any more.
  effective_at timestamptz not null,
  expires_at timestamptz,
  -- The products that it pays for; every one where the list is empty.
  product_ids text[] not null,
  reason text,
  voided_at timestamptz,
  test_clock_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, metric_id) references metric (organization_id, id),
  foreign key (organization_id, test_clock_id) references test_clock (organization_id, id),
  check ((currency is null) <> (metric_id is null)),
  check (expires_at > effective_at),
  check (voided_at is null or balance = 0)
);
create index credit_grant_created on credit_grant (organization_id, created_at, id);
create index credit_grant_usable on credit_grant (organization_id, account_id) where balance > 0;
create index credit_grant_expiry on credit_grant (expires_at, organization_id)
  where balance > 0 and expires_at is not null and test_clock_id is null;
create index credit_grant_expiry_on_clock on credit_grant (organization_id, test_clock_id, expires_at)
  where balance > 0 and expires_at is not null and test_clock_id is not null;
revoke delete on credit_grant from counterfoil_app;
alter table credit_grant enable row level security;
create policy organization_isolation on credit_grant
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The ledger of accounts now counts grants, too: an entry with a grant is of its balance, one without of the account's credit.
alter table account_credit_entry alter column currency drop not null;
alter table account_credit_entry add column metric_id text collate "C";
alter table account_credit_entry add column credit_grant_id text collate "C";
alter table account_credit_entry add column credit_note_id text collate "C";
-- Null where its sign and its invoice say it all: what an invoice used, or gave. `payment`: what was paid above what was due, or
-- went back of it.
alter table account_credit_entry add column kind text
  check (kind in ('granted', 'used', 'given', 'returned', 'expired', 'voided', 'credit_note', 'payment'));
-- What a draw of a grant takes off its invoice; below zero where it was given back.
alter table account_credit_entry add column amount_paid numeric;
alter table account_credit_entry add check ((currency is null) <> (metric_id is null));
alter table account_credit_entry add check (metric_id is null or credit_grant_id is not null);
alter table account_credit_entry add foreign key (organization_id, credit_grant_id) references credit_grant (organization_id, id);
alter table account_credit_entry add foreign key (organization_id, credit_note_id) references credit_note (organization_id, id);
create index account_credit_entry_grant on account_credit_entry (organization_id, credit_grant_id) where credit_grant_id is not null;
create index account_credit_entry_invoice on account_credit_entry (organization_id, invoice_id) where invoice_id is not null;
create index account_credit_entry_created on account_credit_entry (organization_id, account_id, created_at, id);

-- When an account is told that its prepaid money runs low, and how it is topped up by itself.
create table credit_setting (
  organization_id text collate "C" not null references organization (id),
  account_id text collate "C" not null,
  -- In the account's currency, as everything here.
  low_balance_threshold numeric,
  top_up_threshold numeric,
  top_up_amount numeric check (top_up_amount > 0),
  -- When the grant is made: with the invoice, or once that is paid.
  top_up_grants_on text check (top_up_grants_on in ('issue', 'payment')),
  top_up_priority integer,
  top_up_expires_after_days integer check (top_up_expires_after_days > 0),
  -- What the invoice's line sells, for its tax.
  top_up_product_id text collate "C",
  -- Since when credit has been at or below the threshold; null while nothing is to be topped up.
  top_up_due_at timestamptz,
  -- Why the last one could not be made; what is changed in the settings tries it again.
  top_up_failure text,
  test_clock_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, test_clock_id) references test_clock (organization_id, id),
  check (num_nulls(top_up_threshold, top_up_amount, top_up_grants_on, top_up_priority) in (0, 4))
);
create index credit_setting_due on credit_setting (top_up_due_at, organization_id)
  where top_up_due_at is not null and test_clock_id is null;
create index credit_setting_due_on_clock on credit_setting (organization_id, test_clock_id, top_up_due_at)
  where top_up_due_at is not null and test_clock_id is not null;
alter table credit_setting enable row level security;
create policy organization_isolation on credit_setting
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Invoices that sell prepaid credit, and the grant that each led to: one for ever.
create table credit_top_up (
  organization_id text collate "C" not null references organization (id),
  invoice_id text collate "C" not null,
  account_id text collate "C" not null,
  currency text not null,
  amount numeric not null,
  grants_on text not null check (grants_on in ('issue', 'payment')),
  priority integer not null,
  expires_after_days integer,
  credit_grant_id text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, invoice_id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, credit_grant_id) references credit_grant (organization_id, id)
);
create index credit_top_up_account on credit_top_up (organization_id, account_id) where credit_grant_id is null;
revoke delete on credit_top_up from counterfoil_app;
alter table credit_top_up enable row level security;
create policy organization_isolation on credit_top_up
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Which organizations have prepaid credit that expires or is to be topped up: the worker's question before it takes one up.
create function organizations_with_due_credit(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select g.organization_id from credit_grant g
    where g.expires_at <= instant and g.balance > 0 and g.test_clock_id is null
  union
  select s.organization_id from credit_setting s where s.top_up_due_at <= instant and s.test_clock_id is null
$$;
revoke all on function organizations_with_due_credit(timestamptz) from public;
grant execute on function organizations_with_due_credit(timestamptz) to counterfoil_app;
