import { createDocumentRenderer, type DocumentRendererOptions } from "@counterfoil/documents";
import {
  type Actor,
  type ClockWatch,
  type Context,
  createIds,
  createSecrets,
  type Secrets,
  systemClock,
  watchClock,
} from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";

/** What API, worker and commands stand on. */
export type Ports = Pick<Context, "database" | "clock" | "ids" | "documents" | "secrets"> & {
  /** What the clock is held against the database's by. */
  readonly clockWatch: ClockWatch;
};

export interface OpenPorts extends Ports {
  /** Waits for documents that are being drawn, then closes renderer and connections. */
  close(): Promise<void>;
}

const CONNECTIONS = 10;

/** Opens the database as the application's role. Nothing is connected or started before it is needed. */
export function openPorts(
  appUrl: string,
  secrets: Secrets = createSecrets([]),
  drawing: DocumentRendererOptions = {},
): OpenPorts {
  const database = openDatabase(appUrl, { connections: CONNECTIONS });
  const documents = createDocumentRenderer(drawing);
  const clockWatch = watchClock(database, systemClock);
  return {
    database,
    clock: clockWatch.clock,
    clockWatch,
    ids: createIds(systemClock),
    documents,
    secrets,
    async close() {
      await documents.close();
      await database.close();
    },
  };
}

/** What acts for an organization from the command line; the audit log names the command. */
export function commandContext(ports: Ports, organizationId: string, command: string): Context {
  const { database, clock, ids, documents, secrets } = ports;
  const actor: Actor = { type: "command", id: command };
  return { database, clock, ids, documents, secrets, organizationId, actor, requestId: null };
}
