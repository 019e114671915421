import pg from "pg";
import type { ServerRole } from "./choose-primary.ts";
import type { DatabaseHost } from "./database-address.ts";

/** A host that takes longer counts as unreachable. A readiness probe and a pool wait longer than that. */
const PROBE_MILLISECONDS = 2_000;
const NOT_ALLOWED = "42501";

/** On a primary, the name of the current file of the log begins with the timeline, in hexadecimal digits. */
const ROLE = `select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as read_only,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`;
const ROLE_AND_SYSTEM = `${ROLE}, (select system_identifier::text from pg_control_system()) as system`;

/** Asks the server behind a connection what it is. */
export async function readRole(client: pg.Client): Promise<ServerRole> {
  const { rows } = await client.query<RoleRow>(ROLE_AND_SYSTEM).catch((error: { code?: string }) => {
    // Some hosting providers do not let every role read the system identifier.
    if (error.code === NOT_ALLOWED) return client.query<RoleRow>(`${ROLE}, null as system`);
    throw error;
  });
  const row = rows[0] as RoleRow;
  return {
    kind: row.standby ? "standby" : row.read_only ? "read_only" : "primary",
    system: row.system,
    timeline: row.timeline === null ? null : Number.parseInt(row.timeline, 16),
  };
}

interface RoleRow {
  readonly standby: boolean;
  readonly read_only: boolean;
  readonly timeline: string | null;
  readonly system: string | null;
}

/** Connects to one host only to ask for its role. */
export async function probe(config: pg.ClientConfig, host: DatabaseHost): Promise<ServerRole> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: PROBE_MILLISECONDS,
    query_timeout: PROBE_MILLISECONDS,
    application_name: "counterfoil primary",
  });
  pointTo(client, host);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await readRole(client);
  } finally {
    // A frozen server never confirms the end.
    void client.end().catch(() => undefined);
  }
}

/** Sets where a client will connect. The driver takes both from its own members, which it fills from its settings. */
export function pointTo(client: pg.Client, { host, port }: DatabaseHost): void {
  Object.assign(client, { host, port });
}
