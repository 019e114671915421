import pg from "pg";
import type { Platform } from "./start-platform.ts";

/** Accounts with these aliases, made over HTTP; ids by alias. The database then knows its tables as it soon would by itself. */
export async function createAccounts(platform: Platform, aliases: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const alias of aliases) {
    const answer = await fetch(`${platform.url}/accounts`, {
      method: "POST",
      headers: { Authorization: `Bearer ${platform.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        name: alias,
        aliases: [alias],
        contactName: "Ann Lee",
        contactEmail: `ann@${alias}.example`,
      }),
    });
    if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
    ids.set(alias, ((await answer.json()) as { id: string }).id);
  }
  const client = new pg.Client({ connectionString: platform.ownerUrl });
  await client.connect();
  await client.query("analyze");
  await client.end();
  return ids;
}
