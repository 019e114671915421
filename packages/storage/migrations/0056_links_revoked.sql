-- R-UI-2: links to portals and to invoices that were passed on too far can be taken back. A link is named by the beginning of its
-- token's hash, so that whoever has an address that leaked can tell which link it is.
alter table portal_link add column revoked_at timestamptz;
create index portal_link_account on portal_link (organization_id, account_id, created_at);

alter table invoice_link add column revoked_at timestamptz;
-- Of a link that a customer made in the portal: it ends with the portal's.
alter table invoice_link add column portal_token_hash bytea;
create index invoice_link_invoice on invoice_link (organization_id, invoice_id, created_at);
