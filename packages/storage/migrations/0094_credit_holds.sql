-- Prepaid credit that is held for usage that is about to happen. Decision 93.

create table credit_hold (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  -- Chosen by the caller: the same call sent again finds its hold.
  unique_id text collate "C" not null,
  currency text collate "C" not null,
  -- What the events add to the account's usage, with tax, when the hold was made.
  amount numeric not null check (amount >= 0),
  -- The estimated events: their names and properties. They count as if they happened at held_at.
  events jsonb not null,
  held_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'settled', 'released', 'expired')),
  -- What the real events added, and the SHA-256 of their content; set when the hold is settled.
  settled_amount numeric,
  settled_hash text collate "C",
  closed_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, account_id, unique_id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  check ((state = 'settled') = (settled_amount is not null) and (state = 'settled') = (settled_hash is not null)),
  check ((state = 'open') = (closed_at is null))
) with (fillfactor = 80);
create index credit_hold_open on credit_hold (organization_id, account_id, expires_at) where state = 'open';
alter table credit_hold enable row level security;
create policy organization_isolation on credit_hold
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
