import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type InviteRequest } from "@counterfoil/sdk";
import { expect, inject } from "vitest";

const PASSWORD = "a long enough password";

/** A person who joined by an invitation that was sent with an API key. The email address is new unless it is given. */
export async function joined(
  role: InviteRequest["role"],
  { apiKey = inject("started").apiKey, email = `${role}-${crypto.randomUUID()}@example.com` } = {},
): Promise<{ email: string; password: string }> {
  const client = createClient({ baseUrl: inject("started").url, apiKey });
  const before = await linkInLetter(email);
  await client.invitations.invite({ email, role });
  let link: string | undefined;
  // A letter is empty for a moment while the next one replaces it.
  const isNew = async () => (link = await linkInLetter(email)) !== undefined && link !== before;
  await expect.poll(isNew, { timeout: 60_000 }).toBe(true);
  await client.auth.acceptInvitation({
    token: new URL(link ?? "").hash.slice(1),
    name: `Robin ${role}`,
    password: PASSWORD,
  });
  return { email, password: PASSWORD };
}

/** The link in the newest letter to an address. */
async function linkInLetter(email: string): Promise<string | undefined> {
  const text = await readFile(join(inject("letters"), `${email}.txt`), "utf8").catch(() => "");
  return text.match(/https?:\S+\/app\/invitation\S*/)?.[0];
}
