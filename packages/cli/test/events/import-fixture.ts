import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createOrganization } from "@counterfoil/service";
import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { asOwner, type OwnerConnection } from "../../src/platform/owner-connection.ts";
import { commandContext, openPorts } from "../../src/platform/ports.ts";
import { finished, runCommand, type RunningCommand, temporaryFolder } from "../running-command.ts";

/** An organization in its own database, and a folder for files. */
export interface ImportFixture {
  readonly database: TestDatabase;
  readonly folder: string;
  /** Writes a file and returns its path. */
  file(name: string, content: string | Buffer): Promise<string>;
  /** Runs `counterfoil …` to its end. */
  run(...words: string[]): Promise<{ code: number; output: string }>;
  runWithInput(input: Buffer, ...words: string[]): Promise<{ code: number; output: string }>;
  start(...words: string[]): RunningCommand;
  organization(name: string): Promise<string>;
  /** The stored events of the organization, in the order of their IDs. */
  stored(organizationId: string): Promise<StoredEvent[]>;
  /** Terminates every connection to the database, like a server that crashes. */
  loseConnections(): Promise<void>;
  rejects(path: string): Promise<Record<string, unknown>[]>;
  end(): Promise<void>;
}

export interface StoredEvent {
  uniqueId: string;
  account: string;
  eventName: string;
  timestamp: string;
  properties: string;
  /** The hash of the content as sent. */
  hash: string;
}

export async function importFixture(): Promise<ImportFixture> {
  const database = await createTestDatabase();
  const folder = await temporaryFolder();
  const ports = openPorts(database.appUrl);
  const environment = { DATABASE_URL: database.ownerUrl };
  return {
    database,
    folder: folder.path,
    async file(name, content) {
      const path = join(folder.path, name);
      await writeFile(path, content);
      return path;
    },
    run: (...words) => finished(words, environment),
    runWithInput: (input, ...words) => finished(words, environment, input),
    start: (...words) => runCommand(words, environment),
    async organization(name) {
      const context = commandContext(ports, ports.ids.next("org"), "test");
      return (await createOrganization(context, { name, sandbox: true, timezone: "UTC" })).organization.id;
    },
    stored: (organizationId) => asOwner(database.ownerUrl, (owner) => storedEvents(owner, organizationId)),
    async loseConnections() {
      const end = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await asOwner(database.ownerUrl, (owner) => owner.rows(end));
    },
    async rejects(path) {
      const text = await readFile(path, "utf8");
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    async end() {
      await ports.close();
      await database.drop();
      await folder.remove();
    },
  };
}

/** Two queries instead of a join, which is slow on tables that were never analyzed. */
async function storedEvents(owner: OwnerConnection, organizationId: string): Promise<StoredEvent[]> {
  const keys = await owner.rows<{ uniqueId: string; hash: string }>(
    `select unique_id as "uniqueId", encode(content_hash, 'hex') as hash from usage_event_key
     where organization_number = (select number from organization where id = $1)`,
    [organizationId],
  );
  const hashes = new Map(keys.map(({ uniqueId, hash }) => [uniqueId, hash]));
  const events = await owner.rows<Omit<StoredEvent, "hash">>(
    `select unique_id as "uniqueId", coalesce(account_reference, account_id) as account, event_name as "eventName",
       to_char(timestamp, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp, properties::jsonb::text as properties
     from named_usage_event where organization_id = $1 order by unique_id collate "C"`,
    [organizationId],
  );
  return events.map((event) => ({ ...event, hash: hashes.get(event.uniqueId) ?? "" }));
}

/** An event in the n-th second of 2026, as a line of NDJSON. */
export function eventLine(n: number, properties: Readonly<Record<string, unknown>> = { calls: n }): string {
  const uniqueId = `event-${String(n).padStart(6, "0")}`;
  const timestamp = `2026-01-01T${two(n / 3_600)}:${two(n / 60)}:${two(n)}Z`;
  return JSON.stringify({ uniqueId, account: "acme", eventName: "api.requests", timestamp, properties });
}

function two(units: number): string {
  return String(Math.floor(units) % 60).padStart(2, "0");
}
