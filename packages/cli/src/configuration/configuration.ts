import type { ModelCatalog } from "@counterfoil/engine";
import { isIP } from "node:net";
import { resolve } from "node:path";
import type { RateLimitOptions } from "@counterfoil/http";
import { type AllowedTargets, NO_ALLOWED_TARGETS, readAllowedTargets, SHORTEST_KEY_TEXT } from "@counterfoil/service";
import { DatabaseAddressFault, type HistoryOptions, readDatabaseAddress } from "@counterfoil/storage";
import type { KafkaOptions } from "@counterfoil/worker";
import { CommandError, type CommandOption, type Invocation } from "../command.ts";
import { type CapacityConfiguration, readCapacity } from "./capacity-configuration.ts";
import { readModelPriceConfiguration } from "./model-price-configuration.ts";
import { readHistoryConfiguration, readHotDays } from "./history-configuration.ts";
import { readKafka } from "./kafka-configuration.ts";
import { type MailConfiguration, readMailConfiguration } from "./mail-configuration.ts";
import { type OperationConfiguration, readOperation } from "./operation-configuration.ts";
import { readOrigins, readRates } from "./request-limits.ts";

/** The settings of a process (R-OPS-4). */
export interface Configuration {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** The absolute path of the folder with the embedded database, the keys and `started.json`. */
  readonly dataFolder: string;
  /** The owner's connection URL of a PostgreSQL server; null for the embedded server. */
  readonly databaseUrl: string | null;
  /** The owner's URL past a connection pooler, for the few commands that need a session; null if it is not set. */
  readonly directUrl: string | null;
  readonly logLevel: LogLevel;
  /** Addresses and networks of trusted proxies; empty by default. */
  readonly trustedProxies: readonly string[];
  /** How many months usage events are kept after the month in which they happened; null means forever. */
  readonly keptEventMonths: number | null;
  /** Rate limits of one API key (R-API-8). */
  readonly rates: RateLimitOptions;
  /** Origins whose pages may call the API; empty by default. */
  readonly corsOrigins: readonly string[];
  readonly mail: MailConfiguration;
  /** Targets outside the public internet to which webhooks may be sent. */
  readonly webhookTargets: AllowedTargets;
  /** The keys that encrypt secrets: the current one, then the previous one. Empty if neither is set. */
  readonly secretKeys: readonly string[];
  /** Memory and concurrency limits. */
  readonly capacity: CapacityConfiguration;
  /** How the process is monitored and stopped. */
  readonly operation: OperationConfiguration;
  /**
   * The absolute path of the folder for the embedded database's archived log, for restores to any instant; null: no
   * archive.
   */
  readonly walArchive: string | null;
  /** Where events are consumed from; null for nowhere. */
  readonly kafka: KafkaOptions | null;
  /** Where events are copied to and old ones are read from; null: nowhere (R-HIST-1). */
  readonly history: HistoryOptions | null;
  /** How many days after its end a copied month is dropped from PostgreSQL; null means never (R-HIST-3). */
  readonly hotEventDays: number | null;
  /** Prices of models instead of the built-in ones (R-AI-1). */
  readonly modelCatalog: ModelCatalog | null;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The defaults. No other common server uses port 8787. */
export const defaults = { host: "127.0.0.1", port: 8787, dataFolder: ".counterfoil" } as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Options for the same settings as environment variables. An option overrides its variable. */
export const configurationOptions = {
  port: {
    type: "string",
    value: "N",
    help: `Port to listen on; 0 means any free port (default: ${defaults.port}, env: COUNTERFOIL_PORT)`,
  },
  host: { type: "string", value: "H", help: `Address to listen on (default: ${defaults.host}, env: COUNTERFOIL_HOST)` },
  data: {
    type: "string",
    value: "FOLDER",
    help: `Data folder (default: ${defaults.dataFolder}, env: COUNTERFOIL_DATA)`,
  },
} as const satisfies Record<string, CommandOption>;

/**
 * Reads the options and the environment. Treats an empty variable as unset.
 *
 * @throws CommandError that lists every fault
 */
export function readConfiguration(
  invocation: Invocation,
  environment: Environment,
  needs: { database?: "required"; logLevel?: LogLevel } = {},
): Configuration {
  const faults: string[] = [];
  const refuse = (fault: string) => void faults.push(fault);
  const read = (option: string, variable: string): Setting | undefined => {
    const given = invocation.text(option);
    if (given !== undefined) return { name: `--${option}`, text: given };
    const text = environment[variable];
    return text === undefined || text === "" ? undefined : { name: variable, text };
  };
  const configuration: Configuration = {
    host: readHost(read("host", "COUNTERFOIL_HOST"), refuse),
    port: readPort(read("port", "COUNTERFOIL_PORT"), refuse),
    dataFolder: readFolder(read("data", "COUNTERFOIL_DATA"), refuse),
    databaseUrl: readDatabaseUrl(read("", "DATABASE_URL"), refuse),
    directUrl: readDatabaseUrl(read("", "DATABASE_DIRECT_URL"), refuse),
    logLevel: readLogLevel(read("", "COUNTERFOIL_LOG_LEVEL"), needs.logLevel ?? "info", refuse),
    keptEventMonths: readKeptMonths(read("", "COUNTERFOIL_EVENT_RETENTION_MONTHS"), refuse),
    trustedProxies: readProxies(read("", "COUNTERFOIL_TRUSTED_PROXIES"), refuse),
    rates: readRates(environment, refuse),
    corsOrigins: readOrigins(environment, refuse),
    mail: readMailConfiguration(environment, refuse),
    webhookTargets: readWebhookTargets(read("", "COUNTERFOIL_WEBHOOK_ALLOW"), refuse),
    secretKeys: readSecretKeys(read("", "COUNTERFOIL_SECRET"), read("", "COUNTERFOIL_SECRET_OLD"), refuse),
    capacity: readCapacity(environment, refuse),
    operation: readOperation(environment, refuse),
    walArchive: readWalArchive(read("", "COUNTERFOIL_WAL_ARCHIVE"), environment, refuse),
    kafka: readKafka(environment, refuse),
    history: readHistoryConfiguration(environment, refuse),
    hotEventDays: readHotDays(environment, refuse),
    modelCatalog: readModelPriceConfiguration(environment, refuse),
  };
  readDatabaseUrl(read("", "DATABASE_APP_URL"), refuse);
  readDatabaseUrl(read("", "DATABASE_PEOPLE_URL"), refuse);
  if (needs.database === "required" && (environment["DATABASE_URL"] ?? "") === "") {
    refuse("DATABASE_URL is required: the URL of a PostgreSQL server, postgres://user:password@host:5432/database.");
  }
  if (faults.length > 0) throw new CommandError(faultsText(faults), 2);
  return configuration;
}

interface Setting {
  /** The name that the user gave: `--port` or `COUNTERFOIL_PORT`. */
  readonly name: string;
  readonly text: string;
}

type Refuse = (fault: string) => void;

function faultsText(faults: readonly string[]): string {
  const head = faults.length === 1 ? "Invalid configuration:" : `Invalid configuration, ${faults.length} faults:`;
  return [head, ...faults.map((fault) => `  ${fault}`)].join("\n");
}

function readHost(setting: Setting | undefined, refuse: Refuse): string {
  if (setting === undefined) return defaults.host;
  if (!/^[\w.:-]+$/.test(setting.text))
    refuse(`${setting.name} is ${quoted(setting)}; expected an IP address or a host name.`);
  return setting.text;
}

function readPort(setting: Setting | undefined, refuse: Refuse): number {
  if (setting === undefined) return defaults.port;
  const port = /^\d{1,5}$/.test(setting.text) ? Number(setting.text) : Number.NaN;
  if (!(port <= 65_535)) refuse(`${setting.name} is ${quoted(setting)}; expected a port from 0 to 65535.`);
  return port;
}

function readFolder(setting: Setting | undefined, refuse: Refuse): string {
  if (setting !== undefined && setting.text.trim() === "") refuse(`${setting.name} is empty; expected a folder.`);
  return resolve(setting?.text ?? defaults.dataFolder);
}

function readDatabaseUrl(setting: Setting | undefined, refuse: Refuse): string | null {
  if (setting === undefined) return null;
  try {
    if (readDatabaseAddress(setting.text).database === "") {
      refuse(`${setting.name} names no database. Add one at the end: postgres://user:password@host:5432/counterfoil.`);
    }
  } catch (error) {
    if (!(error instanceof DatabaseAddressFault)) throw error;
    refuse(`${setting.name} ${error.message}`);
  }
  return setting.text;
}

function readLogLevel(setting: Setting | undefined, fallback: LogLevel, refuse: Refuse): LogLevel {
  const level = logLevels.find((known) => known === (setting?.text ?? fallback));
  if (level === undefined && setting !== undefined) {
    refuse(`${setting.name} is ${quoted(setting)}; expected one of ${logLevels.join(", ")}.`);
  }
  return level ?? fallback;
}

function readKeptMonths(setting: Setting | undefined, refuse: Refuse): number | null {
  if (setting === undefined) return null;
  if (/^[1-9]\d{0,3}$/.test(setting.text)) return Number(setting.text);
  refuse(`${setting.name} is ${quoted(setting)}; expected a whole number of months, at least 1.`);
  return null;
}

/** Reads `10.0.0.0/8, ::1`: the proxies whose forwarding headers are trusted. */
function readProxies(setting: Setting | undefined, refuse: Refuse): string[] {
  const proxies = setting?.text.split(",").map((proxy) => proxy.trim()) ?? [];
  for (const proxy of proxies.filter((one) => !isNetwork(one))) {
    refuse(
      `COUNTERFOIL_TRUSTED_PROXIES names ${JSON.stringify(proxy)}; expected an IP address or a network (10.0.0.0/8).`,
    );
  }
  return proxies;
}

/** Messages never repeat a key. */
function readSecretKeys(newest: Setting | undefined, older: Setting | undefined, refuse: Refuse): string[] {
  const keys = [newest, older].filter((setting) => setting !== undefined);
  for (const { name, text } of keys) {
    if (text.length >= SHORTEST_KEY_TEXT) continue;
    refuse(
      `${name} has fewer than ${SHORTEST_KEY_TEXT} characters. Run "openssl rand -base64 32" to generate a strong key.`,
    );
  }
  if (newest === undefined && older !== undefined) {
    refuse("COUNTERFOIL_SECRET is required with COUNTERFOIL_SECRET_OLD: it encrypts new secrets.");
  }
  return keys.map(({ text }) => text);
}

/** Reads `10.0.0.0/8, hooks.internal`: private targets to which webhooks may be sent. */
function readWebhookTargets(setting: Setting | undefined, refuse: Refuse): AllowedTargets {
  if (setting === undefined) return NO_ALLOWED_TARGETS;
  const { targets, faults } = readAllowedTargets(setting.text);
  for (const fault of faults) {
    refuse(
      `${setting.name} names ${JSON.stringify(fault)}; expected an IP address, a network (10.0.0.0/8) or a host name.`,
    );
  }
  return targets;
}

/** Only for the embedded database: your own server has its own `archive_command`. */
function readWalArchive(setting: Setting | undefined, environment: Environment, refuse: Refuse): string | null {
  if (setting === undefined) return null;
  if ((environment["DATABASE_URL"] ?? "") !== "") {
    refuse(
      `${setting.name} applies only to the embedded database. Set archive_command on the server at DATABASE_URL instead.`,
    );
  }
  return resolve(setting.text);
}

function isNetwork(text: string): boolean {
  const [address = "", prefix = "1", ...rest] = text.split("/");
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  // 0.0.0.0/0 would trust every client.
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}

function quoted({ text }: Setting): string {
  return JSON.stringify(text);
}
