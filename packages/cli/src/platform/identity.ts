import { type Identity, openIdentity, signInSecrets } from "@counterfoil/service";
import { openPeopleDatabase, peopleUrl, readDatabaseAddress } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import type { MailConfiguration } from "../configuration/mail-configuration.ts";
import type { Ports } from "./ports.ts";
import { type KeyPlace, readSecretKeys } from "./secret-keys.ts";

export interface OpenIdentity extends Identity {
  close(): Promise<void>;
}

/**
 * Opens the sign-in store in the database of `ownerUrl`. The keys that sign cookies and encrypt second factors are
 * derived from the secret keys of the installation. All processes share them, and a reader of the database does not
 * have them. Without secret keys, as before COUNTERFOIL_SECRET was set, they are derived from the password of the
 * database role that stores people.
 */
export async function openOwnIdentity(
  ownerUrl: string,
  keyPlace: KeyPlace,
  { clock, ids }: Pick<Ports, "clock" | "ids">,
  { smtp, publicUrl }: Pick<MailConfiguration, "smtp" | "publicUrl"> = { smtp: null, publicUrl: null },
): Promise<OpenIdentity> {
  const address = peopleUrl(ownerUrl);
  const keys = await readSecretKeys(keyPlace);
  const secrets = signInSecrets(keys.length > 0 ? keys : [rolePassword(address)]);
  const people = openPeopleDatabase(address);
  return {
    ...openIdentity(people, { clock, ids, secrets, publicUrl, sendsMail: smtp !== null }),
    close: () => people.close(),
  };
}

function rolePassword(address: string): string {
  const { password } = readDatabaseAddress(address);
  if (password === "") {
    throw new CommandError("COUNTERFOIL_SECRET is required: the keys that sign cookies are derived from it.");
  }
  return password;
}
