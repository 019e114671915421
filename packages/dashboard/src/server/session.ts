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

/** Who is signed in. Pages are shown only once this is known. */
export function useMe(): Me {
  return known(useQuery(meQuery).data);
}

/** The organization that is worked in. Pages are shown only once this is known. */
export function useOrganization(): Organization {
  return known(useQuery(organizationQuery).data);
}

/** What each role may do, as the server decides it (docs/access.md): the dashboard only leaves out what would be refused. */
const SCOPES: Record<string, readonly string[]> = {
  owner: ["read", "write", "ingest", "billing", "admin"],
  admin: ["read", "write", "ingest", "billing", "admin"],
  finance: ["read", "write", "billing"],
  developer: ["read", "write", "ingest"],
  viewer: ["read"],
};

/** Whether the person may do what needs this scope. */
export function useMay(scope: "write" | "ingest" | "billing" | "admin"): boolean {
  const { organization } = useMe();
  return SCOPES[organization?.role ?? ""]?.includes(scope) === true;
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A page was shown before it was known who is signed in.");
  return value;
}
