import { applicationUrl } from "@counterfoil/storage";
import { type CommandOption, type Invocation } from "../command.ts";
import { type Configuration, configurationOptions, readConfiguration } from "../configuration/configuration.ts";
import { START } from "../invocation.ts";
import { reachServer } from "./command-server.ts";
import { type OpenPorts, openPorts } from "./ports.ts";
import { refusePoolers } from "./refuse-pooler.ts";
import { refuseWrongClock } from "./refuse-wrong-clock.ts";
import { refuseUnmigrated } from "./schema-check.ts";
import { openSecrets } from "./secret-keys.ts";

/** A configuration with DATABASE_URL. */
export type ServerConfiguration = Configuration & { readonly databaseUrl: string };

/** The configuration of a command that requires DATABASE_URL. */
export function readServerConfiguration(invocation: Invocation): ServerConfiguration {
  const configuration = readConfiguration(invocation, process.env, { database: "required" });
  return { ...configuration, databaseUrl: configuration.databaseUrl ?? "" };
}

/** The option of a command that also works with the embedded database. */
export const dataOption = {
  data: {
    ...configurationOptions.data,
    help: `${configurationOptions.data.help}; ignored if DATABASE_URL is set`,
  },
} as const satisfies Record<string, CommandOption>;

/** The sentence in `--help` about the database that such a command uses. */
export const WHICH_DATABASE = `Uses the database at DATABASE_URL. If it is not set, uses the embedded database of ${START}, whether it runs or not.`;

/** Runs the work of a command on its migrated database, at `ownerUrl`, and closes what it opened. */
export async function onDatabase<Result>(
  configuration: Configuration,
  work: (ports: OpenPorts, ownerUrl: string) => Promise<Result>,
): Promise<Result> {
  const server = await reachServer(configuration);
  try {
    const ports = openPorts(applicationUrl(server.ownerUrl), {
      secrets: await openSecrets(configuration),
      drawing: configuration.capacity.documents,
      history: configuration.history,
      modelCatalog: configuration.modelCatalog,
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
