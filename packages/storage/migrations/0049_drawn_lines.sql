-- R-INV-8: what a draw of a prepaid grant paid of which line of its invoice, as [{lineId, amount, amountPaid}] with the sign of the entry; of
-- what returns to a grant the lines of the draw that it returns. The parts sum to the entry. Null on all other entries, on draws of
-- earlier releases, and on what returns of those.
alter table account_credit_entry add column lines jsonb;
alter table account_credit_entry add constraint account_credit_entry_lines_check
  check (lines is null or credit_grant_id is not null) not valid;
alter table account_credit_entry validate constraint account_credit_entry_lines_check;
