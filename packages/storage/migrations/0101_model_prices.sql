-- R-AI-1: prices of model calls, and what they cost the organization. Decision 100.

-- {"eventName", "batchDiscountPercent"}. Null: events have no costs from prices of models.
alter table organization add column model_costs jsonb;

-- An organization's own price of a model, per million tokens. It replaces the catalog's, which is a file.
create table model_price (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  provider text collate "C" not null,
  -- A name, or the beginning of names with * at the end.
  model text collate "C" not null,
  currency text collate "C" not null,
  -- Null: calls with such tokens have the price of input or output, and if there is none, no cost.
  input_price numeric check (input_price >= 0),
  cached_input_price numeric check (cached_input_price >= 0),
  cache_write_price numeric check (cache_write_price >= 0),
  output_price numeric check (output_price >= 0),
  reasoning_price numeric check (reasoning_price >= 0),
  -- Null: the organization's for all models.
  batch_discount_percent numeric check (batch_discount_percent between 0 and 100),
  -- Half-open. Null: until a later price of the same model.
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, provider, model, valid_from),
  check (input_price is not null or output_price is not null)
);
create index model_price_created on model_price (organization_id, created_at, id);
alter table model_price enable row level security;
create policy organization_isolation on model_price
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The first event of each model that had no price when the event was stored.
create table unpriced_model (
  organization_id text collate "C" not null,
  -- As sent. Empty: not sent.
  provider text collate "C" not null,
  model text collate "C" not null,
  -- What had no price: the model, or one kind of its tokens. tokens: the counts could not be read.
  missing text collate "C" not null check (missing in ('model', 'input', 'output', 'tokens')),
  unique_id text collate "C" not null,
  first_event_at timestamptz not null,
  received_at timestamptz not null,
  primary key (organization_id, provider, model, missing)
);
alter table unpriced_model enable row level security;
create policy organization_isolation on unpriced_model
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

alter table event_cost
  -- What the amount of a model call was computed from: the prices with the version of the catalog, and the tokens.
  add column model_call jsonb,
  drop constraint event_cost_source_check,
  drop constraint event_cost_check,
  drop constraint event_cost_check1,
  add constraint event_cost_source_check check (source in ('event', 'cost_price', 'model_price')) not valid,
  add constraint event_cost_price_check check (
    (source = 'cost_price') = (cost_price_id is not null) and (source = 'cost_price') = (unit_cost is not null)
    and (source = 'cost_price') = (quantity is not null)) not valid,
  add constraint event_cost_model_check check ((source = 'model_price') = (model_call is not null)) not valid;
