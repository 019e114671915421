-- R-PDF-1, R-INV-8: whether a credit note could be written as XML of its profile, decided when it is issued, as of invoices (0069). Null
-- where the organization had e-invoicing off, and on notes of earlier releases.
alter table credit_note add column e_invoice jsonb;

-- Those that broke a rule, by when.
create table incomplete_e_credit_note (
  organization_id text collate "C" not null references organization (id),
  issued_at timestamptz not null,
  credit_note_id text collate "C" not null,
  primary key (organization_id, issued_at, credit_note_id)
);
revoke update, delete on incomplete_e_credit_note from counterfoil_app;
alter table incomplete_e_credit_note enable row level security;
create policy organization_isolation on incomplete_e_credit_note
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
