-- Everything that is sent outside and retried has the same three columns: attempts, next_attempt_at, locked_until.
--
-- The release before uses due_at or call_at instead of next_attempt_at, and in_hand instead of locked_until. Both releases can run at the
-- same time, so the old columns stay, and triggers keep both forms equal. The old columns and the triggers are removed two releases later
-- (decision 65).

-- A change of next_attempt_at or locked_until comes from this release, and the old columns follow. Any other change comes from the release
-- before, or concerns something else: then next_attempt_at follows, and a new time ends the lease that this release wrote.

create function follow_due_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.next_attempt_at := coalesce(new.next_attempt_at, new.due_at);
    new.due_at := new.next_attempt_at;
  elsif new.next_attempt_at is distinct from old.next_attempt_at then
    new.due_at := new.next_attempt_at;
  else
    if new.due_at is distinct from old.due_at then
      new.locked_until := null;
    end if;
    new.next_attempt_at := new.due_at;
  end if;
  return new;
end
$$;

create function follow_call_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.next_attempt_at := coalesce(new.next_attempt_at, new.call_at);
    new.call_at := new.next_attempt_at;
  elsif new.next_attempt_at is distinct from old.next_attempt_at then
    new.call_at := new.next_attempt_at;
  else
    if new.call_at is distinct from old.call_at then
      new.locked_until := null;
    end if;
    new.next_attempt_at := new.call_at;
  end if;
  return new;
end
$$;

create function follow_in_hand() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.next_attempt_at := coalesce(new.next_attempt_at, new.due_at);
    new.due_at := new.next_attempt_at;
    new.in_hand := new.locked_until is not null;
  elsif new.next_attempt_at is distinct from old.next_attempt_at or new.locked_until is distinct from old.locked_until then
    new.due_at := new.next_attempt_at;
    new.in_hand := new.locked_until is not null;
  else
    if new.due_at is distinct from old.due_at or new.in_hand is distinct from old.in_hand then
      new.locked_until := case when new.in_hand then new.due_at end;
    end if;
    new.next_attempt_at := new.due_at;
  end if;
  return new;
end
$$;

alter table payment add column attempts integer not null default 0, add column next_attempt_at timestamptz, add column locked_until timestamptz;
create trigger payment_follow_call_at before insert or update on payment for each row execute function follow_call_at();
update payment set next_attempt_at = call_at where call_at is not null;
create index payment_next_attempt on payment (next_attempt_at, organization_id) where next_attempt_at is not null;

alter table refund add column attempts integer not null default 0, add column next_attempt_at timestamptz, add column locked_until timestamptz;
create trigger refund_follow_call_at before insert or update on refund for each row execute function follow_call_at();
update refund set next_attempt_at = call_at where call_at is not null;
create index refund_next_attempt on refund (next_attempt_at, organization_id) where next_attempt_at is not null;

alter table mail add column next_attempt_at timestamptz, add column locked_until timestamptz;
create trigger mail_follow_due_at before insert or update on mail for each row execute function follow_due_at();
update mail set next_attempt_at = due_at where status = 'queued' and due_at is not null;
-- safe: mail is read and written again once the index is built, a few seconds for a million mails.
create index mail_next_attempt on mail (next_attempt_at nulls first, organization_id) where status = 'queued';

alter table webhook_delivery add column next_attempt_at timestamptz, add column locked_until timestamptz;
create trigger webhook_delivery_follow_in_hand before insert or update on webhook_delivery for each row execute function follow_in_hand();
update webhook_delivery set next_attempt_at = due_at where status = 'pending';
-- safe: deliveries are read and written again once the index is built, a few seconds for a million of them.
create index webhook_delivery_next_attempt on webhook_delivery (organization_id, endpoint_id, next_attempt_at, sequence)
  where status = 'pending';

alter table identity.letter add column next_attempt_at timestamptz, add column locked_until timestamptz;
create trigger letter_follow_due_at before insert or update on identity.letter for each row execute function follow_due_at();
update identity.letter set next_attempt_at = due_at;
create index letter_next_attempt on identity.letter (next_attempt_at);

alter table identity.notice add column next_attempt_at timestamptz, add column locked_until timestamptz;
create trigger notice_follow_due_at before insert or update on identity.notice for each row execute function follow_due_at();
update identity.notice set next_attempt_at = due_at;
create index notice_next_attempt on identity.notice (next_attempt_at);

create or replace function organizations_with_payments_due(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.organization_id from payment p where p.next_attempt_at <= instant
  union
  select r.organization_id from refund r where r.next_attempt_at <= instant
  union
  select c.organization_id from collection c where c.due_at <= instant and c.test_clock_id is null
$$;

create or replace function organizations_with_due_mail(instant timestamptz) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.organization_id from mail m where m.status = 'queued' and (m.next_attempt_at is null or m.next_attempt_at <= instant)
  union
  select m.organization_id from mail m where m.html_body is not null and m.forget_at <= instant
  union
  select r.organization_id from due_reminders(instant) r
$$;

create or replace function webhook_endpoints_due(instant timestamptz) returns table (organization_id text, endpoint_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.id from webhook_endpoint e
  where e.enabled and e.deleted_at is null and exists (
    select from webhook_delivery d
    where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= instant)
$$;

comment on column payment.attempts is 'How many calls to the provider began, without those of the release before.';
comment on column payment.next_attempt_at is 'The next call to the provider. Null: no call is needed.';
comment on column payment.locked_until is 'Until then only the worker that claimed it calls the provider. Null: not claimed.';
comment on column payment.call_at is 'The name that the release before uses for next_attempt_at. A trigger keeps both equal.';
comment on column payment.called_at is 'When the first call to the provider began.';
comment on column refund.attempts is 'How many calls to the provider began, without those of the release before.';
comment on column refund.next_attempt_at is 'The next call to the provider. Null: no call is needed.';
comment on column refund.locked_until is 'Until then only the worker that claimed it calls the provider. Null: not claimed.';
comment on column refund.call_at is 'The name that the release before uses for next_attempt_at. A trigger keeps both equal.';
comment on column refund.called_at is 'When the first call to the provider began.';
comment on column mail.next_attempt_at is 'Null: at once. While locked: when another worker may claim it.';
comment on column mail.locked_until is 'Until then only the worker that claimed it sends it. Null: not claimed.';
comment on column mail.due_at is 'The name that the release before uses for next_attempt_at. A trigger keeps both equal.';
comment on column webhook_delivery.next_attempt_at is 'The next attempt. While locked: when another worker may claim it.';
comment on column webhook_delivery.locked_until is 'Until then only the worker that claimed it sends it. Null: not claimed.';
comment on column webhook_delivery.due_at is 'The name that the release before uses for next_attempt_at. A trigger keeps both equal.';
comment on column webhook_delivery.in_hand is 'What the release before reads instead of locked_until. A trigger keeps both equal.';
