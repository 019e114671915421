import type { Platform } from "./start-platform.ts";

/** Accounts with these aliases, made over HTTP; ids by alias. The database then knows its tables as it soon would by itself. */
export async function createAccounts(platform: Platform, aliases: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const alias of aliases) {
    const contact = { contactName: "Ann Lee", contactEmail: `ann@${alias}.example` };
    ids.set(alias, (await platform.create("/accounts", { name: alias, aliases: [alias], ...contact })).id);
  }
  await platform.owner.query("analyze");
  return ids;
}
