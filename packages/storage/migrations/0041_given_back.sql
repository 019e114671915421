-- What a note has to know of later invoices to be computed again: by line, what they had given back when it was made (R-INV-8).
alter table credit_note add column billed_back jsonb;

-- R-INV-8: account credit that pays an invoice after it was issued is `applied`: what an invoice with a negative total gives back
-- reduces the unpaid invoices that it gives back from, and a person may apply credit to an open invoice.
alter table account_credit_entry drop constraint account_credit_entry_kind_check;
alter table account_credit_entry add constraint account_credit_entry_kind_check
  check (kind in ('granted', 'used', 'given', 'returned', 'expired', 'voided', 'credit_note', 'payment', 'applied')) not valid;
alter table account_credit_entry validate constraint account_credit_entry_kind_check;

-- The invoice whose charge the money was given back for, where that is another than the entry's.
alter table account_credit_entry add column source_invoice_id text collate "C";
create index account_credit_entry_source on account_credit_entry (organization_id, source_invoice_id)
  where source_invoice_id is not null;
