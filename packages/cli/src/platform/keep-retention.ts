import type { Configuration } from "../configuration/configuration.ts";
import { CommandError } from "../command.ts";
import { asOwner, serverName } from "./owner-connection.ts";

/**
 * Writes the retention of events as the database owner: workers connect as another role and can drop only older events.
 * Without the setting, the stored value remains and workers drop nothing.
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
      `COUNTERFOIL_EVENT_RETENTION_MONTHS requires that DATABASE_URL names the owner of ${serverName(ownerUrl)}: only the owner ` +
        "can change how long events are kept.",
      1,
      { cause },
    );
  });
}
