-- R-MCP-1: the program that acted with a key, as it named itself. Decision 89.
alter table audit_entry add column agent text;

-- Entries without an agent keep their hashes, so earlier seals remain valid.
create or replace function audit_entry_hash(entry audit_entry) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(case when entry.agent is null
    then json_build_array(entry.organization_id, entry.id,
      to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_type, entry.actor_id, entry.request_id,
      entry.action, entry.object_id, entry.changes::text)
    else json_build_array(entry.organization_id, entry.id,
      to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_type, entry.actor_id, entry.request_id,
      entry.action, entry.object_id, entry.changes::text, entry.agent)
    end::text, 'UTF8'))
$$;
