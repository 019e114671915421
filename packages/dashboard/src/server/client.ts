import { createClient } from "@counterfoil/sdk";

/** The dashboard's only door to the server: acts as the person who is signed in. */
export const client = createClient({ session: true });
