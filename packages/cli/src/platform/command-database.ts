import { applicationUrl } from "@counterfoil/storage";
import type { Invocation } from "../command.ts";
import { type Configuration, readConfiguration } from "../configuration/configuration.ts";
import { type OpenPorts, openPorts } from "./ports.ts";
import { refuseUnmigrated } from "./schema-check.ts";

/** A configuration whose database is another's server. */
export type ServerConfiguration = Configuration & { readonly databaseUrl: string };

/** The configuration of a command that works on the server at DATABASE_URL. */
export function readServerConfiguration(invocation: Invocation): ServerConfiguration {
  const configuration = readConfiguration(invocation, process.env, { database: "required" });
  return { ...configuration, databaseUrl: configuration.databaseUrl ?? "" };
}

/** Runs a short command's work on the migrated database at DATABASE_URL, and closes what it opened. */
export async function onDatabase<Result>(
  { databaseUrl }: ServerConfiguration,
  work: (ports: OpenPorts) => Promise<Result>,
): Promise<Result> {
  const ports = openPorts(applicationUrl(databaseUrl));
  try {
    await refuseUnmigrated(ports, databaseUrl);
    return await work(ports);
  } finally {
    await ports.close();
  }
}
