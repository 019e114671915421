-- R-AUDIT-1: what nobody may change can still be changed by whoever owns the database. Seals make that show.
--
-- An entry is written with its change and sealed a moment later, so that writers never wait for each other. Each seal holds the
-- hashes of its entries and the hash of the seal before it: an entry that is changed, removed, added or moved afterwards no
-- longer fits, and neither does any later seal of the organization.

-- Entries that wait for their seal.
create table audit_unsealed (
  -- Refers to nothing: its entry does.
  organization_id text collate "C" not null,
  entry_id text collate "C" not null,
  primary key (organization_id, entry_id)
);
alter table audit_unsealed enable row level security;
create policy organization_isolation on audit_unsealed
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

create table audit_seal (
  organization_id text collate "C" not null references organization (id),
  -- 1, 2, 3 … in each organization.
  number bigint not null check (number > 0),
  entry_ids text[] collate "C" not null,
  -- One for each entry, in their order.
  entry_hashes bytea[] not null,
  sealed_at timestamptz not null,
  -- Of all that stands before, and of the seal before.
  hash bytea not null,
  primary key (organization_id, number)
);
revoke update, delete on audit_seal from counterfoil_app;
alter table audit_seal enable row level security;
create policy organization_isolation on audit_seal
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Entries by time: they come in that order, so little is enough to find them.
create index audit_entry_at on audit_entry using brin (at);

create function audit_entry_hash(entry audit_entry) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(json_build_array(entry.organization_id, entry.id,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_type, entry.actor_id, entry.request_id,
    entry.action, entry.object_id, entry.changes::text)::text, 'UTF8'))
$$;

-- The first seal follows on no bytes.
create function audit_seal_hash(organization text, number bigint, ids text[], hashes bytea[], sealed timestamptz, before bytea)
returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(json_build_array(organization, number, ids,
    array(select encode(h, 'hex') from unnest(hashes) with ordinality as given (h, place) order by place),
    to_char(sealed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), encode(before, 'hex'))::text, 'UTF8'))
$$;

-- Before the organization is known: who has entries that wait for a seal.
create function organizations_with_unsealed_audit() returns table (organization_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from organization o where exists (select from audit_unsealed u where u.organization_id = o.id)
$$;
revoke all on function organizations_with_unsealed_audit() from public;
grant execute on function organizations_with_unsealed_audit() to counterfoil_app;

insert into audit_unsealed (organization_id, entry_id) select organization_id, id from audit_entry;
