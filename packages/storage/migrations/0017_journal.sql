-- The journal: every effect on money, in double entry.

-- One posting of an entry: a debit above zero, a credit below. The postings of an entry sum to zero.
create table journal_posting (
  organization_id text collate "C" not null references organization (id),
  -- Ids ascend, so that their order is the order of writing.
  entry_id text collate "C" not null,
  position integer not null,
  kind text not null,
  -- The calendar day, in the invoice's zone, on which it counts: what becomes revenue later is written when it is invoiced.
  day date not null,
  recorded_at timestamptz not null,
  account_id text collate "C" not null,
  currency text not null,
  code text not null,
  amount numeric not null check (amount <> 0),
  -- What moved the money, the invoice that it moved money of, and the line: no keys, for each posting would look them up.
  object_id text collate "C" not null,
  invoice_id text collate "C",
  line_id text collate "C",
  primary key (organization_id, entry_id, position)
);
create index journal_posting_day on journal_posting (organization_id, day, entry_id, position);
create index journal_posting_invoice on journal_posting (organization_id, invoice_id);
create index journal_posting_object on journal_posting (organization_id, object_id)
  where object_id is distinct from invoice_id;
revoke update, delete on journal_posting from counterfoil_app;
alter table journal_posting enable row level security;
create policy organization_isolation on journal_posting
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
