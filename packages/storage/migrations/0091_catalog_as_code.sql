-- R-CAT-4: the key of an object in a catalog file. It stays when the object is renamed, and a price that replaces another one takes its key.
-- Features have a key already.
create table catalog_key (
  organization_id text collate "C" not null references organization (id),
  object_type text collate "C" not null check (object_type in ('metric', 'product', 'price', 'bundle', 'plan')),
  object_id text collate "C" not null,
  key text collate "C" not null,
  primary key (organization_id, object_id),
  unique (organization_id, object_type, key)
);
comment on table catalog_key is 'The keys of objects in catalog files. They stay when an object is renamed.';
comment on column catalog_key.key is 'Unique among the objects of its type. Lowercase letters and digits, separated by single - or _.';
alter table catalog_key enable row level security;
create policy organization_isolation on catalog_key
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- R-CAT-2: a change of a sold price creates a new price. Each names the other.
alter table price add column replaces_price_id text collate "C";
alter table price add column replaced_by_price_id text collate "C";
comment on column price.replaces_price_id is 'The sold price that this price replaces. Null: it replaces none.';
comment on column price.replaced_by_price_id is 'The price that a change of this sold price created. Null: not replaced.';
