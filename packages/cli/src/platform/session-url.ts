import { findPooling } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { serverName } from "./owner-connection.ts";

/**
 * The URL for work that needs one connection from beginning to end, such as a lock that ends with its process:
 * DATABASE_DIRECT_URL, or `ownerUrl` if no pooler there gives each transaction another connection.
 */
export async function sessionUrl(ownerUrl: string, { directUrl }: Pick<Configuration, "directUrl">): Promise<string> {
  if (directUrl !== null) return directUrl;
  if ((await findPooling(ownerUrl)) !== "transaction") return ownerUrl;
  throw new CommandError(
    `${serverName(ownerUrl)} is a connection pooler in transaction mode, and this command holds a lock on one connection ` +
      "while it runs. Set DATABASE_DIRECT_URL to the owner's address of PostgreSQL itself. Nothing was changed.",
  );
}
