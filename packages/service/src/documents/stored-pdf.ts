import { findStoredDocument, insertStoredDocument, type StoredDocumentKey, type Tx } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { type SealedPdf, sealPdf } from "./sealed-pdf.ts";

/** A document under the key by which it is stored, and what its file is called without its ending. */
export interface NamedDocument extends StoredDocumentKey {
  readonly name: string;
}

/** The document as it was first drawn; null where it was not yet. Bytes that are not what their hash says are not handed out. */
export async function findStoredPdf(tx: Tx, document: NamedDocument): Promise<SealedPdf | null> {
  const stored = await findStoredDocument(tx, document);
  if (stored === undefined) return null;
  const pdf = sealPdf(stored.bytes, document.name);
  if (pdf.sha256 !== stored.sha256) throw damaged(document, stored.sha256, pdf.sha256);
  return pdf;
}

/**
 * Stores a document that was just drawn, and answers the one that is handed out for ever (R-PDF-1): where two processes draw it
 * at the same time, the first one's.
 *
 * @param noted the hash that was noted beside what it is of; null where none is
 */
export async function storePdf(
  { tx, clock }: Work,
  document: NamedDocument,
  drawn: SealedPdf,
  noted: string | null = null,
): Promise<SealedPdf> {
  const { kind, objectId, state } = document;
  const bytes = Buffer.from(drawn.bytes);
  await insertStoredDocument(tx, { kind, objectId, state, sha256: drawn.sha256, bytes, createdAt: clock.now() });
  const stored = (await findStoredPdf(tx, document)) ?? drawn;
  // It was stored before and is gone, and this release draws it otherwise.
  if (noted !== null && noted !== stored.sha256) throw damaged(document, noted, stored.sha256);
  return stored;
}

function damaged({ kind, objectId, state }: StoredDocumentKey, stored: string, actual: string): DomainError {
  const what = `The stored PDF of ${kind} ${objectId} (${state})`;
  const detail = `${what} should have the SHA-256 ${stored} and has ${actual}. Restore it from a backup; \`counterfoil verify\` lists all such documents.`;
  return new DomainError("document_damaged", detail);
}
