import pg from "pg";
import { onTestFinished } from "vitest";
import type { Story } from "./scenario.ts";

/**
 * Removes an organization's events, as if they were kept for only a month. The retention applies to the whole database,
 * which other files share, so it is removed when the test ends.
 */
export async function dropEvents({ environment, organizationId }: Story): Promise<void> {
  const owner = new pg.Client({ connectionString: environment.database.ownerUrl });
  await owner.connect();
  onTestFinished(async () => {
    await owner.query("delete from usage_retention");
    await owner.end();
  });
  await owner.query("insert into usage_retention (kept_months) values (1)");
  await owner.query(
    "delete from usage_event where organization_number = (select number from organization where id = $1)",
    [organizationId],
  );
}
