import { type Identity, readSigned } from "../authentication/index.ts";
import type { Visitor } from "./visitor.ts";

/** A sign-in with a correct password that waits for its second factor. */
interface PendingSignIn {
  readonly personId: string;
  /** The Cookie header without other cookies. */
  readonly cookie: string;
}

/** The name that better-auth gives the cookie of a pending sign-in. */
const COOKIE = "two_factor";

/**
 * The sign-in that a visitor continues. Undefined without its cookie, and with two cookies of that name: only one of
 * them could be valid.
 */
export async function findPendingSignIn(
  identity: Identity,
  { cookie = "", isSecure }: Visitor,
): Promise<PendingSignIn | undefined> {
  const { createAuthCookie, internalAdapter, secret } = await identity.auth(isSecure).$context;
  const { name } = createAuthCookie(COOKIE);
  const values = cookie
    .split(";")
    .map((each) => each.trim())
    .flatMap((each) => (each.startsWith(`${name}=`) ? [each.slice(name.length + 1)] : []));
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) return undefined;
  const identifier = readSigned(value, secret);
  if (identifier === undefined) return undefined;
  const found = await internalAdapter.findVerificationValue(identifier);
  return found === null ? undefined : { personId: found.value, cookie: `${name}=${value}` };
}
