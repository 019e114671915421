-- R-OPS-5: an erased text is taken out of the texts of a record, not out of its JSON. A customer who is called "null" or "amount"
-- took members and literals with the name, and a text that begins where an escape ends left what is no JSON.

create function without_texts(value json, texts text[], words text[]) returns json
language plpgsql immutable parallel safe cost 10000 as $$
declare
  content text;
begin
  case json_typeof(value)
    when 'object' then
      return '{' || (
        select coalesce(string_agg(to_json(member.key)::text || ':' || without_texts(member.value, texts, words)::text, ',' order by place), '')
        from json_each(value) with ordinality as member (key, value, place)
      ) || '}';
    when 'array' then
      return '[' || (
        select coalesce(string_agg(without_texts(element, texts, words)::text, ',' order by place), '')
        from json_array_elements(value) with ordinality as elements (element, place)
      ) || ']';
    when 'string' then
      content := value #>> '{}';
      return to_json(case when content = any(words) then '[erased]' else without_texts(content, texts, '{}') end);
    else
      return value;
  end case;
end
$$;

create or replace function erase_from_audit(objects text[], unique_texts text[], texts text[], words text[])
returns table (entry_id text, hash text)
language sql security definer set search_path = public, pg_temp as $$
  update audit_entry e set changes = without_texts(e.changes, texts, words)
  where e.organization_id = (select current_organization())
    and is_about(e.changes::text, e.object_id, objects, unique_texts)
    and without_texts(e.changes, texts, words)::text <> without_texts(e.changes, '{}', '{}')::text
  returning e.id, encode(audit_entry_hash(e), 'hex')
$$;

create or replace function erase_from_notifications(objects text[], unique_texts text[], texts text[], words text[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    update notification n set data = without_texts(n.data, texts, words)
    where n.organization_id = (select current_organization())
      and is_about(n.data::text, n.object_id, objects, unique_texts)
      and without_texts(n.data, texts, words)::text <> without_texts(n.data, '{}', '{}')::text
    returning n.id
  ), answers as (
    update webhook_attempt a set response_body = null
    from erased where a.organization_id = (select current_organization()) and a.notification_id = erased.id
  )
  select count(*)::integer from erased
$$;
