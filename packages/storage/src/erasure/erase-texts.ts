import type { Tx } from "../database/tx.ts";

/** What to remove, and from which records. The longest texts come first. */
export interface TextErasure {
  /** Records about these objects. */
  readonly objectIds: readonly string[];
  /** Records that contain one of these texts, anywhere. Only texts that no other person shares, escaped as in JSON. */
  readonly uniqueTexts: readonly string[];
  /** Removed wherever they occur within a text of such a record. */
  readonly texts: readonly string[];
  /** Removed where they are the whole text. */
  readonly words: readonly string[];
}

const valuesOf = ({ objectIds, uniqueTexts, texts, words }: TextErasure) => [objectIds, uniqueTexts, texts, words];

/** Removes texts from the audit log. Returns the changed entries with their new hashes. */
export async function eraseFromAudit(tx: Tx, erasure: TextErasure): Promise<Record<string, string>> {
  const rows = await tx.sql<{ entryId: string; hash: string }>(
    "select entry_id, hash from erase_from_audit($1, $2, $3, $4) order by entry_id",
    valuesOf(erasure),
  );
  return Object.fromEntries(rows.map(({ entryId, hash }) => [entryId, hash]));
}

/** The same for notifications and for the responses of endpoints. Returns how many were changed. */
export async function eraseFromNotifications(tx: Tx, erasure: TextErasure): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    "select erase_from_notifications($1, $2, $3, $4) as count",
    valuesOf(erasure),
  );
  return row?.count ?? 0;
}

/**
 * Empties stored responses for repeated requests that contain one of these texts. Repeating such a request still has no
 * second effect.
 */
export async function eraseFromAnswers(tx: Tx, texts: readonly string[]): Promise<void> {
  await tx.sql(
    `update idempotency_record set body = convert_to('{}', 'UTF8')
     where organization_id = $1 and key in (
       select key from idempotency_record
       where organization_id = $1 and status is not null and not is_sealed
         and exists (select from unnest($2::text[]) as one (one) where position(convert_to(one, 'UTF8') in body) > 0)
       -- A record that another request holds is skipped: that request writes its own response there.
       for no key update skip locked)`,
    [tx.organizationId, texts],
  );
}
