-- R-PDF-1: what the buyer wants to find on the invoices of one contract, or on one invoice (BT-10), in place of the account's. Null: the
-- account's. What an issued invoice says is in its snapshot of the buyer.
alter table subscription add column buyer_reference text;
alter table invoice add column buyer_reference text;
