import { createDocumentRenderer, type DocumentRendererOptions } from "@counterfoil/documents";
import {
  type Actor,
  type ClockWatch,
  type Context,
  createIds,
  createSecrets,
  openServices,
  type Secrets,
  type Services,
  systemClock,
  tracedDatabase,
  type Tracing,
  watchClock,
} from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";

/** What API, worker and commands stand on. */
export interface Ports extends Services, Pick<Context, "database" | "clock" | "ids" | "documents" | "secrets"> {
  /** What the clock is held against the database's by. */
  readonly clockWatch: ClockWatch;
}

export interface OpenPorts extends Ports {
  /** Waits for documents that are being drawn, then closes renderer and connections. */
  close(): Promise<void>;
}

export interface PortsOptions {
  readonly secrets?: Secrets;
  readonly drawing?: DocumentRendererOptions;
  /** Where spans of transactions go. Without it no spans are made. */
  readonly tracing?: Tracing | undefined;
}

const CONNECTIONS = 10;

/**
 * Opens the database as the application's role, and the services over it: once in a process. Nothing is connected or started
 * before it is needed.
 */
export function openPorts(appUrl: string, { secrets, drawing, tracing }: PortsOptions = {}): OpenPorts {
  const opened = openDatabase(appUrl, { connections: CONNECTIONS });
  const database = tracing === undefined ? opened : tracedDatabase(opened, tracing);
  const documents = createDocumentRenderer(drawing);
  const clockWatch = watchClock(opened, systemClock);
  return {
    database,
    ...openServices(database),
    clock: clockWatch.clock,
    clockWatch,
    ids: createIds(systemClock),
    documents,
    secrets: secrets ?? createSecrets([]),
    async close() {
      await documents.close();
      await database.close();
    },
  };
}

/** What acts for an organization from the command line; the audit log names the command. */
export function commandContext(ports: Ports, organizationId: string, command: string): Context & Services {
  const actor: Actor = { type: "command", id: command };
  return { ...ports, organizationId, actor, requestId: null };
}
