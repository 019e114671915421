-- R-AI-1: names of models match in any letters, so only one price of a name begins at an instant.

-- Of two prices that differ only in their letters, the newer one applied, and the older one had no effect.
delete from model_price p using model_price newer
  where newer.organization_id = p.organization_id and lower(newer.provider) = lower(p.provider)
    and lower(newer.model) = lower(p.model) and newer.valid_from = p.valid_from and newer.id > p.id;
alter table model_price drop constraint model_price_organization_id_provider_model_valid_from_key;
-- safe: an organization has a few prices of models
create unique index model_price_begins on model_price (organization_id, lower(provider), lower(model), valid_from);
