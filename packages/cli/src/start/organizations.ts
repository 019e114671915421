import type { OwnerConnection } from "../platform/owner-connection.ts";

export interface FoundOrganization {
  readonly id: string;
  readonly name: string;
  readonly sandbox: boolean;
}

/** Every organization of the database, oldest first. Only the database owner sees more than one. */
export function listOrganizations(owner: OwnerConnection): Promise<FoundOrganization[]> {
  return owner.rows<FoundOrganization & Record<string, unknown>>(
    "select id, name, sandbox from organization order by created_at, id",
  );
}

/**
 * Ensures that only one start at a time checks for an empty database and fills it. The lock ends with the connection.
 */
export async function lockFirstStart(owner: OwnerConnection): Promise<void> {
  await owner.rows("select pg_advisory_lock(4275102)");
}

/**
 * Empties a database whose only organization was left unfinished, so that its first start can begin again. If the
 * database contains another organization, changes nothing and returns false.
 */
export async function clearUnfinished(owner: OwnerConnection, organizationId: string): Promise<boolean> {
  const found = await listOrganizations(owner);
  if (found.length !== 1 || found[0]?.id !== organizationId) return false;
  const tables = await owner.rows<{ name: string }>(
    `select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migration'
     order by c.relname`,
  );
  await owner.rows(`truncate ${tables.map(({ name }) => name).join(", ")}`);
  return true;
}
