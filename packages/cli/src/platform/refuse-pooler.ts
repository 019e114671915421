import { applicationUrl, findPooling, peopleUrl, takesOptions } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import { serverName } from "./owner-connection.ts";

/** Fails if the owner's URL, or that of either role, leads to a pooler that Counterfoil cannot work with. */
export async function refusePoolers(ownerUrl: string): Promise<void> {
  await refusePooler(ownerUrl, "DATABASE_URL");
  await refusePooler(applicationUrl(ownerUrl), "DATABASE_APP_URL");
  await refusePooler(peopleUrl(ownerUrl), "DATABASE_PEOPLE_URL");
}

/**
 * Fails if one URL leads to such a pooler. Ignores a server that cannot be reached or a role that does not exist yet:
 * the next connection reports it better.
 *
 * @param variable the setting that contains the URL
 */
export async function refusePooler(url: string, variable: string): Promise<void> {
  const pooling = await findPooling(url).catch(() => null);
  if (pooling === "statement") {
    throw new CommandError(
      [
        `${serverName(url)} is a connection pooler in statement mode, such as PgBouncer with pool_mode = statement.`,
        "Counterfoil needs transactions, which this mode refuses.",
        `Set pool_mode = transaction and ignore_startup_parameters = options for this database, or set ${variable} to the address of PostgreSQL itself.`,
      ].join("\n"),
    );
  }
  if ((pooling === "session" || pooling === "transaction") && !(await takesOptions(url))) {
    throw new CommandError(
      [
        `The connection pooler at ${serverName(url)} rejects the startup parameter "options", which Counterfoil sends.`,
        `With PgBouncer, set ignore_startup_parameters = options. Or set ${variable} to the address of PostgreSQL itself.`,
      ].join("\n"),
    );
  }
}
