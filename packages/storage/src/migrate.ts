import { createHash, createHmac } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { createClient } from "./database/hosts/connector.ts";
import { readDatabaseAddress, withUser } from "./database/hosts/database-address.ts";

/** The role the server connects as. It owns nothing and cannot bypass row-level security (R-ORG-1). */
const APPLICATION_ROLE = "counterfoil_app";
/** The only role that can access people's sign-in data. It can access nothing else (R-USER-1). */
const PEOPLE_ROLE = "counterfoil_people";
const MIGRATIONS = new URL("../migrations/", import.meta.url);
/** Allows only one migration run at a time in a database. */
const MIGRATION_LOCK = 4_275_101;

export interface MigrationOutcome {
  /** The files applied by this run, in order. */
  readonly applied: readonly string[];
  /** Where the server connects: the owner's URL with the application's role. */
  readonly appUrl: string;
}

/**
 * Updates the database at `ownerUrl` to this release: creates the application's roles, then applies the missing
 * numbered files, each in its own transaction. Forward only: throws if a file has changed since it was applied, or if a
 * later release has migrated the database.
 *
 * @param last the last file to apply, to create a database of an earlier release; all files by default
 */
export async function migrate(
  ownerUrl: string,
  onProgress?: (file: string) => void,
  last?: string,
): Promise<MigrationOutcome> {
  const appUrl = applicationUrl(ownerUrl);
  const client = createClient(ownerUrl, { options: "-c TimeZone=UTC" });
  await client.connect();
  try {
    const missing = await inLockedTransaction(client, async () => {
      const compared = await compareMigrations(client);
      if (compared.ahead.length > 0) throw new DatabaseAhead(compared.ahead);
      await ensureRole(client, appUrl);
      await ensureRole(client, peopleUrl(ownerUrl));
      await client.query(
        `create table if not exists schema_migration (
           file text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
      );
      return compared.missing;
    });
    const wanted = missing.filter(({ file }) => last === undefined || file <= last);
    const applied = await applyMissing(client, wanted, onProgress);
    return { applied, appUrl };
  } finally {
    await client.end();
  }
}

/**
 * The application's URL: `DATABASE_APP_URL` if set, otherwise the owner's with the application's role and a password
 * derived from the owner's. So every process with the same `DATABASE_URL` finds the same password, and it does not have
 * to be stored.
 */
export function applicationUrl(ownerUrl: string): string {
  return roleUrl(ownerUrl, APPLICATION_ROLE, "DATABASE_APP_URL", "counterfoil application role");
}

/** The same for the role that signs people in: `DATABASE_PEOPLE_URL` if set. */
export function peopleUrl(ownerUrl: string): string {
  return roleUrl(ownerUrl, PEOPLE_ROLE, "DATABASE_PEOPLE_URL", "counterfoil people role");
}

function roleUrl(ownerUrl: string, role: string, variable: string, purpose: string): string {
  const given = process.env[variable];
  if (given !== undefined && given !== "") return given;
  const { password } = readDatabaseAddress(ownerUrl);
  return withUser(ownerUrl, role, createHmac("sha256", password).update(purpose).digest("hex"));
}

/**
 * One step of a migration run. Lock and settings end with the transaction, so a run also works through a pooler that
 * gives each transaction another backend.
 */
async function inLockedTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1), set_config('TimeZone', 'UTC', true)", [MIGRATION_LOCK]);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function ensureRole(client: pg.Client, roleAddress: string): Promise<void> {
  const { user: username, password } = readDatabaseAddress(roleAddress);
  const existing = await client.query("select 1 from pg_roles where rolname = $1", [username]);
  if (existing.rowCount === 0) {
    await client.query("savepoint role");
    await client
      .query(`create role ${client.escapeIdentifier(username)} login nosuperuser nocreatedb nocreaterole nobypassrls`)
      .catch((error: { code?: string }) => {
        // Another process created it meanwhile: roles belong to the cluster, our lock to the database.
        if (error.code !== "42710" && error.code !== "23505") throw roleFault(username, error);
        return client.query("rollback to savepoint role");
      });
    await setPassword(client, username, password);
  } else if (!(await canLogIn(roleAddress))) {
    await setPassword(client, username, password);
  }
}

async function setPassword(client: pg.Client, role: string, password: string): Promise<void> {
  await client
    .query(`alter role ${client.escapeIdentifier(role)} password ${client.escapeLiteral(password)}`)
    .catch((error: unknown) => {
      throw roleFault(role, error);
    });
}

async function canLogIn(roleAddress: string): Promise<boolean> {
  const probe = createClient(roleAddress);
  try {
    await probe.connect();
    return true;
  } catch {
    return false;
  } finally {
    await probe.end().catch(() => undefined);
  }
}

function roleFault(role: string, cause: unknown): Error {
  return new Error(
    `The database user may not create or change the role ${role} that the server connects as. Give it CREATEROLE, or ` +
      "create that role yourself (login, nobypassrls) and set DATABASE_APP_URL or DATABASE_PEOPLE_URL.",
    { cause },
  );
}

/** The files of this release, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).toSorted();
}

const MOST_DEADLOCKS = 10;

/** A transaction of a running server may lock the same tables in another order. PostgreSQL ends one of both. */
async function untilNoDeadlock(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let deadlocks = 0; ; deadlocks += 1) {
    try {
      await inLockedTransaction(client, work);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "40P01" || deadlocks === MOST_DEADLOCKS) throw error;
    }
  }
}

async function applyMissing(
  client: pg.Client,
  missing: readonly Migration[],
  onProgress?: (file: string) => void,
): Promise<string[]> {
  const applied: string[] = [];
  const last = missing.at(-1)?.file;
  for (const { file, text, sha256 } of missing) {
    await untilNoDeadlock(client, async () => {
      const earlier = await client.query("select 1 from schema_migration where file = $1", [file]);
      // A concurrent run applied it.
      if (earlier.rowCount !== 0) return;
      // Only the last commit waits for the disk, which then has all of them. A power failure before it loses the latest
      // ones, and the next run applies them again.
      if (file !== last) await client.query("set local synchronous_commit = off");
      onProgress?.(file);
      await client.query(text);
      await client.query("insert into schema_migration (file, sha256) values ($1, $2)", [file, sha256]);
      applied.push(file);
    });
  }
  return applied;
}

/** The database has migrations that this release does not know: a later release migrated it. */
export class DatabaseAhead extends Error {
  override readonly name = "DatabaseAhead";

  readonly files: readonly string[];

  constructor(files: readonly string[]) {
    super(`The database has migrations of a later release: ${files.join(", ")}`);
    this.files = files;
  }
}

interface Migration {
  readonly file: string;
  readonly text: string;
  readonly sha256: string;
}

/** Compares the applied migrations with those of this release. Throws if one has changed since it was applied. */
export async function compareMigrations(
  client: pg.Client,
): Promise<{ missing: readonly Migration[]; ahead: readonly string[] }> {
  const known = await appliedHashes(client);
  const missing: Migration[] = [];
  const files = await migrationFiles();
  for (const file of files) {
    const text = await readFile(new URL(file, MIGRATIONS), "utf8");
    const sha256 = createHash("sha256").update(text).digest("hex");
    const before = known.get(file);
    if (before === undefined) missing.push({ file, text, sha256 });
    else if (before !== sha256) {
      throw new Error(
        `The migration ${file} differs from the one applied to this database. Restore the original file.`,
      );
    }
  }
  return { missing, ahead: [...known.keys()].filter((file) => !files.includes(file)).toSorted() };
}

/** Empty for a database that was never migrated. */
async function appliedHashes(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migration') is not null as exists",
  );
  if (found[0]?.exists !== true) return new Map();
  const { rows } = await client.query<{ file: string; sha256: string }>("select file, sha256 from schema_migration");
  return new Map(rows.map(({ file, sha256 }) => [file, sha256]));
}
