import { isIP } from "node:net";
import { resolve } from "node:path";
import type { RateLimitOptions } from "@counterfoil/http";
import { type AllowedTargets, NO_ALLOWED_TARGETS, readAllowedTargets, SHORTEST_KEY_TEXT } from "@counterfoil/service";
import { CommandError, type CommandOption, type Invocation } from "../command.ts";
import { type CapacityConfiguration, readCapacity } from "./capacity-configuration.ts";
import { type MailConfiguration, readMailConfiguration } from "./mail-configuration.ts";
import { type OperationConfiguration, readOperation } from "./operation-configuration.ts";
import { readOrigins, readRates } from "./request-limits.ts";

/** All that a process is told from outside (R-OPS-4). */
export interface Configuration {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where the embedded database, the keys and `started.json` are. Absolute. */
  readonly dataFolder: string;
  /** The owner's address of a PostgreSQL server; null for the embedded one. */
  readonly databaseUrl: string | null;
  readonly logLevel: LogLevel;
  /** Addresses and networks of the proxies in front; none unless told. */
  readonly trustedProxies: readonly string[];
  /** Months for which usage events are kept after the one that they happened in; null for ever. */
  readonly keptEventMonths: number | null;
  /** How much one key may ask for (R-API-8). */
  readonly rates: RateLimitOptions;
  /** Origins whose pages may call the interface; none unless told. */
  readonly corsOrigins: readonly string[];
  readonly mail: MailConfiguration;
  /** Where webhooks may go beside the public internet. */
  readonly webhookTargets: AllowedTargets;
  /** What secrets are sealed under, then what they were sealed under before: none, one or both. */
  readonly secretKeys: readonly string[];
  /** How much the process takes at one time. */
  readonly capacity: CapacityConfiguration;
  /** How the process is watched and stopped. */
  readonly operation: OperationConfiguration;
  /** Where the embedded database's log is archived, for restores to any instant; null for nowhere. Absolute. */
  readonly walArchive: string | null;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** What is used where nothing is said. 8787 is no other common server's port. */
export const defaults = { host: "127.0.0.1", port: 8787, dataFolder: ".counterfoil" } as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options that say the same as the environment, and win over it. */
export const configurationOptions = {
  port: { type: "string", value: "N", help: `the port, ${defaults.port} by default (COUNTERFOIL_PORT); 0: a free one` },
  host: { type: "string", value: "H", help: `the address, ${defaults.host} by default (COUNTERFOIL_HOST)` },
  data: {
    type: "string",
    value: "FOLDER",
    help: `the data folder, ${defaults.dataFolder} by default (COUNTERFOIL_DATA)`,
  },
} as const satisfies Record<string, CommandOption>;

/**
 * Reads the options and the environment. An empty variable counts as missing.
 *
 * @throws CommandError that lists every fault at once
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
  };
  readDatabaseUrl(read("", "DATABASE_APP_URL"), refuse);
  readDatabaseUrl(read("", "DATABASE_PEOPLE_URL"), refuse);
  if (needs.database === "required" && (environment["DATABASE_URL"] ?? "") === "") {
    refuse("DATABASE_URL is needed: the address of a PostgreSQL server, postgres://user:password@host:5432/database.");
  }
  if (faults.length > 0) throw new CommandError(faultsText(faults), 2);
  return configuration;
}

interface Setting {
  /** As the person wrote it: `--port` or `COUNTERFOIL_PORT`. */
  readonly name: string;
  readonly text: string;
}

type Refuse = (fault: string) => void;

function faultsText(faults: readonly string[]): string {
  const head =
    faults.length === 1 ? "The configuration is wrong:" : `The configuration is wrong in ${faults.length} places:`;
  return [head, ...faults.map((fault) => `  ${fault}`)].join("\n");
}

function readHost(setting: Setting | undefined, refuse: Refuse): string {
  if (setting === undefined) return defaults.host;
  if (!/^[\w.:-]+$/.test(setting.text))
    refuse(`${setting.name} is ${quoted(setting)}, which is no address or host name.`);
  return setting.text;
}

function readPort(setting: Setting | undefined, refuse: Refuse): number {
  if (setting === undefined) return defaults.port;
  const port = /^\d{1,5}$/.test(setting.text) ? Number(setting.text) : Number.NaN;
  if (!(port <= 65_535)) refuse(`${setting.name} is ${quoted(setting)}; a port is a whole number from 0 to 65535.`);
  return port;
}

function readFolder(setting: Setting | undefined, refuse: Refuse): string {
  if (setting !== undefined && setting.text.trim() === "") refuse(`${setting.name} is empty; it names a folder.`);
  return resolve(setting?.text ?? defaults.dataFolder);
}

function readDatabaseUrl(setting: Setting | undefined, refuse: Refuse): string | null {
  if (setting === undefined) return null;
  const url = URL.canParse(setting.text) ? new URL(setting.text) : undefined;
  if (url === undefined || !["postgres:", "postgresql:"].includes(url.protocol)) {
    // The text itself may hold a password: it is not repeated.
    refuse(`${setting.name} is no address of a PostgreSQL server (postgres://user:password@host:5432/database).`);
  } else if (url.pathname.length < 2) {
    refuse(
      `${setting.name} names no database: add it at the end, as in postgres://user:password@host:5432/counterfoil.`,
    );
  }
  return setting.text;
}

function readLogLevel(setting: Setting | undefined, fallback: LogLevel, refuse: Refuse): LogLevel {
  const level = logLevels.find((known) => known === (setting?.text ?? fallback));
  if (level === undefined && setting !== undefined) {
    refuse(`${setting.name} is ${quoted(setting)}; it is one of ${logLevels.join(", ")}.`);
  }
  return level ?? fallback;
}

function readKeptMonths(setting: Setting | undefined, refuse: Refuse): number | null {
  if (setting === undefined) return null;
  if (/^[1-9]\d{0,3}$/.test(setting.text)) return Number(setting.text);
  refuse(`${setting.name} is ${quoted(setting)}; it is a whole number of months, at least 1.`);
  return null;
}

/** `10.0.0.0/8, ::1`: whose word is taken for where a request came from. */
function readProxies(setting: Setting | undefined, refuse: Refuse): string[] {
  const proxies = setting?.text.split(",").map((proxy) => proxy.trim()) ?? [];
  for (const proxy of proxies.filter((one) => !isNetwork(one))) {
    refuse(
      `COUNTERFOIL_TRUSTED_PROXIES names ${JSON.stringify(proxy)}, which is no IP address or network (10.0.0.0/8).`,
    );
  }
  return proxies;
}

/** No fault repeats a key. */
function readSecretKeys(newest: Setting | undefined, older: Setting | undefined, refuse: Refuse): string[] {
  const keys = [newest, older].filter((setting) => setting !== undefined);
  for (const { name, text } of keys) {
    if (text.length >= SHORTEST_KEY_TEXT) continue;
    refuse(
      `${name} has less than ${SHORTEST_KEY_TEXT} characters: "openssl rand -base64 32" makes one that nobody guesses.`,
    );
  }
  if (newest === undefined && older !== undefined) {
    refuse("COUNTERFOIL_SECRET is needed beside COUNTERFOIL_SECRET_OLD: what is sealed anew is sealed under it.");
  }
  return keys.map(({ text }) => text);
}

/** `10.0.0.0/8, hooks.internal`: what is not public, and may be told of what happens. */
function readWebhookTargets(setting: Setting | undefined, refuse: Refuse): AllowedTargets {
  if (setting === undefined) return NO_ALLOWED_TARGETS;
  const { targets, faults } = readAllowedTargets(setting.text);
  for (const fault of faults) {
    refuse(
      `${setting.name} names ${JSON.stringify(fault)}, which is no IP address, network (10.0.0.0/8) or host name.`,
    );
  }
  return targets;
}

/** Of the embedded database only: a server of one's own has its own `archive_command`. */
function readWalArchive(setting: Setting | undefined, environment: Environment, refuse: Refuse): string | null {
  if (setting === undefined) return null;
  if ((environment["DATABASE_URL"] ?? "") !== "") {
    refuse(`${setting.name} is for the embedded database: the server at DATABASE_URL archives by its own settings.`);
  }
  return resolve(setting.text);
}

function isNetwork(text: string): boolean {
  const [address = "", prefix = "1", ...rest] = text.split("/");
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  // Everybody (0.0.0.0/0) is no proxy.
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}

function quoted({ text }: Setting): string {
  return JSON.stringify(text);
}
