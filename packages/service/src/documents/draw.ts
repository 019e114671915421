import { DocumentError } from "@counterfoil/documents";
import { DomainError } from "../errors/domain-error.ts";

/**
 * Waits for a document; throws the 503 that says what the server lacks to draw it, or the 422 that names the members whose characters
 * no font draws.
 */
export async function drawn(drawing: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await drawing;
  } catch (error) {
    throw error instanceof DocumentError ? asRefusal(error) : error;
  }
}

function asRefusal(error: DocumentError): Error {
  if (error.code === "document_undrawable") {
    const faults = error.problems.map(({ pointer, detail }) => ({ pointer, code: "undrawable", detail: `${detail}.` }));
    return new DomainError("document_undrawable", undrawable(error), faults, { cause: error });
  }
  if (error.code !== "document_fonts_unusable") return error;
  const detail = `The server cannot draw the document: ${error.message}. Nothing was drawn. Reinstall the files; no restart is needed.`;
  return new DomainError("documents_unavailable", detail, [], { cause: error });
}

function undrawable({ problems }: DocumentError): string {
  const named = problems.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; ");
  return `Counterfoil cannot print this document: ${named}. Correct the text. An issued document keeps its text: void it and issue a new one.`;
}
