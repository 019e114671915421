import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";

/** A person as an organization sees them. */
export interface MemberRow {
  id: string;
  name: string;
  email: string;
  role: string;
  twoFactorEnabled: boolean;
  createdAt: string;
  updatedAt: string;
}

export const MEMBER_FIELDS: ListFields = {
  id: { type: "text", sql: "member.id" },
  name: { type: "text", sql: "member.name" },
  email: { type: "text", sql: "member.email" },
  role: { type: "text", sql: "member.role" },
  createdAt: { type: "instant", sql: "member.created_at" },
};

export function listMembers(tx: Tx, query: ListQuery): Promise<ListPage<MemberRow>> {
  return listRows<MemberRow>(tx, { table: "member", fields: MEMBER_FIELDS }, query);
}

export async function findMember(tx: Tx, personId: string): Promise<MemberRow | undefined> {
  const [row] = await tx.sql<MemberRow>(
    "select id, name, email, role, two_factor_enabled, created_at, updated_at from member where organization_id = $1 and id = $2",
    [tx.organizationId, personId],
  );
  return row;
}

/** Returns whether the person is new in the organization. */
export async function insertMembership(
  tx: Tx,
  { personId, role, now }: { personId: string; role: string; now: string },
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into membership (organization_id, person_id, role, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (organization_id, person_id) do nothing returning person_id`,
    [tx.organizationId, personId, role, now],
  );
  return rows.length > 0;
}

/** The owners, as recipients of mails. */
export function findOwners(tx: Tx): Promise<{ id: string; email: string }[]> {
  const text = "select id, email from member where organization_id = $1 and role = 'owner' order by id";
  return tx.sql(text, [tx.organizationId]);
}

/**
 * The owners, locked until the transaction ends, so that two owners who leave at the same time do not both count the
 * other.
 */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ personId: string }>(
    `select person_id from membership where organization_id = $1 and role = 'owner' order by person_id for no key update`,
    [tx.organizationId],
  );
  return rows.map(({ personId }) => personId);
}

export async function updateRole(tx: Tx, personId: string, role: string, now: string): Promise<void> {
  await tx.sql("update membership set role = $3, updated_at = $4 where organization_id = $1 and person_id = $2", [
    tx.organizationId,
    personId,
    role,
    now,
  ]);
}

export async function deleteMembership(tx: Tx, personId: string): Promise<void> {
  await tx.sql("delete from membership where organization_id = $1 and person_id = $2", [tx.organizationId, personId]);
}
