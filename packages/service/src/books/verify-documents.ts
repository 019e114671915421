import {
  checkedDocumentsAfter,
  countRedrawnDocuments,
  misnotedDocuments,
  type StoredDocumentKey,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import type { BookDifference } from "./verify-invoices.ts";

/** The result of checking the documents that an organization handed out. */
export interface VerifiedDocuments {
  readonly documents: number;
  /** Documents that an earlier release, which kept no bytes, handed out with other bytes than those stored now. */
  readonly documentsRedrawn: number;
  readonly differences: number;
}

/** Documents that PostgreSQL hashes in one statement: about ten megabytes. */
const PAGE = 200;

/**
 * Checks the stored bytes of every document against their hash, and that hash against the hash in the record of its
 * object (R-PDF-1).
 */
export async function verifyDocuments(
  context: Context,
  onDifference: (difference: BookDifference) => void,
): Promise<VerifiedDocuments> {
  let documents = 0;
  let differences = 0;
  const differs = (of: NumberedDocument, billed: string, computed: string) => {
    differences += 1;
    const invoiceId = of.kind === "invoice" ? of.objectId : null;
    const invoiceNumber = of.kind === "invoice" ? of.number : null;
    onDifference({ invoiceId, invoiceNumber, lineId: null, member: nameOf(of), billed, computed });
  };
  let after: StoredDocumentKey | undefined;
  for (;;) {
    const page = await read(context, (tx) => checkedDocumentsAfter(tx, after, PAGE));
    for (const { sha256, actual, ...key } of page) {
      if (actual !== sha256) differs(key, `bytes with sha256:${actual}`, `sha256:${sha256} by its stored hash`);
    }
    documents += page.length;
    after = page.at(-1);
    if (page.length < PAGE) break;
  }
  for (const { noted, stored, ...key } of await read(context, misnotedDocuments)) {
    differs(key, stored === null ? "gone" : `sha256:${stored}`, `sha256:${noted} by its record`);
  }
  return { documents, documentsRedrawn: await read(context, countRedrawnDocuments), differences };
}

interface NumberedDocument extends StoredDocumentKey {
  /** The number of the invoice or the note. */
  readonly number: string | null;
}

/** The document's name. For an invoice, the difference already names the invoice. */
function nameOf({ kind, objectId, state, number }: NumberedDocument): string {
  switch (kind) {
    case "invoice":
      return state === "void" ? "PDF (void)" : "PDF";
    case "credit_note":
      return `PDF of credit note ${number ?? objectId}`;
    case "receipt":
      return `receipt of ${objectId} (${state})`;
    case "quote":
      return `PDF of ${objectId} (${state.split(" ")[0]})`;
    default:
      return kind satisfies never;
  }
}
