import {
  ACTIVITY_KINDS,
  type ActivityKind,
  type ActivityRow,
  findAccount,
  findAccountActivity,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { NOTIFICATION_TYPES } from "../notification-types.ts";
import { readCursor, writeCursor } from "./activity-cursor.ts";

/** Something that happened with an account, as the API returns it. */
export interface AccountActivity extends Omit<ActivityRow, "actorType" | "actorId" | "actorName"> {
  /** Null if it is unknown. Except for notes, also null if the caller may not read the audit log. */
  actor: { type: string; id: string | null; name: string | null } | null;
}

/** Audited actions that the feed already shows: as a notification, as the note itself, or as the payment. */
const SHOWN_TYPES: readonly string[] = [
  ...NOTIFICATION_TYPES,
  "note.created",
  "invoice.payment_applied",
  "credit_grant.created",
  "credit_conversion.created",
];

interface Page {
  readonly kinds: readonly ActivityKind[] | null;
  readonly cursor: string | null;
  readonly limit: number;
  /** Whether the caller has the scope `admin`, and so sees changes and actors. */
  readonly isAdministrator: boolean;
}

/** A page of the activity of an account, newest first. */
export function listAccountActivity(
  context: Context,
  idOrAlias: string,
  { kinds, cursor, limit, isAdministrator }: Page,
): Promise<{ items: AccountActivity[]; nextCursor: string | null }> {
  const before = cursor === null ? null : readCursor(cursor);
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const rows = await findAccountActivity(tx, {
      accountId: account.id,
      kinds: kinds ?? ACTIVITY_KINDS,
      shownTypes: SHOWN_TYPES,
      before,
      showsAudit: isAdministrator,
      limit: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(toActivity),
      nextCursor: rows.length > limit && last !== undefined ? writeCursor(last) : null,
    };
  });
}

function toActivity({ actorType, actorId, actorName, ...row }: ActivityRow): AccountActivity {
  return { ...row, actor: actorType === null ? null : { type: actorType, id: actorId, name: actorName } };
}
