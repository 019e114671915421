-- Search finds objects by the beginning of any word of their names. A comparison of two texts is leakproof, and lower() or a text search
-- operator is not: row-level security would keep the planner from using their indexes. So the words are rows of a table of their own, which
-- triggers keep equal to the objects. An erased or deleted text leaves this table in the same transaction.

create function search_text(value text) returns text language sql immutable parallel safe as $$
  select left(regexp_replace(btrim(lower(value)), '\s+', ' ', 'g'), 200)
$$;

-- The text from each beginning of a word: "north wind" is found as "north wind" and as "wind". Compares characters instead of patterns,
-- because it runs for each written row.
create function search_terms(value text) returns setof text language sql immutable parallel safe as $$
  select distinct left(substr(v, p), 100)
  from (select search_text(value) as v, $separators$ -@._/\+&,;:()#'"$separators$ as separators) as normal, generate_series(1, length(v)) as p
  where p = 1 or (strpos(separators, substr(v, p - 1, 1)) > 0 and strpos(separators, substr(v, p, 1)) = 0)
$$;

create table search_term (
  organization_id text collate "C" not null references organization,
  object_type text collate "C" not null
    check (object_type in ('account', 'subscription', 'product', 'plan', 'metric', 'feature', 'price_bundle')),
  term text collate "C" not null,
  object_id text collate "C" not null,
  source text collate "C" not null
    check (source in ('name', 'alias', 'email', 'contact', 'tax_id', 'sku', 'key', 'event_name', 'purchase_order_number')),
  -- The row that contains the text: the object itself, a contact, or an alias.
  holder text collate "C" not null,
  primary key (organization_id, object_type, term, object_id, source, holder)
);
create index search_term_holder on search_term (organization_id, object_id, holder);
alter table search_term enable row level security;
create policy organization_isolation on search_term
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));
grant select, insert, delete on search_term to counterfoil_app;

-- Arguments: the type of the object, the column with its ID, the column that identifies the row, then pairs of a source and a column.
create function follow_search_terms() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if before is not null then
    delete from search_term where organization_id = before ->> 'organization_id' and object_type = tg_argv[0]
      and object_id = before ->> tg_argv[1] and holder = before ->> tg_argv[2];
  end if;
  if after is not null then
    for i in 3 .. tg_nargs - 1 by 2 loop
      continue when after ->> tg_argv[i + 1] is null;
      insert into search_term (organization_id, object_type, term, object_id, source, holder)
      select after ->> 'organization_id', tg_argv[0], term, after ->> tg_argv[1], tg_argv[i], after ->> tg_argv[2]
      from search_terms(after ->> tg_argv[i + 1]) as term
      on conflict do nothing;
    end loop;
  end if;
  return null;
end
$$;

create trigger account_search_terms after insert or delete or update of name, billing_email, tax_id on account
  for each row execute function follow_search_terms('account', 'id', 'id', 'name', 'name', 'email', 'billing_email', 'tax_id', 'tax_id');
create trigger account_alias_search_terms after insert or delete or update of alias, account_id on account_alias
  for each row execute function follow_search_terms('account', 'account_id', 'alias', 'alias', 'alias');
create trigger contact_search_terms after insert or delete or update of email, first_name, last_name, account_id on contact
  for each row execute function
    follow_search_terms('account', 'account_id', 'id', 'email', 'email', 'contact', 'first_name', 'contact', 'last_name');
create trigger subscription_search_terms after insert or delete or update of name, purchase_order_number on subscription
  for each row execute function
    follow_search_terms('subscription', 'id', 'id', 'name', 'name', 'purchase_order_number', 'purchase_order_number');
create trigger product_search_terms after insert or delete or update of name, sku on product
  for each row execute function follow_search_terms('product', 'id', 'id', 'name', 'name', 'sku', 'sku');
create trigger plan_search_terms after insert or delete or update of name on plan
  for each row execute function follow_search_terms('plan', 'id', 'id', 'name', 'name');
create trigger metric_search_terms after insert or delete or update of name, event_name on metric
  for each row execute function follow_search_terms('metric', 'id', 'id', 'name', 'name', 'event_name', 'event_name');
create trigger feature_search_terms after insert or delete or update of name, key on feature
  for each row execute function follow_search_terms('feature', 'id', 'id', 'name', 'name', 'key', 'key');
create trigger bundle_search_terms after insert or delete or update of name on bundle
  for each row execute function follow_search_terms('price_bundle', 'id', 'id', 'name', 'name');

insert into search_term (organization_id, object_type, term, object_id, source, holder)
select distinct t.organization_id, t.object_type, term, t.object_id, t.source, t.holder
from (
  select organization_id, 'account' as object_type, id as object_id, 'name' as source, id as holder, name as value from account
  union all select organization_id, 'account', id, 'email', id, billing_email from account
  union all select organization_id, 'account', id, 'tax_id', id, tax_id from account
  union all select organization_id, 'account', account_id, 'alias', alias, alias from account_alias
  union all select organization_id, 'account', account_id, 'email', id, email from contact
  union all select organization_id, 'account', account_id, 'contact', id, first_name from contact
  union all select organization_id, 'account', account_id, 'contact', id, last_name from contact
  union all select organization_id, 'subscription', id, 'name', id, name from subscription
  union all select organization_id, 'subscription', id, 'purchase_order_number', id, purchase_order_number from subscription
  union all select organization_id, 'product', id, 'name', id, name from product
  union all select organization_id, 'product', id, 'sku', id, sku from product
  union all select organization_id, 'plan', id, 'name', id, name from plan
  union all select organization_id, 'metric', id, 'name', id, name from metric
  union all select organization_id, 'metric', id, 'event_name', id, event_name from metric
  union all select organization_id, 'feature', id, 'name', id, name from feature
  union all select organization_id, 'feature', id, 'key', id, key from feature
  union all select organization_id, 'price_bundle', id, 'name', id, name from bundle
) as t, search_terms(t.value) as term;

-- safe: reads the invoices once, about a second for a million of them
create index invoice_number_text on invoice (organization_id, (number collate "C")) where number is not null;
-- safe: reads the invoices once, and only those with a reference are indexed
create index invoice_external_id on invoice (organization_id, external_id) where external_id is not null;
-- safe: reads the invoices once, about a second for a million of them
create index invoice_total on invoice (organization_id, total, created_at);
create index payment_amount on payment (organization_id, amount, created_at);

-- A comparison of numerics is not leakproof, so that only the owner can use an index for it. The function compares the organization itself.
create function find_by_amount(amounts numeric[], most integer) returns table (type text, id text, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  (select 'invoice', i.id, i.created_at from unnest(amounts) as a (amount) cross join lateral (
     select id, created_at from invoice where organization_id = current_organization() and total = a.amount
     order by created_at desc limit most) as i order by i.created_at desc, i.id limit most)
  union all
  (select 'payment', p.id, p.created_at from unnest(amounts) as a (amount) cross join lateral (
     select id, created_at from payment where organization_id = current_organization() and amount = a.amount
     order by created_at desc limit most) as p order by p.created_at desc, p.id limit most)
$$;
revoke all on function find_by_amount(numeric[], integer) from public;
grant execute on function find_by_amount(numeric[], integer) to counterfoil_app;
