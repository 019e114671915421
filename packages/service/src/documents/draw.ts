import { DocumentError } from "@counterfoil/documents";
import { DomainError } from "../errors/domain-error.ts";

/** Waits for a document; where the server lacks what it is drawn with, the 503 that says so. */
export async function drawn(drawing: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await drawing;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code !== "document_fonts_unusable") throw error;
    const detail = `The server cannot draw the document: ${error.message}. Nothing was drawn. Reinstall the files; no restart is needed.`;
    throw new DomainError("documents_unavailable", detail, [], { cause: error });
  }
}
