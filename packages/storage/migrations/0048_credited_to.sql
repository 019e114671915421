-- R-INV-8: where the amount of an invoice below zero went, frozen when it is issued. Null on others, on drafts, and on invoices that were
-- issued before: all of theirs became account credit.
alter table invoice add column credited_to jsonb;

-- What of a note went back to the prepaid grants that had paid its invoice; the rest of what was neither applied nor refunded is account
-- credit.
alter table credit_note add column amount_returned numeric not null default 0;
alter table credit_note drop constraint credit_note_check;
alter table credit_note add constraint credit_note_check check (
  amount_refunded + amount_credited + amount_returned + case when outcome = 'refund' then 0 else amount_applied end = total
) not valid;
alter table credit_note validate constraint credit_note_check;
