-- Payments, refunds, what gets an invoice paid, and the links under which customers pay (R-INV-7).

-- Who takes payments for the organization, and what is done about invoices that are not paid. The keys are apart from the
-- organization, which is read, shown and audited everywhere; these are only ever read to call the provider, and sealed.
create table payment_settings (
  organization_id text collate "C" primary key references organization (id),
  provider text not null check (provider in ('manual', 'stripe')),
  sealed_stripe_secret_key text check (sealed_stripe_secret_key like 'sealed%'),
  stripe_publishable_key text,
  sealed_stripe_webhook_secret text check (sealed_stripe_webhook_secret like 'sealed%'),
  -- Days after the first failure on which an automatic payment is tried again; of other invoices, days after the due date. The
  -- last one is the end of dunning.
  dunning_schedule integer[] not null,
  -- Days after the due date on which a reminder is written.
  dunning_reminders integer[] not null,
  dunning_outcome text not null check (dunning_outcome in ('uncollectible', 'cancel_subscription', 'none')),
  updated_at timestamptz not null
);
alter table payment_settings enable row level security;
create policy organization_isolation on payment_settings
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- An account as the provider knows it, and the payment method that is used while nobody is there to choose one.
create table payment_customer (
  organization_id text collate "C" not null references organization (id),
  account_id text collate "C" not null,
  provider text not null,
  customer_id text not null,
  payment_method_id text,
  -- {type, brand, last4, expiryMonth, expiryYear}: enough to recognise it.
  payment_method jsonb,
  -- When the latest method was left, by the provider's clock, also when it was forgotten since: news of it, or of one before, are late.
  method_left_at timestamptz,
  updated_at timestamptz not null,
  primary key (organization_id, account_id, provider),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create unique index payment_customer_id on payment_customer (organization_id, provider, customer_id);
alter table payment_customer enable row level security;
create policy organization_isolation on payment_customer
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table payment (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  account_id text collate "C" not null,
  invoice_id text collate "C" not null,
  test_clock_id text collate "C",
  currency text not null,
  amount numeric not null check (amount > 0),
  -- What of it counts as paid of the invoice, and what became account credit; both 0 until it succeeds.
  applied_amount numeric not null check (applied_amount >= 0),
  credited_amount numeric not null check (credited_amount >= 0),
  -- What goes or went back, and how much of that was account credit.
  refunded_amount numeric not null check (refunded_amount >= 0),
  refunded_credit_amount numeric not null check (refunded_credit_amount >= 0),
  -- `pending`: decided, and not known what the provider made of it. Everything open ends as one of the last three.
  status text not null
    check (status in ('pending', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled')),
  method text not null,
  provider text not null,
  provider_payment_id text,
  -- Collected while the customer is away; else the customer pays it on a page.
  is_automatic boolean not null,
  payment_method_id text,
  paid_on date,
  note text,
  external_id text,
  failure_code text,
  failure_reason text,
  -- When to call the provider or ask it again, by the system's clock: the provider knows no other. Whoever takes it up moves
  -- it ahead first, so that the others leave it alone for that long.
  call_at timestamptz,
  -- The first call, by the system's clock: how long the provider remembers the key of the call is counted from it.
  called_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id),
  check (refunded_amount <= amount and refunded_credit_amount <= credited_amount),
  check (case when status = 'succeeded' then applied_amount + credited_amount = amount else applied_amount + credited_amount = 0 end)
);
create index payment_created on payment (organization_id, created_at, id);
create index payment_invoice on payment (organization_id, invoice_id, created_at);
create index payment_account on payment (organization_id, account_id, created_at);
create unique index payment_external_id on payment (organization_id, external_id) where external_id is not null;
create unique index payment_provider_id on payment (organization_id, provider, provider_payment_id)
  where provider_payment_id is not null;
-- While it is open what becomes of one payment nobody begins another: nothing is collected twice.
create unique index payment_open on payment (organization_id, invoice_id)
  where status in ('pending', 'requires_action', 'processing');
create index payment_to_call on payment (call_at, organization_id) where call_at is not null;
create index payment_pending_on_clock on payment (organization_id, test_clock_id) where status = 'pending';
alter table payment enable row level security;
create policy organization_isolation on payment
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table refund (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  payment_id text collate "C" not null,
  amount numeric not null check (amount > 0),
  -- What of it was account credit; the rest was paid of the invoice.
  credit_amount numeric not null check (credit_amount >= 0 and credit_amount <= amount),
  reason text not null,
  status text not null check (status in ('pending', 'processing', 'succeeded', 'failed')),
  provider_refund_id text,
  failure_reason text,
  call_at timestamptz,
  called_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payment (organization_id, id)
);
create index refund_payment on refund (organization_id, payment_id, created_at);
create index refund_to_call on refund (call_at, organization_id) where call_at is not null;
alter table refund enable row level security;
create policy organization_isolation on refund
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- What is still done to get an invoice paid, by its account's clock: the next attempt, the next reminder, the outcome. Written
-- only under the lock of its invoice.
create table collection (
  organization_id text collate "C" not null references organization (id),
  invoice_id text collate "C" not null,
  test_clock_id text collate "C",
  is_automatic boolean not null,
  attempts integer not null,
  -- The first attempt that failed: the schedule counts from it.
  failed_at timestamptz,
  reminders integer not null,
  attempt_at timestamptz,
  reminder_at timestamptz,
  outcome_at timestamptz,
  due_at timestamptz generated always as (least(attempt_at, reminder_at, outcome_at)) stored,
  updated_at timestamptz not null,
  primary key (organization_id, invoice_id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id)
);
create index collection_due on collection (due_at, organization_id) where due_at is not null and test_clock_id is null;
create index collection_due_on_clock on collection (organization_id, test_clock_id, due_at)
  where due_at is not null and test_clock_id is not null;
alter table collection enable row level security;
create policy organization_isolation on collection
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Links under which whoever holds the token sees an invoice and pays it. An invoice may have several: each mail has its own.
create table invoice_link (
  organization_id text collate "C" not null references organization (id),
  token_hash bytea not null unique,
  invoice_id text collate "C" not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, token_hash),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id)
);
alter table invoice_link enable row level security;
create policy organization_isolation on invoice_link
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- From the hash of a presented token to the invoice it opens: like find_quote_link, before the organization is known.
create function find_invoice_link(presented_hash bytea) returns table (organization_id text, invoice_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.invoice_id from invoice_link l where l.token_hash = presented_hash
$$;
revoke all on function find_invoice_link(bytea) from public;
grant execute on function find_invoice_link(bytea) to counterfoil_app;

-- Which organizations have a payment or refund to call the provider about, or something to do about an invoice not paid.
create function organizations_with_payments_due(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.organization_id from payment p where p.call_at <= instant
  union
  select r.organization_id from refund r where r.call_at <= instant
  union
  select c.organization_id from collection c where c.due_at <= instant and c.test_clock_id is null
$$;
revoke all on function organizations_with_payments_due(timestamptz) from public;
grant execute on function organizations_with_payments_due(timestamptz) to counterfoil_app;
