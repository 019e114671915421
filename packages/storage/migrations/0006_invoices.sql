-- Invoices, their lines and their numbers.

create table invoice (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  subscription_id text collate "C",
  -- `skipped` is a draft that came to nothing where such invoices are left out: nobody sees it, and its lines count as billed.
  status text not null check (status in ('draft', 'issued', 'paid', 'overdue', 'void', 'uncollectible', 'skipped')),
  currency text not null,
  description text,
  -- Null while the invoice is a draft: a draft has no number to forget (R-INV-2, R-INV-3).
  number text,
  series text,
  sequence bigint,
  -- The calendar dates of the billing period, half-open, and the zone in which they are dates.
  period_start date not null,
  period_end date not null,
  timezone text not null,
  billing_period_start timestamptz not null,
  billing_period_end timestamptz not null,
  billing_date date not null,
  -- When a draft issues itself; null when somebody has to.
  issues_at timestamptz,
  issue_date timestamptz,
  due_date timestamptz,
  -- From when on an issued invoice that nobody paid is overdue: the end of the day on which it is due.
  overdue_at timestamptz,
  payment_terms text not null,
  subtotal numeric not null,
  tax numeric not null,
  total numeric not null,
  credits_applied numeric not null,
  amount_paid numeric not null,
  purchase_order_number text,
  memo text,
  footer text,
  external_id text,
  external_provider text,
  external_url text,
  -- Snapshots: everything printed on an issued invoice is stored with it.
  seller jsonb,
  buyer jsonb,
  pdf_sha256 text,
  test_clock_id text collate "C",
  issuing_failure text,
  voided_at timestamptz,
  -- A void always has a reason.
  void_reason text,
  -- A draft that bills again what a void invoice billed, and the other way round.
  replaces_invoice_id text collate "C",
  replaced_by_invoice_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id),
  foreign key (organization_id, test_clock_id) references test_clock (organization_id, id),
  foreign key (organization_id, replaces_invoice_id) references invoice (organization_id, id),
  -- A draft that came to nothing is taken away again.
  foreign key (organization_id, replaced_by_invoice_id) references invoice (organization_id, id)
    on delete set null (replaced_by_invoice_id),
  check ((number is null) = (status in ('draft', 'skipped'))),
  check ((status = 'void') = (voided_at is not null) and (status = 'void') = (void_reason is not null))
);
create index invoice_created on invoice (organization_id, created_at, id);
create index invoice_account on invoice (organization_id, account_id, created_at);
create index invoice_subscription on invoice (organization_id, subscription_id, billing_date);
create unique index invoice_number on invoice (organization_id, series, sequence) where number is not null;
-- What customers see is as unique as what is counted, whatever the format was when it was written.
create unique index invoice_written_number on invoice (organization_id, number) where number is not null;
create index invoice_replaced_by on invoice (organization_id, replaced_by_invoice_id) where replaced_by_invoice_id is not null;
create index invoice_replaces on invoice (organization_id, replaces_invoice_id) where replaces_invoice_id is not null;
create index invoice_overdue on invoice (overdue_at, organization_id)
  where status = 'issued' and overdue_at is not null and test_clock_id is null;
create index invoice_overdue_on_clock on invoice (organization_id, test_clock_id, overdue_at)
  where status = 'issued' and overdue_at is not null and test_clock_id is not null;
create index invoice_due_to_issue on invoice (issues_at, organization_id)
  where status = 'draft' and issues_at is not null and test_clock_id is null and issuing_failure is null;
create index invoice_due_to_issue_on_clock on invoice (organization_id, test_clock_id, issues_at)
  where status = 'draft' and issues_at is not null and test_clock_id is not null and issuing_failure is null;
alter table invoice enable row level security;
create policy organization_isolation on invoice
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table invoice_line (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  invoice_id text collate "C" not null,
  position integer not null,
  subscription_id text collate "C",
  version_id text collate "C",
  price_id text collate "C",
  product_id text collate "C",
  kind text not null,
  -- The discount or spend limit that an adjustment comes from.
  adjustment_id text,
  description text not null,
  group_name text,
  -- The values of the properties by which the line's usage was set apart; null when nothing splits it.
  usage_group jsonb,
  -- The usage sequence up to which events were counted: with it the same usage is measured for ever (R-EVT-4).
  usage_through bigint,
  -- The day by which the line counts towards discounts and spend limits.
  counted_on date not null,
  -- The service period as calendar dates of the invoice's zone and as instants, half-open, never derived again.
  period_start date not null,
  period_end date not null,
  service_period_start timestamptz not null,
  service_period_end timestamptz not null,
  quantity numeric not null,
  unit_price numeric,
  unit_label text,
  amount numeric not null,
  -- {days, of} for a part of a period, else null.
  proration jsonb,
  -- The inputs and the arithmetic, step by step (R-RATE-5).
  explanation json not null,
  -- The invoice was voided: the line bills nothing any more, and what it was for can be billed again.
  is_void boolean not null default false,
  primary key (organization_id, id),
  -- The organization is the invoice's, which has the key. No keys for subscription, version and price: none of them is ever
  -- deleted once it was billed, and locking the same few prices for every line would make the lanes of a billing run wait for
  -- each other.
  foreign key (organization_id, invoice_id) references invoice (organization_id, id) on delete cascade
);
create index invoice_line_invoice on invoice_line (organization_id, invoice_id, position);
-- Invariant 8: no run, retry or race can bill the same thing twice. An adjustment follows from the lines of its invoice, and a
-- correction from what is billed elsewhere, so the identity of both is within their invoice. A percentage has a line for each
-- period of a later limit in which what it is taken off counts.
create unique index invoice_line_identity on invoice_line
  (organization_id, subscription_id, coalesce(price_id, ''), kind, coalesce(version_id, ''),
   coalesce(adjustment_id, ''), coalesce(usage_group::text, ''),
   (case when kind = 'correction' or adjustment_id is not null then invoice_id end),
   (case when adjustment_id is not null then counted_on end), period_start, period_end)
  nulls not distinct where subscription_id is not null and not is_void;
alter table invoice_line enable row level security;
create policy organization_isolation on invoice_line
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Until when an account's usage was invoiced: an event before it that counts only now is late (R-EVT-4).
create table usage_invoiced (
  organization_id text collate "C" not null references organization (id),
  account_id text collate "C" not null,
  until timestamptz not null,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
alter table usage_invoiced enable row level security;
create policy organization_isolation on usage_invoiced
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- How far the events of an organization were looked through for late ones. Issuing an invoice sets it back to the sequence up
-- to which its usage was counted: what came in meanwhile is looked at again with the invoice in place.
create table usage_tail (
  organization_id text collate "C" primary key references organization (id),
  sequence bigint not null
);
alter table usage_tail enable row level security;
create policy organization_isolation on usage_tail
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Invoiced usage for which more came in: the next invoice of the subscription corrects it (R-INV-9). No key for the subscription:
-- none is deleted once it was billed, and whoever notes late usage holds the tail, for which whoever issues waits with it locked.
create table late_usage (
  organization_id text collate "C" not null references organization (id),
  subscription_id text collate "C" not null,
  price_id text collate "C" not null,
  version_id text collate "C" not null,
  period_start date not null,
  period_end date not null,
  primary key (organization_id, subscription_id, price_id, version_id, period_start, period_end),
  foreign key (organization_id) references organization (id)
);
alter table late_usage enable row level security;
create policy organization_isolation on late_usage
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- What accounts have to their credit: a ledger that is only added to, whose entries sum to the balance. A net credit adds,
-- the invoices that use it up take away.
create table account_credit_entry (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  currency text not null,
  amount numeric not null check (amount <> 0),
  invoice_id text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id)
);
create index account_credit_entry_account on account_credit_entry (organization_id, account_id, currency);
revoke update, delete on account_credit_entry from counterfoil_app;
alter table account_credit_entry enable row level security;
create policy organization_isolation on account_credit_entry
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Gapless numbers: the row is locked for the last short step of issuing and rolls back with it.
create table invoice_series (
  organization_id text collate "C" not null references organization (id),
  series text not null,
  last_sequence bigint not null,
  primary key (organization_id, series)
);
alter table invoice_series enable row level security;
create policy organization_isolation on invoice_series
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Which organizations have something due, or events to be looked through for late ones: the worker's one question before it
-- takes up an organization.
create function organizations_with_due_work(instant timestamptz) returns table (organization_id text)
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
    where (select max(e.sequence) from usage_event e where e.organization_number = o.number) > t.sequence
  union
  select l.organization_id from late_usage l
    join subscription s on s.organization_id = l.organization_id and s.id = l.subscription_id
    where s.next_billing_at is null
$$;
revoke all on function organizations_with_due_work(timestamptz) from public;
grant execute on function organizations_with_due_work(timestamptz) to counterfoil_app;
