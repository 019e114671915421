import { createHash, createHmac } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

/** The role the server connects as. It owns nothing and cannot bypass row-level security (R-ORG-1). */
const APPLICATION_ROLE = "counterfoil_app";
/** The role that alone reaches what proves who a person is, and nothing else (R-USER-1). */
const PEOPLE_ROLE = "counterfoil_people";
const MIGRATIONS = new URL("../migrations/", import.meta.url);
/** One migration run at a time in a database, whoever starts it. */
const MIGRATION_LOCK = 4_275_101;

export interface MigrationOutcome {
  /** The files applied by this run, in order. */
  readonly applied: readonly string[];
  /** Where the server connects: the owner's URL with the application's role. */
  readonly appUrl: string;
}

/**
 * Brings the database at `ownerUrl` to this release: makes the application's roles, then applies the numbered files that
 * are missing, each in its own transaction. Forward only: a file that was applied and has changed since is an error.
 *
 * @param last the file to end with, for a database as an earlier release left it; all of them unless told
 */
export async function migrate(
  ownerUrl: string,
  onProgress?: (file: string) => void,
  last?: string,
): Promise<MigrationOutcome> {
  const appUrl = applicationUrl(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl, options: "-c TimeZone=UTC" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await ensureRole(client, appUrl);
    await ensureRole(client, peopleUrl(ownerUrl));
    const applied = await applyMissing(client, onProgress, last);
    return { applied, appUrl };
  } finally {
    await client.end();
  }
}

/**
 * The application's URL: `DATABASE_APP_URL` when set, else the owner's with the application's role and a password derived
 * from the owner's, so that every process with the same `DATABASE_URL` finds the same one and none has to be stored.
 */
export function applicationUrl(ownerUrl: string): string {
  return roleUrl(ownerUrl, APPLICATION_ROLE, "DATABASE_APP_URL", "counterfoil application role");
}

/** The same for the role that signs people in; `DATABASE_PEOPLE_URL` when set. */
export function peopleUrl(ownerUrl: string): string {
  return roleUrl(ownerUrl, PEOPLE_ROLE, "DATABASE_PEOPLE_URL", "counterfoil people role");
}

function roleUrl(ownerUrl: string, role: string, variable: string, purpose: string): string {
  const given = process.env[variable];
  if (given !== undefined && given !== "") return given;
  const url = new URL(ownerUrl);
  const ownerPassword = decodeURIComponent(url.password);
  url.username = role;
  url.password = createHmac("sha256", ownerPassword).update(purpose).digest("hex");
  return url.toString();
}

async function ensureRole(client: pg.Client, roleAddress: string): Promise<void> {
  const { username, password } = new URL(roleAddress);
  const existing = await client.query("select 1 from pg_roles where rolname = $1", [username]);
  if (existing.rowCount === 0) {
    await client
      .query(`create role ${client.escapeIdentifier(username)} login nosuperuser nocreatedb nocreaterole nobypassrls`)
      .catch((error: { code?: string }) => {
        // Another process made it in the meantime: roles belong to the cluster, our lock to the database.
        if (error.code !== "42710" && error.code !== "23505") throw roleFault(username, error);
      });
    await setPassword(client, username, password);
  } else if (!(await canLogIn(roleAddress))) {
    await setPassword(client, username, password);
  }
}

async function setPassword(client: pg.Client, role: string, password: string): Promise<void> {
  await client
    .query(`alter role ${client.escapeIdentifier(role)} password ${client.escapeLiteral(decodeURIComponent(password))}`)
    .catch((error: unknown) => {
      throw roleFault(role, error);
    });
}

async function canLogIn(roleAddress: string): Promise<boolean> {
  const probe = new pg.Client({ connectionString: roleAddress });
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
      "make that role yourself (login, nobypassrls) and name it with DATABASE_APP_URL or DATABASE_PEOPLE_URL.",
    { cause },
  );
}

/** The files of this release, in their order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).toSorted();
}

async function applyMissing(client: pg.Client, onProgress?: (file: string) => void, last?: string): Promise<string[]> {
  await client.query(
    `create table if not exists schema_migration (
       file text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  );
  const done = await client.query<{ file: string; sha256: string }>("select file, sha256 from schema_migration");
  const known = new Map(done.rows.map((row) => [row.file, row.sha256]));
  const applied: string[] = [];
  for (const file of await migrationFiles()) {
    if (last !== undefined && file > last) break;
    const text = await readFile(new URL(file, MIGRATIONS), "utf8");
    const sha256 = createHash("sha256").update(text).digest("hex");
    const before = known.get(file);
    if (before === sha256) continue;
    if (before !== undefined) {
      throw new Error(`Migration ${file} was applied to this database in another form. Migrations are never edited.`);
    }
    onProgress?.(file);
    await client.query("begin");
    await client.query(text);
    await client.query("insert into schema_migration (file, sha256) values ($1, $2)", [file, sha256]);
    await client.query("commit");
    applied.push(file);
  }
  return applied;
}
