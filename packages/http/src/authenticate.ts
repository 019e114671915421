import { type Actor, authenticateApiKey, type Clock, type Database, DomainError } from "@counterfoil/service";
import type { Scope } from "./route.ts";

export interface Caller {
  readonly organizationId: string;
  readonly actor: Actor;
}

/** Finds who calls from the Authorization header and refuses a key that lacks the scope (R-KEY-1, R-API-4). */
export async function authenticate(
  ports: { database: Database; clock: Clock },
  header: string | undefined,
  scope: Scope,
): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (token === undefined) {
    throw new DomainError("unauthorized", "Send the API key as the header Authorization: Bearer <ACCESS_TOKEN>.");
  }
  const key = await authenticateApiKey(ports, token);
  if (!key.scopes.includes(scope)) {
    throw new DomainError(
      "insufficient_scope",
      `The key has the scopes ${key.scopes.join(", ")}; this needs ${scope}.`,
    );
  }
  return { organizationId: key.organizationId, actor: { type: "api_key", id: key.id } };
}
