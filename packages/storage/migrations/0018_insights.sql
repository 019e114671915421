-- What needs somebody is found by index, however much does not.

create index invoice_waiting on invoice (organization_id, created_at)
  where status = 'draft' and (issues_at is null or issuing_failure is not null);
create index payment_failed on payment (organization_id, invoice_id, created_at) where status = 'failed';
create index mail_failed on mail (organization_id, updated_at) where status = 'failed';
create index quote_link_expiry on quote_link (organization_id, expires_at);
create index subscription_put_aside on subscription (organization_id, updated_at) where billing_failure is not null;
create index subscription_trial_end on subscription (organization_id, (contract_start_on + trial_period_days))
  where status = 'active' and trial_period_days > 0;
create index subscription_term_end on subscription (organization_id, (coalesce(cancels_on, contract_end_on)))
  where status = 'active' and coalesce(cancels_on, contract_end_on) is not null;
