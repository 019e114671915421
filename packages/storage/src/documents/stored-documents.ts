import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** Identifies a document. */
export type StoredDocumentKey = Pick<Row<"storedDocument">, "kind" | "objectId" | "state">;

/** A document as it was first created. */
export type StoredDocumentRow = Row<"storedDocument">;

export async function findStoredDocument(
  tx: Tx,
  { kind, objectId, state }: StoredDocumentKey,
): Promise<StoredDocumentRow | undefined> {
  const [row] = await tx.sql<StoredDocumentRow>(
    `select kind, object_id, state, sha256, bytes, created_at from stored_document
     where organization_id = $1 and kind = $2 and object_id = $3 and state = $4`,
    [tx.organizationId, kind, objectId, state],
  );
  return row;
}

/**
 * Stores a document permanently. A concurrent insert of the same document waits for the first commit and keeps the
 * first document.
 */
export async function insertStoredDocument(tx: Tx, document: StoredDocumentRow): Promise<void> {
  const { kind, objectId, state, sha256, bytes, createdAt } = document;
  await tx.sql(
    `insert into stored_document (organization_id, kind, object_id, state, sha256, bytes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [tx.organizationId, kind, objectId, state, sha256, bytes, createdAt],
  );
}

/** Records the hash of an invoice's document unless one is recorded already. Returns the recorded hash. */
export async function noteInvoiceDocument(
  tx: Tx,
  id: string,
  state: "issued" | "void",
  sha256: string,
): Promise<string | null> {
  const column = state === "void" ? "void_document_sha256" : "document_sha256";
  const [row] = await tx.sql<{ noted: string }>(
    `update invoice set ${column} = coalesce(${column}, $3) where organization_id = $1 and id = $2
     returning ${column} as noted`,
    [tx.organizationId, id, sha256],
  );
  return row?.noted ?? null;
}

/** The same for a credit note. Nothing else is ever changed on a credit note. */
export async function noteCreditNoteDocument(tx: Tx, id: string, sha256: string): Promise<string | null> {
  const [row] = await tx.sql<{ noted: string }>(
    `update credit_note set document_sha256 = coalesce(document_sha256, $3) where organization_id = $1 and id = $2
     returning document_sha256 as noted`,
    [tx.organizationId, id, sha256],
  );
  return row?.noted ?? null;
}

/** Records the hash of the latest receipt of a payment. */
export async function noteReceipt(tx: Tx, id: string, sha256: string): Promise<void> {
  await tx.sql("update payment set receipt_sha256 = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    sha256,
  ]);
}

/** An issued invoice or a credit note whose PDF was not created yet. */
export interface UndrawnDocument {
  kind: "credit_note" | "invoice";
  id: string;
}

/** The next of them after one, ordered by kind and ID. */
export function undrawnDocumentsAfter(
  tx: Tx,
  after: UndrawnDocument | undefined,
  limit: number,
): Promise<UndrawnDocument[]> {
  const { kind, id } = after ?? { kind: "credit_note", id: "" };
  return tx.sql<UndrawnDocument>(
    `select kind, id from (
       select 'credit_note' as kind, id from credit_note where organization_id = $1 and document_sha256 is null
       union all select 'invoice', id from invoice where organization_id = $1 and number is not null
         and case status when 'void' then void_document_sha256 else document_sha256 end is null
     ) undrawn where (kind, id) > ($2, $3) order by kind, id limit $4`,
    [tx.organizationId, kind, id, limit],
  );
}
