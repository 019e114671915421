-- The requests of the last 30 days, for GET /request-log. Decision 87.

create table request_log (
  organization_id text collate "C" not null references organization (id),
  -- Ascending in the order of the answers.
  id text collate "C" not null,
  -- When the request was answered.
  at timestamptz not null,
  method text collate "C" not null,
  -- The address without its query, and the pattern of its route: /accounts/acc_1 and /accounts/:id.
  path text collate "C" not null,
  route text collate "C" not null,
  query text not null,
  status smallint not null,
  -- The code of the error in the response.
  error_code text collate "C",
  duration_ms integer not null check (duration_ms >= 0),
  actor_type text collate "C" not null,
  actor_id text collate "C" not null,
  request_id text collate "C" not null,
  idempotency_key text collate "C",
  -- Redacted. Null if there is none, or if it is not stored.
  request_body text,
  response_body text,
  -- In UTF-8, before they were redacted or cut. Null if unknown.
  request_bytes bigint,
  response_bytes bigint,
  primary key (organization_id, id)
  -- Bodies are stored apart, so that a search reads only the small columns.
) with (toast_tuple_target = 256);
create index request_log_request on request_log (organization_id, request_id);
create index request_log_at on request_log (at);
alter table request_log enable row level security;
create policy organization_isolation on request_log
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Deletes requests of all organizations: those answered before `earliest`, and of each organization those beyond the latest
-- `kept`. Deletes at most `most` and returns how many.
create function forget_requests(earliest timestamptz, kept integer, most integer) returns integer
language sql volatile security definer set search_path = public, pg_temp as $$
  with surplus as (
    (select r.organization_id, r.id from request_log r where r.at < earliest order by r.at limit most)
    union
    (select r.organization_id, r.id
     from organization o
     cross join lateral (
       select l.id from request_log l where l.organization_id = o.id order by l.id desc offset kept limit 1
     ) first_surplus
     join request_log r on r.organization_id = o.id and r.id <= first_surplus.id
     limit most)
  ), claimed as (
    select r.organization_id, r.id from request_log r join surplus s on s.organization_id = r.organization_id and s.id = r.id
    order by r.organization_id, r.id limit most for update of r skip locked
  ), forgotten as (
    delete from request_log r using claimed c where r.organization_id = c.organization_id and r.id = c.id returning 1
  )
  select count(*)::integer from forgotten
$$;
revoke all on function forget_requests(timestamptz, integer, integer) from public;
grant execute on function forget_requests(timestamptz, integer, integer) to counterfoil_app;
