import { createHmac } from "node:crypto";
import { type Identity, openIdentity } from "@counterfoil/service";
import { openPeopleDatabase, peopleUrl } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import type { Ports } from "./ports.ts";

export interface OpenIdentity extends Identity {
  close(): Promise<void>;
}

/**
 * Where people sign in, in the database of `ownerUrl`. What signs cookies and encrypts second factors follows from the password of
 * the role that keeps them, so every process of an installation has the same and nothing has to be stored.
 */
export function openOwnIdentity(
  ownerUrl: string,
  { clock, ids }: Pick<Ports, "clock" | "ids">,
  publicUrl: string | null = null,
): OpenIdentity {
  const address = peopleUrl(ownerUrl);
  const password = decodeURIComponent(new URL(address).password);
  if (password === "") {
    throw new CommandError("DATABASE_PEOPLE_URL has no password: cookies are signed with what follows from it.");
  }
  const secret = createHmac("sha256", password).update("counterfoil sign-in").digest("hex");
  const people = openPeopleDatabase(address);
  return { ...openIdentity(people, { clock, ids, secret, publicUrl }), close: () => people.close() };
}
