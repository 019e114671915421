-- R-PDF-1, R-MAIL-1: the language in which a customer is written to; the organization's where it is null.

alter table account add column locale text;
