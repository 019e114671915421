-- The journal: every effect on money, in double entry.

-- One entry, with its postings as arrays side by side: a row for each posting would say the rest again, up to ten times an invoice.
create table journal_entry (
  -- No keys, neither here nor below: each entry would look them up, and row-level security has compared this one already.
  organization_id text collate "C" not null,
  -- Ids ascend, so that their order is the order of writing.
  id text collate "C" not null,
  kind text not null,
  -- The calendar day, in the invoice's zone, on which it counts: what becomes revenue later is written when it is invoiced.
  day date not null,
  recorded_at timestamptz not null,
  account_id text collate "C" not null,
  currency text not null,
  -- What moved the money, and the invoice that it moved money of.
  object_id text collate "C" not null,
  invoice_id text collate "C",
  -- For each posting what it is booked on, a debit above zero or a credit below, and the line; the amounts sum to zero.
  codes text[] not null,
  amounts numeric[] not null check (not 0 = any(amounts) and cardinality(amounts) = cardinality(codes)),
  line_ids text[] not null check (cardinality(line_ids) = cardinality(codes)),
  -- The journal is read by day.
  primary key (organization_id, day, id)
);
create index journal_entry_invoice on journal_entry (organization_id, invoice_id);
create index journal_entry_object on journal_entry (organization_id, object_id)
  where object_id is distinct from invoice_id;
revoke update, delete on journal_entry from counterfoil_app;
alter table journal_entry enable row level security;
create policy organization_isolation on journal_entry
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The postings one by one, as they are read.
create view journal_posting with (security_invoker = true) as
select e.organization_id, e.id as entry_id, posting.place::integer - 1 as position, e.kind, e.day, e.recorded_at, e.account_id, e.currency,
  posting.code, posting.amount, e.object_id, e.invoice_id, posting.line_id
from journal_entry e, unnest(e.codes, e.amounts, e.line_ids) with ordinality as posting (code, amount, line_id, place);
