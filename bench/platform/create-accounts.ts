import type { Platform } from "./start-platform.ts";

/** Creates accounts with these aliases over HTTP, and gives the database statistics. Returns IDs by alias. */
export async function createAccounts(
  platform: Pick<Platform, "create" | "owner">,
  aliases: readonly string[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const alias of aliases) {
    const contact = { contactName: "Ann Lee", contactEmail: `ann@${alias}.example` };
    ids.set(alias, (await platform.create("/accounts", { name: alias, aliases: [alias], ...contact })).id);
  }
  await platform.owner.query("analyze");
  return ids;
}
