-- R-CREDIT-1: credit.balance_low is sent as usage happens, not only when an invoice draws credit. Decision 130.

-- When the account was last notified that its prepaid money is low. Null until then, and again after credit was added.
alter table credit_setting add column low_told_at timestamptz;

-- Those whose money is low already were notified when it became so.
update credit_setting s set low_told_at = now()
  where low_balance_threshold is not null and low_balance_threshold >= (
    select coalesce(sum(g.balance), 0) from credit_grant g
    join account a on a.organization_id = g.organization_id and a.id = g.account_id and a.currency = g.currency
    where g.organization_id = s.organization_id and g.account_id = s.account_id);

-- From here on, new usage is checked against thresholds too.
insert into spend_tail (organization_id, sequence)
  select distinct s.organization_id, (select coalesce(max(sequence), 0) from usage_event) from credit_setting s
  where s.low_balance_threshold is not null
  on conflict (organization_id) do nothing;
