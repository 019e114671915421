import { createDocumentRenderer, type DocumentRendererOptions } from "@counterfoil/documents";
import type { ModelCatalog } from "@counterfoil/engine";
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
import { type History, type HistoryAway, type HistoryOptions, openDatabase, openHistory } from "@counterfoil/storage";

/** The services that the API, workers and commands use. */
export interface Ports extends Services, Pick<Context, "database" | "clock" | "ids" | "documents" | "secrets"> {
  /** Compares the clock with the database's clock. */
  readonly clockWatch: ClockWatch;
  /** The history of events in ClickHouse; null without one. */
  readonly history: History | null;
}

export interface OpenPorts extends Ports {
  /** Waits for documents that are being rendered, then closes the renderer and the connections. */
  close(): Promise<void>;
}

export interface PortsOptions {
  readonly secrets?: Secrets;
  readonly drawing?: DocumentRendererOptions;
  /** Where spans of transactions are exported. Without it, no spans are created. */
  readonly tracing?: Tracing | undefined;
  /** Where old events are. Without it, everything is read from PostgreSQL. */
  readonly history?: HistoryOptions | null;
  /** Prices of models. Without it, the built-in ones are used. */
  readonly modelCatalog?: ModelCatalog | null;
  /** Called for each failure of ClickHouse. */
  readonly onHistoryFailure?: (error: HistoryAway) => void;
}

const CONNECTIONS = 10;

/**
 * Connects to the database as the application's role and creates the services, once per process. Connections and
 * processes start when they are first needed.
 */
export function openPorts(appUrl: string, options: PortsOptions = {}): OpenPorts {
  const { secrets, drawing, tracing, modelCatalog = null, onHistoryFailure: onFailure = () => undefined } = options;
  const at = options.history ?? null;
  const history = at === null ? null : openHistory({ ...at, onFailure });
  const opened = openDatabase(appUrl, { connections: CONNECTIONS, history, modelCatalog });
  const database = tracing === undefined ? opened : tracedDatabase(opened, tracing);
  const documents = createDocumentRenderer(drawing);
  const clockWatch = watchClock(opened, systemClock);
  return {
    database,
    ...openServices(database),
    clock: clockWatch.clock,
    clockWatch,
    history,
    ids: createIds(systemClock),
    documents,
    secrets: secrets ?? createSecrets([]),
    async close() {
      await documents.close();
      await database.close();
    },
  };
}

/** The context of a command for an organization. The audit log names the command. */
export function commandContext(ports: Ports, organizationId: string, command: string): Context & Services {
  const actor: Actor = { type: "command", id: command };
  return { ...ports, organizationId, actor, requestId: null };
}
