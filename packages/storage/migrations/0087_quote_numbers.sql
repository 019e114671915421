-- The number of a quote, assigned when its first link is created (decision 80). Null on links of the previous release until they are
-- created again. The series is one of invoice_series.
alter table quote_link add column number text collate "C";
alter table quote_link add column number_series text;
alter table quote_link add column number_sequence bigint;
-- 1 for the first offer. A changed offer, and each offer after a decline, has the next one.
alter table quote_link add column revision integer not null default 1;
comment on column quote_link.number is 'Q-2026-0001. The links of later revisions keep it.';
comment on column quote_link.revision is 'A changed offer, and each offer after a decline, has the next one.';

with numbered as (
  select l.organization_id, l.subscription_id, extract(year from l.created_at at time zone o.timezone)::text as year,
    row_number() over (
      partition by l.organization_id, extract(year from l.created_at at time zone o.timezone)
      order by l.created_at, l.subscription_id) as sequence
  from quote_link l join organization o on o.id = l.organization_id
)
update quote_link l
set number = 'Q-' || n.year || '-' || lpad(n.sequence::text, greatest(4, length(n.sequence::text)), '0'),
  number_series = 'quote_link/' || n.year, number_sequence = n.sequence
from numbered n where n.organization_id = l.organization_id and n.subscription_id = l.subscription_id;
create unique index quote_link_number on quote_link (organization_id, number) where number is not null;

-- Who declined which link, when, from where, and why. Each link is declined at most once, and nobody changes or removes a decline.
create table quote_decline (
  organization_id text collate "C" not null references organization (id),
  subscription_id text collate "C" not null,
  token_hash bytea not null,
  revision integer not null,
  decliner_name text not null,
  decliner_email text,
  reason text,
  declined_at timestamptz not null,
  network_address text not null,
  -- Of the offer that was declined.
  sha256 text not null,
  primary key (organization_id, subscription_id, token_hash),
  foreign key (organization_id, subscription_id) references subscription (organization_id, id)
);
comment on table quote_decline is 'Who declined which link of a quote, when, from where, and why.';
comment on column quote_decline.network_address is 'The IPv4 or IPv6 address that the request came from.';
grant select, insert on quote_decline to counterfoil_app;
revoke update, delete on quote_decline from counterfoil_app;
alter table quote_decline enable row level security;
create policy organization_isolation on quote_decline
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Who declined, and the reason, which is free text. That it was declined stays.
create function erase_decliners(subscriptions text[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    update quote_decline set decliner_name = '[erased]', decliner_email = null, reason = null, network_address = '[erased]'
    where organization_id = (select current_organization()) and subscription_id = any(subscriptions)
    returning 1
  )
  select count(*)::integer from erased
$$;
revoke all on function erase_decliners(text[]) from public;
grant execute on function erase_decliners(text[]) to counterfoil_app;

-- safe: the new condition only accepts more, so the rows need not be read
alter table search_term drop constraint search_term_source_check;
alter table search_term add constraint search_term_source_check
  check (source in ('name', 'alias', 'email', 'contact', 'tax_id', 'sku', 'key', 'event_name', 'purchase_order_number', 'number')) not valid;
create trigger quote_search_terms after insert or delete or update of number on quote_link
  for each row execute function follow_search_terms('subscription', 'subscription_id', 'number', 'number', 'number');
insert into search_term (organization_id, object_type, term, object_id, source, holder)
select l.organization_id, 'subscription', term, l.subscription_id, 'number', l.number
from quote_link l, search_terms(l.number) as term where l.number is not null
on conflict do nothing;
