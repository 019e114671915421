import type { Tx } from "../database/tx.ts";

/** What is taken out, and of which records. The longest texts come first. */
export interface TextErasure {
  /** Records about these objects. */
  readonly objectIds: readonly string[];
  /** Records that hold one of these, wherever they are: texts that are nobody else's, escaped as they stand in JSON. */
  readonly uniqueTexts: readonly string[];
  /** Taken out wherever they occur in a text of such a record. */
  readonly texts: readonly string[];
  /** Taken out where they are the whole of a text. */
  readonly words: readonly string[];
}

const valuesOf = ({ objectIds, uniqueTexts, texts, words }: TextErasure) => [objectIds, uniqueTexts, texts, words];

/** Takes texts out of the audit log. Answers the entries that lost some, with the hash that they have by now. */
export async function eraseFromAudit(tx: Tx, erasure: TextErasure): Promise<Record<string, string>> {
  const rows = await tx.sql<{ entryId: string; hash: string }>(
    "select entry_id, hash from erase_from_audit($1, $2, $3, $4) order by entry_id",
    valuesOf(erasure),
  );
  return Object.fromEntries(rows.map(({ entryId, hash }) => [entryId, hash]));
}

/** The same for notifications and for what endpoints answered to them. Answers how many lost some. */
export async function eraseFromNotifications(tx: Tx, erasure: TextErasure): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    "select erase_from_notifications($1, $2, $3, $4) as count",
    valuesOf(erasure),
  );
  return row?.count ?? 0;
}

/** Empties the answers that are kept for a repeated request and hold one of these texts: repeated, it still has no second effect. */
export async function eraseFromAnswers(tx: Tx, texts: readonly string[]): Promise<void> {
  await tx.sql(
    `update idempotency_record set body = convert_to('{}', 'UTF8')
     where organization_id = $1 and key in (
       select key from idempotency_record
       where organization_id = $1 and status is not null and not is_sealed
         and exists (select from unnest($2::text[]) as one (one) where position(convert_to(one, 'UTF8') in body) > 0)
       -- One that another request holds is forgotten: that request writes its own answer there.
       for no key update skip locked)`,
    [tx.organizationId, texts],
  );
}
