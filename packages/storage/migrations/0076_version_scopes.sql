-- Discounts and spend limits of a version: [{id, type, value, scope, priceIds, …}] (R-SUB-8).
alter table subscription_version
  add column discounts jsonb not null default '[]',
  add column thresholds jsonb not null default '[]';

-- Of a line of one of them: the prices that it is for, empty where it is for all. Null of every other line.
alter table invoice_line add column scope_price_ids jsonb;
