import { findOwners, getOrganization } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { writeKeyNotice } from "../letters/index.ts";
import type { ApiKey } from "./api-key.ts";

/**
 * Queues mails about a new key to the owners and the person who made it, so that no one can secretly make a key with a
 * stolen session. Runs in the transaction that makes the key, so that key and mails are written together.
 */
export async function tellOfKey(work: Work, { prefix, scopes, createdBy }: ApiKey): Promise<void> {
  const { identity, actor } = work;
  if (identity === undefined) return;
  const owners = await findOwners(work.tx);
  const { name } = await getOrganization(work.tx);
  const person = owners.find(({ id }) => id === createdBy);
  const made = { person: person?.email ?? `the person ${actor.id}`, api_key: `the API key ${actor.id}` };
  const by = actor.type === "person" || actor.type === "api_key" ? made[actor.type] : "the server's command line";
  const facts = { organization: name, prefix, scopes: scopes.join(", "), actor: by };
  const told = new Set([...owners.map(({ id }) => id), ...(actor.type === "person" ? [actor.id] : [])]);
  for (const personId of told) await writeKeyNotice(work, personId, facts);
}
