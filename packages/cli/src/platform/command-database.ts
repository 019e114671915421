import { applicationUrl } from "@counterfoil/storage";
import { type CommandOption, type Invocation } from "../command.ts";
import { type Configuration, configurationOptions, readConfiguration } from "../configuration/configuration.ts";
import { reachServer } from "./command-server.ts";
import { type OpenPorts, openPorts } from "./ports.ts";
import { refusePoolers } from "./refuse-pooler.ts";
import { refuseWrongClock } from "./refuse-wrong-clock.ts";
import { refuseUnmigrated } from "./schema-check.ts";
import { openSecrets } from "./secret-keys.ts";

/** A configuration whose database is another's server. */
export type ServerConfiguration = Configuration & { readonly databaseUrl: string };

/** The configuration of a command that works only on a server at DATABASE_URL. */
export function readServerConfiguration(invocation: Invocation): ServerConfiguration {
  const configuration = readConfiguration(invocation, process.env, { database: "required" });
  return { ...configuration, databaseUrl: configuration.databaseUrl ?? "" };
}

/** The option of a command that also works on the embedded database. */
export const dataOption = {
  data: {
    ...configurationOptions.data,
    help: `${configurationOptions.data.help}, where DATABASE_URL names no server`,
  },
} as const satisfies Record<string, CommandOption>;

/** What `--help` says of the database that such a command works on. */
export const WHICH_DATABASE =
  "Works on the database at DATABASE_URL; without it on the one of npm start, whether that runs or not.";

/** Runs a short command's work on its migrated database, at `ownerUrl`, and closes what it opened. */
export async function onDatabase<Result>(
  configuration: Configuration,
  work: (ports: OpenPorts, ownerUrl: string) => Promise<Result>,
): Promise<Result> {
  const server = await reachServer(configuration);
  try {
    const ports = openPorts(applicationUrl(server.ownerUrl), {
      secrets: await openSecrets(configuration),
      drawing: configuration.capacity.documents,
    });
    try {
      if (!server.isEmbedded) await refusePoolers(server.ownerUrl);
      await refuseUnmigrated(ports, server);
      await refuseWrongClock(ports);
      return await work(ports, server.ownerUrl);
    } finally {
      await ports.close();
    }
  } finally {
    await server.stop();
  }
}
