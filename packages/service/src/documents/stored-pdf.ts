import { findStoredDocument, insertStoredDocument, type StoredDocumentKey, type Tx } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { type SealedPdf, sealPdf } from "./sealed-pdf.ts";

/** A document with its storage key and its file name without the extension. */
export interface NamedDocument extends StoredDocumentKey {
  readonly name: string;
}

/**
 * The document as it was first drawn. Null if it was not drawn yet. Refuses to return bytes that do not match their
 * hash.
 */
export async function findStoredPdf(tx: Tx, document: NamedDocument): Promise<SealedPdf | null> {
  const stored = await findStoredDocument(tx, document);
  if (stored === undefined) return null;
  const pdf = sealPdf(stored.bytes, document.name);
  if (pdf.sha256 !== stored.sha256) throw damaged(document, stored.sha256, pdf.sha256);
  return pdf;
}

/**
 * Stores a document that was just drawn, and returns the one that is handed out from now on (R-PDF-1). If two processes
 * draw it at the same time, this is the first one's.
 *
 * @param noted the hash recorded with the document's object; null if there is none
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
  // The document was stored before and is gone, and this release draws it differently.
  if (noted !== null && noted !== stored.sha256) throw damaged(document, noted, stored.sha256);
  return stored;
}

function damaged({ kind, objectId, state }: StoredDocumentKey, stored: string, actual: string): DomainError {
  const what = `The stored PDF of ${kind} ${objectId} (${state})`;
  const detail =
    `${what} is damaged: its SHA-256 should be ${stored} but is ${actual}. Restore it from a backup. ` +
    `\`counterfoil verify\` lists all damaged documents.`;
  return new DomainError("document_damaged", detail);
}
