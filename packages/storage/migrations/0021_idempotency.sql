-- R-API-5: what a request with the header Idempotency-Key was answered, in the transaction of its effect.

create table idempotency_record (
  organization_id text collate "C" not null references organization (id),
  key text collate "C" not null check (length(key) between 1 and 255),
  -- SHA-256 of the route and the body: the same key with another request is a mistake.
  request_hash bytea not null,
  created_at timestamptz not null,
  -- While it is not answered: who works on it, and until when that one is taken to be alive. Seen by others only where the
  -- effect is made of several transactions.
  attempt_id text,
  reserved_until timestamptz,
  status integer,
  headers jsonb,
  -- Encrypted with what the caller proved itself by, where the answer shows a secret.
  body bytea,
  is_sealed boolean not null default false,
  primary key (organization_id, key),
  check ((status is null) = (reserved_until is not null))
);
create index idempotency_record_created on idempotency_record (created_at);
alter table idempotency_record enable row level security;
create policy organization_isolation on idempotency_record
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Deletes records made before `earliest`, at most `most` of them, of whatever organization. Answers how many.
create function forget_idempotency_records(earliest timestamptz, most integer) returns integer
language sql volatile security definer set search_path = public, pg_temp as $$
  with forgotten as (
    delete from idempotency_record r using (
      select organization_id, key from idempotency_record where created_at < earliest
      order by created_at limit most for update skip locked
    ) old
    where r.organization_id = old.organization_id and r.key = old.key
    returning 1
  )
  select count(*)::integer from forgotten
$$;
revoke all on function forget_idempotency_records(timestamptz, integer) from public;
grant execute on function forget_idempotency_records(timestamptz, integer) to counterfoil_app;
