import { build } from "../database/build.ts";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

export type InvitationRow = Row<"invitation">;

export const INVITATION_FIELDS: ListFields = {
  id: { type: "text", sql: "invitation.id" },
  email: { type: "text", sql: "invitation.email" },
  role: { type: "text", sql: "invitation.role" },
  expiresAt: { type: "instant", sql: "invitation.expires_at" },
  acceptedAt: { type: "instant", sql: "invitation.accepted_at" },
  revokedAt: { type: "instant", sql: "invitation.revoked_at" },
  createdAt: { type: "instant", sql: "invitation.created_at" },
};

/** The invitation of a token, found before the organization is known. */
export interface FoundInvitation {
  organizationId: string;
  id: string;
}

export async function findInvitationByHash(
  database: Database,
  tokenHash: Buffer,
): Promise<FoundInvitation | undefined> {
  const statement = "select * from find_invitation($1)";
  const [row] = await database.unscoped<FoundInvitation>(statement, [tokenHash], "find-invitation");
  return row;
}

export function listInvitations(tx: Tx, query: ListQuery): Promise<ListPage<InvitationRow>> {
  return listRows<InvitationRow>(tx, { table: "invitation", fields: INVITATION_FIELDS }, query);
}

export async function findInvitation(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<InvitationRow | undefined> {
  const text = `select * from invitation where organization_id = $1 and id = $2 ${lock}`;
  const [row] = await tx.sql<InvitationRow>(text, [tx.organizationId, id]);
  return row;
}

/** Serializes invitations of the same address, so that each of several concurrent ones revokes the one before. */
export async function lockInvitedAddress(tx: Tx, email: string): Promise<void> {
  await tx.sql("select pg_advisory_xact_lock(hashtextextended('invited address ' || $1::text, hashtext($2)))", [
    tx.organizationId,
    email,
  ]);
}

/** Revokes open invitations of the address, which a new one replaces. */
export async function revokeOpenInvitations(tx: Tx, email: string, now: string): Promise<void> {
  await tx.sql(
    `update invitation set revoked_at = $3, updated_at = $3
     where organization_id = $1 and email = $2 and accepted_at is null and revoked_at is null`,
    [tx.organizationId, email, now],
  );
}

export async function insertInvitation(tx: Tx, invitation: InvitationRow): Promise<void> {
  await tx.all(build.insertInto("invitation").values({ ...invitation, organizationId: tx.organizationId }));
}

/** Replaces the token, which ends the old link. */
export async function renewInvitation(
  tx: Tx,
  { id, tokenHash, expiresAt, updatedAt }: Pick<InvitationRow, "id" | "tokenHash" | "expiresAt" | "updatedAt">,
): Promise<void> {
  await tx.sql(
    `update invitation set token_hash = $3, expires_at = $4, updated_at = $5 where organization_id = $1 and id = $2`,
    [tx.organizationId, id, tokenHash, expiresAt, updatedAt],
  );
}

export async function endInvitation(tx: Tx, id: string, end: "accepted" | "revoked", now: string): Promise<void> {
  await tx.sql(`update invitation set ${end}_at = $3, updated_at = $3 where organization_id = $1 and id = $2`, [
    tx.organizationId,
    id,
    now,
  ]);
}
