-- The sign-in of an erased member is deleted in the transaction that erases the member. Before, a failure between the two left a
-- name and an email address that no owner could see or erase.

-- For the operator, who erases any person: as the role of people.
create function identity.remove_person(member text, address text) returns void
language sql volatile set search_path = identity, pg_temp as $$
  delete from letter where lower(recipient) = address;
  delete from notice where lower(recipient) = address or facts ->> 'actorId' = member;
  delete from verification where value = member or value like '%' || member || '%' or value like '%' || address || '%'
    or identifier like '%' || address || '%';
  delete from person where id = member;
$$;
revoke all on function identity.remove_person(text, text) from public;
grant execute on function identity.remove_person(text, text) to counterfoil_people;

-- For owners, who erase members of their organization only. A person who belongs to another one too is refused by its membership.
create function identity.remove_member(member text, address text) returns void
language plpgsql volatile security definer set search_path = identity, pg_temp as $$
begin
  delete from public.membership where organization_id = (select public.current_organization()) and person_id = member;
  if not found then
    raise exception 'the person does not belong to the organization';
  end if;
  perform remove_person(member, address);
end
$$;
revoke all on function identity.remove_member(text, text) from public;
grant execute on function identity.remove_member(text, text) to counterfoil_app;
