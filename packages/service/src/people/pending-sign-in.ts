import { type Identity, readSigned } from "../authentication/index.ts";
import type { Visitor } from "./visitor.ts";

/** A sign-in whose password was right, and which waits for its second factor. */
interface PendingSignIn {
  readonly personId: string;
  /** The header Cookie with nothing else in it. */
  readonly cookie: string;
}

/** As better-auth calls the cookie that carries one. */
const COOKIE = "two_factor";

/** The sign-in that a visitor goes on with. Undefined without its cookie, and with two of the name: only one could be meant. */
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
