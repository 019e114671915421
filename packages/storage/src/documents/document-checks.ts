import type { Tx } from "../database/tx.ts";
import type { StoredDocumentKey } from "./stored-documents.ts";

/** A stored document with the hash recorded for it and the hash of its bytes. */
export interface CheckedDocumentRow extends StoredDocumentKey {
  /** The number of the invoice or credit note. */
  number: string | null;
  sha256: string;
  actual: string;
}

const FIRST: StoredDocumentKey = { kind: "credit_note", objectId: "", state: "" };

/** The stored documents after a key. PostgreSQL computes the hashes, so the bytes are not transferred. */
export function checkedDocumentsAfter(
  tx: Tx,
  after: StoredDocumentKey | undefined,
  limit: number,
): Promise<CheckedDocumentRow[]> {
  const { kind, objectId, state } = after ?? FIRST;
  return tx.sql<CheckedDocumentRow>(
    `select kind, object_id, state, sha256, encode(sha256(bytes), 'hex') as actual,
       case kind when 'invoice' then (select number from invoice where organization_id = $1 and id = object_id)
         when 'credit_note' then (select number from credit_note where organization_id = $1 and id = object_id) end as number
     from stored_document
     where organization_id = $1 and (kind, object_id, state) > ($2, $3, $4) order by kind, object_id, state limit $5`,
    [tx.organizationId, kind, objectId, state, limit],
  );
}

/** A document whose stored hash differs from the hash recorded on its invoice or credit note. */
export interface MisnotedDocumentRow extends StoredDocumentKey {
  number: string | null;
  noted: string;
  /** Null if no document is stored. */
  stored: string | null;
}

/** Invoices and credit notes whose PDF was created but is missing or different now. */
export function misnotedDocuments(tx: Tx): Promise<MisnotedDocumentRow[]> {
  return tx.sql<MisnotedDocumentRow>(
    `select n.kind, n.object_id, n.state, n.number, n.noted, d.sha256 as stored
     from (
       select 'invoice' as kind, id as object_id, 'issued' as state, number, document_sha256 as noted from invoice
         where organization_id = $1 and document_sha256 is not null
       union all select 'invoice', id, 'void', number, void_document_sha256 from invoice
         where organization_id = $1 and void_document_sha256 is not null
       union all select 'credit_note', id, 'issued', number, document_sha256 from credit_note
         where organization_id = $1 and document_sha256 is not null
     ) n
     left join stored_document d on d.organization_id = $1 and d.kind = n.kind and d.object_id = n.object_id
       and d.state = n.state
     where d.sha256 is distinct from n.noted order by n.kind, n.object_id, n.state`,
    [tx.organizationId],
  );
}

/**
 * Counts documents that an earlier release delivered with other bytes than the stored ones. That release kept only the
 * hash.
 */
export async function countRedrawnDocuments(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select (select count(*) from invoice where organization_id = $1 and pdf_sha256 <> document_sha256)::integer
          + (select count(*) from credit_note where organization_id = $1 and pdf_sha256 <> document_sha256)::integer as count`,
    [tx.organizationId],
  );
  return row?.count ?? 0;
}
