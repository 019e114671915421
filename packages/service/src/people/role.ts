import { MEMBER_ROLES, type MemberRole } from "@counterfoil/storage";
import type { KeyScope } from "../api-keys/index.ts";

/** What a person is in an organization (R-USER-1). */
export const ROLES = MEMBER_ROLES;
export type Role = MemberRole;

/**
 * What a role may do, in the scopes of a key: the one table that decides it. Owners may do no more than admins but one thing: only
 * they make and unmake owners (`change-role.ts`).
 */
export const ROLE_SCOPES: Readonly<Record<Role, readonly KeyScope[]>> = {
  owner: ["read", "write", "ingest", "billing", "admin"],
  admin: ["read", "write", "ingest", "billing", "admin"],
  finance: ["read", "write", "billing"],
  developer: ["read", "write", "ingest"],
  viewer: ["read"],
};

export function isRole(word: string): word is Role {
  return ROLES.some((role) => role === word);
}
