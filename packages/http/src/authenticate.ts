import { authenticateApiKey, DomainError } from "@counterfoil/service";
import type { Ports } from "./ports.ts";
import type { Caller, Route } from "./route.ts";

/** Finds who calls: by the key in the header Authorization, or on a public route by the token in the address. */
export function authenticate(
  ports: Ports,
  route: Pick<Route, "scope" | "admit" | "path">,
  request: { readonly headers: { readonly authorization?: string | undefined }; readonly params: unknown },
): Promise<Caller> {
  if (route.scope !== null) return callerOfKey(ports, request.headers.authorization, route.scope);
  if (route.admit === undefined) throw new Error(`${route.path} is public and admits nobody`);
  return route.admit(ports, request.params);
}

/** The owner of the key; refuses one that lacks the scope (R-KEY-1, R-API-4). */
async function callerOfKey(ports: Ports, header: string | undefined, scope: string): Promise<Caller> {
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
