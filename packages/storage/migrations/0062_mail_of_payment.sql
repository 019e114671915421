-- R-MAIL-1: the mail of a receipt carries the receipt of its payment.

alter table mail add column payment_id text collate "C";
-- What happened was written as its kind, its invoice, its payment and its address.
update mail set payment_id = split_part(occasion, ' ', 3) where kind = 'receipt';
