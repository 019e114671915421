import { type Identity, openIdentity, signInSecrets } from "@counterfoil/service";
import { openPeopleDatabase, peopleUrl } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import type { Ports } from "./ports.ts";
import { type KeyPlace, readSecretKeys } from "./secret-keys.ts";

export interface OpenIdentity extends Identity {
  close(): Promise<void>;
}

/**
 * Where people sign in, in the database of `ownerUrl`. What signs cookies and encrypts second factors follows from the keys of the
 * installation's secrets, so that every process has the same and the database, or whoever reads it, has none of it. Where there are
 * no keys, as before COUNTERFOIL_SECRET was set, it follows from the password of the role that keeps people.
 */
export async function openOwnIdentity(
  ownerUrl: string,
  keyPlace: KeyPlace,
  { clock, ids }: Pick<Ports, "clock" | "ids">,
  publicUrl: string | null = null,
): Promise<OpenIdentity> {
  const address = peopleUrl(ownerUrl);
  const keys = await readSecretKeys(keyPlace);
  const secrets = signInSecrets(keys.length > 0 ? keys : [rolePassword(address)]);
  const people = openPeopleDatabase(address);
  return { ...openIdentity(people, { clock, ids, secrets, publicUrl }), close: () => people.close() };
}

function rolePassword(address: string): string {
  const password = decodeURIComponent(new URL(address).password);
  if (password === "") {
    throw new CommandError("Set COUNTERFOIL_SECRET: cookies are signed with what follows from it.");
  }
  return password;
}
