import type { Configuration } from "../configuration/configuration.ts";
import { CommandError } from "../command.ts";
import { asOwner, serverName } from "./owner-connection.ts";

/**
 * Writes for how long events are kept, as the database's owner: workers, who connect as another role, drop nothing that is
 * younger. Where nothing is said, what was written stays, and no worker asks for anything to be dropped.
 */
export async function keepRetention(
  ownerUrl: string,
  { keptEventMonths }: Pick<Configuration, "keptEventMonths">,
): Promise<void> {
  if (keptEventMonths === null) return;
  const statement = `insert into usage_retention (kept_months) values ($1)
    on conflict (is_the_only) do update set kept_months = excluded.kept_months`;
  await asOwner(ownerUrl, (owner) => owner.rows(statement, [keptEventMonths])).catch((cause: unknown) => {
    if ((cause as { code?: string }).code !== "42501") throw cause;
    throw new CommandError(
      `COUNTERFOIL_EVENT_RETENTION_MONTHS needs DATABASE_URL to name the owner of ${serverName(ownerUrl)}: nobody else may ` +
        "say for how long events are kept.",
      1,
      { cause },
    );
  });
}
