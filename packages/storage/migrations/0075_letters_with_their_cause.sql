-- R-USER-1, invariant 5: the mail that an invitation or a new API key sends commits with it. Written beside the transaction, a
-- failure left an invitation without its letter, or sent a letter whose link opened nothing. The platform's role writes such mail
-- by these functions and reads none of it.

create function identity.write_invitation_letter(
  letter_id text, address text, organization text, secret text, written timestamptz, open_until timestamptz
) returns void
language sql volatile security definer set search_path = identity, pg_temp as $$
  insert into letter (id, kind, recipient, recipient_name, organization_name, token, attempts, due_at, expires_at, created_at)
  values (letter_id, 'invitation', address, '', organization, secret, 0, written, open_until, written)
$$;
revoke all on function identity.write_invitation_letter(text, text, text, text, timestamptz, timestamptz) from public;
grant execute on function identity.write_invitation_letter(text, text, text, text, timestamptz, timestamptz) to counterfoil_app;

-- Only to members of the organization of the statement.
create function identity.tell_member_of_key(
  notice_id text, member text, told jsonb, written timestamptz, open_until timestamptz
) returns void
language sql volatile security definer set search_path = identity, pg_temp as $$
  insert into notice (id, kind, recipient, recipient_name, facts, attempts, due_at, expires_at, created_at)
  select notice_id, 'api_key_created', p.email, p.name, told, 0, written, open_until, written
  from person p
  join public.membership m on m.person_id = p.id and m.organization_id = (select public.current_organization())
  where p.id = member
$$;
revoke all on function identity.tell_member_of_key(text, text, jsonb, timestamptz, timestamptz) from public;
grant execute on function identity.tell_member_of_key(text, text, jsonb, timestamptz, timestamptz) to counterfoil_app;
