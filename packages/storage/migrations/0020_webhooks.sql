-- Webhooks (R-HOOK-1, R-HOOK-2): who is told of what happened, and what became of telling them.

create table webhook_endpoint (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  url text not null,
  description text,
  -- Types of notifications, `invoice.*` for all that begin so, `*` for all.
  event_types text[] not null,
  enabled boolean not null,
  -- Why and since when it is not enabled; null while it is.
  disabled_reason text check (disabled_reason in ('manual', 'failing', 'gone')),
  disabled_at timestamptz,
  -- R-ORG-2: a sandbox sends nothing outside unless told to.
  send_from_sandbox boolean not null,
  -- The first attempt that failed since one succeeded; null while none does.
  failing_since timestamptz,
  -- Deleted, it is shown nowhere. The row stays for as long as something is written to its log: a transaction that is just
  -- writing down what happened must not fail because somebody deletes who would be told.
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (enabled = (disabled_at is null) and enabled = (disabled_reason is null))
);
alter table webhook_endpoint enable row level security;
create policy organization_isolation on webhook_endpoint
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Whether a type of notification is among those that were asked for.
create function is_asked_for(type text, patterns text[]) returns boolean language sql immutable parallel safe as $$
  select exists (select from unnest(patterns) as pattern
    where pattern in (type, '*') or (right(pattern, 2) = '.*' and starts_with(type, left(pattern, -1))))
$$;

-- What requests to an endpoint are signed with: one secret, and after a rotation the ones before it until they expire.
create table webhook_secret (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  number integer not null,
  -- Sealed for the organization and the endpoint.
  sealed text not null,
  created_at timestamptz not null,
  -- Null: in force until it is replaced.
  expires_at timestamptz,
  primary key (organization_id, endpoint_id, number),
  foreign key (organization_id, endpoint_id) references webhook_endpoint (organization_id, id)
);
create unique index webhook_secret_in_force on webhook_secret (organization_id, endpoint_id) where expires_at is null;
alter table webhook_secret enable row level security;
create policy organization_isolation on webhook_secret
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- One notification for one endpoint: the row is the job, the record and the answer. What is sent is the notification's own.
--
-- It has no foreign key to the endpoint on purpose: each transaction that writes what happened would lock the endpoint's row.
create table webhook_delivery (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  notification_id text collate "C" not null,
  -- Of the notification: what it is about, which kind, and its place in the order of what happened.
  object_id text collate "C" not null,
  type text not null,
  sequence bigint not null,
  happened_at timestamptz not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'caught')),
  -- From when on a worker may take it up. Whoever has it in hand moves it ahead first, so that the others leave it alone for
  -- that long. The beginning of time: at once.
  due_at timestamptz not null,
  -- A worker is sending it, or was when it died.
  in_hand boolean not null,
  attempts integer not null,
  -- Of them, those since it was last asked for, and when the first of these began: what is given up is counted from here.
  tries integer not null,
  tried_at timestamptz,
  last_status_code integer,
  last_failure text,
  -- When it was delivered, given up or caught: what is kept is counted from here.
  ended_at timestamptz,
  primary key (organization_id, endpoint_id, notification_id),
  foreign key (organization_id, notification_id) references notification (organization_id, id),
  check ((status = 'pending') = (ended_at is null))
);
create index webhook_delivery_due on webhook_delivery (organization_id, endpoint_id, due_at, sequence) where status = 'pending';
-- What holds back what: the earliest of an object that is pending.
create index webhook_delivery_turn on webhook_delivery (organization_id, endpoint_id, object_id, sequence) where status = 'pending';
create index webhook_delivery_ended on webhook_delivery (ended_at, organization_id) where ended_at is not null;
alter table webhook_delivery enable row level security;
create policy organization_isolation on webhook_delivery
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Each time that it was sent, and what came back.
create table webhook_attempt (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  notification_id text collate "C" not null,
  number integer not null,
  began_at timestamptz not null,
  duration_milliseconds integer not null,
  url text not null,
  -- Null where nothing was answered.
  status_code integer,
  failure text,
  -- The beginning of what was answered.
  response_body text,
  primary key (organization_id, endpoint_id, notification_id, number),
  foreign key (organization_id, endpoint_id, notification_id)
    references webhook_delivery (organization_id, endpoint_id, notification_id) on delete cascade
);
alter table webhook_attempt enable row level security;
create policy organization_isolation on webhook_attempt
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Which endpoints have something to be sent to them, asked before any organization is known. The endpoints are few, and each is
-- one look into an index, however much waits for its time or for an endpoint that is not enabled.
create function webhook_endpoints_due(instant timestamptz) returns table (organization_id text, endpoint_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.id from webhook_endpoint e
  where e.enabled and e.deleted_at is null and exists (
    select from webhook_delivery d
    where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.status = 'pending' and d.due_at <= instant)
$$;
revoke all on function webhook_endpoints_due(timestamptz) from public;
grant execute on function webhook_endpoints_due(timestamptz) to counterfoil_app;

-- Which organizations have deliveries that were kept long enough, asked before any organization is known.
create function organizations_with_old_webhooks(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct old.organization_id from (
    select d.organization_id from webhook_delivery d where d.ended_at <= instant order by d.ended_at limit 10000
  ) as old
$$;
revoke all on function organizations_with_old_webhooks(timestamptz) from public;
grant execute on function organizations_with_old_webhooks(timestamptz) to counterfoil_app;

-- That an endpoint was disabled is told to the organization itself, which is no account.
alter table mail alter column account_id drop not null;
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
  check (kind in ('invoice', 'receipt', 'reminder', 'overdue', 'quote', 'activation', 'webhook_disabled'));
alter table mail add constraint mail_account_check check ((account_id is null) = (kind = 'webhook_disabled'));
alter table mail_template drop constraint mail_template_kind_check;
alter table mail_template add constraint mail_template_kind_check
  check (kind in ('invoice', 'receipt', 'reminder', 'overdue', 'quote', 'activation', 'webhook_disabled'));
