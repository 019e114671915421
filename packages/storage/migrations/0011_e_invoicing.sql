-- Whether the PDFs of an organization's invoices carry the invoice as XML (Factur-X). Frozen into each invoice with the seller.
alter table organization add column e_invoicing boolean not null default false;
