-- R-OPS-5: what a person may ask to have erased, where nobody may change anything otherwise.
--
-- The audit log, the notifications and the signatures are only added to. These functions take texts out of them and can do
-- nothing else: what stands in their place is the same word everywhere, so nothing can be forged with them. An entry of the audit
-- log that lost a text has another hash than its seal holds; the entry about the erasure, which is sealed as well, names the new
-- one, and by that the check of the log tells an erasure from a forgery.

-- `texts` wherever they occur, `words` only where they are a whole JSON string; both escaped as JSON, longest first.
create function without_texts(value text, texts text[], words text[]) returns text
language plpgsql immutable parallel safe as $$
declare
  one text;
begin
  foreach one in array texts loop
    value := replace(value, one, '[erased]');
  end loop;
  foreach one in array words loop
    value := replace(value, '"' || one || '"', '"[erased]"');
  end loop;
  return value;
end
$$;

-- Whether a record is about one of the objects, or holds one of the texts that are nobody else's.
create function is_about(value text, object_id text, objects text[], unique_texts text[]) returns boolean
language sql immutable parallel safe as $$
  select object_id = any(objects) or exists (select from unnest(unique_texts) as own (own) where position(own in value) > 0)
$$;

create function erase_from_audit(objects text[], unique_texts text[], texts text[], words text[])
returns table (entry_id text, hash text)
language sql security definer set search_path = public, pg_temp as $$
  update audit_entry e set changes = without_texts(e.changes::text, texts, words)::json
  where e.organization_id = (select current_organization())
    and is_about(e.changes::text, e.object_id, objects, unique_texts)
    and without_texts(e.changes::text, texts, words) <> e.changes::text
  returning e.id, encode(audit_entry_hash(e), 'hex')
$$;
revoke all on function erase_from_audit(text[], text[], text[], text[]) from public;
grant execute on function erase_from_audit(text[], text[], text[], text[]) to counterfoil_app;

create function erase_from_notifications(objects text[], unique_texts text[], texts text[], words text[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    update notification n set data = without_texts(n.data::text, texts, words)::json
    where n.organization_id = (select current_organization())
      and is_about(n.data::text, n.object_id, objects, unique_texts)
      and without_texts(n.data::text, texts, words) <> n.data::text
    returning n.id
  ), answers as (
    update webhook_attempt a set response_body = null
    from erased where a.organization_id = (select current_organization()) and a.notification_id = erased.id
  )
  select count(*)::integer from erased
$$;
revoke all on function erase_from_notifications(text[], text[], text[], text[]) from public;
grant execute on function erase_from_notifications(text[], text[], text[], text[]) to counterfoil_app;

-- Who signed; what was signed stays, with its hash.
create function erase_signers(subscriptions text[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    update quote_signature set signer_name = '[erased]', signer_email = '[erased]', signer_job_title = null,
      network_address = '[erased]'
    where organization_id = (select current_organization()) and subscription_id = any(subscriptions)
    returning 1
  )
  select count(*)::integer from erased
$$;
revoke all on function erase_signers(text[]) from public;
grant execute on function erase_signers(text[]) to counterfoil_app;

-- The aliases under which events of an account were sent: one of them may have been a person's.
create function erase_stream_names(account text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update usage_stream set account_reference = 'erased-' || id
  where organization_id = (select current_organization()) and account_id = account and account_reference is not null
$$;
revoke all on function erase_stream_names(text) from public;
grant execute on function erase_stream_names(text) to counterfoil_app;

-- Before the organization is known: where something is written about a person, as a member or from a time when they were one.
create function identity.organizations_that_know(person text, their_address text) returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from organization o
  where exists (select from membership m where m.organization_id = o.id and m.person_id = person)
    or exists (select from invitation i where i.organization_id = o.id and i.email = their_address)
    or exists (select from audit_entry e where e.organization_id = o.id and (e.object_id = person or e.actor_id = person
      or position(their_address in e.changes::text) > 0))
    or exists (select from mail m where m.organization_id = o.id and lower(m.recipient) = their_address)
$$;
revoke all on function identity.organizations_that_know(text, text) from public;
grant execute on function identity.organizations_that_know(text, text) to counterfoil_people;
