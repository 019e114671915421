-- R-PDF-1: whether an invoice could be written as XML of its profile, decided when it is issued, for its parties and lines never change
-- after that: {"profile": "xrechnung", "broken": [{"rule": "BR-DE-15", "message": …, "path": "/buyerReference"}]}. Null where the
-- organization had e-invoicing off, on drafts, and on invoices of earlier releases.
alter table invoice add column e_invoice jsonb;

-- Those that broke a rule, by when: what needs attention is found without reading all invoices. An index over invoices would keep writers
-- out while it is built.
create table incomplete_e_invoice (
  organization_id text collate "C" not null references organization (id),
  issued_at timestamptz not null,
  invoice_id text collate "C" not null,
  primary key (organization_id, issued_at, invoice_id)
);
revoke update, delete on incomplete_e_invoice from counterfoil_app;
alter table incomplete_e_invoice enable row level security;
create policy organization_isolation on incomplete_e_invoice
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
