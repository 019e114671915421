import type { Me, Organization } from "@counterfoil/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { asked } from "./asked.ts";

export const meQuery = queryOptions({
  ...asked((api, signal) => api.me.get({ signal })),
  staleTime: 60_000,
});

export const organizationQuery = queryOptions({
  ...asked((api, signal) => api.organization.get({ signal })),
  staleTime: 60_000,
});

/** The signed-in person. Pages are shown only when this is loaded. */
export function useMe(): Me {
  return known(useQuery(meQuery).data);
}

/** The current organization. Pages are shown only when this is loaded. */
export function useOrganization(): Organization {
  return known(useQuery(organizationQuery).data);
}

/**
 * What each role may do, as the server decides it (docs/access.md). The dashboard only hides what the server would
 * refuse.
 */
const SCOPES: Record<string, readonly string[]> = {
  owner: ["read", "write", "ingest", "billing", "admin"],
  admin: ["read", "write", "ingest", "billing", "admin"],
  finance: ["read", "write", "billing"],
  developer: ["read", "write", "ingest"],
  viewer: ["read"],
};

/** A scope that some roles lack. */
export type Scope = "write" | "ingest" | "billing" | "admin";

/** The roles that have a scope. */
export function rolesWith(scope: Scope): readonly string[] {
  return Object.keys(SCOPES).filter((role) => SCOPES[role]?.includes(scope) === true);
}

/** Whether the person has this scope. */
export function useMay(scope: Scope): boolean {
  const { organization } = useMe();
  return SCOPES[organization?.role ?? ""]?.includes(scope) === true;
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A page was shown before it was known who is signed in.");
  return value;
}
