import type { Configuration } from "../configuration/configuration.ts";
import { CommandError } from "../command.ts";
import { asOwner, serverName } from "./owner-connection.ts";

/**
 * Writes how long events are kept, and kept in PostgreSQL, as the database owner: workers connect as another role and can
 * drop only older events. Without a setting, its stored value remains, and workers drop nothing by it.
 */
export async function keepRetention(
  ownerUrl: string,
  { keptEventMonths, hotEventDays }: Pick<Configuration, "keptEventMonths" | "hotEventDays">,
): Promise<void> {
  if (keptEventMonths !== null) {
    await write(ownerUrl, "COUNTERFOIL_EVENT_RETENTION_MONTHS", keptEventMonths, {
      statement: `insert into usage_retention (kept_months) values ($1)
        on conflict (is_the_only) do update set kept_months = excluded.kept_months`,
    });
  }
  if (hotEventDays !== null) {
    await write(ownerUrl, "COUNTERFOIL_EVENT_HOT_DAYS", hotEventDays, {
      statement: `insert into usage_hot_days (days) values ($1)
        on conflict (is_the_only) do update set days = excluded.days`,
    });
  }
}

async function write(
  ownerUrl: string,
  variable: string,
  value: number,
  { statement }: { readonly statement: string },
): Promise<void> {
  await asOwner(ownerUrl, (owner) => owner.rows(statement, [value])).catch((cause: unknown) => {
    if ((cause as { code?: string }).code !== "42501") throw cause;
    throw new CommandError(
      `${variable} requires that DATABASE_URL names the owner of ${serverName(ownerUrl)}: only the owner ` +
        "can change how long events are kept.",
      1,
      { cause },
    );
  });
}
