import { HistoryAway, type History } from "@counterfoil/service";
import { CommandError, type Invocation } from "../command.ts";
import { type Configuration, readConfiguration } from "../configuration/configuration.ts";
import { chooseOrganizations, organizationsOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase } from "../platform/command-database.ts";
import { commandContext } from "../platform/ports.ts";

/** The options of commands about the history. */
export const historyOptions = { organization: organizationsOption, ...dataOption };

/** The sentence in `--help` about what such a command needs. */
export const NEEDS_HISTORY =
  "Requires COUNTERFOIL_CLICKHOUSE_URL, with the database and cluster of the server, as in docs/history.md.";

/** An organization whose history a command works on. */
export type HistoryContext = ReturnType<typeof commandContext>;

/** Runs the work of a command for the chosen organizations, in order. */
export async function onHistory<Result>(
  invocation: Invocation,
  command: string,
  work: (
    history: History,
    contexts: readonly HistoryContext[],
    settings: { readonly ownerUrl: string; readonly configuration: Configuration },
  ) => Promise<Result>,
): Promise<Result> {
  const configuration = readConfiguration(invocation, process.env);
  if (configuration.history === null) {
    throw new CommandError("COUNTERFOIL_CLICKHOUSE_URL is required: https://user:password@host:8443.", 2);
  }
  return onDatabase(configuration, async (ports, ownerUrl) => {
    if (ports.history === null) throw new CommandError("COUNTERFOIL_CLICKHOUSE_URL is required.", 2);
    const chosen = await chooseOrganizations(ownerUrl, invocation.text("organization"));
    try {
      return await work(
        ports.history,
        chosen.map(({ id }) => commandContext(ports, id, command)),
        { ownerUrl, configuration },
      );
    } catch (error) {
      if (!(error instanceof HistoryAway)) throw error;
      throw new CommandError(`${error.message}${reasonOf(error.cause)}.`, 1, { cause: error });
    }
  });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : "";
}
