-- R-CREDIT-1: accounts that pay later, and settlements above the held amount. Decision 95.
alter table credit_setting
  -- What usage may owe beyond the grants, with issued invoices that are not paid, in the account's currency. Null: nothing.
  add column credit_line numeric check (credit_line >= 0),
  add column settle_above_held text collate "C" not null default 'accept'
    constraint credit_setting_settle_above_held_check check (settle_above_held in ('accept', 'refuse'));
