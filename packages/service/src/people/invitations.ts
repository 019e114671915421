import { createHash, randomBytes } from "node:crypto";
import { instantText } from "@counterfoil/engine";
import {
  endInvitation,
  findInvitation,
  findInvitationByHash,
  getOrganization,
  insertInvitation,
  type InvitationRow,
  listInvitations as listRows,
  type ListPage,
  type ListQuery,
  lockInvitedAddress,
  revokeOpenInvitations,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { refuseOwnerByOthers } from "./change-role.ts";
import type { Identity } from "../authentication/index.ts";
import { isRole, type Role } from "./role.ts";
import { writeInvitationLetter } from "../letters/index.ts";

/** For how many days an invitation is open. */
const OPEN_DAYS = 7;
const TOKEN_BYTES = 24;

/** An invitation as it is shown: never its token, which only the letter carries. */
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  status: "open" | "accepted" | "revoked" | "expired";
  invitedBy: string | null;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

/**
 * Invites an e-mail address. The token goes out by mail alone: whoever invites does not get it, for with it they could become the
 * person who is invited. Another open invitation of the address is taken back. The letter commits with the invitation: there is
 * never one without the other.
 */
export async function invite(
  context: Context & { readonly identity: Identity },
  { email: given, role }: { email: string; role: Role },
): Promise<Invitation> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const email = given.trim().toLowerCase();
  const made = await transact(context, async (work) => {
    const now = work.clock.now();
    if (role === "owner") await refuseOwnerByOthers(work);
    await lockInvitedAddress(work.tx, email);
    await revokeOpenInvitations(work.tx, email, now);
    const row: InvitationRow = {
      id: work.ids.next("invite"),
      email,
      role,
      tokenHash: hashInvitation(token),
      invitedBy: work.actor.id,
      expiresAt: instantText(Temporal.Instant.from(now).add({ hours: OPEN_DAYS * 24 })),
      acceptedAt: null,
      revokedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertInvitation(work.tx, row);
    const after = { email, role, expiresAt: row.expiresAt };
    await audit(work, { action: "invitation.created", objectId: row.id, after });
    const { name } = await getOrganization(work.tx);
    const letter = { email, organizationName: name, token, expiresAt: row.expiresAt };
    await writeInvitationLetter({ ...work, letterSecrets: context.identity.letterSecrets }, letter);
    return row;
  });
  return toInvitation(made, context.clock.now());
}

export function listInvitations(context: Context, query: ListQuery): Promise<ListPage<Invitation>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    const now = context.clock.now();
    return { rows: rows.map((row) => toInvitation(row, now)), total };
  });
}

export function getInvitation(context: Context, id: string): Promise<Invitation> {
  return read(context, async (tx) => {
    const row = await findInvitation(tx, id);
    if (row === undefined) throw notFound("invitation", id);
    return toInvitation(row, context.clock.now());
  });
}

/** Takes an invitation back at once. One that is taken back already stays so; one that was accepted made a member. */
export function revokeInvitation(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const row = await findInvitation(work.tx, id, "for no key update");
    if (row === undefined) throw notFound("invitation", id);
    await requireUnchanged(work, () => toInvitation(row, work.clock.now()));
    if (row.acceptedAt !== null) {
      throw new DomainError("state_conflict", "The invitation was accepted: remove the person instead.");
    }
    if (row.revokedAt !== null) return;
    await endInvitation(work.tx, id, "revoked", work.clock.now());
    await audit(work, { action: "invitation.revoked", objectId: id });
  });
}

/** Whose invitation a token is, whatever became of it. */
export async function organizationOfInvitation(
  { database }: Pick<Context, "database">,
  token: string,
): Promise<{ organizationId: string; id: string }> {
  const found = await findInvitationByHash(database, hashInvitation(token));
  if (found === undefined) throw new DomainError("not_found", "There is no invitation under this address.");
  return found;
}

/** What an invited person reads before accepting. 410 for one that is no longer open. */
export function readInvitation(
  context: Context,
  token: string,
): Promise<{ organizationName: string; email: string; role: Role; expiresAt: string }> {
  return read(context, async (tx) => {
    const row = await openInvitation(context, tx, token);
    const { name } = await getOrganization(tx);
    return { organizationName: name, email: row.email, role: toInvitation(row, "").role, expiresAt: row.expiresAt };
  });
}

/** The open invitation of a token; 410 where it was used, taken back, or its time is over. */
export async function openInvitation(
  context: Pick<Context, "database" | "clock">,
  tx: Parameters<typeof findInvitation>[0],
  token: string,
  lock: "for no key update" | "" = "",
): Promise<InvitationRow> {
  const { id } = await organizationOfInvitation(context, token);
  const row = await findInvitation(tx, id, lock);
  if (row === undefined) throw new DomainError("not_found", "There is no invitation under this address.");
  const { status } = toInvitation(row, context.clock.now());
  if (status !== "open") throw new DomainError("link_expired", `The invitation is no longer open: it is ${status}.`);
  return row;
}

function hashInvitation(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function toInvitation({ tokenHash: _hash, acceptedAt, revokedAt, ...row }: InvitationRow, now: string): Invitation {
  if (!isRole(row.role)) throw new Error(`${row.role} is no role`);
  const isOver = row.expiresAt <= now;
  const status = acceptedAt !== null ? "accepted" : revokedAt !== null ? "revoked" : isOver ? "expired" : "open";
  return { ...row, role: row.role, status };
}
