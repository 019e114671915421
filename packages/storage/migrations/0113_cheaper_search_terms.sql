-- The words by which search finds an object cost less when the object is written. Decision 112.

-- The same function. Without "offset 0" PostgreSQL moves search_text into every place that reads it, and calls it for each character.
create or replace function search_terms(value text) returns setof text language sql immutable parallel safe as $$
  select distinct left(substr(v, p), 100)
  from (select search_text(value) as v, $separators$ -@._/\+&,;:()#'"$separators$ as separators offset 0) as normal, generate_series(1, length(v)) as p
  where p = 1 or (strpos(separators, substr(v, p - 1, 1)) > 0 and strpos(separators, substr(v, p, 1)) = 0)
$$;

-- A row that is written again with the same texts keeps its terms, and all terms of a row are written at once.
create or replace function follow_search_terms() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  sources text[] := '{}';
  texts text[] := '{}';
  is_same boolean := tg_op = 'UPDATE' and before ->> tg_argv[1] = after ->> tg_argv[1] and before ->> tg_argv[2] = after ->> tg_argv[2];
begin
  for i in 3 .. tg_nargs - 1 by 2 loop
    is_same := is_same and before ->> tg_argv[i + 1] is not distinct from after ->> tg_argv[i + 1];
    sources := sources || tg_argv[i];
    texts := texts || (after ->> tg_argv[i + 1]);
  end loop;
  if is_same then return null; end if;
  if before is not null then
    delete from search_term where organization_id = before ->> 'organization_id' and object_type = tg_argv[0]
      and object_id = before ->> tg_argv[1] and holder = before ->> tg_argv[2];
  end if;
  if after is not null then
    insert into search_term (organization_id, object_type, term, object_id, source, holder)
    select after ->> 'organization_id', tg_argv[0], term, after ->> tg_argv[1], given.source, after ->> tg_argv[2]
    from unnest(sources, texts) as given (source, value) cross join lateral search_terms(given.value) as term
    where given.value is not null
    on conflict do nothing;
  end if;
  return null;
end
$$;
