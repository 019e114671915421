-- The subscription in whose request a price was created. Such a price was negotiated for one contract, so the dashboard leaves
-- it out of the catalog. No foreign key: the price stays when the draft is deleted.
alter table price add column subscription_id text collate "C";
comment on column price.subscription_id is 'The subscription in whose request the price was created. Null: a price of the catalog.';

-- Which of the existing prices these are follows from the audit log: the request that created the price wrote the same subscription, and only
-- it, and no other subscription, plan or bundle uses the price. A request ID that the server made is a UUID. Others may repeat.
with made as (
  select p.organization_id, p.id, min(s.object_id) as subscription_id
  from price p
  join audit_entry c on c.organization_id = p.organization_id and c.object_id = p.id and c.action = 'price.created'
    and c.request_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  join audit_entry s on s.organization_id = c.organization_id and s.request_id = c.request_id and s.actor_id is not distinct from c.actor_id
    and s.action in ('subscription.created', 'subscription.changed', 'subscription.version.created', 'subscription.version.updated')
  group by p.organization_id, p.id
  having count(distinct s.object_id) = 1
)
update price p set subscription_id = m.subscription_id
from made m
where m.organization_id = p.organization_id and m.id = p.id
  and not exists (
    select from version_price v join subscription_version sv on sv.organization_id = v.organization_id and sv.id = v.version_id
    where v.organization_id = p.organization_id and v.price_id = p.id and sv.subscription_id <> m.subscription_id)
  and not exists (select from bundle_price b where b.organization_id = p.organization_id and b.price_id = p.id)
  and not exists (
    select from plan l where l.organization_id = p.organization_id and strpos(l.price_groups::text, '"' || p.id || '"') > 0);
