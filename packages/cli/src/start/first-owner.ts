import { randomBytes } from "node:crypto";
import { addPerson, checkPassword } from "@counterfoil/service";
import { openOwnIdentity } from "../platform/identity.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import type { KeyPlace } from "../platform/secret-keys.ts";
import { keepKey, readKeptKeys, type SignIn } from "./kept-keys.ts";

/** An address that nobody has, for the owner whom a start makes. */
const EMAIL = "owner@example.com";
const PASSWORD_BYTES = 15;

/**
 * The sign-in of the owner whom a start made, as long as it works: whoever changed the password knows it, and we do not. `isOurs`:
 * the organization was made by a start, or is a sandbox, so that its owner may be made now.
 */
export async function firstOwner(
  { ownerUrl, configuration, ports }: { ownerUrl: string; configuration: KeyPlace; ports: Ports },
  organizationId: string,
  isOurs: boolean,
): Promise<SignIn | null> {
  const { dataFolder } = configuration;
  const identity = await openOwnIdentity(ownerUrl, configuration, ports);
  try {
    const key = (await readKeptKeys(dataFolder)).find((one) => one.organizationId === organizationId);
    const kept = key?.signIn;
    if (kept !== undefined) return (await checkPassword(identity, kept)) === undefined ? null : kept;
    if (!isOurs || key === undefined) return null;
    const signIn = { email: EMAIL, password: randomBytes(PASSWORD_BYTES).toString("base64url") };
    // Kept first: interrupted after it, the next start makes the person with the same password.
    await keepKey(dataFolder, { ...key, signIn });
    const context = commandContext(ports, organizationId, "start");
    await addPerson(context, identity, { ...signIn, name: "Owner", role: "owner" });
    return signIn;
  } finally {
    await identity.close();
  }
}
