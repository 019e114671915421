import { randomBytes } from "node:crypto";
import { addPerson, checkPassword } from "@counterfoil/service";
import { openOwnIdentity } from "../platform/identity.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import type { KeyPlace } from "../platform/secret-keys.ts";
import { keepKey, readKeptKeys, type SignIn } from "./kept-keys.ts";

/** The email address of the owner that a start creates. No real person has it. */
const EMAIL = "owner@example.com";
const PASSWORD_BYTES = 15;

/**
 * Returns the sign-in of the owner that a start created, as long as it works: after a password change, we do not know
 * the password. With `isOurs` (a start created the organization, or it is a sandbox), creates the owner if missing.
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
    // Stored first: if a start is interrupted after this, the next one creates the person with the same password.
    await keepKey(dataFolder, { ...key, signIn });
    const context = commandContext(ports, organizationId, "start");
    await addPerson(context, identity, { ...signIn, name: "Owner", role: "owner" });
    return signIn;
  } finally {
    await identity.close();
  }
}
