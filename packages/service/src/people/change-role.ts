import {
  deleteMembership,
  findMember,
  lockOwners,
  type ListPage,
  type ListQuery,
  listMembers,
  type MemberRow,
  updateRole,
} from "@counterfoil/storage";
import { type Context, read, transact, type Work } from "../context.ts";
import { revokeKeysOf } from "../api-keys/index.ts";
import { revokeConnectionsOf } from "../oauth/index.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { refuseLastOwner, refuseOwnerBy } from "./owners.ts";
import { isRole, type Role, ROLE_SCOPES } from "./role.ts";

/** A member of an organization. */
export type Member = Omit<MemberRow, "role"> & { role: Role };

export function listPeople(context: Context, query: ListQuery): Promise<ListPage<Member>> {
  return read(context, async (tx) => {
    const { rows, total } = await listMembers(tx, query);
    return { rows: rows.map(toMember), total };
  });
}

export function getPerson(context: Context, id: string): Promise<Member> {
  return read(context, async (tx) => {
    const row = await findMember(tx, id);
    if (row === undefined) throw notFound("person", id);
    return toMember(row);
  });
}

/**
 * Changes a person's role. Only owners can add and remove owners, and the last owner stays. Keys that the person
 * created, and programs that they connected, are revoked if they exceed the new role.
 */
export function changeRole(context: Context, id: string, role: Role): Promise<Member> {
  return transact(context, async (work) => {
    const { before, owners } = await lockMember(work, id);
    await requireUnchanged(work, () => before);
    if (before.role === role) return before;
    if (role === "owner" || before.role === "owner") await refuseOwnerByOthers(work, owners);
    if (before.role === "owner") refuseLastOwner(owners);
    const now = work.clock.now();
    await updateRole(work.tx, id, role, now);
    await revokeKeysOf(work, id, ROLE_SCOPES[role]);
    await revokeConnectionsOf(work, id, ROLE_SCOPES[role]);
    const after = { ...before, role, updatedAt: now };
    await audit(work, { action: "person.role_changed", objectId: id, before, after });
    return after;
  });
}

/**
 * Removes a person from the organization. They lose access immediately, and so do the programs that they connected, and
 * the keys that they created, unless those are to be kept. Other organizations are not affected.
 */
export function removePerson(
  context: Context,
  id: string,
  { keepsKeys = false }: { keepsKeys?: boolean } = {},
): Promise<void> {
  return transact(context, async (work) => {
    const { before, owners } = await lockMember(work, id);
    await requireUnchanged(work, () => before);
    const isOwn = work.actor.type === "person" && work.actor.id === id;
    if (before.role === "owner" && !isOwn) await refuseOwnerByOthers(work, owners);
    if (before.role === "owner") refuseLastOwner(owners);
    await deleteMembership(work.tx, id);
    if (!keepsKeys) await revokeKeysOf(work, id, []);
    await revokeConnectionsOf(work, id, []);
    const { email, role } = before;
    await audit(work, { action: isOwn ? "person.left" : "person.removed", objectId: id, before: { email, role } });
  });
}

/** Leaves the organization, with any role. */
export function leaveOrganization(context: Context): Promise<void> {
  const { actor } = context;
  if (actor.type !== "person")
    throw new DomainError("state_conflict", "Only a person can leave an organization. Revoke the API key instead.");
  return removePerson(context, actor.id);
}

/**
 * Only an owner can add or remove owners: no other person can, and no key with any scopes. Operator commands can,
 * because they create the first owner.
 */
export async function refuseOwnerByOthers(work: Work, known?: readonly string[]): Promise<void> {
  if (work.actor.type === "command") return;
  const owners = known ?? (await lockOwners(work.tx));
  refuseOwnerBy(work.actor, owners);
}

async function lockMember({ tx }: Work, id: string): Promise<{ before: Member; owners: string[] }> {
  const owners = await lockOwners(tx);
  const row = await findMember(tx, id);
  if (row === undefined) throw notFound("person", id);
  return { before: toMember(row), owners };
}

function toMember(row: MemberRow): Member {
  const { id, name, email, role, twoFactorEnabled, createdAt, updatedAt } = row;
  if (!isRole(role)) throw new Error(`${role} is no role`);
  return { id, name, email, role, twoFactorEnabled, createdAt, updatedAt };
}
