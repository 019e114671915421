import { findOwners, getOrganization } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { writeNotice } from "../people/write-notice.ts";
import type { ApiKey } from "./api-key.ts";

/** Tells the owners, and the person who made it, of a new key, so that nobody makes one unnoticed with a session that was taken over. */
export async function tellOfKey(context: Context, { prefix, scopes, createdBy }: ApiKey): Promise<void> {
  const { identity, actor } = context;
  if (identity === undefined) return;
  const { owners, name } = await read(context, async (tx) => ({
    owners: await findOwners(tx),
    name: (await getOrganization(tx)).name,
  }));
  const person = owners.find(({ id }) => id === createdBy);
  const made = { person: person?.email ?? `the person ${actor.id}`, api_key: `the API key ${actor.id}` };
  const by = actor.type === "person" || actor.type === "api_key" ? made[actor.type] : "the server's command line";
  const facts = { organization: name, prefix, scopes: scopes.join(", "), actor: by };
  const told = new Set([...owners.map(({ id }) => id), ...(actor.type === "person" ? [actor.id] : [])]);
  for (const personId of told) await writeNotice({ ...context, identity }, personId, "api_key_created", facts);
}
