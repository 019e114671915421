import { type Client, createClient } from "@counterfoil/sdk";
import { fetchOrTake } from "./early-answers.ts";
import { signInAgain } from "./expired-session.ts";

/** The dashboard's only access to the server. It acts as the signed-in person, who signs in again if the session ends. */
export const client = createClient({ session: true, onUnauthorized: signInAgain, fetch: fetchOrTake });

/** Acts for another organization of the signed-in person than the current one. */
export function clientOf(organizationId: string): Client {
  return createClient({ session: true, organizationId });
}

/** For requests before and during sign-in. They fail without a session. */
export const visitorClient = createClient({ session: true });
