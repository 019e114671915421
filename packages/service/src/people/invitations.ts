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
  renewInvitation as saveRenewal,
  revokeOpenInvitations,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read, transact, type Work } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { refuseOwnerByOthers } from "./change-role.ts";
import type { Identity } from "../authentication/index.ts";
import { isRole, type Role } from "./role.ts";
import { writeInvitationLetter } from "../letters/index.ts";

/** The number of days for which an invitation is open. */
const OPEN_DAYS = 7;
const TOKEN_BYTES = 24;

/** An invitation as the API returns it, without its token. */
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

/** An invitation with its new token. The token is null if the server sends it by mail. */
export interface SentInvitation {
  invitation: Invitation;
  token: string | null;
}

type InvitationContext = Context & { readonly identity: Identity };

/**
 * Invites an email address. The token is sent by mail only: the inviting person does not get it, because they could use
 * it to become the invited person. A server that sends no mail has no other way, and returns it. Another open invitation
 * for the address is revoked. The letter commits together with the invitation, so neither exists without the other.
 */
export async function invite(
  context: InvitationContext,
  { email: given, role }: { email: string; role: Role },
): Promise<SentInvitation> {
  const token = makeToken();
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
      expiresAt: expiryAfter(now),
      acceptedAt: null,
      revokedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertInvitation(work.tx, row);
    const after = { email, role, expiresAt: row.expiresAt };
    await audit(work, { action: "invitation.created", objectId: row.id, after });
    await writeLetter(context, work, row, token);
    return row;
  });
  return sent(context, made, token);
}

/**
 * Gives an open or expired invitation a new token and another seven days, and sends it like a new invitation. The
 * old link stops working. 409 for an accepted or revoked invitation.
 */
export async function renewInvitation(context: InvitationContext, id: string): Promise<SentInvitation> {
  const token = makeToken();
  const renewed = await transact(context, async (work) => {
    const before = await findInvitation(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("invitation", id);
    if (before.acceptedAt !== null || before.revokedAt !== null) {
      const end = before.acceptedAt === null ? "revoked" : "accepted";
      throw new DomainError("state_conflict", `The invitation was ${end}: invite the person again.`);
    }
    // The link makes its holder an owner.
    if (before.role === "owner") await refuseOwnerByOthers(work);
    const now = work.clock.now();
    const row = { ...before, tokenHash: hashInvitation(token), expiresAt: expiryAfter(now), updatedAt: now };
    await saveRenewal(work.tx, row);
    await audit(work, { action: "invitation.renewed", objectId: id, after: { expiresAt: row.expiresAt } });
    await writeLetter(context, work, row, token);
    return row;
  });
  return sent(context, renewed, token);
}

async function writeLetter(
  { identity: { letterSecrets } }: InvitationContext,
  work: Work,
  { email, expiresAt }: InvitationRow,
  token: string,
): Promise<void> {
  const { name } = await getOrganization(work.tx);
  await writeInvitationLetter({ ...work, letterSecrets }, { email, organizationName: name, token, expiresAt });
}

function sent({ identity, clock }: InvitationContext, row: InvitationRow, token: string): SentInvitation {
  return { invitation: toInvitation(row, clock.now()), token: identity.sendsMail ? null : token };
}

function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

function expiryAfter(now: string): string {
  return instantText(Temporal.Instant.from(now).add({ hours: OPEN_DAYS * 24 }));
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

/** Revokes an invitation immediately. A revoked invitation is unchanged; an accepted one is a 409. */
export function revokeInvitation(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const row = await findInvitation(work.tx, id, "for no key update");
    if (row === undefined) throw notFound("invitation", id);
    await requireUnchanged(work, () => toInvitation(row, work.clock.now()));
    if (row.acceptedAt !== null) {
      throw new DomainError("state_conflict", "The invitation is already accepted. Remove the person instead.");
    }
    if (row.revokedAt !== null) return;
    await endInvitation(work.tx, id, "revoked", work.clock.now());
    await audit(work, { action: "invitation.revoked", objectId: id });
  });
}

/** The organization of an invitation token, in any state of the invitation. */
export async function organizationOfInvitation(
  { database }: Pick<Context, "database">,
  token: string,
): Promise<{ organizationId: string; id: string }> {
  const found = await findInvitationByHash(database, hashInvitation(token));
  if (found === undefined)
    throw new DomainError(
      "not_found",
      "There is no invitation at this URL. Check the link, or ask for a new invitation.",
    );
  return found;
}

/** The invitation that an invited person reads before accepting. 410 if it is no longer open. */
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

/** The open invitation of a token; 410 if it was used or revoked, or has expired. */
export async function openInvitation(
  context: Pick<Context, "database" | "clock">,
  tx: Parameters<typeof findInvitation>[0],
  token: string,
  lock: "for no key update" | "" = "",
): Promise<InvitationRow> {
  const { id } = await organizationOfInvitation(context, token);
  const row = await findInvitation(tx, id, lock);
  if (row === undefined)
    throw new DomainError(
      "not_found",
      "There is no invitation at this URL. Check the link, or ask for a new invitation.",
    );
  const { status } = toInvitation(row, context.clock.now());
  if (status !== "open") throw new DomainError("link_expired", `The invitation is ${status}. Ask for a new one.`);
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
