-- R-INV-3, R-INV-7: receipts are numbered as invoices and credit notes are, in series of their own. Payments that were received before,
-- or by the previous version while both run, have no number: one that is given later would not be in the order of receipt.

alter table organization add column receipt_number_format text not null default 'REC-{YYYY}-{SEQ:5}';
alter table payment
  add column receipt_number text collate "C",
  add column receipt_series text collate "C",
  add column receipt_sequence bigint;
