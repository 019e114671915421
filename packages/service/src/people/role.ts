import { MEMBER_ROLES, type MemberRole } from "@counterfoil/storage";
import type { KeyScope } from "../api-keys/index.ts";

/** The roles of a person in an organization (R-USER-1). */
export const ROLES = MEMBER_ROLES;
export type Role = MemberRole;

/**
 * The scopes of each role. This table alone decides them. Owners have the same scopes as admins, but only owners can
 * add and remove owners (`change-role.ts`).
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
